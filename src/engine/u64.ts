/**
 * The only 64-bit arithmetic of the engine. A clock value is a pair of doubles (high and low 32 bits), so that any
 * unsigned 64-bit nanosecond count stays exact without BigInt in hot loops.
 */

const TWO_32 = 4_294_967_296;
const TWO_64 = TWO_32 * TWO_32;
const NS_PER_MS = 1_000_000;

/** High (`[1]`) and low (`[0]`) halves of an unsigned 64-bit number, each a whole number below 2^32. */
export type U64 = Float64Array<ArrayBuffer>;

export function createU64(): U64 {
  return new Float64Array(2);
}

/**
 * `later - earlier` in unsigned 64-bit arithmetic: a clock that ran backwards gives a huge number, as in jemalloc
 * (`nstime_ns_between`). Exact below 2^53, rounded to a double above.
 */
export function elapsed(
  laterHigh: number,
  laterLow: number,
  earlierHigh: number,
  earlierLow: number,
): number {
  const difference = (laterHigh - earlierHigh) * TWO_32 + (laterLow - earlierLow);
  return difference < 0 ? difference + TWO_64 : difference;
}

/** Nanoseconds that a whole number of milliseconds stands for; elapsed >= this is the same as whole ms >= ms. */
export function millisecondsToNs(milliseconds: number): number {
  return milliseconds * NS_PER_MS;
}

/** `milliseconds * 10^6` wrapped to 64 bits, as C computes a delay: `[low, high]`. */
export function wrappedDelayNs(milliseconds: number): readonly [low: number, high: number] {
  const ns = BigInt.asUintN(64, BigInt(milliseconds) * BigInt(NS_PER_MS));
  return [Number(ns & 0xffff_ffffn), Number(ns >> 32n)];
}
