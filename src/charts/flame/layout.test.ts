import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type NodeSpec, SMALL, treeOf } from './call-tree.fixture.js';
import { type FlameLayout, layoutFlame, markAt, markOf, NARROWEST, pathTo } from './layout.js';
import { weightsOf } from './weights.js';

function marks(layout: FlameLayout): string[] {
  return Array.from({ length: layout.count }, (_, i) => {
    const [x, w] = [layout.x[i] as number, layout.w[i] as number];
    return `${layout.node[i]}@${layout.row[i]} ${x.toFixed(1)}+${w.toFixed(1)}`;
  });
}

it('gives each node its share of the width, below its caller', () => {
  const layout = layoutFlame(SMALL, weightsOf(SMALL, false), 0, 1000);
  expect(marks(layout)).toEqual([
    '0@0 0.0+1000.0',
    '1@1 0.0+900.0',
    '2@2 0.0+600.0',
    '3@3 0.0+400.0',
    '4@2 600.0+300.0',
    '5@1 900.0+100.0',
  ]);
  expect(layout.rows).toBe(4);
});

it('zooms to a node and keeps its callers at full width', () => {
  const layout = layoutFlame(SMALL, weightsOf(SMALL, false), 2, 600);
  expect(marks(layout)).toEqual(['0@0 0.0+600.0', '1@1 0.0+600.0', '2@2 0.0+600.0', '3@3 0.0+400.0']);
  expect(pathTo(SMALL, 3)).toEqual([0, 1, 2, 3]);
});

it('joins neighbours that are too narrow, and draws nothing below them', () => {
  const thin = Array.from({ length: 100 }, (_, i) => ({
    name: `f${i}`,
    calls: [{ name: 'below', self: 1 }],
  }));
  const tree = treeOf({ name: 'all', calls: [{ name: 'wide', self: 900 }, ...thin] });
  const layout = layoutFlame(tree, weightsOf(tree, false), 0, 100);
  expect(marks(layout)).toEqual(['0@0 0.0+100.0', '1@1 0.0+90.0', `${~2}@1 90.0+10.0`]);
  expect(layout.rows).toBe(2);
  expect(markAt(layout, 1, 95)).toBe(2);
  expect(markAt(layout, 1, 100)).toBe(-1);
  expect(markOf(layout, 2)).toBe(-1);
  expect(markOf(layout, 1)).toBe(1);
});

it('draws an empty tree, a tree of nothing, and one with unusable numbers', () => {
  const none = treeOf({ name: 'all' });
  expect(marks(layoutFlame(none, weightsOf(none, false), 0, 100))).toEqual(['0@0 0.0+100.0']);
  const empty = { ...none, nodes: 0 };
  expect(layoutFlame(empty, weightsOf(empty, false), 0, 100).count).toBe(0);
  const odd = treeOf({
    name: 'all',
    calls: [
      { name: 'nan', self: Number.NaN },
      { name: 'one', self: 1 },
    ],
  });
  expect(marks(layoutFlame(odd, weightsOf(odd, false), 0, 100))).toEqual(['0@0 0.0+100.0', '2@1 0.0+100.0']);
});

it('in a diff widths are before + after: what has gone keeps its place', () => {
  const tree = treeOf({
    name: 'all',
    calls: [
      { name: 'gone', self: 0, before: 30 },
      { name: 'new', self: 50, before: 0 },
      { name: 'same', self: 10, before: 10 },
    ],
  });
  const weights = weightsOf(tree, true);
  expect(weights.meaning).toBe('sum');
  expect(Array.from(weights.values)).toEqual([100, 30, 50, 20]);
});

it('where totals are negative, widths are gains plus losses: none hides the other', () => {
  const tree = treeOf({ name: 'all', calls: [{ name: 'f', self: -5, calls: [{ name: 'g', self: 8 }] }] });
  expect(Array.from(tree.total)).toEqual([3, 3, 8]);
  const weights = weightsOf(tree, false);
  expect(weights.meaning).toBe('change');
  expect(Array.from(weights.values)).toEqual([13, 13, 8]);
});

const node = fc.memo(
  (depth): fc.Arbitrary<NodeSpec> =>
    fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      self: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      before: fc.double({ min: 0, max: 1e6, noNaN: true }),
      calls: depth > 1 ? fc.array(node(), { maxLength: 4 }) : fc.constant([]),
    }),
);

it('never lets a callee out of its caller, nor two nodes of a row overlap, whatever the numbers', () => {
  fc.assert(
    fc.property(
      node(5),
      fc.boolean(),
      fc.nat(),
      fc.integer({ min: 1, max: 2000 }),
      (spec, isDiff, at, width) => {
        const tree = treeOf(spec);
        const layout = layoutFlame(tree, weightsOf(tree, isDiff), at % tree.nodes, width);
        const rows = new Map<number, [number, number][]>();
        for (let i = 0; i < layout.count; i += 1) {
          const [x, w] = [layout.x[i] as number, layout.w[i] as number];
          const at = layout.node[i] as number;
          expect(w).toBeGreaterThanOrEqual(NARROWEST);
          rows.set(layout.row[i] as number, [...(rows.get(layout.row[i] as number) ?? []), [x, x + w]]);
          if (at <= 0) continue;
          const caller = markOf(layout, tree.parent[at] as number);
          expect(caller).toBeGreaterThanOrEqual(0);
          expect(x).toBeGreaterThanOrEqual((layout.x[caller] as number) - 1e-2);
          expect(x + w).toBeLessThanOrEqual(
            (layout.x[caller] as number) + (layout.w[caller] as number) + 1e-2,
          );
        }
        for (const spans of rows.values()) {
          spans.sort((a, b) => a[0] - b[0]);
          spans.forEach(([x], i) => {
            if (i > 0) expect(x).toBeGreaterThanOrEqual((spans[i - 1]?.[1] ?? 0) - 1e-2);
          });
        }
      },
    ),
  );
});
