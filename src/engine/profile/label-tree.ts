/**
 * Stacks as a tree of labels, one for each node: what top table and call tree walk. Where every address has one label,
 * it is the tree of stacks itself; otherwise inlined functions become nodes, and frames without a label vanish.
 */
import { MAX_DEPTH } from './call-tree.js';
import { CALLBACK, type Labels, NO_LABEL } from './labels.js';
import type { FrameTable } from './names.js';
import type { StackTree } from './profile.js';
import type { StackTable } from './stack-table.js';

export interface LabelTree {
  /** Number of nodes; node 0 is the root. A parent's number is below its children's. */
  readonly length: number;
  readonly parent: Int32Array;
  /** The label of node `n` is `labelOf[key[n]]`; the root's key is -1. */
  readonly key: Int32Array;
  readonly labelOf: Int32Array;
  /** Node of each node of the stacks; null where they are the same. */
  readonly nodes: Int32Array | null;
  /** Frames too far in to be nodes; what they hold is the last node's. */
  readonly cutFrames: number;
}

/** Siblings may have the same label. Callbacks are named without their callees. */
export function labelTree(stacks: StackTree, frames: FrameTable, labels: Labels): LabelTree {
  const labelOf = new Int32Array(frames.length);
  let plain = true;
  for (let address = 0; address < frames.length; address++) {
    const first = frames.first[address] as number;
    const label = labels.label[first] as number;
    labelOf[address] = label;
    if (label < 0 || frames.first[address + 1] !== first + 1) plain = false;
  }
  if (!plain) return expanded(stacks, frames, labels);
  const { length, parent, address } = stacks;
  return { length, parent, key: address, labelOf, nodes: null, cutFrames: 0 };
}

/** How many labels each address has. */
function labelCounts({ length, first }: FrameTable, labels: Labels): Int32Array {
  const counts = new Int32Array(length);
  for (let address = 0; address < length; address++) {
    const end = first[address + 1] as number;
    for (let entry = first[address] as number; entry < end; entry++)
      if (labels.label[entry] !== NO_LABEL) counts[address] = (counts[address] as number) + 1;
  }
  return counts;
}

function expanded(stacks: StackTree, { first, ...frames }: FrameTable, labels: Labels): LabelTree {
  const counts = labelCounts({ first, ...frames }, labels);
  let room = 1;
  for (let node = 1; node < stacks.length; node++) room += counts[stacks.address[node] as number] as number;
  const parent = new Int32Array(room);
  const key = new Int32Array(room);
  const depth = new Uint16Array(room);
  const nodes = new Int32Array(stacks.length);
  parent[0] = -1;
  key[0] = -1;
  let length = 1;
  let cutFrames = 0;
  for (let node = 1; node < stacks.length; node++) {
    const address = stacks.address[node] as number;
    const end = first[address + 1] as number;
    let above = nodes[stacks.parent[node] as number] as number;
    for (let entry = first[address] as number; entry < end; entry++) {
      let label = labels.label[entry] as number;
      // In a tree a callback needs no name of its own: there are no cycles to avoid.
      if (label === CALLBACK) label = labels.callback(entry, -1);
      if (label === NO_LABEL) continue;
      if (depth[above] === MAX_DEPTH) {
        cutFrames++;
        continue;
      }
      parent[length] = above;
      key[length] = label;
      depth[length] = (depth[above] as number) + 1;
      above = length++;
    }
    nodes[node] = above;
  }
  const labelOf = Int32Array.from(labels.texts.keys());
  return {
    length,
    parent: parent.subarray(0, length),
    key: key.subarray(0, length),
    labelOf,
    nodes,
    cutFrames,
  };
}

/** Rows of a stack table by their node: `first[node] - 1` is one, `next[row] - 1` another; 0 ends the list. */
export interface RowsOfNodes {
  readonly first: Int32Array;
  readonly next: Int32Array;
}

export function rowsOfNodes({ stack, length }: StackTable, tree: LabelTree): RowsOfNodes {
  const first = new Int32Array(tree.length);
  const next = new Int32Array(length);
  const { nodes } = tree;
  for (let row = length - 1; row >= 0; row--) {
    const own = stack[row] as number;
    const node = nodes === null ? own : (nodes[own] as number);
    const after = first[node] as number;
    if (after !== 0) next[row] = after;
    first[node] = row + 1;
  }
  return { first, next };
}
