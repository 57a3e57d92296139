/**
 * The sampler as jemalloc runs it: a wait in bytes is counted down by usable sizes, and the allocation that uses it up is
 * sampled; then a new wait begins (the part of the allocation behind the hit counts for nothing). As a geometric wait has no
 * memory, each allocation of size Z is sampled by itself with chance 1 - (1 - 1/R)^Z.
 */
import { GeometricWait } from './geometric-wait.js';
import type { Prng } from './prng.js';

export class ByteWalk {
  readonly #wait: GeometricWait;
  #left: number;

  /** @param rate mean bytes between samples */
  constructor(prng: Prng, rate: number) {
    this.#wait = new GeometricWait(prng, rate);
    this.#left = this.#wait.next();
  }

  /** Whether the next allocation, of usable `size` bytes, is sampled. */
  take(size: number): boolean {
    if (size < this.#left) {
      this.#left -= size;
      return false;
    }
    this.#left = this.#wait.next();
    return true;
  }

  /** Skips to the next sampled allocation at or after `from`, without looking at those between; `length` where there is none. */
  skip(sums: Float64Array, from: number, length: number): number {
    const hit = findHit(sums, from, length, this.#left);
    if (hit === length) this.#left -= (sums[length] as number) - (sums[from] as number);
    else this.#left = this.#wait.next();
    return hit;
  }
}

/**
 * First index `i >= from` with `sums[i + 1] - sums[from] >= wait`, `length` where there is none.
 * @param sums rising: `sums[i]` is the sum of all weights before `i`
 */
export function findHit(sums: Float64Array, from: number, length: number, wait: number): number {
  const base = sums[from] as number;
  if ((sums[length] as number) - base < wait) return length;
  // Steps that double, then halves: the cost grows with the logarithm of the distance.
  let step = 1;
  let low = from;
  let high = from + 1;
  while (high < length && (sums[high] as number) - base < wait) {
    low = high;
    step *= 2;
    high = Math.min(length, high + step);
  }
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] as number) - base < wait) low = middle;
    else high = middle;
  }
  return high - 1;
}

/** Sums before each allocation, for {@link ByteWalk.skip}; one longer than `sizes`. Exact below 2^53 bytes in all. */
export function prefixSums(sizes: ArrayLike<number>): Float64Array<ArrayBuffer> {
  const sums = new Float64Array(sizes.length + 1);
  let sum = 0;
  for (let i = 0; i < sizes.length; i++) {
    sum += sizes[i] as number;
    sums[i + 1] = sum;
  }
  return sums;
}
