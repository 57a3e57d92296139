/**
 * A summary of the free runs of a pageslab's 512 pages: first fit and longest run in a few steps, where jemalloc
 * scans its bitmap (`hpdata_find_alloc_offsets`, `fb_urange_longest`). Same answers, shown by the property tests.
 *
 * A complete binary tree over the sixteen 32-bit words of the active bitmap, heap-numbered: node 1 is the root,
 * nodes 16 to 31 are the words. Each node packs three numbers of pages into one word: free run at its start
 * (bits 0-9), free run at its end (bits 10-19), longest free run (bits 20-29).
 */
import { HUGEPAGE_PAGES } from '../units.js';

/** Words of a 512-bit bitmap. */
export const BITMAP_WORDS = HUGEPAGE_PAGES / 32;
/** Words the tree takes (node 0 is unused). */
export const TREE_WORDS = 2 * BITMAP_WORDS;

const FIELD = 10;
const MASK = 0x3ff;

function pack(prefix: number, suffix: number, best: number): number {
  return prefix | (suffix << FIELD) | (best << (2 * FIELD));
}

const ALL_FREE_WORD = pack(32, 32, 32);

/** Longest run of ones in a 32-bit word that is neither 0 nor all ones. */
function longestOnes(ones: number): number {
  const runs2 = ones & (ones >>> 1);
  if (runs2 === 0) return 1;
  const runs4 = runs2 & (runs2 >>> 2);
  // `found` marks starts of runs of `length` ones; longer and longer pieces are appended while any start is left.
  let found = runs2;
  let length = 2;
  if (runs4 !== 0) {
    const runs8 = runs4 & (runs4 >>> 4);
    found = runs4;
    length = 4;
    if (runs8 !== 0) {
      const runs16 = runs8 & (runs8 >>> 8);
      found = runs8;
      length = 8;
      if (runs16 !== 0) {
        found = runs16;
        length = 16;
        const longer8 = found & (runs8 >>> length);
        if (longer8 !== 0) {
          found = longer8;
          length += 8;
        }
      }
      const longer4 = found & (runs4 >>> length);
      if (longer4 !== 0) {
        found = longer4;
        length += 4;
      }
    }
    const longer2 = found & (runs2 >>> length);
    if (longer2 !== 0) {
      found = longer2;
      length += 2;
    }
  }
  return (found & (ones >>> length)) === 0 ? length : length + 1;
}

function leaf(active: number): number {
  if (active === 0) return ALL_FREE_WORD;
  if (active === -1) return 0;
  const prefix = 31 - Math.clz32(active & -active);
  const suffix = Math.clz32(active);
  return pack(prefix, suffix, longestOnes(~active));
}

function combine(left: number, right: number, childPages: number): number {
  const leftPrefix = left & MASK;
  const leftSuffix = (left >>> FIELD) & MASK;
  const rightPrefix = right & MASK;
  const rightSuffix = (right >>> FIELD) & MASK;
  const across = leftSuffix + rightPrefix;
  let best = left >>> (2 * FIELD);
  const rightBest = right >>> (2 * FIELD);
  if (rightBest > best) best = rightBest;
  if (across > best) best = across;
  const prefix = leftPrefix === childPages ? childPages + rightPrefix : leftPrefix;
  const suffix = rightSuffix === childPages ? childPages + leftSuffix : rightSuffix;
  return pack(prefix, suffix, best);
}

/** Sets the tree at `tree` for a pageslab with no active page. */
export function initTree(words: Int32Array, tree: number): void {
  let pages: number = HUGEPAGE_PAGES;
  for (let first = 1; first < TREE_WORDS; first *= 2) {
    for (let node = first; node < 2 * first; node++) words[tree + node] = pack(pages, pages, pages);
    pages >>= 1;
  }
}

/** Brings the tree up to date after the active bitmap's words `first` to `last` changed. */
export function updateTree(
  words: Int32Array,
  tree: number,
  active: number,
  first: number,
  last: number,
): void {
  let low = BITMAP_WORDS + first;
  let high = BITMAP_WORDS + last;
  for (let i = first; i <= last; i++) words[tree + BITMAP_WORDS + i] = leaf(words[active + i]!);
  for (let childPages = 32; low > 1; childPages <<= 1) {
    low >>= 1;
    high >>= 1;
    let changed = false;
    for (let node = low; node <= high; node++) {
      const at = tree + node;
      const summary = combine(words[tree + 2 * node]!, words[tree + 2 * node + 1]!, childPages);
      if (summary !== words[at]) {
        words[at] = summary;
        changed = true;
      }
    }
    if (!changed) return;
  }
}

/** As {@link updateTree} for one changed word, which is the common case. */
export function updateTreeWord(words: Int32Array, tree: number, active: number, word: number): void {
  let node = BITMAP_WORDS + word;
  words[tree + node] = leaf(words[active + word]!);
  for (let childPages = 32; node > 1; childPages <<= 1) {
    node >>= 1;
    const summary = combine(words[tree + 2 * node]!, words[tree + 2 * node + 1]!, childPages);
    if (summary === words[tree + node]) return;
    words[tree + node] = summary;
  }
}

/** Longest run of free pages. */
export function longestFreeRun(words: Int32Array, tree: number): number {
  return words[tree + 1]! >>> (2 * FIELD);
}

/** First page of the first free run of at least `pages` pages. The caller knows that there is one. */
export function firstFit(words: Int32Array, tree: number, active: number, pages: number): number {
  let node = 1;
  let start = 0;
  let half = HUGEPAGE_PAGES >> 1;
  while (node < BITMAP_WORDS) {
    const left = words[tree + 2 * node]!;
    if (left >>> (2 * FIELD) >= pages) {
      node = 2 * node;
    } else {
      const leftSuffix = (left >>> FIELD) & MASK;
      if (leftSuffix + (words[tree + 2 * node + 1]! & MASK) >= pages) return start + half - leftSuffix;
      node = 2 * node + 1;
      start += half;
    }
    half >>= 1;
  }
  // Starts of runs of `pages` ones in the word: doubling, then the rest.
  let starts = ~words[active + node - BITMAP_WORDS]!;
  let length = 1;
  while (2 * length <= pages) {
    starts &= starts >>> length;
    length *= 2;
  }
  if (length < pages) starts &= starts >>> (pages - length);
  return start + 31 - Math.clz32(starts & -starts);
}
