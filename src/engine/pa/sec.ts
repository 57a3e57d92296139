/**
 * The small extent cache in front of the HPA (`sec_t`, src/sec.c). A replay runs on one thread, which uses one of
 * the SEC's shards only: one bin for each page size class.
 */
import type { OptionValues } from '../replay/options.js';
import { PAGE_SIZE_CLASSES, PAGE_SIZE_INDEX } from '../sizes/page-size-classes.js';
import { HUGEPAGE_PAGES, PAGE } from '../units.js';
import { MAX_BATCH_EXTENTS } from './hpa-shard.js';
import type { StateReader, StateWriter } from './state-words.js';
import type { WordArena } from './word-arena.js';

const MIN_BATCH_EXTENTS = 2;
/** A batch fills at most this part of a bin (`SEC_MAX_BYTES_DIV`). */
const MAX_BYTES_DIVISOR = 4;
const INITIAL_RING = 16;

/** Cached extents of one page size class, newest first: a ring that grows. Sizes may differ within a class. */
export class SecBin {
  bytes = 0;
  count = 0;
  readonly #arena: WordArena;
  #places: Int32Array;
  #pages: Int32Array;
  #head = 0;

  constructor(arena: WordArena) {
    this.#arena = arena;
    this.#places = arena.words(INITIAL_RING);
    this.#pages = arena.words(INITIAL_RING);
  }

  /** Adds in front (`edata_list_active_prepend`). */
  pushHead(place: number, pages: number): void {
    if (this.count === this.#places.length) this.#grow();
    this.#head = (this.#head - 1) & (this.#places.length - 1);
    this.#places[this.#head] = place;
    this.#pages[this.#head] = pages;
    this.count++;
    this.bytes += pages * PAGE;
  }

  /** Adds behind (`edata_list_active_append`). */
  pushTail(place: number, pages: number): void {
    if (this.count === this.#places.length) this.#grow();
    const at = (this.#head + this.count) & (this.#places.length - 1);
    this.#places[at] = place;
    this.#pages[at] = pages;
    this.count++;
    this.bytes += pages * PAGE;
  }

  headPlace(): number {
    return this.#places[this.#head]!;
  }

  headPages(): number {
    return this.#pages[this.#head]!;
  }

  dropHead(): void {
    this.bytes -= this.headPages() * PAGE;
    this.#head = (this.#head + 1) & (this.#places.length - 1);
    this.count--;
  }

  tailPlace(): number {
    return this.#places[(this.#head + this.count - 1) & (this.#places.length - 1)]!;
  }

  tailPages(): number {
    return this.#pages[(this.#head + this.count - 1) & (this.#places.length - 1)]!;
  }

  dropTail(): void {
    this.bytes -= this.tailPages() * PAGE;
    this.count--;
  }

  /** Place of the extent `index` behind the head. */
  placeAt(index: number): number {
    return this.#places[(this.#head + index) & (this.#places.length - 1)]!;
  }

  pagesAt(index: number): number {
    return this.#pages[(this.#head + index) & (this.#places.length - 1)]!;
  }

  save(to: StateWriter): void {
    to.word(this.count);
    for (let i = 0; i < this.count; i++) {
      to.word(this.placeAt(i));
      to.word(this.pagesAt(i));
    }
  }

  load(from: StateReader): void {
    this.bytes = 0;
    this.count = 0;
    this.#head = 0;
    for (let left = from.word(); left > 0; left--) this.pushTail(from.word(), from.word());
  }

  #grow(): void {
    const size = this.#places.length;
    const places = this.#arena.words(2 * size);
    const pages = this.#arena.words(2 * size);
    for (let i = 0; i < this.count; i++) {
      places[i] = this.#places[(this.#head + i) & (size - 1)]!;
      pages[i] = this.#pages[(this.#head + i) & (size - 1)]!;
    }
    this.#places = places;
    this.#pages = pages;
    this.#head = 0;
  }
}

export class Sec {
  readonly maxBytes: number;
  /** Bytes a bin is flushed down to. */
  readonly flushTarget: number;
  /** Largest cached extent in pages; 0 when the SEC is off. */
  readonly maxPages: number;
  /** Counters of `sec_bin_stats_t`, over all bins. */
  hits = 0;
  misses = 0;
  dallocFlush = 0;
  dallocNoflush = 0;
  overfills = 0;

  /** One for each page size class that is cached. */
  readonly bins: readonly SecBin[];
  /** Most extents to ask the HPA for, by size in pages (`sec_calc_nallocs_for_size`). */
  readonly #maxExtents: Int32Array;

  constructor(options: OptionValues, enabled: boolean, arena: WordArena) {
    const on = enabled && options.nshards > 0;
    this.maxBytes = options.max_bytes;
    this.flushTarget = this.maxBytes - Math.floor(this.maxBytes / 4);
    this.maxPages = on ? Math.min(HUGEPAGE_PAGES, Math.floor(options.max_alloc / PAGE)) : 0;
    this.bins = PAGE_SIZE_CLASSES.slice(0, PAGE_SIZE_INDEX[this.maxPages]! + 1).map(() => new SecBin(arena));
    this.#maxExtents = arena.words(HUGEPAGE_PAGES + 1).fill(1);
    for (let pages = 1; pages <= this.maxPages; pages++) {
      const wanted = Math.floor(Math.floor(this.maxBytes / (pages * PAGE)) / MAX_BYTES_DIVISOR);
      this.#maxExtents[pages] = Math.min(Math.max(wanted, MIN_BATCH_EXTENTS), MAX_BATCH_EXTENTS);
    }
  }

  caches(pages: number): boolean {
    return pages <= this.maxPages;
  }

  bin(pages: number): SecBin {
    return this.bins[PAGE_SIZE_INDEX[pages]!]!;
  }

  minExtents(pages: number): number {
    return pages <= this.maxPages ? MIN_BATCH_EXTENTS : 1;
  }

  maxExtents(pages: number): number {
    return this.#maxExtents[pages]!;
  }

  /** Bytes cached now. */
  bytes(): number {
    let sum = 0;
    for (const bin of this.bins) sum += bin.bytes;
    return sum;
  }

  save(to: StateWriter): void {
    to.number(this.hits);
    to.number(this.misses);
    to.number(this.dallocFlush);
    to.number(this.dallocNoflush);
    to.number(this.overfills);
    for (const bin of this.bins) bin.save(to);
  }

  load(from: StateReader): void {
    this.hits = from.number();
    this.misses = from.number();
    this.dallocFlush = from.number();
    this.dallocNoflush = from.number();
    this.overfills = from.number();
    for (const bin of this.bins) bin.load(from);
  }
}
