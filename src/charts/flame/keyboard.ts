/** What the keys do on a focused flame graph. Pure. */
import type { CallTree } from '../../engine/profile/call-tree.js';
import type { FlameDirection } from './props.js';
import type { Weights } from './weights.js';

export type FlameKeyAction =
  | { readonly kind: 'select'; readonly node: number | null }
  | { readonly kind: 'zoom'; readonly node: number }
  | { readonly kind: 'scroll'; readonly pages: number }
  | null;

export interface FlameKeyState {
  readonly tree: CallTree;
  readonly weights: Weights;
  readonly direction: FlameDirection;
  readonly zoomNode: number;
  readonly selectedNode: number | null;
  /** Weights below this one are not drawn at this zoom. */
  readonly narrowest: number;
}

/** The heaviest child, or -1. */
export function heaviestChild(tree: CallTree, weights: Weights, node: number): number {
  let best = -1;
  const end = tree.subtreeEnd[node] as number;
  for (let i = node + 1; i < end; i = tree.subtreeEnd[i] as number) {
    if (best < 0 || (weights.values[i] as number) > (weights.values[best] as number)) best = i;
  }
  return best;
}

/** The next drawn node in the same row, within the zoomed one; -1 at the edge. Siblings come first by themselves. */
function inRow(state: FlameKeyState, from: number, step: 1 | -1): number {
  const { tree, weights, zoomNode, narrowest } = state;
  const row = tree.depth[from];
  const end = tree.subtreeEnd[zoomNode] as number;
  for (let i = from + step; i > zoomNode && i < end; i += step) {
    if (tree.depth[i] === row && (weights.values[i] as number) >= narrowest) return i;
  }
  return -1;
}

/** The nearest caller that shows more than the zoomed node does. */
export function zoomedOut(tree: CallTree, weights: Weights, node: number): number {
  const now = weights.values[node] as number;
  let at = node;
  while (at > 0) {
    at = tree.parent[at] as number;
    if ((weights.values[at] as number) > now * 1.001) return at;
  }
  return 0;
}

export function flameKey(key: string, state: FlameKeyState): FlameKeyAction {
  const { tree, weights, direction, zoomNode, selectedNode } = state;
  if (tree.nodes === 0) return null;
  const select = (node: number): FlameKeyAction => (node < 0 ? null : { kind: 'select', node });
  const deeper = direction === 'flame' ? 'ArrowUp' : 'ArrowDown';
  switch (key) {
    case 'ArrowUp':
    case 'ArrowDown':
      if (selectedNode === null) return select(zoomNode);
      if (key === deeper) return select(heaviestChild(tree, weights, selectedNode));
      return select(selectedNode === 0 ? -1 : (tree.parent[selectedNode] as number));
    case 'ArrowLeft':
    case 'ArrowRight':
      if (selectedNode === null) return select(zoomNode);
      return select(inRow(state, selectedNode, key === 'ArrowRight' ? 1 : -1));
    case 'Enter':
    case ' ':
      return selectedNode === null ? null : { kind: 'zoom', node: selectedNode };
    case 'Escape':
      if (zoomNode !== 0) return { kind: 'zoom', node: zoomedOut(tree, weights, zoomNode) };
      return selectedNode === null ? null : { kind: 'select', node: null };
    case 'Home':
      return { kind: 'zoom', node: 0 };
    case 'PageUp':
      return { kind: 'scroll', pages: -1 };
    case 'PageDown':
      return { kind: 'scroll', pages: 1 };
    default:
      return null;
  }
}
