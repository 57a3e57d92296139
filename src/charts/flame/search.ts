/** Searching names, and what the found ones hold together. Pure. */
import type { CallTree } from '../../engine/profile/call-tree.js';

/** 1 for each name that the test accepts. */
export function matchNames(names: readonly string[], test: (name: string) => boolean): Uint8Array {
  const matches = new Uint8Array(names.length);
  names.forEach((name, i) => {
    if (test(name)) matches[i] = 1;
  });
  return matches;
}

export interface Matched {
  /** Nodes of a matching name, also those inside another one. */
  readonly nodes: number;
  /** Together, each stack counted once: a matching node inside another one adds nothing. */
  readonly total: number;
  readonly before: number;
  /** Of `total`; NaN where a part's is unknown. Stacks are sampled independently, so variances add up. */
  readonly variance: number;
  /** Of the total of `root`; NaN where that is zero. */
  readonly share: number;
}

/** @param root only this node and what is below it. */
export function matchedTotal(tree: CallTree, matches: Uint8Array, root = 0): Matched {
  let nodes = 0;
  let total = 0;
  let before = 0;
  let variance = 0;
  // What is below a matching node has been counted with it.
  let countedTo = root;
  const end = tree.nodes === 0 ? 0 : (tree.subtreeEnd[root] as number);
  for (let i = root; i < end; i += 1) {
    if (matches[tree.name[i] as number] !== 1) continue;
    nodes += 1;
    if (i < countedTo) continue;
    total += tree.total[i] as number;
    before += tree.before[i] as number;
    variance += tree.variance[i] as number;
    countedTo = tree.subtreeEnd[i] as number;
  }
  const whole = tree.total[root] ?? 0;
  return { nodes, total, before, variance, share: whole === 0 ? Number.NaN : total / whole };
}
