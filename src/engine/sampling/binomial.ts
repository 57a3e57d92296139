/**
 * Binomial draws in time that does not grow with n: how many of n allocations of equal chance are sampled. Few expected ones
 * are found by running through the distribution; many by transformed rejection (W. Hörmann, The generation of binomial
 * random variates, 1993, algorithm BTRS).
 */
import { chanceOf, hazardOf } from './chance.js';
import type { Prng } from './prng.js';

/** From this many expected ones on (or expected misses) rejection is the faster way, and valid. */
const MANY = 10;

export interface BinomialDraw {
  draw(prng: Prng): number;
}

/**
 * @param n trials, a whole number
 * @param hazard their chance is 1 - e^-hazard
 */
export function binomial(n: number, hazard: number): BinomialDraw {
  const chance = chanceOf(hazard);
  if (n <= 0 || chance <= 0) return constant(0);
  // Rare misses are drawn instead of frequent hits.
  if (hazard > Math.LN2) {
    const misses = Math.exp(-hazard);
    if (misses === 0) return constant(n);
    const rare = rareHits(n, misses, hazardOf(misses));
    return { draw: (prng) => n - rare.draw(prng) };
  }
  return rareHits(n, chance, hazard);
}

function constant(value: number): BinomialDraw {
  return { draw: () => value };
}

/** For chances up to one half. */
function rareHits(n: number, chance: number, hazard: number): BinomialDraw {
  return n * chance < MANY ? new Inversion(n, chance, hazard) : new Rejection(n, chance);
}

/** Takes one uniform number through the probabilities of 0, 1, 2, … */
class Inversion implements BinomialDraw {
  readonly #n: number;
  readonly #odds: number;
  readonly #none: number;

  constructor(n: number, chance: number, hazard: number) {
    this.#n = n;
    this.#odds = chance / (1 - chance);
    this.#none = Math.exp(-n * hazard);
  }

  draw(prng: Prng): number {
    const n = this.#n;
    let left = prng.uniform();
    let probability = this.#none;
    let hits = 0;
    while (left > probability && hits < n) {
      left -= probability;
      hits++;
      probability *= ((n - hits + 1) / hits) * this.#odds;
      // Rounding may leave a rest that no probability covers any more.
      if (probability === 0) break;
    }
    return hits;
  }
}

class Rejection implements BinomialDraw {
  readonly #n: number;
  readonly #a: number;
  readonly #b: number;
  readonly #centre: number;
  readonly #accept: number;
  readonly #alpha: number;
  readonly #mode: number;
  readonly #odds: number;
  readonly #atMode: number;

  constructor(n: number, chance: number) {
    const spread = Math.sqrt(n * chance * (1 - chance));
    this.#n = n;
    this.#b = 1.15 + 2.53 * spread;
    this.#a = -0.0873 + 0.0248 * this.#b + 0.01 * chance;
    this.#centre = n * chance + 0.5;
    this.#accept = 0.92 - 4.2 / this.#b;
    this.#alpha = (2.83 + 5.1 / this.#b) * spread;
    this.#mode = Math.floor((n + 1) * chance);
    this.#odds = chance / (1 - chance);
    this.#atMode = this.#side(this.#mode);
  }

  draw(prng: Prng): number {
    const n = this.#n;
    for (;;) {
      const u = prng.uniform() - 0.5;
      const v = prng.uniform();
      const us = 0.5 - Math.abs(u);
      const hits = Math.floor(((2 * this.#a) / us + this.#b) * u + this.#centre);
      if (us >= 0.07 && v <= this.#accept) return hits;
      if (!(hits >= 0 && hits <= n)) continue;
      const density = Math.log((v * this.#alpha) / (this.#a / (us * us) + this.#b));
      if (density <= this.#logRatio(hits)) return hits;
    }
  }

  /** log of P(hits) / P(mode). */
  #logRatio(hits: number): number {
    const n = this.#n;
    const m = this.#mode;
    return (
      (m + 0.5) * Math.log((m + 1) / (this.#odds * (n - m + 1))) +
      (n + 1) * Math.log((n - m + 1) / (n - hits + 1)) +
      (hits + 0.5) * Math.log((this.#odds * (n - hits + 1)) / (hits + 1)) +
      this.#atMode -
      this.#side(hits)
    );
  }

  #side(hits: number): number {
    return stirlingRest(hits) + stirlingRest(this.#n - hits);
  }
}

/** log(k!) less its approximation (k + 1/2) log(k + 1) - (k + 1) + log(2 pi) / 2. */
function stirlingRest(k: number): number {
  if (k < SMALL_RESTS.length) return SMALL_RESTS[k] as number;
  const square = (k + 1) * (k + 1);
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1);
}

const SMALL_RESTS = smallRests();

function smallRests(): number[] {
  let logFactorial = 0;
  return Array.from({ length: 16 }, (_, k) => {
    if (k > 0) logFactorial += Math.log(k);
    return logFactorial - ((k + 0.5) * Math.log(k + 1) - (k + 1) + Math.log(2 * Math.PI) / 2);
  });
}
