/** Nodes that wait to be placed in a call tree; children of one node lie together and are sorted before the next is placed. */
import type { LabelTree } from './label-tree.js';
import { compareBytes } from './top-table.js';

/** Groups up to this size are sorted by insertion. */
const SMALL = 24;

export class SiblingStack {
  /** The first of the nodes put together; its label is theirs. */
  readonly head: Int32Array;
  /** Place of the parent. */
  readonly above: Int32Array;
  readonly size: Float64Array;
  /** In a comparison the value before, else empty. */
  readonly sizeBefore: Float64Array;

  constructor(
    private readonly tree: LabelTree,
    private readonly texts: readonly string[],
    comparing: boolean,
  ) {
    const { length } = tree;
    this.head = new Int32Array(length);
    this.above = new Int32Array(length);
    this.size = new Float64Array(length);
    this.sizeBefore = new Float64Array(comparing ? length : 0);
  }

  /** Puts siblings so that the largest, which is to be placed first, is last. They have one parent. */
  sort(from: number, to: number): void {
    if (to - from > SMALL) {
      this.sortMany(from, to);
      return;
    }
    const { head, size, sizeBefore } = this;
    for (let i = from + 1; i < to; i++) {
      let at = i;
      while (at > from && this.compare(at - 1, i) < 0) at--;
      if (at === i) continue;
      for (const column of [head, size, sizeBefore]) rotate(column, at, i);
    }
  }

  private sortMany(from: number, to: number): void {
    const order = Int32Array.from({ length: to - from }, (_, i) => from + i);
    order.sort((a, b) => this.compare(b, a));
    for (const column of [this.head, this.size, this.sizeBefore]) {
      if (column.length === 0) continue;
      const sorted = Float64Array.from(order, (at) => column[at] as number);
      column.set(sorted, from);
    }
  }

  /** Below 0 where `a` is to be placed first. */
  private compare(a: number, b: number): number {
    return this.sizeOf(b) - this.sizeOf(a) || this.compareNames(this.labelAt(a), this.labelAt(b));
  }

  private sizeOf(at: number): number {
    const size = Math.abs(this.size[at] as number);
    return this.sizeBefore.length === 0 ? size : Math.max(size, Math.abs(this.sizeBefore[at] as number));
  }

  private labelAt(at: number): number {
    const { key, labelOf } = this.tree;
    return labelOf[key[this.head[at] as number] as number] as number;
  }

  /** Different labels may read alike. */
  private compareNames(a: number, b: number): number {
    return compareBytes(this.texts[a] as string, this.texts[b] as string) || a - b;
  }
}

/** The entry at `to` goes to `from`, those between one on. */
function rotate(column: Int32Array | Float64Array, from: number, to: number): void {
  if (column.length === 0) return;
  const last = column[to] as number;
  for (let at = to; at > from; at--) column[at] = column[at - 1] as number;
  column[from] = last;
}
