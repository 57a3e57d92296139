/**
 * Chances and variances of one allocation, in closed form. `rate` is R, the mean bytes between samples. Small chances keep
 * all their digits (expm1, log1p).
 */
import { sampleChance } from '../profile/unbias.js';

/** exact: the sampler's 1 - (1 - 1/R)^Z. approximate: 1 - e^(-Z/R), which jemalloc and jeprof compute with. */
export type ChanceForm = 'exact' | 'approximate';

/**
 * A chance as 1 - e^-hazard: unlike the chance, the hazard keeps its digits also where misses are rare, and hazards of
 * independent misses add up. Infinite at rate 1 and, in the exact form, below it: more than every byte cannot be sampled.
 */
export function byteHazard(size: number, rate: number, form: ChanceForm = 'exact'): number {
  if (form === 'approximate') return size / rate;
  return rate <= 1 ? Number.POSITIVE_INFINITY : -size * Math.log1p(-1 / rate);
}

/** Chance that an allocation of `size` bytes is sampled by bytes. */
export function byteChance(size: number, rate: number, form: ChanceForm = 'exact'): number {
  if (form === 'approximate') return sampleChance(size, rate);
  return -Math.expm1(-byteHazard(size, rate));
}

/** The hazard of a chance: 0 for 0, infinite for 1. */
export function hazardOf(chance: number): number {
  return -Math.log1p(-chance);
}

export function chanceOf(hazard: number): number {
  return -Math.expm1(-hazard);
}

/**
 * (1 - p) / p by hazard: what an allocation adds to the variance of the count; times size squared for bytes. Infinite where
 * nothing is ever sampled.
 */
export function hazardVariance(hazard: number): number {
  return 1 / Math.expm1(hazard);
}

/** The same for sampling by bytes. */
export function byteVariance(size: number, rate: number, form: ChanceForm = 'exact'): number {
  return hazardVariance(byteHazard(size, rate, form));
}

/** The regimes of sampling by bytes that are worth a mark on a curve of variance against size. */
export interface ByteRegimes {
  /** Far below R the variance is R times Z: linear where sampling by allocations has a square. */
  readonly linear: (size: number) => number;
  /** R ln 2: the chance is one half, and the variance the square of the size. */
  readonly halfSize: number;
  /** R: above, the variance falls, as misses become rare. */
  readonly rate: number;
}

export function byteRegimes(rate: number): ByteRegimes {
  return { linear: (size) => rate * size, halfSize: rate * Math.LN2, rate };
}
