/** Seeded numbers, the same on every machine. */

const TWO_32 = 4_294_967_296;

/** mulberry32: whole numbers below 2^32, good enough to scatter sizes and frees. */
export function randomWords(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** The same, from 0 to below 1. */
export function randomSource(seed: number): () => number {
  const word = randomWords(seed);
  return () => word() / TWO_32;
}
