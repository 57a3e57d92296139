/**
 * One pageslab: a huge page and what is known of its 512 pages (`hpdata_t`, include/jemalloc/internal/hpdata.h,
 * src/hpdata.c). All pageslabs of a shard lie in one Int32Array, `STRIDE` words each, hot fields first, so that an
 * operation touches few cache lines. Functions take that array and the pageslab's first word (`base`).
 */
import { HUGEPAGE_PAGES } from '../units.js';
import { clearRange, clearRunLength, popcount, setRange, setRangeCounting, wordMask } from './bitmap.js';
import {
  BITMAP_WORDS,
  TREE_WORDS,
  firstFit,
  initTree,
  longestFreeRun as longestInTree,
  updateTree,
  updateTreeWord,
} from './free-run-tree.js';

/** Active pages (`h_nactive`). */
export const NACTIVE = 0;
/** Touched pages: active or dirty (`h_ntouched`). */
export const NTOUCHED = 1;
/** Bits below. */
export const FLAGS = 2;
/** Order of first use among the shard's pageslabs (`h_age`), and its place in the age index (-1 before first use). */
export const AGE = 3;
export const AGE_SLOT = 4;
/** Where the pageslab set has filed it: a bucket, or one of its `FILED_*` codes. */
export const FILED = 5;
/** What the set's sums hold for it: class of filling and hugeness, active and touched pages, active pages if huge. */
export const COUNTED_CLASS = 6;
export const COUNTED_ACTIVE = 7;
export const COUNTED_TOUCHED = 8;
export const COUNTED_HUGE_ACTIVE = 9;
/** Purge list it is on, or -1. */
export const PURGE_LIST = 10;
/** List links: previous and next pageslab, or -1. */
export const PURGE_LINK = 11;
export const EMPTY_LINK = 13;
export const HUGIFY_LINK = 15;
/** When purging becomes allowed, when it became a hugify candidate: low, high word of nanoseconds. */
export const PURGE_TIME = 17;
export const HUGIFY_TIME = 19;
export const ACTIVE = 32;
export const TREE = ACTIVE + BITMAP_WORDS;
export const TOUCHED = TREE + TREE_WORDS;
/** Words a pageslab takes: six cache lines. */
export const STRIDE = TOUCHED + BITMAP_WORDS;

/** Words of the fields in use before the bitmaps, and most words that {@link savePageslab} writes. */
const FIELDS = HUGIFY_TIME + 2;
export const SAVED_WORDS = FIELDS + 2 * BITMAP_WORDS;

export const HUGE = 1;
export const ALLOC_ALLOWED = 2;
export const PURGE_ALLOWED = 4;
export const HUGIFY_ALLOWED = 8;
export const IN_HUGIFY_LIST = 16;
/** It was huge and empty when it was last purged (`h_purged_when_empty_and_huge`). */
export const PURGED_WHEN_EMPTY_AND_HUGE = 32;

/** Starts a pageslab with no active page (`hpdata_init`); a huge one counts as touched all over. */
export function initPageslab(words: Int32Array, base: number, age: number, huge: boolean): void {
  words.fill(0, base, base + STRIDE);
  words[base + FLAGS] = ALLOC_ALLOWED;
  words[base + AGE] = age;
  words[base + AGE_SLOT] = -1;
  words[base + PURGE_LIST] = -1;
  initTree(words, base + TREE);
  if (huge) markHuge(words, base);
}

export function longestFreeRun(words: Int32Array, base: number): number {
  return longestInTree(words, base + TREE);
}

/** Dirty pages: touched, not active (`hpdata_ndirty_get`). */
export function dirtyPages(words: Int32Array, base: number): number {
  return words[base + NTOUCHED]! - words[base + NACTIVE]!;
}

/** First page of the lowest free run that holds `pages` pages; the caller has checked the longest run. */
export function findFirstFit(words: Int32Array, base: number, pages: number): number {
  return firstFit(words, base + TREE, base + ACTIVE, pages);
}

/** Length of the free run starting at page `begin`. */
export function freeRunLength(words: Int32Array, base: number, begin: number): number {
  return clearRunLength(words, base + ACTIVE, begin);
}

/** Makes a free range active (`hpdata_reserve_alloc_offset` and the longest-run upkeep after it). */
export function reserve(words: Int32Array, base: number, begin: number, pages: number): void {
  const firstWord = begin >> 5;
  const lastWord = (begin + pages - 1) >> 5;
  const touched = words[base + NTOUCHED]!;
  words[base + NACTIVE] = words[base + NACTIVE]! + pages;
  if (firstWord === lastWord) {
    // Most extents lie in one word: spare them the loops.
    const mask = wordMask(begin & 31, (begin + pages - 1) & 31);
    words[base + ACTIVE + firstWord] = words[base + ACTIVE + firstWord]! | mask;
    if (touched !== HUGEPAGE_PAGES) {
      const before = words[base + TOUCHED + firstWord]!;
      words[base + TOUCHED + firstWord] = before | mask;
      words[base + NTOUCHED] = touched + popcount(mask & ~before);
    }
    updateTreeWord(words, base + TREE, base + ACTIVE, firstWord);
    return;
  }
  setRange(words, base + ACTIVE, begin, pages);
  if (touched !== HUGEPAGE_PAGES) {
    words[base + NTOUCHED] = touched + setRangeCounting(words, base + TOUCHED, begin, pages);
  }
  updateTree(words, base + TREE, base + ACTIVE, firstWord, lastWord);
}

/** Makes an active range free; its pages stay touched, so they are dirty now (`hpdata_unreserve`). */
export function unreserve(words: Int32Array, base: number, begin: number, pages: number): void {
  const firstWord = begin >> 5;
  const lastWord = (begin + pages - 1) >> 5;
  words[base + NACTIVE] = words[base + NACTIVE]! - pages;
  if (firstWord === lastWord) {
    const mask = wordMask(begin & 31, (begin + pages - 1) & 31);
    words[base + ACTIVE + firstWord] = words[base + ACTIVE + firstWord]! & ~mask;
    updateTreeWord(words, base + TREE, base + ACTIVE, firstWord);
    return;
  }
  clearRange(words, base + ACTIVE, begin, pages);
  updateTree(words, base + TREE, base + ACTIVE, firstWord, lastWord);
}

/** Backs the whole pageslab with a huge page (`hpdata_hugify`): all of it counts as touched. */
export function markHuge(words: Int32Array, base: number): void {
  words[base + FLAGS] = words[base + FLAGS]! | HUGE;
  words[base + NTOUCHED] = HUGEPAGE_PAGES;
  words.fill(-1, base + TOUCHED, base + TOUCHED + BITMAP_WORDS);
}

/**
 * Address ranges one purge of this pageslab gives to madvise (`hpdata_purge_begin`): dirty runs, where those with
 * only untouched pages between them count as one, since a range extends up to the next active page.
 */
export function purgeRanges(words: Int32Array, base: number): number {
  let ranges = 0;
  let inRange = false;
  for (let i = 0; i < BITMAP_WORDS; i++) {
    const active = words[base + ACTIVE + i]!;
    const dirty = words[base + TOUCHED + i]! & ~active;
    if (active === 0) {
      if (dirty !== 0 && !inRange) {
        ranges++;
        inRange = true;
      }
      continue;
    }
    for (let bit = 0; bit < 32; bit++) {
      if (((active >>> bit) & 1) !== 0) {
        inRange = false;
      } else if (!inRange && ((dirty >>> bit) & 1) !== 0) {
        ranges++;
        inRange = true;
      }
    }
  }
  return ranges;
}

/** Gives the dirty pages back to the kernel (`hpdata_dehugify`, `hpdata_purge_end`): touched = active, not huge. */
export function finishPurge(words: Int32Array, base: number): void {
  words[base + FLAGS] = words[base + FLAGS]! & ~HUGE;
  words.copyWithin(base + TOUCHED, base + ACTIVE, base + ACTIVE + BITMAP_WORDS);
  words[base + NTOUCHED] = words[base + NACTIVE]!;
}

/** Copies a pageslab to `at` and returns where it ends: all but its tree, which the active pages tell. */
export function savePageslab(words: Int32Array, base: number, to: Int32Array, at: number): number {
  for (let i = 0; i < FIELDS; i++) to[at + i] = words[base + i]!;
  const active = at + FIELDS;
  for (let i = 0; i < BITMAP_WORDS; i++) to[active + i] = words[base + ACTIVE + i]!;
  const touched = active + BITMAP_WORDS;
  if (words[base + NTOUCHED] === HUGEPAGE_PAGES) return touched;
  for (let i = 0; i < BITMAP_WORDS; i++) to[touched + i] = words[base + TOUCHED + i]!;
  return touched + BITMAP_WORDS;
}

/** Brings back what {@link savePageslab} wrote and returns where it ends. At `base` is another pageslab, or zeros. */
export function loadPageslab(words: Int32Array, base: number, from: Int32Array, at: number): number {
  for (let i = 0; i < FIELDS; i++) words[base + i] = from[at + i]!;
  const bitmap = at + FIELDS;
  let first = BITMAP_WORDS;
  let last = -1;
  for (let i = 0; i < BITMAP_WORDS; i++) {
    const active = from[bitmap + i]!;
    // A leaf of zero is a full word's: right only if the word is.
    if (active !== words[base + ACTIVE + i] || active === 0) {
      if (last < 0) first = i;
      last = i;
    }
    words[base + ACTIVE + i] = active;
  }
  if (last >= 0) updateTree(words, base + TREE, base + ACTIVE, first, last);
  const touched = bitmap + BITMAP_WORDS;
  if (words[base + NTOUCHED] === HUGEPAGE_PAGES) {
    words.fill(-1, base + TOUCHED, base + TOUCHED + BITMAP_WORDS);
    return touched;
  }
  for (let i = 0; i < BITMAP_WORDS; i++) words[base + TOUCHED + i] = from[touched + i]!;
  return touched + BITMAP_WORDS;
}
