import { expect, it } from 'vitest';
import { DIVERGING_STEPS } from '../shared/fills.js';
import { HOSTILE, SMALL, smallModel, treeOf } from './call-tree.fixture.js';
import { changeOf, type ColourModel, colouring, moduleSlots } from './colouring.js';
import { nodeDetails, nodeSentence, significance } from './describe.js';
import { flameKey, type FlameKeyState } from './keyboard.js';
import type { FlameModel } from './props.js';
import { matchedTotal, matchNames } from './search.js';
import { weightsOf } from './weights.js';

function model(more: Partial<FlameModel> = {}): FlameModel {
  return smallModel({ direction: 'flame', ...more });
}

const plain = (text: string): string => text.replaceAll('\u202f', ' ');

const CHANGED = treeOf({
  name: 'all',
  calls: [
    { name: 'gone', before: 30, variance: 4 },
    { name: 'new', self: 50, variance: 100 },
    { name: 'noise', self: 11, before: 10, variance: 400 },
    { name: 'unknown', self: 20, before: 10, variance: Number.NaN },
  ],
});
const DIFF: FlameModel = model({ tree: CHANGED, colour: 'diff', diff: { variance: CHANGED.variance } });

it('counts each matching stack once', () => {
  const tree = treeOf({
    name: 'all',
    calls: [
      {
        name: 'f',
        self: 10,
        variance: 1,
        calls: [{ name: 'g', calls: [{ name: 'f', self: 30, variance: 3 }] }],
      },
      { name: 'h', self: 60, variance: 6 },
    ],
  });
  const matches = matchNames(tree.names, (name) => name === 'f');
  expect(matchedTotal(tree, matches)).toEqual({ nodes: 2, total: 40, before: 0, variance: 4, share: 0.4 });
  expect(matchedTotal(tree, matches, 2)).toMatchObject({ nodes: 1, total: 30, share: 1 });
  expect(
    matchedTotal(
      tree,
      matchNames(tree.names, () => false),
    ),
  ).toMatchObject({ total: 0, share: 0 });
  expect(matchedTotal(treeOf({ name: 'f' }), Uint8Array.of(1)).share).toBeNaN();
});

it('describes a node with its error, shares and module', () => {
  const { name, module, rows } = nodeDetails(model(), 2);
  expect([name, module]).toEqual(['a', '/bin/app']);
  expect(rows.map(({ label, value }) => plain(`${label}: ${value}`))).toEqual([
    'total: 60 B',
    'standard error: ± 3 B',
    'self: 20 B',
    'of all: 60.0 %',
    'of its caller: 66.7 %',
  ]);
  expect(plain(nodeSentence(model(), 1))).toBe(
    'main: total 90 B, standard error ± 4.24 B, self 0 B, 90.0 % of all, 90.0 % of its caller. Level 2, 2 callees. /bin/app.',
  );
});

it('never gives a percent of zero, and says where no error is known', () => {
  const nothing = treeOf({ name: 'all', variance: Number.NaN, calls: [{ name: 'f' }] });
  const values = nodeDetails(model({ tree: nothing }), 1).rows.map(({ value }) => plain(value));
  expect(values).toEqual(['0 B', '± 0 B', '0 B', '–', '–']);
  expect(plain(nodeDetails(model({ tree: nothing }), 0).rows[1]?.value ?? '')).toBe('no error known');
});

it('describes a difference with its significance', () => {
  const rows = nodeDetails(DIFF, 1).rows.map(({ label, value }) => plain(`${label}: ${value}`));
  expect(rows).toEqual([
    'before: 30 B',
    'after: 0 B',
    'difference: −30 B',
    'standard error: ± 2 B',
    'significance: z −15.0, clear',
    'self, after: 0 B',
  ]);
  expect(significance(1, 1)).toBe('z 1.0, within the noise');
  expect(significance(0, 0)).toBe('no change');
  expect(significance(5, 0)).toBe('exact');
  expect(significance(5, Number.NaN)).toBe('no error known');
});

it('colours differences from gone to new, and fades noise', () => {
  const weights = weightsOf(CHANGED, true);
  expect([1, 2, 3, 4].map((node) => changeOf(DIFF, weights, node))).toEqual([
    { change: -1, noise: false },
    { change: 1, noise: false },
    { change: 1 / 21, noise: true },
    { change: 1 / 3, noise: false },
  ]);
  const { fillOf } = colouring(DIFF, weights);
  const faint = 2 * DIVERGING_STEPS + 1;
  expect([1, 2, 3, 4].map(fillOf)).toEqual([
    0,
    2 * DIVERGING_STEPS,
    faint + DIVERGING_STEPS,
    DIVERGING_STEPS + 1,
  ]);
});

it('gives modules of one picture different colours while there are enough', () => {
  const tree = treeOf({
    name: 'all',
    calls: Array.from({ length: 12 }, (_, i) => ({ name: `f${i}`, self: 100 - i, module: `lib${i}.so` })),
  });
  const { slots, order } = moduleSlots(tree);
  expect(new Set(order.slice(0, 8).map((module) => slots[module])).size).toBe(8);
  const { legend, more, fills, fillOf } = colouring(model({ tree }), weightsOf(tree, false));
  expect(legend[0]?.text).toBe('lib0.so');
  expect(more).toBe(2);
  expect(fillOf(0)).toBe(fills.length - 1);
});

it('colours by size class, grey where a name has none or none is given', () => {
  const input: ColourModel = {
    ...model({ colour: 'size' }),
    sizeClass: { ofName: Int32Array.of(-1, 0, 1, 1, 7, -1), labels: ['8 B', '4 KiB'] },
  };
  const { fillOf } = colouring(input, weightsOf(SMALL, false));
  expect([0, 1, 2, 3, 4, 5].map(fillOf)).toEqual([2, 0, 1, 1, 2, 2]);
  expect(colouring(model({ colour: 'size' }), weightsOf(SMALL, false)).fillOf(3)).toBe(0);
});

const keys = (more: Partial<FlameKeyState> = {}): FlameKeyState => ({
  tree: SMALL,
  weights: weightsOf(SMALL, false),
  direction: 'icicle',
  zoomNode: 0,
  selectedNode: 1,
  narrowest: 0.1,
  ...more,
});

it('moves by key to callers, callees and neighbours', () => {
  expect(flameKey('ArrowDown', keys())).toEqual({ kind: 'select', node: 2 });
  expect(flameKey('ArrowUp', keys())).toEqual({ kind: 'select', node: 0 });
  expect(flameKey('ArrowUp', keys({ direction: 'flame' }))).toEqual({ kind: 'select', node: 2 });
  expect(flameKey('ArrowRight', keys({ selectedNode: 2 }))).toEqual({ kind: 'select', node: 4 });
  expect(flameKey('ArrowLeft', keys({ selectedNode: 4 }))).toEqual({ kind: 'select', node: 2 });
  expect(flameKey('ArrowRight', keys({ selectedNode: 5 }))).toBeNull();
  expect(flameKey('ArrowRight', keys({ selectedNode: 2, narrowest: 35 }))).toBeNull();
  expect(flameKey('ArrowUp', keys({ selectedNode: 0 }))).toBeNull();
  expect(flameKey('ArrowDown', keys({ selectedNode: null, zoomNode: 2 }))).toEqual({
    kind: 'select',
    node: 2,
  });
});

it('zooms by key: in, out to what shows more, and home', () => {
  expect(flameKey('Enter', keys())).toEqual({ kind: 'zoom', node: 1 });
  expect(flameKey('Escape', keys({ zoomNode: 3 }))).toEqual({ kind: 'zoom', node: 2 });
  expect(flameKey('Escape', keys())).toEqual({ kind: 'select', node: null });
  expect(flameKey('Escape', keys({ selectedNode: null }))).toBeNull();
  expect(flameKey('Home', keys({ zoomNode: 3 }))).toEqual({ kind: 'zoom', node: 0 });
  expect(flameKey('x', keys())).toBeNull();
  const chain = treeOf({ name: 'all', self: 1, calls: [{ name: 'a', calls: [{ name: 'b', self: 9 }] }] });
  expect(flameKey('Escape', keys({ tree: chain, weights: weightsOf(chain, false), zoomNode: 2 }))).toEqual({
    kind: 'zoom',
    node: 0,
  });
});

it('makes hostile names safe lines', () => {
  const tree = treeOf({
    name: 'all',
    calls: [
      { name: HOSTILE, module: HOSTILE, self: 1 },
      { name: 'x'.repeat(1e5), self: 1 },
    ],
  });
  const { name, module } = nodeDetails(model({ tree }), 1);
  expect(name).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(module).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(nodeDetails(model({ tree }), 2).name.length).toBeLessThan(2100);
  expect(nodeSentence(model({ tree }), 2).length).toBeLessThan(500);
});
