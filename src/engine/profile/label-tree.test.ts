import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dumpOf, lookAt, profileOf } from '../../formats/heap/look.fixture.js';
import { buildCallTree, buildTreeAndTop } from './build-call-tree.js';
import { type CallTree, MAX_DEPTH } from './call-tree.js';
import type { StackFilter } from './filter.js';
import { buildTopTable } from './top-table.js';

/** Several addresses of one function, inlined functions, and plain ones. */
const FRAMES = ['a', 'a(int)', 'b', 'b(long)', 'c--a', 'c', 'd--e--f', 'g'];
/** What the stacks' frames are called, outermost first. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'a(int)': ['a'],
  'b(long)': ['b'],
  'c--a': ['c', 'a (inline)'],
  'd--e--f': ['d', 'e (inline)', 'f (inline)'],
};

const pathsOf = fc.uniqueArray(fc.array(fc.constantFrom(...FRAMES), { minLength: 1, maxLength: 7 }), {
  minLength: 1,
  maxLength: 40,
  selector: (path) => path.join(' '),
});

interface Expected {
  readonly flat: Map<string, number>;
  readonly cum: Map<string, number>;
  /** By names from the outermost on. */
  readonly total: Map<string, number>;
}

function addUp(paths: readonly (readonly string[])[], hidden: string | null): Expected {
  const sums = { flat: new Map<string, number>(), cum: new Map<string, number>(), total: new Map() };
  const add = (map: Map<string, number>, key: string, value: number) =>
    map.set(key, (map.get(key) ?? 0) + value);
  paths.forEach((path, i) => {
    const names = path.map((frame) => NAMES[frame] ?? [frame]).filter(([first]) => first !== hidden);
    const labels = names.flat();
    const value = 8 * (i + 1);
    const leaf = labels.at(-1);
    if (leaf === undefined) return;
    add(sums.flat, leaf, value);
    for (const label of new Set(labels)) add(sums.cum, label, value);
    labels.forEach((_, depth) => add(sums.total, labels.slice(0, depth + 1).join(' > '), value));
  });
  return sums;
}

function totalsByPath({
  nodes,
  parent,
  name,
  names,
  total,
  self,
  subtreeEnd,
}: CallTree): Map<string, number> {
  const paths: string[] = [''];
  const found = new Map<string, number>();
  for (let node = 1; node < nodes; node++) {
    const above = parent[node] ?? -1;
    const path = [paths[above], names[name[node] ?? 0]].filter(Boolean).join(' > ');
    paths.push(path);
    expect(found.has(path), 'siblings of one name').toBe(false);
    found.set(path, total[node] ?? 0);
    expect(subtreeEnd[node]).toBeLessThanOrEqual(subtreeEnd[above] ?? 0);
    let below = self[node] ?? 0;
    let last = Number.POSITIVE_INFINITY;
    for (let child = node + 1; child < (subtreeEnd[node] ?? 0); child = subtreeEnd[child] ?? nodes) {
      below += total[child] ?? 0;
      expect(total[child], 'largest first').toBeLessThanOrEqual(last);
      last = total[child] ?? 0;
    }
    expect(below).toBe(total[node]);
  }
  return found;
}

async function check(paths: readonly (readonly string[])[], hidden: string | null): Promise<void> {
  const filter: Partial<StackFilter> = hidden === null ? {} : { exclude: new RegExp(`^${hidden}$`) };
  const stacks = Object.fromEntries(paths.map((path, i) => [path.join(' '), `1 ${8 * (i + 1)}`]));
  const { filtered, frames, labels } = lookAt([await profileOf(dumpOf(stacks))], [], { filter });
  const expected = addUp(paths, hidden);
  const top = buildTopTable(filtered, frames, labels);
  const column = (values: Float64Array) =>
    new Map([...top.names].map((name, row) => [name, values[row] ?? 0] as const));
  const flat = column(top.flat);
  expect(column(top.cum)).toEqual(expected.cum);
  for (const [name, value] of flat) expect(value, name).toBe(expected.flat.get(name) ?? 0);
  const tree = buildCallTree(filtered, frames, labels);
  expect(totalsByPath(tree)).toEqual(expected.total);
  const both = buildTreeAndTop(filtered, frames, labels);
  expect(both.tree).toEqual(tree);
  // Values are whole numbers, whose sums are the same in any order; variances are not.
  const { flatVariance, cumVariance, ...exact } = top;
  expect(both.top).toMatchObject(exact);
  flatVariance.forEach((one, row) => expect(both.top.flatVariance[row]).toBeCloseTo(one, 6));
  cumVariance.forEach((one, row) => expect(both.top.cumVariance[row]).toBeCloseTo(one, 6));
}

describe('top table and call tree are what adding up stack by stack gives', () => {
  it('for all stacks', async () => {
    await fc.assert(fc.asyncProperty(pathsOf, (paths) => check(paths, null)));
  });

  it('with frames taken out, when the tree of stacks is in no order', async () => {
    await fc.assert(fc.asyncProperty(pathsOf, (paths) => check(paths, 'b')));
  });

  it('as deep as a depth can be told; frames further in count for the last, and are counted', async () => {
    const path = ['b', ...Array.from({ length: 22_000 }, () => 'd--e--f')].join(' ');
    const { filtered, frames, labels } = lookAt([
      await profileOf(dumpOf({ [path]: '1 4096', 'b a': '1 64' })),
    ]);
    const tree = buildCallTree(filtered, frames, labels);
    expect(tree.cutFrames).toBe(1 + 66_000 - MAX_DEPTH);
    const deepest = tree.depth.indexOf(MAX_DEPTH);
    expect(tree.self[deepest]).toBe(4096);
    expect(tree.total[0], 'nothing is lost').toBe(4160);
    expect(buildTreeAndTop(filtered, frames, labels).tree.cutFrames).toBe(tree.cutFrames);
  });

  it('with many siblings', async () => {
    const paths = Array.from({ length: 100 }, (_, i) => ['g', `h${(i * 37) % 100}`]);
    await check(paths, null);
  });
});
