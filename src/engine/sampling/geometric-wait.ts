/** Bytes until the next sample (`prof_sample_new_event_wait`, src/prof.c). */
import type { Prng } from './prng.js';

/** Highest lg_prof_sample for which waits stay exact whole numbers. */
export const MAX_LG_SAMPLE = 47;

export class GeometricWait {
  readonly #prng: Prng;
  readonly #logMiss: number;

  /** @param rate mean bytes between samples, at least 1 (`2 ** lg_prof_sample`) */
  constructor(prng: Prng, rate: number) {
    this.#prng = prng;
    this.#logMiss = rate > 1 ? Math.log(1 - 1 / rate) : Number.NEGATIVE_INFINITY;
  }

  /** Whether every wait is 1 byte, and everything is sampled. */
  get alwaysOne(): boolean {
    return this.#logMiss === Number.NEGATIVE_INFINITY;
  }

  /** At least 1; always 1 at rate 1, without a draw. */
  next(): number {
    if (this.alwaysOne) return 1;
    return Math.floor(Math.log(this.#prng.uniform()) / this.#logMiss) + 1;
  }
}
