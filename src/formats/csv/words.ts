/**
 * Exact unsigned 64-bit numbers from text, without BigInt: results go as low and high 32-bit words into an array the
 * caller owns, so that a hot loop allocates nothing.
 */

const POW32 = 4_294_967_296;

/** Unsigned 64-bit decimal, `bytes[from, to)` being 1 to 20 digits and nothing else. False when it is above 2^64-1. */
export function decimalWords(
  bytes: Uint8Array,
  from: number,
  to: number,
  out: Uint32Array,
  at: number,
): boolean {
  // high * 10^9 + low, where high has at most 11 digits (below 2^37).
  const middle = Math.max(from, to - 9);
  let high = 0;
  for (let i = from; i < middle; i++) high = high * 10 + ((bytes[i] as number) - 48);
  let low = 0;
  for (let i = middle; i < to; i++) low = low * 10 + ((bytes[i] as number) - 48);
  // The product is split at 16 bits: every intermediate value stays below 2^53.
  const highTop = Math.floor(high / 65_536);
  const top = highTop * 1e9;
  const bottom = (high - highTop * 65_536) * 1e9 + low;
  const topHigh = Math.floor(top / 65_536);
  const lowSum = (top - topHigh * 65_536) * 65_536 + bottom;
  const highWord = topHigh + Math.floor(lowSum / POW32);
  out[at] = lowSum;
  out[at + 1] = highWord;
  return highWord < POW32;
}

/** Unsigned 64-bit hexadecimal digits `bytes[from, to)` of either case. False when empty, not hex, or above 2^64-1. */
export function hexWords(bytes: Uint8Array, from: number, to: number, out: Uint32Array, at: number): boolean {
  let low = 0;
  let high = 0;
  if (to <= from) return false;
  for (let i = from; i < to; i++) {
    const c = bytes[i] as number;
    let digit = c - 48;
    if (digit < 0 || digit > 9) {
      digit = (c | 32) - 87;
      if (digit < 10 || digit > 15) return false;
    }
    if (high >>> 28 !== 0) return false;
    high = ((high << 4) | (low >>> 28)) >>> 0;
    low = ((low << 4) | digit) >>> 0;
  }
  out[at] = low;
  out[at + 1] = high;
  return true;
}
