/**
 * From stacks to a call tree: stacks that agree in the names of their outer frames share nodes. Inlined functions are
 * nodes below those they are inlined into; recursion stays as it is.
 *
 * One walk from the root makes the tree in its final order: nodes with the same label below one parent are held as a
 * list, and their children, put together by label and sorted, wait on a stack.
 */
import type { CallTree } from './call-tree.js';
import { LabelSums } from './label-sums.js';
import { CALLBACK, type Labels } from './labels.js';
import { type LabelTree, labelTree, type RowsOfNodes, rowsOfNodes } from './label-tree.js';
import type { FrameTable } from './names.js';
import { SiblingStack } from './sibling-stack.js';
import type { StackTable } from './stack-table.js';
import { buildTopTable, type TopTable } from './top-table.js';

/** Name of the root. */
export const ROOT_NAME = 'all';

/** Siblings come largest first (by the larger of before and after), then by name. */
export function buildCallTree(table: StackTable, frames: FrameTable, labels: Labels): CallTree {
  return build(table, frames, labels, null);
}

/** Both pictures of a table for little more than the tree alone. */
export function buildTreeAndTop(
  table: StackTable,
  frames: FrameTable,
  labels: Labels,
): { readonly tree: CallTree; readonly top: TopTable } {
  // The table names callbacks by their callees, the tree does not.
  if (labels.label.includes(CALLBACK)) {
    const top = buildTopTable(table, frames, labels);
    return { top, tree: buildCallTree(table, frames, labels) };
  }
  const sums = new LabelSums(labels.texts.length);
  const tree = build(table, frames, labels, sums);
  return { tree, top: sums.finish(frames, labels) };
}

function build(table: StackTable, frames: FrameTable, labels: Labels, sums: LabelSums | null): CallTree {
  const tree = labelTree(table.stacks, frames, labels);
  const rows = rowsOfNodes(table, tree);
  const comparing = table.before.some((value) => value !== 0);
  const links = linkUsed(tree, rows);
  const totals = totalsBelow(tree, rows, table.value);
  const befores = comparing ? totalsBelow(tree, rows, table.before) : null;
  const columns = walk(table, tree, rows, links, totals, befores, labels.texts, sums);
  const root = labels.texts.length;
  const moduleOfName = new Int32Array(root + 1).fill(-1);
  for (let text = 0; text < root; text++)
    moduleOfName[text] = frames.module[labels.address[text] as number] as number;
  return {
    ...columns,
    cutFrames: tree.cutFrames,
    names: [...labels.texts, ROOT_NAME],
    moduleOfName,
    modules: frames.modules.map((module) => module.name),
  };
}

/** Children of each node, 0 ends the list. */
interface Links {
  readonly child: Int32Array;
  readonly sibling: Int32Array;
}

/** Only nodes with rows, or with such below them, are linked. */
function linkUsed({ length, parent }: LabelTree, { first }: RowsOfNodes): Links {
  const child = new Int32Array(length);
  const sibling = new Int32Array(length);
  for (let node = length - 1; node > 0; node--) {
    if (first[node] === 0 && child[node] === 0) continue;
    const above = parent[node] as number;
    const next = child[above] as number;
    if (next !== 0) sibling[node] = next;
    child[above] = node;
  }
  return { child, sibling };
}

function totalsBelow({ length, parent }: LabelTree, rows: RowsOfNodes, values: Float64Array): Float64Array {
  const totals = new Float64Array(length);
  for (let node = length - 1; node >= 0; node--) {
    let total = totals[node] as number;
    for (let row = rows.first[node] as number; row > 0; row = rows.next[row - 1] as number)
      total += values[row - 1] as number;
    if (total === 0) continue;
    totals[node] = total;
    if (node === 0) break;
    const above = parent[node] as number;
    totals[above] = (totals[above] as number) + total;
  }
  return totals;
}

type NodeColumns = Omit<CallTree, 'names' | 'moduleOfName' | 'modules' | 'cutFrames'>;

/**
 * Memory that stays unused costs nothing, so that all columns are as long as the tree of stacks.
 * @param sums gets what the top table needs
 */
function walk(
  table: StackTable,
  tree: LabelTree,
  { first, next }: RowsOfNodes,
  { child, sibling }: Links,
  totals: Float64Array,
  befores: Float64Array | null,
  texts: readonly string[],
  sums: LabelSums | null,
): NodeColumns {
  const { value, variance: variances, samples: samplesOfRows } = table;
  const { length, key, labelOf } = tree;
  const depth = new Uint16Array(length);
  const parent = new Int32Array(length);
  const subtreeEnd = new Int32Array(length);
  const name = new Int32Array(length);
  const total = new Float64Array(length);
  const self = new Float64Array(length);
  const variance = new Float64Array(length);
  const before = new Float64Array(length);
  const samples = new Float64Array(sums === null ? 0 : length);
  const waiting = new SiblingStack(tree, texts, befores !== null);
  const { head, above: parents, size, sizeBefore } = waiting;
  /** The next node of the same label below the same parent. */
  const same = new Int32Array(length);
  /** Per label: where it waited last. Only where it is found there, among the children at hand, does that tell anything. */
  const slot = new Int32Array(texts.length);
  parents[0] = -1;
  size[0] = totals[0] as number;
  if (befores !== null) sizeBefore[0] = befores[0] as number;
  let top = 1;
  let place = 0;
  while (top > 0) {
    top--;
    const above = parents[top] as number;
    parent[place] = above;
    let node = head[top] as number;
    if (node === 0) name[place] = texts.length;
    else {
      name[place] = labelOf[key[node] as number] as number;
      depth[place] = (depth[above] as number) + 1;
    }
    total[place] = size[top] as number;
    if (befores !== null) before[place] = sizeBefore[top] as number;
    let own = 0;
    let ownVariance = 0;
    let ownSamples = 0;
    const from = top;
    do {
      for (let row = first[node] as number; row > 0; row = next[row - 1] as number) {
        own += value[row - 1] as number;
        ownVariance += variances[row - 1] as number;
        if (sums === null || node === 0) continue;
        ownSamples += samplesOfRows[row - 1] as number;
        sums.addRow(name[place] as number, table, row - 1);
      }
      for (let below = child[node] as number; below > 0; below = sibling[below] as number) {
        const label = labelOf[key[below] as number] as number;
        const at = slot[label] as number;
        if (at >= from && at < top && labelOf[key[head[at] as number] as number] === label) {
          same[below] = head[at] as number;
          head[at] = below;
          size[at] = (size[at] as number) + (totals[below] as number);
          if (befores !== null) sizeBefore[at] = (sizeBefore[at] as number) + (befores[below] as number);
          continue;
        }
        slot[label] = top;
        head[top] = below;
        parents[top] = place;
        size[top] = totals[below] as number;
        if (befores !== null) sizeBefore[top] = befores[below] as number;
        top++;
      }
      node = same[node] as number;
    } while (node > 0);
    if (own !== 0) self[place] = own;
    variance[place] = ownVariance;
    if (sums !== null) samples[place] = ownSamples;
    if (top - from > 1) waiting.sort(from, top);
    place++;
  }
  for (let at = place - 1; at > 0; at--) {
    if (subtreeEnd[at] === 0) subtreeEnd[at] = at + 1;
    const above = parent[at] as number;
    if (subtreeEnd[above] === 0) subtreeEnd[above] = subtreeEnd[at] as number;
    variance[above] = (variance[above] as number) + (variance[at] as number);
    if (sums !== null) samples[above] = (samples[above] as number) + (samples[at] as number);
  }
  if (subtreeEnd[0] === 0) subtreeEnd[0] = 1;
  if (sums !== null) {
    // Inside another call of the same function a node is in that one's sum.
    const until = slot.fill(0);
    for (let at = 1; at < place; at++) {
      const label = name[at] as number;
      if (at < (until[label] as number)) continue;
      until[label] = subtreeEnd[at] as number;
      sums.addNode(label, total, variance, samples, before, at);
    }
  }
  return {
    nodes: place,
    depth: fitting(depth, place),
    parent: fitting(parent, place),
    subtreeEnd: fitting(subtreeEnd, place),
    name: fitting(name, place),
    total: fitting(total, place),
    self: fitting(self, place),
    variance: fitting(variance, place),
    before: fitting(before, place),
  };
}

type Column = Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** The first entries; copied where most of the array would be kept for nothing. */
function fitting<T extends Column>(column: T, length: number): T {
  if (length === column.length) return column;
  return (2 * length < column.length ? column.slice(0, length) : column.subarray(0, length)) as T;
}
