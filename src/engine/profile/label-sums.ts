/** What stacks hold, added up by label: with all that is called (cum, recursion once) and without (flat). */
import type { FrameTable } from './names.js';
import type { Labels } from './labels.js';
import type { StackTable } from './stack-table.js';
import type { TopTable } from './top-table.js';

/** Value, variance, samples and value before lie side by side: labels come in no order, and memory is slow. */
const STRIDE = 4;

export class LabelSums {
  private flat: Float64Array;
  private cum: Float64Array;
  /** Row of the stack table that touched a label last, + 1. */
  private touched: Int32Array;

  constructor(labels: number) {
    const room = labels + 64;
    this.flat = new Float64Array(STRIDE * room);
    this.cum = new Float64Array(STRIDE * room);
    this.touched = new Int32Array(room);
  }

  /** Adds to the sums with callees; false where the stack of this row has had the label. */
  addOnce(
    label: number,
    row: number,
    value: number,
    variance: number,
    samples: number,
    before: number,
  ): boolean {
    if (label >= this.touched.length) this.grow(2 * (label + 1));
    if (this.touched[label] === row + 1) return false;
    this.touched[label] = row + 1;
    add(this.cum, label, value, variance, samples, before);
    return true;
  }

  /** Adds what several stacks hold together, given as numbers side by side. */
  addAll(label: number, from: Float64Array, at: number): void {
    this.touched[label] = 1;
    addSums(this.cum, STRIDE * label, from, at);
  }

  /** Adds what a node of a call tree holds with all below it. */
  addNode(
    label: number,
    value: Float64Array,
    variance: Float64Array,
    samples: Float64Array,
    before: Float64Array,
    node: number,
  ): void {
    const { cum } = this;
    const i = STRIDE * label;
    this.touched[label] = 1;
    cum[i] = (cum[i] as number) + (value[node] as number);
    cum[i + 1] = (cum[i + 1] as number) + (variance[node] as number);
    cum[i + 2] = (cum[i + 2] as number) + (samples[node] as number);
    cum[i + 3] = (cum[i + 3] as number) + (before[node] as number);
  }

  addFlat(label: number, value: number, variance: number, samples: number, before: number): void {
    add(this.flat, label, value, variance, samples, before);
  }

  /** The same of a row that is in the table's columns: numbers handed on in a call are slow at first. */
  addRow(label: number, { value, variance, samples, before }: StackTable, row: number): void {
    const { flat } = this;
    const i = STRIDE * label;
    flat[i] = (flat[i] as number) + (value[row] as number);
    flat[i + 1] = (flat[i + 1] as number) + (variance[row] as number);
    flat[i + 2] = (flat[i + 2] as number) + (samples[row] as number);
    flat[i + 3] = (flat[i + 3] as number) + (before[row] as number);
  }

  finish(frames: FrameTable, labels: Labels): TopTable {
    const used: number[] = [];
    for (let label = 0; label < labels.texts.length; label++) if (this.touched[label] !== 0) used.push(label);
    const label = Int32Array.from(used);
    const pick = (from: Float64Array, column: number): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(used.length);
      for (let row = 0; row < to.length; row++)
        to[row] = from[STRIDE * (label[row] as number) + column] as number;
      return to;
    };
    const { flat, cum } = this;
    return {
      length: label.length,
      label,
      names: used.map((row) => labels.texts[row] as string),
      flat: pick(flat, 0),
      flatVariance: pick(flat, 1),
      flatSamples: pick(flat, 2),
      flatBefore: pick(flat, 3),
      cum: pick(cum, 0),
      cumVariance: pick(cum, 1),
      cumSamples: pick(cum, 2),
      cumBefore: pick(cum, 3),
      module: Int32Array.from(label, (row) => frames.module[labels.address[row] as number] as number),
    };
  }

  private grow(room: number): void {
    this.flat = widened(this.flat, STRIDE * room);
    this.cum = widened(this.cum, STRIDE * room);
    const touched = new Int32Array(room);
    touched.set(this.touched);
    this.touched = touched;
  }
}

function add(
  sums: Float64Array,
  at: number,
  value: number,
  variance: number,
  samples: number,
  before: number,
): void {
  const i = STRIDE * at;
  sums[i] = (sums[i] as number) + value;
  sums[i + 1] = (sums[i + 1] as number) + variance;
  sums[i + 2] = (sums[i + 2] as number) + samples;
  sums[i + 3] = (sums[i + 3] as number) + before;
}

/** Adds one set of sums to another. */
function addSums(to: Float64Array, i: number, from: Float64Array, j: number): void {
  to[i] = (to[i] as number) + (from[j] as number);
  to[i + 1] = (to[i + 1] as number) + (from[j + 1] as number);
  to[i + 2] = (to[i + 2] as number) + (from[j + 2] as number);
  to[i + 3] = (to[i + 3] as number) + (from[j + 3] as number);
}

/** The way from the root to a node of a tree walked in preorder, with what the nodes on it hold so far. */
export class TreePath {
  readonly sums: LabelSums;
  private depth = 0;
  private nodes = new Int32Array(256);
  private labels = new Int32Array(256);
  private rows = new Int32Array(256);
  private held = new Float64Array(STRIDE * 256);
  /** How often each label is on the path. */
  private readonly open: Int32Array;

  constructor(labels: number) {
    this.sums = new LabelSums(labels);
    this.open = new Int32Array(labels);
  }

  /** Goes up to a node; false where it is not on the path. */
  leaveTo(node: number): boolean {
    while (this.nodes[this.depth] !== node) {
      if (this.depth === 0) return false;
      this.leave();
    }
    return true;
  }

  enter(node: number, label: number): void {
    const depth = ++this.depth;
    if (depth === this.nodes.length) this.grow();
    this.nodes[depth] = node;
    this.labels[depth] = label;
    this.rows[depth] = 0;
    const i = STRIDE * depth;
    this.held[i] = this.held[i + 1] = this.held[i + 2] = this.held[i + 3] = 0;
    this.open[label] = (this.open[label] as number) + 1;
  }

  /** Adds a row of the node entered last. */
  add(table: StackTable, row: number): void {
    const { depth, held } = this;
    const { value, variance, samples, before } = table;
    this.rows[depth] = (this.rows[depth] as number) + 1;
    const i = STRIDE * depth;
    held[i] = (held[i] as number) + (value[row] as number);
    held[i + 1] = (held[i + 1] as number) + (variance[row] as number);
    held[i + 2] = (held[i + 2] as number) + (samples[row] as number);
    held[i + 3] = (held[i + 3] as number) + (before[row] as number);
    this.sums.addRow(this.labels[depth] as number, table, row);
  }

  private leave(): void {
    const depth = this.depth--;
    const label = this.labels[depth] as number;
    const open = (this.open[label] as number) - 1;
    this.open[label] = open;
    const rows = this.rows[depth] as number;
    if (rows === 0) return;
    const { held } = this;
    const i = STRIDE * depth;
    // Inside another call of the same function it is in that one's sum.
    if (open === 0) this.sums.addAll(label, held, i);
    this.rows[depth - 1] = (this.rows[depth - 1] as number) + rows;
    addSums(held, i - STRIDE, held, i);
  }

  private grow(): void {
    const size = 2 * this.nodes.length;
    const wider = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(size);
      to.set(from);
      return to;
    };
    this.nodes = wider(this.nodes);
    this.labels = wider(this.labels);
    this.rows = wider(this.rows);
    this.held = widened(this.held, STRIDE * size);
  }
}

function widened(from: Float64Array, room: number): Float64Array<ArrayBuffer> {
  const to = new Float64Array(room);
  to.set(from);
  return to;
}
