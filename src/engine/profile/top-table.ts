/**
 * The top table: for every function (or line, file, address) what its own allocations hold (flat), and what those of all
 * it calls hold (cum). Recursion counts once.
 */
import type { FrameTable } from './names.js';
import { CALLBACK, type Labels, NO_LABEL } from './labels.js';
import { rowsInTreeOrder, type StackTable } from './stack-table.js';

/** Columns by row, in no order; `order` sorts. */
export interface TopTable {
  readonly length: number;
  /** Number of the label. */
  readonly label: Int32Array<ArrayBuffer>;
  readonly names: readonly string[];
  readonly flat: Float64Array<ArrayBuffer>;
  readonly cum: Float64Array<ArrayBuffer>;
  /** Variances of `flat` and `cum` (of the change, in a comparison); NaN where unknown. */
  readonly flatVariance: Float64Array<ArrayBuffer>;
  readonly cumVariance: Float64Array<ArrayBuffer>;
  readonly flatSamples: Float64Array<ArrayBuffer>;
  readonly cumSamples: Float64Array<ArrayBuffer>;
  /** In a comparison the values before, else zeros. */
  readonly flatBefore: Float64Array<ArrayBuffer>;
  readonly cumBefore: Float64Array<ArrayBuffer>;
  /** Module of the label's first address, -1 where unknown. */
  readonly module: Int32Array<ArrayBuffer>;
}

export function buildTopTable(table: StackTable, frames: FrameTable, labels: Labels): TopTable {
  const sums = new Sums(labels.texts.length);
  const { stacks, stack, value, variance, samples, before } = table;
  for (const row of rowsInTreeOrder(table)) {
    const v = value[row] as number;
    const e = variance[row] as number;
    const s = samples[row] as number;
    const b = before[row] as number;
    let flat = true;
    let callee = -1;
    for (let node = stack[row] as number; node > 0; node = stacks.parent[node] as number) {
      const address = stacks.address[node] as number;
      const first = frames.first[address] as number;
      // Inlined functions are callees of those they are inlined into.
      for (let entry = (frames.first[address + 1] as number) - 1; entry >= first; entry--) {
        let label = labels.label[entry] as number;
        if (label === CALLBACK) label = labels.callback(entry, callee);
        if (label === NO_LABEL) continue;
        if (sums.add(label, row, v, e, s, b) && flat) {
          sums.addFlat(label, v, e, s, b);
          flat = false;
        }
      }
      callee = address;
    }
  }
  return sums.finish(frames, labels);
}

/** Value, variance, samples and value before, by label. */
class Columns {
  value: Float64Array<ArrayBuffer>;
  variance: Float64Array<ArrayBuffer>;
  samples: Float64Array<ArrayBuffer>;
  before: Float64Array<ArrayBuffer>;

  constructor(room: number) {
    this.value = new Float64Array(room);
    this.variance = new Float64Array(room);
    this.samples = new Float64Array(room);
    this.before = new Float64Array(room);
  }

  add(label: number, value: number, variance: number, samples: number, before: number): void {
    this.value[label] = (this.value[label] as number) + value;
    this.variance[label] = (this.variance[label] as number) + variance;
    this.samples[label] = (this.samples[label] as number) + samples;
    this.before[label] = (this.before[label] as number) + before;
  }

  grow(room: number): void {
    this.value = grown(this.value, room);
    this.variance = grown(this.variance, room);
    this.samples = grown(this.samples, room);
    this.before = grown(this.before, room);
  }
}

function grown(from: Float64Array, room: number): Float64Array<ArrayBuffer> {
  const to = new Float64Array(room);
  to.set(from);
  return to;
}

class Sums {
  private readonly flat: Columns;
  private readonly cum: Columns;
  /** Row of the stack table that touched a label last, + 1. */
  private touched: Int32Array;

  constructor(labels: number) {
    const room = labels + 64;
    this.flat = new Columns(room);
    this.cum = new Columns(room);
    this.touched = new Int32Array(room);
  }

  /** Adds to the sums with callees; false where the stack has had this label. */
  add(label: number, row: number, value: number, variance: number, samples: number, before: number): boolean {
    if (label >= this.touched.length) this.grow(2 * (label + 1));
    if (this.touched[label] === row + 1) return false;
    this.touched[label] = row + 1;
    this.cum.add(label, value, variance, samples, before);
    return true;
  }

  addFlat(label: number, value: number, variance: number, samples: number, before: number): void {
    this.flat.add(label, value, variance, samples, before);
  }

  finish(frames: FrameTable, labels: Labels): TopTable {
    const used: number[] = [];
    for (let label = 0; label < labels.texts.length; label++) if (this.touched[label] !== 0) used.push(label);
    const label = Int32Array.from(used);
    const pick = (from: Float64Array): Float64Array<ArrayBuffer> =>
      Float64Array.from(label, (row) => from[row] as number);
    const { flat, cum } = this;
    return {
      length: label.length,
      label,
      names: used.map((row) => labels.texts[row] as string),
      flat: pick(flat.value),
      flatVariance: pick(flat.variance),
      flatSamples: pick(flat.samples),
      flatBefore: pick(flat.before),
      cum: pick(cum.value),
      cumVariance: pick(cum.variance),
      cumSamples: pick(cum.samples),
      cumBefore: pick(cum.before),
      module: Int32Array.from(label, (row) => frames.module[labels.address[row] as number] as number),
    };
  }

  private grow(room: number): void {
    this.flat.grow(room);
    this.cum.grow(room);
    const touched = new Int32Array(room);
    touched.set(this.touched);
    this.touched = touched;
  }
}

/** Rows as jeprof sorts them: by flat (or cum) falling, ties by the bytes of the name. */
export function jeprofOrder(table: TopTable, by: 'flat' | 'cum'): Int32Array {
  const key = table[by];
  const { names } = table;
  return Int32Array.from(names.keys()).sort(
    (a, b) => (key[b] as number) - (key[a] as number) || compareBytes(names[a] as string, names[b] as string),
  );
}

/** By code points, which is how UTF-8 sorts. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for points above all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x1_0000 : unit;
}
