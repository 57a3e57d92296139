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

/**
 * Longest run of ones in a word. Branch-free on purpose: what pages are free is as good as random to a processor's
 * branch predictor, and a wrong guess costs more than all of this.
 */
function longestOnes(ones: number): number {
  const runs2 = ones & (ones >>> 1);
  const runs4 = runs2 & (runs2 >>> 2);
  const runs8 = runs4 & (runs4 >>> 4);
  const runs16 = runs8 & (runs8 >>> 8);
  // `found` marks starts of runs of `length` ones; each step appends a piece if any start is left then.
  let taken = (runs16 | -runs16) >> 31;
  let found = (runs16 & taken) | ~taken;
  let length = taken & 16;
  let longer = found & (runs8 >>> length);
  taken = (longer | -longer) >> 31;
  found = (longer & taken) | (found & ~taken);
  length += taken & 8;
  longer = found & (runs4 >>> length);
  taken = (longer | -longer) >> 31;
  found = (longer & taken) | (found & ~taken);
  length += taken & 4;
  longer = found & (runs2 >>> length);
  taken = (longer | -longer) >> 31;
  found = (longer & taken) | (found & ~taken);
  length += taken & 2;
  longer = found & (ones >>> length);
  length -= (longer | -longer) >> 31;
  // A word of ones only is one longer than the pieces add up to.
  return length + ((~(~ones | -~ones) >>> 31) & 1);
}

function leaf(active: number): number {
  return pack(32 - Math.clz32(~active & (active - 1)), Math.clz32(active), longestOnes(~active));
}

/** Joins the summaries of two neighbours of `childPages` pages each. Branch-free, as {@link longestOnes}. */
function combine(left: number, right: number, childPages: number): number {
  const leftPrefix = left & MASK;
  const leftSuffix = (left >>> FIELD) & MASK;
  const rightPrefix = right & MASK;
  const rightSuffix = (right >>> FIELD) & MASK;
  const prefix = leftPrefix + (rightPrefix & ~((leftPrefix - childPages) >> 31));
  const suffix = rightSuffix + (leftSuffix & ~((rightSuffix - childPages) >> 31));
  const leftBest = left >>> (2 * FIELD);
  const rightOver = (right >>> (2 * FIELD)) - leftBest;
  const childBest = leftBest + (rightOver & ~(rightOver >> 31));
  const acrossOver = leftSuffix + rightPrefix - childBest;
  return pack(prefix, suffix, childBest + (acrossOver & ~(acrossOver >> 31)));
}

/** Sets the tree at `tree` for a pageslab with no active page. */
export function initTree(words: Int32Array, tree: number): void {
  let pages: number = HUGEPAGE_PAGES;
  for (let first = 1; first < TREE_WORDS; first *= 2) {
    for (let node = first; node < 2 * first; node++) words[tree + node] = pack(pages, pages, pages);
    pages >>= 1;
  }
}

/** Brings the tree up to date after the active bitmap's words `first` to `last` changed. A tree of zeros is that of a full pageslab. */
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
  const node16 = BITMAP_WORDS + word;
  const node8 = node16 >> 1;
  const node4 = node16 >> 2;
  const node2 = node16 >> 3;
  words[tree + node16] = leaf(words[active + word]!);
  words[tree + node8] = combine(words[tree + 2 * node8]!, words[tree + 2 * node8 + 1]!, 32);
  words[tree + node4] = combine(words[tree + 2 * node4]!, words[tree + 2 * node4 + 1]!, 64);
  words[tree + node2] = combine(words[tree + 2 * node2]!, words[tree + 2 * node2 + 1]!, 128);
  words[tree + 1] = combine(words[tree + 2]!, words[tree + 3]!, 256);
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
  // Starts of runs of `pages` ones in the word: five halvings are enough for 32.
  let starts = ~words[active + node - BITMAP_WORDS]!;
  let left = pages;
  for (let i = 0; i < 5; i++) {
    const half = left >> 1;
    starts &= starts >>> half;
    left -= half;
  }
  return start + 31 - Math.clz32(starts & -starts);
}
