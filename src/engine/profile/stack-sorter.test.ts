import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StackTree } from './profile.js';
import { StackIndex } from './stack-index.js';
import { StackSorter } from './stack-sorter.js';

/** Leaf first, as pushed. */
function framesOf(tree: StackTree, node: number): number[] {
  const frames: number[] = [];
  for (let at = node; at > 0; at = tree.parent[at] ?? 0) frames.push(tree.address[at] ?? 0);
  return frames;
}

const stack = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 9 });

it('makes the same tree as looking up frame by frame, in preorder', () => {
  fc.assert(
    fc.property(fc.array(stack, { maxLength: 120 }), (stacks) => {
      const sorter = new StackSorter(16, 16);
      const index = new StackIndex();
      for (const frames of stacks) {
        sorter.start();
        for (const frame of frames) sorter.push(frame);
        sorter.end();
        index.add(Int32Array.from(frames), frames.length);
      }
      const { tree, nodes } = sorter.finish();
      expect(tree.length).toBe(index.finish().length);
      expect([...nodes].map((node) => framesOf(tree, node))).toEqual(stacks);
      // Preorder: the parent of a node is the node before it or one of that one's callers.
      for (let node = 1; node < tree.length; node++) {
        let above = node - 1;
        while (above !== tree.parent[node] && above > 0) above = tree.parent[above] ?? 0;
        expect(above).toBe(tree.parent[node]);
      }
    }),
    { numRuns: 500 },
  );
});

it('forgets a stack that was given up', () => {
  const sorter = new StackSorter();
  sorter.start();
  sorter.push(1);
  sorter.start();
  sorter.push(2);
  sorter.end();
  const { tree, nodes } = sorter.finish();
  expect(framesOf(tree, nodes[0] ?? 0)).toEqual([2]);
});

it('sorts 30,000 equal stacks and 20,000 frames deep without trouble', () => {
  const sorter = new StackSorter();
  for (let row = 0; row < 30_000; row++) {
    sorter.start();
    for (const frame of [3, 2, 1]) sorter.push(frame);
    sorter.end();
  }
  for (const leaf of [7, 8]) {
    sorter.start();
    sorter.push(leaf);
    for (let depth = 0; depth < 20_000; depth++) sorter.push(9);
    sorter.end();
  }
  expect(sorter.finish().tree.length).toBe(1 + 3 + 20_000 + 2);
});
