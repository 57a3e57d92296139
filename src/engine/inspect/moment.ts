/** The state of one shard after so many events, as columns: what a pageslab map draws. */

/** Bits of {@link PageslabColumns.flags}. */
export const SLAB_HUGE = 1;
export const SLAB_ALLOC_ALLOWED = 2;
export const SLAB_PURGE_ALLOWED = 4;
export const SLAB_HUGIFY_ALLOWED = 8;
/** The event just replayed placed, freed, cached, purged or hugified in it. */
export const SLAB_CHANGED = 16;

/** Words of one pageslab's bitmap: page `p` is bit `p & 31` of word `p >> 5`. */
export const BITMAP_WORDS_PER_SLAB = 16;

export const PAGESLAB_ORDERS = ['index', 'age', 'active', 'dirty', 'longest-free-run'] as const;
/** `index`: order of creation; `age`: oldest use first (jemalloc's preference); the others largest first. */
export type PageslabOrder = (typeof PAGESLAB_ORDERS)[number];

/** A window of a shard's pageslabs in the order asked for. Arrays are `count` (bitmaps `16 * count`) long. */
export interface PageslabColumns {
  readonly count: number;
  /** Index of the pageslab in its shard: order of creation, never reused. */
  readonly slab: Uint32Array<ArrayBuffer>;
  /** Bitmaps: pages in use by the program or cached in the SEC; pages active or dirty; pages the SEC holds (a subset of active). */
  readonly active: Uint32Array<ArrayBuffer>;
  readonly touched: Uint32Array<ArrayBuffer>;
  readonly cached: Uint32Array<ArrayBuffer>;
  /** Pages. */
  readonly nactive: Uint16Array<ArrayBuffer>;
  readonly ntouched: Uint16Array<ArrayBuffer>;
  readonly longestFreeRun: Uint16Array<ArrayBuffer>;
  /** Order of first use among the shard's pageslabs (`h_age`). */
  readonly age: Uint32Array<ArrayBuffer>;
  readonly flags: Uint8Array<ArrayBuffer>;
  /** Purge list it waits on (0 to 127), -1 for none. */
  readonly purgeList: Int16Array<ArrayBuffer>;
  /** Nanoseconds since it became a hugify candidate; NaN when it is none. */
  readonly hugifyWaitedNs: Float64Array<ArrayBuffer>;
  /** Nanoseconds until min_purge_delay_ms has passed (0 or less: passed); NaN when it may not be purged at all. */
  readonly purgeDueNs: Float64Array<ArrayBuffer>;
}

/** One shard's sums. Pages unless the name says otherwise. */
export interface ShardMoment {
  readonly slabs: number;
  readonly nactive: number;
  readonly ndirty: number;
  readonly nretained: number;
  /** Dirty pages that dirty_mult allows now; Infinity when purging is off. */
  readonly dirtyMax: number;
  /** Nanoseconds since the last purge; null before the first (jemalloc counts from 0 of the clock then). */
  readonly sinceLastPurgeNs: number | null;
  readonly secBytes: number;
  readonly pacPages: number;
  readonly nhugifies: number;
  readonly ndehugifies: number;
  readonly npurgePasses: number;
  readonly npurges: number;
  readonly purgeRanges: number;
}

/** The state after `events` events. */
export interface Moment {
  readonly events: number;
  /** Nanoseconds from the first event's clock to the last replayed one's; 0 before the first. */
  readonly clockNs: number;
  /** The furthest that clock has come so far: the moment's place on a time axis, which never runs back. */
  readonly furthestNs: number;
  readonly shard: number;
  readonly sums: ShardMoment;
  readonly from: number;
  readonly pageslabs: PageslabColumns;
}

export interface MomentQuery {
  /** State after this many events: 0 to the trace's length. */
  readonly events: number;
  readonly shard: number;
  readonly order: PageslabOrder;
  /** Window of pageslabs in that order. */
  readonly from: number;
  readonly count: number;
}

/** The life of one pageslab, one entry per change, thinned to at most the number of entries asked for (first, last, extremes kept). */
export interface Lifeline {
  readonly shard: number;
  readonly slab: number;
  /** Entries. */
  readonly length: number;
  /** Changes before thinning. */
  readonly changes: number;
  /** Events done when the entry became true. */
  readonly events: Uint32Array<ArrayBuffer>;
  readonly clockNs: Float64Array<ArrayBuffer>;
  readonly nactive: Uint16Array<ArrayBuffer>;
  readonly ntouched: Uint16Array<ArrayBuffer>;
  readonly flags: Uint8Array<ArrayBuffer>;
  /** Times it was purged, hugified (assumed huge not included), dehugified by a purge; exact even where entries were thinned. */
  readonly purges: number;
  readonly hugifies: number;
  readonly dehugifies: number;
  /** Times it became empty. */
  readonly emptied: number;
}
