/** Nodes of a call tree by the names on the way to them: what survives when the tree is made anew. */
import type { CallTree } from '../../../engine/profile/call-tree.js';

/** The child of a node with this name; -1 where there is none. */
export function childOf(tree: CallTree, node: number, name: string): number {
  const end = tree.subtreeEnd[node] ?? 0;
  for (let child = node + 1; child < end; child = tree.subtreeEnd[child] ?? end) {
    if (tree.names[tree.name[child] ?? 0] === name) return child;
  }
  return -1;
}

/** The node at the end of the path, or the last one on it that there is. */
export function nodeAt(tree: CallTree, path: readonly string[]): number {
  if (tree.nodes === 0) return 0;
  let node = 0;
  for (const name of path) {
    const child = childOf(tree, node, name);
    if (child < 0) return node;
    node = child;
  }
  return node;
}

/** Names from the root's child down to the node; empty for the root. */
export function namesOf(tree: CallTree, node: number): readonly string[] {
  const names: string[] = [];
  for (let at = node; at > 0; at = tree.parent[at] ?? 0) names.push(tree.names[tree.name[at] ?? 0] ?? '');
  return names.reverse();
}
