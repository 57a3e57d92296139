/**
 * The top table: for every function (or line, file, address) what its own allocations hold (flat), and what those of all
 * it calls hold (cum). Recursion counts once.
 */
import type { FrameTable } from './names.js';
import { labelTree, rowsOfNodes } from './label-tree.js';
import { CALLBACK, type Labels, NO_LABEL } from './labels.js';
import { LabelSums, TreePath } from './label-sums.js';
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
  // A callback is named by its callee, which differs from stack to stack.
  const sums = labels.label.includes(CALLBACK) ? null : sumByTree(table, frames, labels);
  return (sums ?? sumByStack(table, frames, labels)).finish(frames, labels);
}

/** Goes along every stack. */
function sumByStack(table: StackTable, frames: FrameTable, labels: Labels): LabelSums {
  const sums = new LabelSums(labels.texts.length);
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
        if (sums.addOnce(label, row, v, e, s, b) && flat) {
          sums.addFlat(label, v, e, s, b);
          flat = false;
        }
      }
      callee = address;
    }
  }
  return sums;
}

/** Goes through the tree of stacks once, adding up below each node; null where its nodes are not in preorder. */
function sumByTree(table: StackTable, frames: FrameTable, labels: Labels): LabelSums | null {
  const tree = labelTree(table.stacks, frames, labels);
  const { first, next } = rowsOfNodes(table, tree);
  const { length, parent, key, labelOf } = tree;
  const path = new TreePath(labels.texts.length);
  for (let node = 1; node < length; node++) {
    if (!path.leaveTo(parent[node] as number)) return null;
    path.enter(node, labelOf[key[node] as number] as number);
    for (let row = first[node] as number; row > 0; row = next[row - 1] as number) path.add(table, row - 1);
  }
  path.leaveTo(0);
  return path.sums;
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
