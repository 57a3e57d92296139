/**
 * jemalloc's pseudo-random numbers (`prng_state_next_u64`, include/jemalloc/internal/prng.h): a linear congruential
 * generator of 64 bits, of which the upper ones are used. The state is kept in two 32-bit words, so that the hot path
 * needs no BigInt.
 */

/** 6364136223846793005 and 1442695040888963407, as high and low words. */
const A_HIGH = 0x5851_f42d;
const A_LOW = 0x4c95_7f2d;
const C_HIGH = 0x1405_7b7e;
const C_LOW = 0xf767_814f;
const A_LOW_TOP = A_LOW >>> 16;
const A_LOW_BOTTOM = A_LOW & 0xffff;

const TWO_21 = 2_097_152;
const TWO_53 = 9_007_199_254_740_992;
const MASK_64 = 0xffff_ffff_ffff_ffffn;

export class Prng {
  #high: number;
  #low: number;
  /** Numbers drawn so far. */
  draws = 0;

  /** @param seed the first state; taken modulo 2^64 */
  constructor(seed: bigint) {
    const state = seed & MASK_64;
    this.#high = Number(state >> 32n) | 0;
    this.#low = Number(state & 0xffff_ffffn) | 0;
  }

  get state(): bigint {
    return (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0);
  }

  /** The upper 53 bits of the next state: a whole number from 0 to 2^53 - 1. */
  next53(): number {
    const low = this.#low;
    const top = low >>> 16;
    const bottom = low & 0xffff;
    // Upper half of low * A_LOW, by 16-bit limbs.
    const right = bottom * A_LOW_BOTTOM;
    const middle = top * A_LOW_BOTTOM + (right >>> 16);
    const cross = bottom * A_LOW_TOP + (middle & 0xffff);
    const carried = top * A_LOW_TOP + Math.floor(middle / 65_536) + Math.floor(cross / 65_536);
    const product = Math.imul(low, A_LOW);
    const sum = (product >>> 0) + C_LOW;
    const high =
      (Math.imul(this.#high, A_LOW) +
        Math.imul(low, A_HIGH) +
        (carried | 0) +
        C_HIGH +
        (sum > 0xffff_ffff ? 1 : 0)) |
      0;
    this.#low = sum | 0;
    this.#high = high;
    this.draws++;
    return (high >>> 0) * TWO_21 + ((sum | 0) >>> 11);
  }

  /** Uniform in (0, 1]: jemalloc takes 1 for a zero, which has no logarithm. */
  uniform(): number {
    const r = this.next53();
    return r === 0 ? 1 : r / TWO_53;
  }

  /** A whole number from 0 to `bound - 1`; the bias is below bound / 2^53. */
  below(bound: number): number {
    return Math.floor((this.next53() / TWO_53) * bound);
  }
}
