/**
 * Makes the tree of many stacks at once: collects them as rows of numbers, sorts the rows from the outermost frame on, and
 * numbers the nodes in that order (parents before children, a subtree together). For a large dump this takes a fraction
 * of the time and memory that looking up every frame in a hash table does: sorting reads memory in order, hashing does not.
 */
import type { StackTree } from './profile.js';

/** Segments up to this length are sorted by insertion. */
const SMALL = 16;
/** Sorts before all frames: the row has ended. */
const END = -1;

export class StackSorter {
  /** Rows ended. */
  length = 0;
  /** Frames of all rows, leaf first, one row after another. */
  private frames: Int32Array;
  private used = 0;
  /** Where each row ends in `frames`; it begins where the one before ends. */
  private ends: Int32Array;

  /** Room to begin with; memory that stays unused costs nothing. */
  constructor(frames = 1 << 12, rows = 1 << 10) {
    this.frames = new Int32Array(Math.max(16, frames));
    this.ends = new Int32Array(Math.max(16, rows));
  }

  /** Begins a row anew, forgetting frames pushed since the last `end`. */
  start(): void {
    this.used = this.length === 0 ? 0 : (this.ends[this.length - 1] as number);
  }

  /** The next frame, leaf first. */
  push(frame: number): void {
    if (this.used === this.frames.length) this.frames = grown(this.frames);
    this.frames[this.used++] = frame;
  }

  /** Ends a row and returns its number. */
  end(): number {
    if (this.length === this.ends.length) this.ends = grown(this.ends);
    this.ends[this.length] = this.used;
    return this.length++;
  }

  /** The tree, and the node of each row. To be called once. */
  finish(): { readonly tree: StackTree; readonly nodes: Int32Array<ArrayBuffer> } {
    const order = this.sort();
    const shared = this.sharedFrames(order);
    let count = 1 + this.used;
    for (const length of shared) count -= length;
    const parent = new Int32Array(count);
    const address = new Int32Array(count);
    const nodes = new Int32Array(this.length);
    parent[0] = -1;
    address[0] = -1;
    let path = new Int32Array(256);
    let node = 1;
    for (let at = 0; at < order.length; at++) {
      const row = order[at] as number;
      const end = this.ends[row] as number;
      const depth = end - this.begin(row);
      while (depth >= path.length) path = grown(path);
      for (let d = shared[at] as number; d < depth; d++) {
        parent[node] = path[d] as number;
        address[node] = this.frames[end - 1 - d] as number;
        path[d + 1] = node++;
      }
      nodes[row] = path[depth] as number;
    }
    this.frames = new Int32Array(0);
    return { tree: { length: count, parent, address }, nodes };
  }

  private begin(row: number): number {
    return row === 0 ? 0 : (this.ends[row - 1] as number);
  }

  /** Outer frames that each row, in order, shares with the row before. */
  private sharedFrames(order: Int32Array): Int32Array {
    const shared = new Int32Array(order.length);
    const { frames, ends } = this;
    for (let at = 1; at < order.length; at++) {
      const row = order[at] as number;
      const before = order[at - 1] as number;
      const end = ends[row] as number;
      const endBefore = ends[before] as number;
      const most = Math.min(end - this.begin(row), endBefore - this.begin(before));
      let length = 0;
      while (length < most && frames[end - 1 - length] === frames[endBefore - 1 - length]) length++;
      shared[at] = length;
    }
    return shared;
  }

  /** Rows in the order of their frames, outermost first. Three-way quicksort by one frame at a time. */
  private sort(): Int32Array {
    const { length } = this;
    const rows = Int32Array.from({ length }, (_, row) => row);
    const keys = new Int32Array(length);
    const waiting: number[] = length > 1 ? [0, length, 0] : [];
    for (let depth = waiting.pop(); depth !== undefined; depth = waiting.pop()) {
      const to = waiting.pop() as number;
      const from = waiting.pop() as number;
      if (to - from <= SMALL) this.insertionSort(rows, from, to, depth);
      else {
        for (let i = from; i < to; i++) keys[i] = this.key(rows[i] as number, depth);
        this.partition(rows, keys, from, to, depth, waiting);
      }
    }
    return rows;
  }

  private key(row: number, depth: number): number {
    const at = (this.ends[row] as number) - 1 - depth;
    return at < this.begin(row) ? END : (this.frames[at] as number);
  }

  /** Splits a segment by its keys at one depth into runs of equal keys, which then wait for the next depth. */
  private partition(
    rows: Int32Array,
    keys: Int32Array,
    first: number,
    last: number,
    depth: number,
    waiting: number[],
  ): void {
    const segments: number[] = [first, last];
    for (let to = segments.pop(); to !== undefined; to = segments.pop()) {
      const from = segments.pop() as number;
      if (to - from < 2) continue;
      const pivot = medianOfThree(keys, from, to);
      let low = from;
      let high = to;
      for (let i = from; i < high; ) {
        const key = keys[i] as number;
        if (key < pivot) swap(rows, keys, low++, i++);
        else if (key > pivot) swap(rows, keys, i, --high);
        else i++;
      }
      if (high - low > 1 && pivot !== END) waiting.push(low, high, depth + 1);
      segments.push(from, low, high, to);
    }
  }

  private insertionSort(rows: Int32Array, from: number, to: number, depth: number): void {
    for (let i = from + 1; i < to; i++) {
      const row = rows[i] as number;
      let at = i;
      while (at > from && this.compare(rows[at - 1] as number, row, depth) > 0) {
        rows[at] = rows[at - 1] as number;
        at--;
      }
      rows[at] = row;
    }
  }

  private compare(a: number, b: number, depth: number): number {
    const { frames, ends } = this;
    const endA = (ends[a] as number) - 1;
    const endB = (ends[b] as number) - 1;
    const depthA = endA + 1 - this.begin(a);
    const depthB = endB + 1 - this.begin(b);
    const most = Math.min(depthA, depthB);
    for (let d = depth; d < most; d++) {
      const difference = (frames[endA - d] as number) - (frames[endB - d] as number);
      if (difference !== 0) return difference;
    }
    return depthA - depthB;
  }
}

function swap(rows: Int32Array, keys: Int32Array, a: number, b: number): void {
  const row = rows[a] as number;
  rows[a] = rows[b] as number;
  rows[b] = row;
  const key = keys[a] as number;
  keys[a] = keys[b] as number;
  keys[b] = key;
}

function medianOfThree(keys: Int32Array, from: number, to: number): number {
  const a = keys[from] as number;
  const b = keys[(from + to) >> 1] as number;
  const c = keys[to - 1] as number;
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function grown(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(2 * from.length);
  to.set(from);
  return to;
}
