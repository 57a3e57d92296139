/** What a node's width stands for. Pure. */
import type { CallTree } from '../../engine/profile/call-tree.js';

/**
 * `value`: the total. `sum`: before + after, so that what has gone keeps a place. `change`: gains and losses of the
 * subtree, added up without their signs, because a width cannot be negative and a gain must not hide a loss.
 */
export type WidthMeaning = 'value' | 'sum' | 'change';

export interface Weights {
  /** Never negative, never NaN; a node's is at least the sum of its children's. */
  readonly values: Float64Array;
  readonly meaning: WidthMeaning;
  /** Depth of the deepest node. */
  readonly deepest: number;
}

/** Not a number to draw: NaN, infinite. */
function size(value: number): number {
  return Number.isFinite(value) ? Math.abs(value) : 0;
}

/**
 * Sizes of all nodes, from the leaves up: what the node says of itself, or what its own share and its children need,
 * whichever is more.
 */
function grossSizes(tree: CallTree): Float64Array {
  const { nodes, parent, total, self, before } = tree;
  const sums = new Float64Array(nodes);
  const childrenBefore = new Float64Array(nodes);
  for (let i = nodes - 1; i >= 0; i -= 1) {
    const was = before[i] as number;
    const own = size(self[i] as number) + size(was - (childrenBefore[i] as number));
    const all = Math.max((sums[i] as number) + own, size(total[i] as number) + size(was));
    sums[i] = all;
    const above = parent[i] as number;
    if (i === 0 || above < 0) continue;
    sums[above] = (sums[above] as number) + all;
    childrenBefore[above] = (childrenBefore[above] as number) + was;
  }
  return sums;
}

/** @param isDiff the tree compares `before` with `total`. */
export function weightsOf(tree: CallTree, isDiff: boolean): Weights {
  const { nodes, total, self, depth } = tree;
  let deepest = 0;
  let plain = true;
  for (let i = 0; i < nodes; i += 1) {
    const d = depth[i] as number;
    if (d > deepest) deepest = d;
    const value = total[i] as number;
    // A loss of the node's own may hide in a total that is a gain.
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY && (self[i] as number) >= 0)) plain = false;
  }
  if (isDiff) return { values: grossSizes(tree), meaning: 'sum', deepest };
  // The common case needs no column of its own: fresh memory costs more than the arithmetic.
  if (plain) return { values: total, meaning: 'value', deepest };
  return { values: grossSizes(tree), meaning: 'change', deepest };
}

export const WIDTH_CAPTION: Readonly<Record<WidthMeaning, string>> = {
  value: 'width: total with callees',
  sum: 'width: before + after, so that what is gone keeps its place',
  change: 'width: gains plus losses, without their signs',
};
