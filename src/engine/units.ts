import type { Brand } from '../base/brand.js';

/** A size in bytes. */
export type Bytes = Brand<number, 'Bytes'>;
/** A count of 4 KiB pages. */
export type Pages = Brand<number, 'Pages'>;
/** A span of time in nanoseconds, exact below 2^53. */
export type Nanoseconds = Brand<number, 'Nanoseconds'>;

/** Page size (`PAGE`, include/jemalloc/internal/pages.h); the replay models x86-64 and arm64 with 4 KiB pages. */
export const PAGE = 4096 as Bytes;
/** Huge page size (`HUGEPAGE`): one pageslab is one huge page. */
export const HUGEPAGE = 2_097_152 as Bytes;
/** Pages in a pageslab (`HUGEPAGE_PAGES`). */
export const HUGEPAGE_PAGES = 512 as Pages;
/** Most shards one replay may have (`MAX_ARENAS`, test/stress/pa/pa_microbench.c). */
export const MAX_SHARDS = 128;
