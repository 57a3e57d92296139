/**
 * From stacks to a call tree: stacks that agree in the names of their outer frames share nodes. Inlined functions are
 * nodes below those they are inlined into; recursion stays as it is.
 */
import type { CallTree } from './call-tree.js';
import { CALLBACK, type Labels, NO_LABEL } from './labels.js';
import type { FrameTable } from './names.js';
import type { StackTree } from './profile.js';
import { StackSorter } from './stack-sorter.js';
import { rowsInTreeOrder, type StackTable } from './stack-table.js';
import { compareBytes } from './top-table.js';

const MAX_DEPTH = 0xffff;

/** Name of the root. */
export const ROOT_NAME = 'all';

/** Siblings come largest first (by the larger of before and after), then by name. */
export function buildCallTree(table: StackTable, frames: FrameTable, labels: Labels): CallTree {
  const { tree, rows, nodes } = joinByLabel(table, frames, labels);
  const { length, parent, address: label } = tree;
  const total = new Float64Array(length);
  const self = new Float64Array(length);
  const variance = new Float64Array(length);
  const before = new Float64Array(length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const node = nodes[i] as number;
    self[node] = (self[node] as number) + (table.value[row] as number);
    variance[node] = (variance[node] as number) + (table.variance[row] as number);
    before[node] = (before[node] as number) + (table.before[row] as number);
  }
  total.set(self);
  for (let node = length - 1; node > 0; node--) {
    const above = parent[node] as number;
    total[above] = (total[above] as number) + (total[node] as number);
    variance[above] = (variance[above] as number) + (variance[node] as number);
    before[above] = (before[above] as number) + (before[node] as number);
  }
  const order = preorder(parent, (a, b) => {
    const sizeA = Math.max(Math.abs(total[a] as number), Math.abs(before[a] as number));
    const sizeB = Math.max(Math.abs(total[b] as number), Math.abs(before[b] as number));
    return (
      sizeB - sizeA ||
      compareBytes(labels.texts[label[a] as number] as string, labels.texts[label[b] as number] as string)
    );
  });
  return arrange(order, parent, label, { total, self, variance, before }, frames, labels);
}

/** The tree of labels, and rows of the table with their nodes there. */
function joinByLabel(
  table: StackTable,
  frames: FrameTable,
  labels: Labels,
): { tree: StackTree; rows: Int32Array; nodes: Int32Array } {
  const { stacks, stack, length } = table;
  const sorter = new StackSorter(Math.min(2 * stacks.length, 1 << 26), length);
  const { parent, address } = stacks;
  const rows = rowsInTreeOrder(table);
  for (const row of rows) {
    sorter.start();
    let depth = 0;
    for (let node = stack[row] as number; node > 0; node = parent[node] as number) {
      const at = address[node] as number;
      const first = frames.first[at] as number;
      for (let entry = (frames.first[at + 1] as number) - 1; entry >= first; entry--) {
        let label = labels.label[entry] as number;
        // In a tree a callback needs no name of its own: there are no cycles to avoid.
        if (label === CALLBACK) label = labels.callback(entry, -1);
        if (label === NO_LABEL || depth === MAX_DEPTH) continue;
        sorter.push(label);
        depth++;
      }
    }
    sorter.end();
  }
  const { tree, nodes } = sorter.finish();
  return { tree, rows, nodes };
}

/** Nodes so that each comes before its descendants, and they together; siblings by `compare`. */
function preorder(parent: Int32Array, compare: (a: number, b: number) => number): Int32Array {
  const { length } = parent;
  const firstChild = new Int32Array(length + 1);
  for (let node = 1; node < length; node++) {
    const above = parent[node] as number;
    firstChild[above + 1] = (firstChild[above + 1] as number) + 1;
  }
  for (let node = 0; node < length; node++)
    firstChild[node + 1] = (firstChild[node + 1] as number) + (firstChild[node] as number);
  const children = new Int32Array(Math.max(0, length - 1));
  const next = firstChild.slice(0, length);
  for (let node = 1; node < length; node++) {
    const above = parent[node] as number;
    children[next[above] as number] = node;
    next[above] = (next[above] as number) + 1;
  }
  for (let node = 0; node < length; node++) {
    const from = firstChild[node] as number;
    const to = firstChild[node + 1] as number;
    if (to - from > 1) children.subarray(from, to).sort(compare);
  }
  const order = new Int32Array(length);
  const waiting = new Int32Array(length);
  let top = 1;
  for (let at = 0; at < length; at++) {
    const node = waiting[--top] as number;
    order[at] = node;
    for (let i = (firstChild[node + 1] as number) - 1; i >= (firstChild[node] as number); i--)
      waiting[top++] = children[i] as number;
  }
  return order;
}

interface NodeColumns {
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly variance: Float64Array;
  readonly before: Float64Array;
}

function arrange(
  order: Int32Array,
  parent: Int32Array,
  label: Int32Array,
  columns: NodeColumns,
  frames: FrameTable,
  labels: Labels,
): CallTree {
  const nodes = order.length;
  const placeOf = new Int32Array(nodes);
  for (let place = 0; place < nodes; place++) placeOf[order[place] as number] = place;
  const depth = new Uint16Array(nodes);
  const parents = new Int32Array(nodes).fill(-1);
  const subtreeEnd = new Int32Array(nodes);
  const name = new Int32Array(nodes);
  const root = labels.texts.length;
  for (let place = 0; place < nodes; place++) {
    const node = order[place] as number;
    name[place] = node === 0 ? root : (label[node] as number);
    subtreeEnd[place] = place + 1;
    if (node === 0) continue;
    const above = placeOf[parent[node] as number] as number;
    parents[place] = above;
    depth[place] = (depth[above] as number) + 1;
  }
  for (let place = nodes - 1; place > 0; place--) {
    const above = parents[place] as number;
    if ((subtreeEnd[above] as number) < (subtreeEnd[place] as number))
      subtreeEnd[above] = subtreeEnd[place] as number;
  }
  const pick = (from: Float64Array): Float64Array<ArrayBuffer> => {
    const to = new Float64Array(nodes);
    for (let place = 0; place < nodes; place++) to[place] = from[order[place] as number] as number;
    return to;
  };
  const moduleOfName = new Int32Array(root + 1).fill(-1);
  for (let text = 0; text < root; text++)
    moduleOfName[text] = frames.module[labels.address[text] as number] as number;
  return {
    nodes,
    depth,
    parent: parents,
    subtreeEnd,
    name,
    total: pick(columns.total),
    self: pick(columns.self),
    variance: pick(columns.variance),
    before: pick(columns.before),
    names: [...labels.texts, ROOT_NAME],
    moduleOfName,
    modules: frames.modules.map((module) => module.name),
  };
}

/** Buffers to transfer when a tree moves between threads. */
export function callTreeBuffers(tree: CallTree): ArrayBuffer[] {
  const { depth, parent, subtreeEnd, name, total, self, variance, before, moduleOfName } = tree;
  return [depth, parent, subtreeEnd, name, total, self, variance, before, moduleOfName].map((a) => a.buffer);
}
