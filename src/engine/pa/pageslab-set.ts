/**
 * The pageslabs of one shard, filed so that the next one to allocate from, to purge and to hugify are found in a few
 * steps (`psset_t`, src/psset.c).
 *
 * jemalloc takes a pageslab out of its containers before an update and puts it back after it. `refile` does both at
 * once after the update, and skips what the round trip would leave as it was.
 */
import { BUCKETS, CEIL_BUCKET, FLOOR_BUCKET } from '../sizes/page-size-classes.js';
import { HUGEPAGE_PAGES } from '../units.js';
import { AgeIndex } from './age-index.js';
import { type ListEnds, append, createLists, first, prepend, remove } from './pageslab-list.js';
import {
  AGE_SLOT,
  ALLOC_ALLOWED,
  COUNTED_ACTIVE,
  COUNTED_CLASS,
  COUNTED_HUGE_ACTIVE,
  COUNTED_TOUCHED,
  EMPTY_LINK,
  FILED,
  FLAGS,
  HUGE,
  HUGIFY_ALLOWED,
  HUGIFY_LINK,
  IN_HUGIFY_LIST,
  NACTIVE,
  NTOUCHED,
  PURGE_ALLOWED,
  PURGE_LINK,
  PURGE_LIST,
  PURGE_TIME,
  SAVED_WORDS,
  STRIDE,
  initPageslab,
  loadPageslab,
  longestFreeRun,
  savePageslab,
} from './pageslab.js';
import type { StateReader, StateWriter } from './state-words.js';
import type { WordArena } from './word-arena.js';

/** `FILED` codes past the buckets. */
export const FILED_EMPTY = BUCKETS;
export const FILED_FULL = BUCKETS + 1;
export const FILED_NOWHERE = BUCKETS + 2;

/** Purge lists: two for each page size class (`PSSET_NPURGE_LISTS`); the two highest are for empty pageslabs. */
export const PURGE_LISTS = 128;
const EMPTY_HUGE_PURGE_LIST = PURGE_LISTS - 1;
const EMPTY_NON_HUGE_PURGE_LIST = PURGE_LISTS - 2;

/** Index into {@link PageslabSet.counts}: `2 * filling + huge`. */
export const EMPTY = 0;
export const PARTIAL = 2;
export const FULL = 4;

const INITIAL_PAGESLABS = 16;
const ONLY_LIST = 0;

/** The purge list of a pageslab with dirty pages (`psset_purge_list_ind`). */
export function purgeListIndex(active: number, dirty: number, huge: boolean): number {
  if (active === 0) return huge ? EMPTY_HUGE_PURGE_LIST : EMPTY_NON_HUGE_PURGE_LIST;
  return 2 * FLOOR_BUCKET[dirty]! + (huge ? 0 : 1);
}

/** Pageslab indices in every container of a set. */
export interface PageslabContainers {
  /** By bucket, oldest first. */
  readonly buckets: readonly (readonly number[])[];
  /** Bit `b` set: bucket `b` is known to have pageslabs. */
  readonly bucketBits: number;
  readonly empty: readonly number[];
  readonly purge: readonly (readonly number[])[];
  readonly hugify: readonly number[];
}

export class PageslabSet {
  /** All pageslabs, `STRIDE` words each. Replaced when it grows: read it anew after adding a pageslab. */
  words: Int32Array;
  /** Number of pageslabs; they are never given back before the end. */
  slabs = 0;
  /** Sums over all pageslabs (`psset_stats_t.merged`), in pages. */
  nactive = 0;
  ntouched = 0;
  /** Active pages in huge pageslabs. */
  nactiveHuge = 0;
  /** Pageslabs by filling and hugeness: `EMPTY`, `PARTIAL` or `FULL`, + 1 if huge. */
  readonly counts: Int32Array;

  readonly #arena: WordArena;
  readonly #ages: AgeIndex;
  /** Bit `b`: bucket `b` has pageslabs. */
  #bucketBits = 0;
  readonly #purgeEnds: ListEnds;
  readonly #purgeBits: Int32Array;
  readonly #emptyEnds: ListEnds;
  readonly #hugifyEnds: ListEnds;

  constructor(arena: WordArena) {
    this.#arena = arena;
    this.words = arena.words(INITIAL_PAGESLABS * STRIDE);
    this.counts = arena.words(6);
    this.#ages = new AgeIndex(arena);
    this.#purgeEnds = createLists(PURGE_LISTS, arena);
    this.#purgeBits = arena.words(PURGE_LISTS / 32);
    this.#emptyEnds = createLists(1, arena);
    this.#hugifyEnds = createLists(1, arena);
  }

  get ndirty(): number {
    return this.ntouched - this.nactive;
  }

  /** Adds an empty pageslab and returns its index (`psset_insert`). */
  add(age: number, huge: boolean): number {
    const slab = this.slabs++;
    if (this.slabs * STRIDE > this.words.length) this.#grow(2 * this.words.length);
    const base = slab * STRIDE;
    initPageslab(this.words, base, age, huge);
    this.words[base + FILED] = FILED_NOWHERE;
    this.words[base + COUNTED_CLASS] = EMPTY;
    this.counts[EMPTY] = this.counts[EMPTY]! + 1;
    this.refile(slab);
    return slab;
  }

  /** Gives an empty pageslab about to be used a place in the order of age. */
  rejuvenate(slab: number): void {
    this.#ages.assign(slab, this.words, this.slabs);
  }

  /** The pageslab to serve `pages` pages from, or -1 (`psset_pick_alloc`). */
  pickAlloc(pages: number): number {
    const bucket = CEIL_BUCKET[pages]!;
    // A shift by 32 would be a shift by 0: requests past the last bucket only fit an empty pageslab.
    const candidates = bucket < BUCKETS ? this.#bucketBits & (-1 << bucket) : 0;
    if (candidates === 0) return first(this.#emptyEnds, ONLY_LIST);
    return this.#ages.oldest(31 - Math.clz32(candidates & -candidates));
  }

  /** True when some pageslab may be purged, whether or not its delay has passed. */
  anyPurgable(): boolean {
    const bits = this.#purgeBits;
    return (bits[0]! | bits[1]! | bits[2]! | bits[3]!) !== 0;
  }

  /** The pageslab to purge next, or -1 (`psset_pick_purge` without a time). */
  pickPurge(): number {
    const list = this.#highestPurgeList(PURGE_LISTS - 1);
    return list < 0 ? -1 : first(this.#purgeEnds, list);
  }

  /** As {@link pickPurge}, of those list heads whose purge-allowed time has come (`psset_pick_purge` with a time). */
  pickPurgeAt(nowHigh: number, nowLow: number): number {
    for (
      let list = this.#highestPurgeList(PURGE_LISTS - 1);
      list >= 0;
      list = this.#highestPurgeList(list - 1)
    ) {
      const slab = first(this.#purgeEnds, list);
      const at = slab * STRIDE + PURGE_TIME;
      const low = this.words[at]! >>> 0;
      const high = this.words[at + 1]! >>> 0;
      if (high < nowHigh || (high === nowHigh && low <= nowLow)) return slab;
    }
    return -1;
  }

  /** The pageslab that has waited longest to be hugified, or -1 (`psset_pick_hugify`). */
  pickHugify(): number {
    return first(this.#hugifyEnds, ONLY_LIST);
  }

  /** Brings sums and containers up to date after `slab` changed (`psset_update_begin` and `psset_update_end`). */
  refile(slab: number): void {
    const words = this.words;
    const base = slab * STRIDE;
    const active = words[base + NACTIVE]!;
    const touched = words[base + NTOUCHED]!;
    const flags = words[base + FLAGS]!;
    this.#count(base, active, touched, flags & HUGE);

    let target = FILED_NOWHERE;
    if ((flags & ALLOC_ALLOWED) !== 0) {
      if (active === 0) target = FILED_EMPTY;
      else if (active === HUGEPAGE_PAGES) target = FILED_FULL;
      else target = FLOOR_BUCKET[longestFreeRun(words, base)]!;
    }
    // An empty pageslab moves to the front at every update; order in a bucket is by age alone.
    if (target !== words[base + FILED] || target === FILED_EMPTY) this.#file(slab, base, target);

    if ((flags & PURGE_ALLOWED) !== 0) {
      this.#filePurge(slab, base, purgeListIndex(active, touched - active, (flags & HUGE) !== 0));
    } else if (words[base + PURGE_LIST]! >= 0) {
      this.#unfilePurge(slab, base);
      words[base + PURGE_LIST] = -1;
    }

    const waits = (flags & HUGIFY_ALLOWED) !== 0;
    if (waits !== ((flags & IN_HUGIFY_LIST) !== 0)) {
      words[base + FLAGS] = flags ^ IN_HUGIFY_LIST;
      if (waits) append(words, this.#hugifyEnds, ONLY_LIST, HUGIFY_LINK, slab);
      else remove(words, this.#hugifyEnds, ONLY_LIST, HUGIFY_LINK, slab);
    }
  }

  /** Number of pageslabs in a bucket. */
  bucketSize(bucket: number): number {
    return this.#ages.size(bucket);
  }

  save(to: StateWriter): void {
    to.word(this.slabs);
    to.word(this.nactive);
    to.word(this.ntouched);
    to.word(this.nactiveHuge);
    to.word(this.#bucketBits);
    to.all(this.counts);
    to.all(this.#emptyEnds);
    to.all(this.#hugifyEnds);
    to.all(this.#purgeBits);
    for (let list = 0; list < PURGE_LISTS; list++) {
      if (first(this.#purgeEnds, list) >= 0) to.all(this.#purgeEnds.subarray(2 * list, 2 * list + 2));
    }
    const most = this.slabs * SAVED_WORDS;
    let at = to.reserve(most);
    const end = at + most;
    for (let base = 0; base < this.slabs * STRIDE; base += STRIDE) {
      at = savePageslab(this.words, base, to.words, at);
    }
    to.giveBack(end - at);
    this.#ages.save(to);
  }

  load(from: StateReader): void {
    this.slabs = from.word();
    this.nactive = from.word();
    this.ntouched = from.word();
    this.nactiveHuge = from.word();
    this.#bucketBits = from.word();
    from.into(this.counts);
    from.into(this.#emptyEnds);
    from.into(this.#hugifyEnds);
    from.into(this.#purgeBits);
    this.#purgeEnds.fill(-1);
    for (let list = 0; list < PURGE_LISTS; list++) {
      if (((this.#purgeBits[list >> 5]! >>> (list & 31)) & 1) !== 0) {
        from.into(this.#purgeEnds.subarray(2 * list, 2 * list + 2));
      }
    }
    let length = this.words.length;
    while (length < this.slabs * STRIDE) length *= 2;
    if (length > this.words.length) this.#grow(length);
    for (let base = 0; base < this.slabs * STRIDE; base += STRIDE) {
      from.next = loadPageslab(this.words, base, from.words, from.next);
    }
    this.#ages.load(from, this.words, this.slabs);
  }

  /** What the containers hold, in their order: for integrity checks and for looking inside. */
  containers(): PageslabContainers {
    const walk = (ends: ListEnds, list: number, link: number): number[] => {
      const slabs: number[] = [];
      for (let slab = first(ends, list); slab >= 0; slab = this.words[slab * STRIDE + link + 1]!)
        slabs.push(slab);
      return slabs;
    };
    return {
      buckets: Array.from({ length: BUCKETS }, (_, bucket) => this.#ages.members(bucket)),
      bucketBits: this.#bucketBits,
      empty: walk(this.#emptyEnds, ONLY_LIST, EMPTY_LINK),
      purge: Array.from({ length: PURGE_LISTS }, (_, list) => walk(this.#purgeEnds, list, PURGE_LINK)),
      hugify: walk(this.#hugifyEnds, ONLY_LIST, HUGIFY_LINK),
    };
  }

  #grow(length: number): void {
    const grown = this.#arena.words(length);
    grown.set(this.words);
    this.words = grown;
  }

  #count(base: number, active: number, touched: number, huge: number): void {
    const words = this.words;
    this.nactive += active - words[base + COUNTED_ACTIVE]!;
    this.ntouched += touched - words[base + COUNTED_TOUCHED]!;
    words[base + COUNTED_ACTIVE] = active;
    words[base + COUNTED_TOUCHED] = touched;
    const hugeActive = huge === 0 ? 0 : active;
    this.nactiveHuge += hugeActive - words[base + COUNTED_HUGE_ACTIVE]!;
    words[base + COUNTED_HUGE_ACTIVE] = hugeActive;
    const newClass = (active === 0 ? EMPTY : active === HUGEPAGE_PAGES ? FULL : PARTIAL) + huge;
    const oldClass = words[base + COUNTED_CLASS]!;
    if (newClass !== oldClass) {
      words[base + COUNTED_CLASS] = newClass;
      this.counts[oldClass] = this.counts[oldClass]! - 1;
      this.counts[newClass] = this.counts[newClass]! + 1;
    }
  }

  #file(slab: number, base: number, target: number): void {
    const words = this.words;
    const from = words[base + FILED]!;
    if (from < BUCKETS) {
      if (this.#ages.remove(from, words[base + AGE_SLOT]!)) this.#bucketBits &= ~(1 << from);
    } else if (from === FILED_EMPTY) {
      remove(words, this.#emptyEnds, ONLY_LIST, EMPTY_LINK, slab);
    }
    words[base + FILED] = target;
    if (target < BUCKETS) {
      this.#ages.insert(target, words[base + AGE_SLOT]!);
      this.#bucketBits |= 1 << target;
    } else if (target === FILED_EMPTY) {
      prepend(words, this.#emptyEnds, ONLY_LIST, EMPTY_LINK, slab);
    }
  }

  /** Always to the end of its list, so that a list is in order of last use. */
  #filePurge(slab: number, base: number, list: number): void {
    const words = this.words;
    const from = words[base + PURGE_LIST]!;
    if (from === list && this.#purgeEnds[2 * list + 1] === slab) return;
    if (from >= 0) this.#unfilePurge(slab, base);
    words[base + PURGE_LIST] = list;
    append(words, this.#purgeEnds, list, PURGE_LINK, slab);
    this.#purgeBits[list >> 5] = this.#purgeBits[list >> 5]! | (1 << (list & 31));
  }

  #unfilePurge(slab: number, base: number): void {
    const from = this.words[base + PURGE_LIST]!;
    remove(this.words, this.#purgeEnds, from, PURGE_LINK, slab);
    if (first(this.#purgeEnds, from) < 0) {
      this.#purgeBits[from >> 5] = this.#purgeBits[from >> 5]! & ~(1 << (from & 31));
    }
  }

  #highestPurgeList(atMost: number): number {
    if (atMost < 0) return -1;
    let word = atMost >> 5;
    let bits = this.#purgeBits[word]! & (-1 >>> (31 - (atMost & 31)));
    while (bits === 0) {
      if (--word < 0) return -1;
      bits = this.#purgeBits[word]!;
    }
    return 32 * word + 31 - Math.clz32(bits);
  }
}
