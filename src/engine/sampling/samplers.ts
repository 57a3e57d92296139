/** Decisions one by one: with one draw for each sample, or, as the comparison, one for each allocation. */
import type { Prng } from './prng.js';

export interface Sampler {
  /** Whether the next allocation is sampled. Arguments as those of `Strategy.chance`. */
  take(size: number, index: number, thread: number, time: number): boolean;
}

/**
 * The counter trick for any chances: an exponential wait without memory is counted down by -log(1 - p) of each allocation,
 * and the allocation that uses it up is sampled. Each is then sampled by itself with its chance p.
 */
export class HazardWalk implements Sampler {
  readonly #prng: Prng;
  readonly #hazard: (size: number, index: number, thread: number, time: number) => number;
  #left: number;

  /** @param hazard -log(1 - p) of an allocation: 0 never, infinite always sampled */
  constructor(prng: Prng, hazard: (size: number, index: number, thread: number, time: number) => number) {
    this.#prng = prng;
    this.#hazard = hazard;
    this.#left = exponentialWait(prng);
  }

  take(size: number, index: number, thread: number, time: number): boolean {
    const hazard = this.#hazard(size, index, thread, time);
    if (hazard < this.#left || hazard === 0) {
      this.#left -= hazard;
      return false;
    }
    this.#left = exponentialWait(this.#prng);
    return true;
  }
}

/** Mean 1, at least 0, at most {@link LONGEST_WAIT}. */
export function exponentialWait(prng: Prng): number {
  return -Math.log(prng.uniform());
}

/** No wait is longer (53 bits of a uniform number), so a hazard of this much is as good as an infinite one. */
export const LONGEST_WAIT = 53 * Math.LN2;

/** One coin for each allocation: what the counter saves. */
export class CoinToss implements Sampler {
  readonly #prng: Prng;
  readonly #chance: (size: number, index: number, thread: number, time: number) => number;

  constructor(prng: Prng, chance: (size: number, index: number, thread: number, time: number) => number) {
    this.#prng = prng;
    this.#chance = chance;
  }

  take(size: number, index: number, thread: number, time: number): boolean {
    return this.#prng.uniform() <= this.#chance(size, index, thread, time);
  }
}
