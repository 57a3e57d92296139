import { describe, expect, it } from 'vitest';
import { buildCallTree, ROOT_NAME } from './build-call-tree.js';
import type { CallTree } from './call-tree.js';
import { difference } from './stack-table.js';
import { filterNodes, JEPROF_FILTER } from './filter.js';
import { dumpOf, lookAt, profileOf } from '../../formats/heap/look.fixture.js';
import { sumByRules } from './summing.js';
import { textRows } from './text-report.js';
import { buildTopTable } from './top-table.js';

function treeText(tree: CallTree): string[] {
  return Array.from({ length: tree.nodes }, (_, node) => {
    const name = tree.names[tree.name[node] ?? 0];
    const before = tree.before[node] === 0 ? '' : ` was ${tree.before[node]}`;
    return `${'  '.repeat(tree.depth[node] ?? 0)}${name} ${tree.total[node]} ${tree.self[node]}${before}`;
  });
}

const STACKS = {
  'main run alloc malloc': '1 100',
  'main run malloc': '1 20',
  'main other alloc malloc': '1 300',
  'main run run alloc': '1 5',
  'main malloc hook': '1 7',
};

describe('call trees', () => {
  it('join stacks by name, largest first, in preorder', async () => {
    const { filtered, frames, labels } = lookAt([await profileOf(dumpOf(STACKS))]);
    const tree = buildCallTree(filtered, frames, labels);
    expect(treeText(tree)).toEqual([
      `${ROOT_NAME} 432 0`,
      '  main 432 7',
      '    other 300 0',
      '      alloc 300 300',
      '    run 125 20',
      '      alloc 100 100',
      '      run 5 0',
      '        alloc 5 5',
    ]);
    expect([...tree.subtreeEnd]).toEqual([8, 8, 4, 4, 8, 6, 8, 8]);
    expect([...tree.parent]).toEqual([-1, 0, 1, 2, 1, 4, 4, 6]);
  });

  it('keep both sides of a comparison', async () => {
    const after = await profileOf(dumpOf({ 'main a': '1 10', 'main b': '1 20' }));
    const before = await profileOf(dumpOf({ 'main a': '1 40', 'main c': '1 5' }));
    const { filtered, frames, labels } = lookAt([after], [before]);
    // `b` and `c` have the same address in the two dumps: the names of the later one count.
    expect(treeText(buildCallTree(filtered, frames, labels))).toEqual([
      `${ROOT_NAME} 30 0 was 45`,
      '  main 30 0 was 45',
      '    a 10 10 was 40',
      '    c 20 20 was 5',
    ]);
  });

  it('of nothing is a root', async () => {
    const { filtered, frames, labels } = lookAt([await profileOf('heap_v2/1\n')]);
    expect(treeText(buildCallTree(filtered, frames, labels))).toEqual([`${ROOT_NAME} 0 0`]);
  });

  it('put inlined functions below those they are inlined into', async () => {
    const { filtered, frames, labels } = lookAt([await profileOf(dumpOf({ 'main f--g--h': '1 8' }))]);
    expect(treeText(buildCallTree(filtered, frames, labels))).toEqual([
      `${ROOT_NAME} 8 0`,
      '  main 8 0',
      '    f 8 0',
      '      g (inline) 8 0',
      '        h (inline) 8 8',
    ]);
  });
});

describe('top tables', () => {
  const rows = async (stacks: Record<string, string>, filter = {}) => {
    const { filtered, frames, labels } = lookAt([await profileOf(dumpOf(stacks))], [], { filter });
    const { names, flat, cum } = buildTopTable(filtered, frames, labels);
    return Object.fromEntries(names.map((name, row) => [name, [flat[row], cum[row]]]));
  };

  it('count recursion once', async () => {
    expect(await rows({ 'main f g f': '1 8', 'main f': '1 2' })).toEqual({
      f: [10, 10],
      g: [0, 8],
      main: [0, 10],
    });
  });

  it('focus, ignore, retain and exclude', async () => {
    const stacks = { 'main a x': '1 1', 'main b x': '1 2', 'main c': '1 4' };
    expect(await rows(stacks, { focus: /^x$/, ignore: /^a$/ })).toEqual({
      x: [2, 2],
      b: [0, 2],
      main: [0, 2],
    });
    expect(await rows(stacks, { retain: /^[abc]$/ })).toEqual({ a: [1, 1], b: [2, 2], c: [4, 4] });
    expect(await rows(stacks, { exclude: /x|c/ })).toEqual({ a: [1, 1], b: [2, 2], main: [4, 7] });
    expect(await rows(stacks, { exclude: /./ })).toEqual({});
    expect(await rows(stacks, { focus: /3000/g })).toEqual(await rows(stacks));
  });

  it('take frames without a name in a libjemalloc for the allocator where the union is pruned', async () => {
    const text =
      'heap_v2/1\n@ 0x5010 0x9021\n  t*: 1: 8 [0: 0]\n\nMAPPED_LIBRARIES:\n5000-6000 r-xp 0 fe:00 1 /lib/libjemalloc.so.2\n9000-a000 r-xp 0 fe:00 1 /bin/a\n';
    const top = async (pruning: 'union' | 'jeprof-530') => {
      const { filtered, frames, labels } = lookAt([await profileOf(text)], [], { filter: { pruning } });
      return buildTopTable(filtered, frames, labels).names;
    };
    expect(await top('jeprof-530')).toHaveLength(2);
    expect(await top('union')).toEqual(['0x0000000000009020']);
  });
});

describe('functions without a name', () => {
  it('have a row for each address, which jeprof prints as it finds it', async () => {
    const text =
      '--- symbol\n0x10 ??\n0x20 ??\n0x30 main\n---\n--- heap\nheap_v2/1\n@ 0x10 0x31\n  t*: 1: 8 [0: 0]\n@ 0x20 0x31\n  t*: 1: 4 [0: 0]\n';
    const { filtered, frames, labels } = lookAt([await profileOf(text)]);
    const top = buildTopTable(filtered, frames, labels);
    expect(top.names).toEqual(['0000000000000010', 'main', '0000000000000020']);
    expect([...textRows(top, 'flat', 'B', labels.printed)].map((row) => row.slice(39))).toEqual([
      '?? ?\n',
      '?? ?\n',
      'main\n',
    ]);
  });
});

describe('differences', () => {
  it('clamp what shrank and leave out what is gone, as --drop_negative does', async () => {
    const after = await profileOf(dumpOf({ a: '1 10', b: '1 20' }));
    const before = await profileOf(dumpOf({ a: '1 40', b: '1 5', c: '1 7' }));
    const { table } = lookAt([after], [before]);
    expect([...difference(table, false).value]).toEqual([-30, 15, -7]);
    expect([...difference(table, true).value]).toEqual([0, 15]);
  });
});

describe('orders of summing', () => {
  const MACHINE = 1_048_576;

  it("of jemalloc's own example: unbiasing the total bytes is wrong by five orders of magnitude", async () => {
    // One record for each of 1000 machines: samples of 8 bytes, eight on each, as a plain writer counts them.
    const { space, frames, labels } = lookAt([await profileOf(dumpOf({ 'main a': '8 64' }, MACHINE))]);
    const profiles = [await profileOf(dumpOf({ 'main a': '8000 64000' }, MACHINE))];
    const filtered = filterNodes(space.stacks, space.addresses, frames, JEPROF_FILTER);
    const sums = sumByRules(profiles, space, filtered, frames, labels, 'inuse_space', 'whole');
    expect(sums.length).toBe(1);
    expect(sums.nameOf(0)).toBe('all');
    const expected = 64_000 / -Math.expm1(-8 / MACHINE);
    expect(sums.stacks[0]).toBeCloseTo(expected, -2);
    expect(sums.pooled[0]).toBeCloseTo(expected, -2);
    expect(sums.samples[0]).toBeCloseTo(expected, -4);
    expect((sums.whole[0] ?? 0) / expected).toBeLessThan(2e-4);
  });

  it('pools only within a rate, and names stacks, functions and modules', async () => {
    const profile = await profileOf(
      dumpOf({ 'main a': '1 8', 'main b': '1 65536', 'main b c': '2 64' }, 4096),
    );
    const { space, frames, labels } = lookAt([profile]);
    const filtered = filterNodes(space.stacks, space.addresses, frames, JEPROF_FILTER);
    const rule = (kind: 'stack' | 'function' | 'module' | 'whole') =>
      sumByRules([profile], space, filtered, frames, labels, 'inuse_space', kind);
    const names = (kind: 'stack' | 'function' | 'module') => {
      const sums = rule(kind);
      return Array.from({ length: sums.length }, (_, row) => sums.nameOf(row));
    };
    expect(names('stack')).toEqual(['a < main', 'b < main', 'c < b < main']);
    expect(names('function')).toEqual(['a', 'b', 'c']);
    expect(names('module')).toEqual(['(no module)']);
    const scaled = (n: number, s: number) => s / -Math.expm1(-s / n / 4096);
    const whole = rule('whole');
    expect(whole.stacks[0]).toBeCloseTo(scaled(1, 8) + scaled(1, 65_536) + scaled(2, 64), 3);
    expect(whole.pooled[0]).toBeCloseTo(scaled(4, 65_608), 3);
    expect(whole.whole[0]).toBeCloseTo(scaled(1, 65_608), 3);
  });
});
