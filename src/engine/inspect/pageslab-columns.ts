/** Reads a window of a shard's pageslabs into columns. */
import { setRange } from '../pa/bitmap.js';
import {
  ACTIVE,
  AGE,
  FLAGS,
  HUGIFY_ALLOWED,
  HUGIFY_TIME,
  NACTIVE,
  NTOUCHED,
  PURGE_ALLOWED,
  PURGE_LIST,
  PURGE_TIME,
  STRIDE,
  TOUCHED,
  dirtyPages,
  longestFreeRun,
} from '../pa/pageslab.js';
import type { PageslabSet } from '../pa/pageslab-set.js';
import type { Sec } from '../pa/sec.js';
import { elapsed } from '../u64.js';
import { HUGEPAGE_PAGES } from '../units.js';
import {
  BITMAP_WORDS_PER_SLAB,
  type PageslabColumns,
  type PageslabOrder,
  SLAB_ALLOC_ALLOWED,
  SLAB_CHANGED,
  SLAB_HUGE,
  SLAB_HUGIFY_ALLOWED,
  SLAB_PURGE_ALLOWED,
} from './moment.js';

/** The bits that a pageslab's own flags share with a column's. */
export const SLAB_FLAGS = SLAB_HUGE | SLAB_ALLOC_ALLOWED | SLAB_PURGE_ALLOWED | SLAB_HUGIFY_ALLOWED;

const TWO_32 = 4_294_967_296;

/** What orders the pageslabs, smallest first; equal ones stay in order of index. */
const KEYS: Readonly<Record<Exclude<PageslabOrder, 'index'>, (words: Int32Array, base: number) => number>> = {
  age: (words, base) => words[base + AGE]!,
  active: (words, base) => HUGEPAGE_PAGES - words[base + NACTIVE]!,
  dirty: (words, base) => HUGEPAGE_PAGES - dirtyPages(words, base),
  'longest-free-run': (words, base) => HUGEPAGE_PAGES - longestFreeRun(words, base),
};

/** Indices of the pageslabs in the order asked for, from position `from` on, at most `count`. */
export function orderedSlabs(
  set: PageslabSet,
  order: PageslabOrder,
  from: number,
  count: number,
): Uint32Array<ArrayBuffer> {
  const length = Math.max(0, Math.min(count, set.slabs - from));
  if (order === 'index') return Uint32Array.from({ length }, (_, i) => from + i);
  const keyOf = KEYS[order];
  const keys = new Float64Array(set.slabs);
  for (let slab = 0; slab < set.slabs; slab++) keys[slab] = keyOf(set.words, slab * STRIDE) * TWO_32 + slab;
  keys.sort();
  return Uint32Array.from({ length }, (_, i) => keys[from + i]! % TWO_32);
}

export interface ColumnsRequest {
  readonly order: PageslabOrder;
  readonly from: number;
  readonly count: number;
  /** Pageslabs that the last event changed. */
  readonly changed: ReadonlySet<number>;
  /** The clock: halves of nanoseconds. */
  readonly nowLow: number;
  readonly nowHigh: number;
  /** Pageslabs may be purged only some time after they become purgable. */
  readonly purgeDelay: boolean;
}

export function pageslabColumns(set: PageslabSet, sec: Sec, request: ColumnsRequest): PageslabColumns {
  const { words } = set;
  const slab = orderedSlabs(set, request.order, request.from, request.count);
  const count = slab.length;
  const columns = {
    count,
    slab,
    active: new Uint32Array(BITMAP_WORDS_PER_SLAB * count),
    touched: new Uint32Array(BITMAP_WORDS_PER_SLAB * count),
    cached: cachedPages(sec, slab),
    nactive: new Uint16Array(count),
    ntouched: new Uint16Array(count),
    longestFreeRun: new Uint16Array(count),
    age: new Uint32Array(count),
    flags: new Uint8Array(count),
    purgeList: new Int16Array(count),
    hugifyWaitedNs: new Float64Array(count),
    purgeDueNs: new Float64Array(count),
  };
  for (let i = 0; i < count; i++) {
    const base = slab[i]! * STRIDE;
    const flags = words[base + FLAGS]!;
    columns.nactive[i] = words[base + NACTIVE]!;
    columns.ntouched[i] = words[base + NTOUCHED]!;
    columns.longestFreeRun[i] = longestFreeRun(words, base);
    columns.age[i] = words[base + AGE]!;
    columns.flags[i] = (flags & SLAB_FLAGS) | (request.changed.has(slab[i]!) ? SLAB_CHANGED : 0);
    columns.purgeList[i] = words[base + PURGE_LIST]!;
    columns.hugifyWaitedNs[i] = (flags & HUGIFY_ALLOWED) === 0 ? Number.NaN : waited(words, base, request);
    columns.purgeDueNs[i] = (flags & PURGE_ALLOWED) === 0 ? Number.NaN : due(words, base, request);
    const at = BITMAP_WORDS_PER_SLAB * i;
    columns.active.set(words.subarray(base + ACTIVE, base + ACTIVE + BITMAP_WORDS_PER_SLAB), at);
    columns.touched.set(words.subarray(base + TOUCHED, base + TOUCHED + BITMAP_WORDS_PER_SLAB), at);
  }
  return columns;
}

function waited(words: Int32Array, base: number, { nowHigh, nowLow }: ColumnsRequest): number {
  return elapsed(nowHigh, nowLow, words[base + HUGIFY_TIME + 1]! >>> 0, words[base + HUGIFY_TIME]! >>> 0);
}

function due(words: Int32Array, base: number, { purgeDelay, nowHigh, nowLow }: ColumnsRequest): number {
  if (!purgeDelay) return 0;
  const high = (words[base + PURGE_TIME + 1]! >>> 0) - nowHigh;
  return high * TWO_32 + ((words[base + PURGE_TIME]! >>> 0) - nowLow);
}

/** Bitmaps of the pages that the SEC's bins hold, for the given pageslabs. */
function cachedPages(sec: Sec, slabs: Uint32Array): Uint32Array<ArrayBuffer> {
  const cached = new Uint32Array(BITMAP_WORDS_PER_SLAB * slabs.length);
  const words = new Int32Array(cached.buffer);
  const positions = new Map<number, number>();
  slabs.forEach((slab, position) => positions.set(slab, position));
  for (const bin of sec.bins) {
    for (let i = 0; i < bin.count; i++) {
      const place = bin.placeAt(i);
      const position = positions.get(Math.floor(place / HUGEPAGE_PAGES));
      if (position === undefined) continue;
      setRange(words, BITMAP_WORDS_PER_SLAB * position, place % HUGEPAGE_PAGES, bin.pagesAt(i));
    }
  }
  return cached;
}
