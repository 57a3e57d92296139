/**
 * Finds the oldest partly filled pageslab of a bucket: what jemalloc keeps in one pairing heap per bucket
 * (`hpdata_age_heap`). Ages only ever grow when they are given out, so each pageslab gets a slot in order of age, and a
 * bucket is a set of slots: a bitmap with two levels of "any below?" bits above it. Every operation takes a few steps,
 * however many pageslabs there are; when the slots run out they are renumbered in order, which is rare enough to
 * cost O(1) for each slot given out.
 */
import { BUCKETS } from '../sizes/page-size-classes.js';
import { popcount } from './bitmap.js';
import { AGE_SLOT, FILED, NACTIVE, STRIDE } from './pageslab.js';
import type { StateReader, StateWriter } from './state-words.js';
import type { WordArena } from './word-arena.js';

const MIN_SLOTS = 1024;
/** Slots for each live pageslab after renumbering. */
const HEADROOM = 4;
const UNKNOWN = -1;

export class AgeIndex {
  #slots = 0;
  #next = 0;
  /** Pageslab that was given slot `[i]`; it may have moved on to a later one. */
  #owner: Int32Array;
  #level0: Int32Array;
  #level1: Int32Array;
  #level2: Int32Array;
  /** Slot of the oldest pageslab by bucket, or UNKNOWN until someone asks: most picks repeat the last one. */
  readonly #oldestSlot: Int32Array;
  readonly #arena: WordArena;
  #words0 = 0;
  #words1 = 0;
  #words2 = 0;

  constructor(arena: WordArena) {
    this.#arena = arena;
    this.#oldestSlot = arena.words(BUCKETS);
    this.#owner = this.#level0 = this.#level1 = this.#level2 = arena.words(0);
    this.#resize(MIN_SLOTS);
  }

  /** Gives `slab` (in no bucket now) the youngest slot. */
  assign(slab: number, words: Int32Array, slabs: number): void {
    if (this.#next === this.#slots) this.#renumber(words, slabs);
    const slot = this.#next++;
    this.#owner[slot] = slab;
    words[slab * STRIDE + AGE_SLOT] = slot;
  }

  insert(bucket: number, slot: number): void {
    if (slot < this.#oldestSlot[bucket]!) this.#oldestSlot[bucket] = slot;
    const word0 = bucket * this.#words0 + (slot >> 5);
    const before = this.#level0[word0]!;
    this.#level0[word0] = before | (1 << (slot & 31));
    if (before !== 0) return;
    const word1 = bucket * this.#words1 + (slot >> 10);
    this.#level1[word1] = this.#level1[word1]! | (1 << ((slot >> 5) & 31));
    const word2 = bucket * this.#words2 + (slot >> 15);
    this.#level2[word2] = this.#level2[word2]! | (1 << ((slot >> 10) & 31));
  }

  /** Returns true when the bucket is empty now. */
  remove(bucket: number, slot: number): boolean {
    if (slot === this.#oldestSlot[bucket]) this.#oldestSlot[bucket] = UNKNOWN;
    const word0 = bucket * this.#words0 + (slot >> 5);
    const left0 = this.#level0[word0]! & ~(1 << (slot & 31));
    this.#level0[word0] = left0;
    if (left0 !== 0) return false;
    const word1 = bucket * this.#words1 + (slot >> 10);
    const left1 = this.#level1[word1]! & ~(1 << ((slot >> 5) & 31));
    this.#level1[word1] = left1;
    if (left1 !== 0) return false;
    const word2 = bucket * this.#words2 + (slot >> 15);
    this.#level2[word2] = this.#level2[word2]! & ~(1 << ((slot >> 10) & 31));
    for (let i = bucket * this.#words2; i < (bucket + 1) * this.#words2; i++) {
      if (this.#level2[i] !== 0) return false;
    }
    return true;
  }

  /** The pageslab of smallest age in a bucket that is not empty. */
  oldest(bucket: number): number {
    let slot = this.#oldestSlot[bucket]!;
    if (slot === UNKNOWN) {
      slot = this.#findOldest(bucket);
      this.#oldestSlot[bucket] = slot;
    }
    return this.#owner[slot]!;
  }

  #findOldest(bucket: number): number {
    let word2 = bucket * this.#words2;
    while (this.#level2[word2] === 0) word2++;
    const at1 = ((word2 - bucket * this.#words2) << 5) + lowestBit(this.#level2[word2]!);
    const at0 = (at1 << 5) + lowestBit(this.#level1[bucket * this.#words1 + at1]!);
    return (at0 << 5) + lowestBit(this.#level0[bucket * this.#words0 + at0]!);
  }

  /** All pageslabs of a bucket, oldest first. */
  members(bucket: number): number[] {
    const slabs: number[] = [];
    for (let slot = 0; slot < this.#next; slot++) {
      const word = this.#level0[bucket * this.#words0 + (slot >> 5)]!;
      if (((word >>> (slot & 31)) & 1) !== 0) slabs.push(this.#owner[slot]!);
    }
    return slabs;
  }

  /** Number of pageslabs in a bucket. */
  size(bucket: number): number {
    let sum = 0;
    const end = (bucket + 1) * this.#words0;
    for (let i = bucket * this.#words0; i < end; i++) sum += popcount(this.#level0[i]!);
    return sum;
  }

  save(to: StateWriter): void {
    to.word(this.#slots);
    to.word(this.#next);
  }

  /** The rest of what was saved is known from the pageslabs' words, which must have been loaded. */
  load(from: StateReader, words: Int32Array, slabs: number): void {
    const slots = from.word();
    this.#next = 0;
    this.#resize(slots);
    this.#owner.fill(0);
    this.#next = from.word();
    for (let base = 0; base < slabs * STRIDE; base += STRIDE) {
      // The slot of an empty pageslab may have gone to another one meanwhile.
      if (words[base + NACTIVE] === 0) continue;
      const slot = words[base + AGE_SLOT]!;
      this.#owner[slot] = base / STRIDE;
      const filed = words[base + FILED]!;
      if (filed < BUCKETS) this.insert(filed, slot);
    }
  }

  /** Empties all buckets, and makes room for so many slots; the first ones keep their owners. */
  #resize(slots: number): void {
    this.#oldestSlot.fill(UNKNOWN);
    if (slots === this.#slots) {
      this.#level0.fill(0);
      this.#level1.fill(0);
      this.#level2.fill(0);
      return;
    }
    this.#slots = slots;
    this.#words0 = slots >> 5;
    this.#words1 = Math.ceil(this.#words0 / 32);
    this.#words2 = Math.ceil(this.#words1 / 32);
    const owner = this.#arena.words(slots);
    owner.set(this.#owner.subarray(0, this.#next));
    this.#owner = owner;
    this.#level0 = this.#arena.words(BUCKETS * this.#words0);
    this.#level1 = this.#arena.words(BUCKETS * this.#words1);
    this.#level2 = this.#arena.words(BUCKETS * this.#words2);
  }

  /** Closes the gaps that emptied and reused pageslabs left, keeping the order. */
  #renumber(words: Int32Array, slabs: number): void {
    const used = this.#next;
    this.#next = 0;
    for (let slot = 0; slot < used; slot++) {
      const slab = this.#owner[slot]!;
      const base = slab * STRIDE;
      // An empty pageslab gets a new age on its next use, so it needs no slot meanwhile.
      if (words[base + AGE_SLOT] !== slot || words[base + NACTIVE] === 0) continue;
      this.#owner[this.#next] = slab;
      words[base + AGE_SLOT] = this.#next++;
    }
    let slots = MIN_SLOTS;
    while (slots < HEADROOM * slabs) slots *= 2;
    this.#resize(slots);
    for (let slot = 0; slot < this.#next; slot++) {
      const filed = words[this.#owner[slot]! * STRIDE + FILED]!;
      if (filed < BUCKETS) this.insert(filed, slot);
    }
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
