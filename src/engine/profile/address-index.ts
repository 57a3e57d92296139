/** Distinct 64-bit addresses, found by their two words in an open-addressing table. */
import type { AddressTable } from './profile.js';

const FIRST_CAPACITY = 1 << 12;

export class AddressIndex {
  length = 0;
  private words = new Uint32Array(2 * FIRST_CAPACITY);
  /** Address row + 1, 0 = free. Twice as many slots as rows. */
  private slots = new Int32Array(2 * FIRST_CAPACITY);

  /** The row of an address, new or known. */
  add(low: number, high: number): number {
    const { slots, words } = this;
    const mask = slots.length - 1;
    let slot = hashWords(low, high) & mask;
    for (;;) {
      const row = (slots[slot] as number) - 1;
      if (row < 0) break;
      if (words[2 * row] === low >>> 0 && words[2 * row + 1] === high >>> 0) return row;
      slot = (slot + 1) & mask;
    }
    const row = this.length++;
    words[2 * row] = low;
    words[2 * row + 1] = high;
    slots[slot] = row + 1;
    if (2 * this.length >= slots.length) this.grow();
    return row;
  }

  /** The row of an address, -1 where it is not known. */
  find(low: number, high: number): number {
    const { slots, words } = this;
    const mask = slots.length - 1;
    for (let slot = hashWords(low, high) & mask; ; slot = (slot + 1) & mask) {
      const row = (slots[slot] as number) - 1;
      if (row < 0 || (words[2 * row] === low >>> 0 && words[2 * row + 1] === high >>> 0)) return row;
    }
  }

  finish(): AddressTable {
    return { length: this.length, words: this.words.slice(0, 2 * this.length) };
  }

  private grow(): void {
    const words = new Uint32Array(2 * this.words.length);
    words.set(this.words);
    this.words = words;
    const slots = new Int32Array(2 * this.slots.length);
    const mask = slots.length - 1;
    for (let row = 0; row < this.length; row++) {
      let slot = hashWords(words[2 * row] as number, words[2 * row + 1] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row + 1;
    }
    this.slots = slots;
  }
}

/** Mixes two words; good in its low bits. */
export function hashWords(low: number, high: number): number {
  let h = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
