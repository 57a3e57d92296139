/**
 * Page size classes and the buckets of the pageslab set (`sz_psz2ind`, `sz_psz_quantize_floor`,
 * `sz_psz_quantize_ceil`: include/jemalloc/internal/sz.h, src/sz.c), with cache-oblivious padding on as by default.
 */
import { HUGEPAGE_PAGES } from '../units.js';

/** Classes per doubling (`SC_NGROUP`). */
const CLASSES_PER_DOUBLING = 4;
/** Padding of large allocations in pages (`sz_large_pad`). */
const LARGE_PAD = 1;

/** Page size classes in pages up to and past a huge page: 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, ... */
export const PAGE_SIZE_CLASSES: readonly number[] = buildClasses(4 * HUGEPAGE_PAGES);

function buildClasses(limit: number): number[] {
  const classes = [1, 2, 3, 4];
  for (let base = 4; base < limit; base *= 2) {
    for (let i = 1; i <= CLASSES_PER_DOUBLING; i++) classes.push(base + (i * base) / CLASSES_PER_DOUBLING);
  }
  return classes;
}

/** Index of the smallest class of at least `pages` pages (`sz_psz2ind`). */
export function pageSizeIndex(pages: number): number {
  let index = 0;
  while (PAGE_SIZE_CLASSES[index]! < pages) index++;
  return index;
}

/** `sz_psz_quantize_floor` in pages. A size is in pages, so "one byte more than p pages" counts as p + 1. */
export function quantizeFloor(pages: number): number {
  const index = pageSizeIndex(pages - LARGE_PAD + 1);
  return index === 0 ? pages : PAGE_SIZE_CLASSES[index - 1]! + LARGE_PAD;
}

/** `sz_psz_quantize_ceil` in pages. */
export function quantizeCeil(pages: number): number {
  const floor = quantizeFloor(pages);
  if (floor === pages) return floor;
  return PAGE_SIZE_CLASSES[pageSizeIndex(floor - LARGE_PAD + 1)]! + LARGE_PAD;
}

function tabulate(bucketOf: (pages: number) => number): Uint8Array {
  const table = new Uint8Array(HUGEPAGE_PAGES + 1);
  for (let pages = 1; pages <= HUGEPAGE_PAGES; pages++) table[pages] = bucketOf(pages);
  return table;
}

/** Bucket of a pageslab whose longest free run is `[pages]` pages; also half of a purge list's index. */
export const FLOOR_BUCKET = tabulate((pages) => pageSizeIndex(quantizeFloor(pages)));
/** Lowest bucket to search for a request of `[pages]` pages. */
export const CEIL_BUCKET = tabulate((pages) => pageSizeIndex(quantizeCeil(pages)));
/** Class index of an extent of `[pages]` pages. */
export const PAGE_SIZE_INDEX = tabulate(pageSizeIndex);
/** Buckets a partly filled pageslab can be in. They fit the bits of one 32-bit word. */
export const BUCKETS = 32;
