/** 512-bit page bitmaps inside a larger word array (`fb_*`, include/jemalloc/internal/fb.h). Bit 0 is page 0. */
import { BITMAP_WORDS } from './free-run-tree.js';

/** Ones from bit `from` of a word to bit `to`, both included. */
export function wordMask(from: number, to: number): number {
  return (-1 << from) & (-1 >>> (31 - to));
}

export function popcount(word: number): number {
  let n = word - ((word >>> 1) & 0x5555_5555);
  n = (n & 0x3333_3333) + ((n >>> 2) & 0x3333_3333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

export function setRange(words: Int32Array, bitmap: number, begin: number, pages: number): void {
  const end = begin + pages - 1;
  const last = end >> 5;
  for (let i = begin >> 5, from = begin & 31; i <= last; i++, from = 0) {
    words[bitmap + i] = words[bitmap + i]! | wordMask(from, i === last ? end & 31 : 31);
  }
}

export function clearRange(words: Int32Array, bitmap: number, begin: number, pages: number): void {
  const end = begin + pages - 1;
  const last = end >> 5;
  for (let i = begin >> 5, from = begin & 31; i <= last; i++, from = 0) {
    words[bitmap + i] = words[bitmap + i]! & ~wordMask(from, i === last ? end & 31 : 31);
  }
}

/** Sets a range and returns how many of its bits were clear before. */
export function setRangeCounting(words: Int32Array, bitmap: number, begin: number, pages: number): number {
  const end = begin + pages - 1;
  const last = end >> 5;
  let fresh = 0;
  for (let i = begin >> 5, from = begin & 31; i <= last; i++, from = 0) {
    const mask = wordMask(from, i === last ? end & 31 : 31);
    const word = words[bitmap + i]!;
    fresh += popcount(mask & ~word);
    words[bitmap + i] = word | mask;
  }
  return fresh;
}

/** Length of the run of clear bits that starts at bit `begin` (which is clear). */
export function clearRunLength(words: Int32Array, bitmap: number, begin: number): number {
  let i = begin >> 5;
  let word = words[bitmap + i]! & (-1 << (begin & 31));
  while (word === 0) {
    if (++i === BITMAP_WORDS) return 32 * BITMAP_WORDS - begin;
    word = words[bitmap + i]!;
  }
  return 32 * i + 31 - Math.clz32(word & -word) - begin;
}
