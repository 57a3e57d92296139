/** From sampled counters to estimates: jeprof's scaling of a record (AdjustSamples, bin/jeprof.in). */
import type { Scaling } from './profile.js';

/**
 * Chance that an allocation of `size` bytes is sampled at a mean of `rate` bytes between samples, in the form that
 * jemalloc and jeprof compute with (1 - e^(-size/rate)).
 */
export function sampleChance(size: number, rate: number): number {
  return -Math.expm1(-size / rate);
}

/** The chance that jemalloc's sampler really gives: gaps are whole bytes, so it is 1 - (1 - 1/rate)^size, and at rate 1 all are sampled. */
export function samplerChance(size: number, rate: number): number {
  return rate <= 1 ? 1 : -Math.expm1(size * Math.log1p(-1 / rate));
}

/** The same as C and Perl programs compute it, losing digits for small `size`; never 0. */
function roughChance(size: number, rate: number): number {
  const chance = 1 - Math.exp(-size / rate);
  return chance > 0 ? chance : sampleChance(size, rate);
}

/**
 * What both counters of a pair are multiplied by, digit for digit as jeprof does it. (Where the chance is so small that
 * jeprof would divide by zero, it is computed exactly.) Without objects nothing is scaled, even if there are bytes.
 */
export function scaleFactor(objects: number, bytes: number, scaling: Scaling, rate: number): number {
  if (objects === 0 || bytes === 0 || !(rate > 0)) return 1;
  switch (scaling) {
    case 'none':
      return 1;
    case 'mean-size':
      return 1 / roughChance(bytes / objects, rate);
    case 'halved-rate': {
      const ratio = bytes / objects / rate;
      return ratio < 1 ? 1 / ratio : 1;
    }
  }
}

/** The factor with all its digits, for estimates of our own. */
export function exactScaleFactor(objects: number, bytes: number, scaling: Scaling, rate: number): number {
  if (scaling !== 'mean-size' || objects === 0 || bytes === 0 || !(rate > 0))
    return scaleFactor(objects, bytes, scaling, rate);
  return 1 / sampleChance(bytes / objects, rate);
}
