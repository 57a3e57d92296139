/** Stacks interned as a tree while they are read: each frame below its caller once. */
import type { StackTree } from './profile.js';
import { hashWords } from './address-index.js';

const FIRST_CAPACITY = 1 << 12;

export class StackIndex {
  /** Number of nodes; node 0 is the root. */
  length = 1;
  /** Parent (`[2i]`) and address row (`[2i + 1]`) of node `i`: side by side, as they are looked up together. */
  private links = new Int32Array(2 * FIRST_CAPACITY);
  /** Node number, 0 = free (the root is never looked up). */
  private slots = new Int32Array(2 * FIRST_CAPACITY);
  /** The node found last: trees that are much alike are joined in much the same order, so the next is often behind it. */
  private last = 0;

  constructor() {
    this.links[0] = -1;
    this.links[1] = -1;
  }

  /** The node of `frames[0, count)`, address rows leaf first. */
  add(frames: Int32Array, count: number): number {
    let node = 0;
    for (let i = count - 1; i >= 0; i--) node = this.child(node, frames[i] as number);
    return node;
  }

  child(parent: number, address: number): number {
    const { slots, links } = this;
    const guess = this.last + 1;
    if (guess < this.length && links[2 * guess] === parent && links[2 * guess + 1] === address)
      return (this.last = guess);
    const mask = slots.length - 1;
    let slot = hashWords(address, parent) & mask;
    for (;;) {
      const node = slots[slot] as number;
      if (node === 0) break;
      if (links[2 * node] === parent && links[2 * node + 1] === address) return (this.last = node);
      slot = (slot + 1) & mask;
    }
    const node = this.length++;
    this.last = node;
    links[2 * node] = parent;
    links[2 * node + 1] = address;
    slots[slot] = node;
    if (2 * this.length >= slots.length) this.grow();
    return node;
  }

  finish(): StackTree {
    const parent = new Int32Array(this.length);
    const address = new Int32Array(this.length);
    for (let node = 0; node < this.length; node++) {
      parent[node] = this.links[2 * node] as number;
      address[node] = this.links[2 * node + 1] as number;
    }
    // No longer needed, and as large as the result.
    this.links = new Int32Array(0);
    this.slots = new Int32Array(0);
    return { length: parent.length, parent, address };
  }

  private grow(): void {
    const size = 2 * this.slots.length;
    this.slots = new Int32Array(0);
    const links = new Int32Array(2 * this.links.length);
    links.set(this.links);
    this.links = links;
    const slots = new Int32Array(size);
    const mask = size - 1;
    for (let node = 1; node < this.length; node++) {
      let slot = hashWords(links[2 * node + 1] as number, links[2 * node] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
    this.slots = slots;
  }
}
