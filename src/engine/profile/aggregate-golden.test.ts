/** What jeprof prints of sums and differences, made through the join: as they are, and with every module elsewhere. */
import { existsSync, openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../formats/open.js';
import { diffStacks, diffTop, NOISE_Z } from './aggregate-diff.js';
import { EstimateSums, measureRows, stackTable } from './aggregate-estimates.js';
import { type JoinedSums, ProfileFleet } from './aggregate-fleet.js';
import { GroupIndex } from './aggregate-groups.js';
import { growthLines, ProfileSeries } from './aggregate-series.js';
import type { Pruning } from './allocator-frames.js';
import { type FilteredNodes, filterNodes, filterStacks, JEPROF_FILTER } from './filter.js';
import { buildFrameTable } from './frame-table.js';
import { buildLabels } from './labels.js';
import type { FrameTable } from './names.js';
import type { HeapProfile, Measure } from './profile.js';
import { difference, type StackTable, totalOf } from './stack-table.js';
import { symbolSource } from './symbol-source.js';
import { collapsedLines, textRows, type TextUnit, totalLine } from './text-report.js';
import { buildTopTable, type TopTable } from './top-table.js';

const GOLDEN = join(import.meta.dirname, '../../../../shared/golden/heap/golden');
const present = existsSync(GOLDEN);
if (!present) console.log('../shared/golden/heap is not there: sums and differences of real dumps skipped');

async function load(name: string): Promise<HeapProfile> {
  const blob = await openAsBlob(join(GOLDEN, `${name}.raw`));
  const outcome = await openFile({ name, size: blob.size, stream: () => blob.stream() });
  if (outcome.kind !== 'profile') throw new Error(`${name} opened as ${outcome.kind}`);
  return outcome.profile;
}

/** The same process with every module loaded elsewhere. */
function rebased(profile: HeapProfile): HeapProfile {
  const paths = [...new Set(profile.mappings.map(({ path }) => path))];
  const shiftOf = (path: string): bigint =>
    path.startsWith('/') || path === '[vdso]' ? BigInt(1 + paths.indexOf(path)) << 40n : 0n;
  const move = (words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
    const moved = words.slice();
    for (let i = 0; i < moved.length; i += 2) {
      const address = (BigInt(words[i + 1] as number) << 32n) | BigInt(words[i] as number);
      const mapping = profile.mappings.find(({ start, end }) => address >= start && address < end);
      const to = address + (mapping === undefined ? 0n : shiftOf(mapping.path));
      moved[i] = Number(to & 0xffff_ffffn);
      moved[i + 1] = Number(to >> 32n);
    }
    return moved;
  };
  const { addresses, symbols } = profile;
  return {
    ...profile,
    addresses: { ...addresses, words: move(addresses.words) },
    symbols: symbols === null ? null : { ...symbols, words: move(symbols.words) },
    mappings: profile.mappings.map((mapping) => ({
      ...mapping,
      start: mapping.start + shiftOf(mapping.path),
      end: mapping.end + shiftOf(mapping.path),
    })),
  };
}

const framesOf = ({ addresses, mappings, symbols }: Omit<JoinedSums, 'sums' | 'notes'>): FrameTable =>
  buildFrameTable(addresses, mappings, symbols === null ? [] : [symbolSource([symbols])]);

function filtered(
  { stacks, addresses }: Pick<JoinedSums, 'stacks' | 'addresses'>,
  frames: FrameTable,
  pruning: Pruning,
): FilteredNodes {
  return filterNodes(stacks, addresses, frames, { ...JEPROF_FILTER, pruning });
}

function report(joined: JoinedSums, tag: string, dropNegative: boolean): string {
  const frames = framesOf(joined);
  const measure: Measure = tag === 'objects' ? 'inuse_objects' : 'inuse_space';
  const unit: TextUnit = tag === 'objects' ? 'objects' : tag === 'text' ? 'MB' : 'B';
  const [first, second] = joined.sums;
  if (first === undefined) throw new Error('no sum');
  const all =
    second === undefined
      ? stackTable(joined.stacks, measure, first)
      : difference(stackTable(joined.stacks, measure, second, first), dropNegative);
  const shown = filterStacks(all, joined.addresses, frames, JEPROF_FILTER);
  if (tag === 'collapsed') {
    return [...collapsedLines(shown, frames)]
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .join('');
  }
  const top = buildTopTable(shown, frames, buildLabels(joined.addresses, frames, 'functions'));
  return [totalLine(totalOf(all.value), unit), ...textRows(top, 'flat', unit)].join('');
}

/** Golden file, dumps to add up (after), dump to take away (before). */
const NAMES: readonly (readonly [string, readonly string[], string | null])[] = [
  ['sum.gt-grow-1+2', ['gt-grow-lg14.1', 'gt-grow-lg14.2'], null],
  ['sum.gt-grow-2+1', ['gt-grow-lg14.2', 'gt-grow-lg14.1'], null],
  ['diff.gt-grow-0-4', ['gt-grow-lg14.4'], 'gt-grow-lg14.0'],
  ['diff.gt-grow-1-2', ['gt-grow-lg14.2'], 'gt-grow-lg14.1'],
  ['diff.gt-grow-2-1', ['gt-grow-lg14.1'], 'gt-grow-lg14.2'],
  ['diff.gt-grow-2-1-dropneg', ['gt-grow-lg14.1'], 'gt-grow-lg14.2'],
  ['diff.gt-grow-4-5', ['gt-grow-lg14.5'], 'gt-grow-lg14.4'],
  ['diff.gt-grow-4-5-dropneg', ['gt-grow-lg14.5'], 'gt-grow-lg14.4'],
  ['diff.redis-i1-i10', ['redis-seq-lg16.i10'], 'redis-seq-lg16.i1'],
  ['diff.redis-i10-f', ['redis-seq-lg16.f'], 'redis-seq-lg16.i10'],
  ['diff.python-i0-i7', ['python-seq-lg19.i7'], 'python-seq-lg19.i0'],
];

const cases = NAMES.flatMap(([golden, after, before]) =>
  ['text', 'bytes', 'objects', 'collapsed'].flatMap((tag) => {
    const path = [`${golden}.${tag}.txt`, `${golden}.${tag}.530.txt`]
      .map((name) => join(GOLDEN, name))
      .find(existsSync);
    return path === undefined ? [] : [{ name: `${golden}.${tag}`, path, after, before, tag }];
  }),
);

/** Numbers may differ by one: sums are formed in another order. */
function expectWithinOne(ours: string, theirs: string): void {
  const digits = /-?\d+/g;
  expect(ours.replace(digits, '#')).toBe(theirs.replace(digits, '#'));
  const wanted = theirs.match(digits) ?? [];
  (ours.match(digits) ?? []).forEach((number, i) => {
    expect(Math.abs(Number(number) - Number(wanted[i]))).toBeLessThanOrEqual(1);
  });
}

describe.skipIf(!present)('sums and differences as jeprof prints them', () => {
  it('covers every such file', () => {
    expect(cases).toHaveLength(35);
  });

  it.each(cases)('$name', async ({ path, after, before, tag, name }) => {
    const golden = readFileSync(path, 'utf8');
    const afterwards = await Promise.all(after.map(load));
    const base = before === null ? null : await load(before);
    for (const change of [(profile: HeapProfile) => profile, rebased]) {
      const fleet = new ProfileFleet('jeprof', base === null ? 1 : 2);
      // The first dump gives the addresses; the others may lie anywhere.
      if (base !== null) fleet.add(base, 0);
      const side = base === null ? 0 : 1;
      afterwards.forEach((profile, i) =>
        fleet.add(base === null && i === 0 ? profile : change(profile), side),
      );
      const joined = fleet.finish();
      expect(joined.notes.namedTwice).toBe(0);
      expectWithinOne(report(joined, tag, name.includes('dropneg')), golden);
    }
  });
});

/** True growth of the program `gt grow`: spec of the dumps, ../shared/golden/heap/MANIFEST.md. */
const TRUTH = [0, 8_192_000, 24_384_000, 32_576_000, 40_768_000, 24_384_000];

describe.skipIf(!present)('dumps whose truth is known', () => {
  async function comparison(before: number, after: number): Promise<{ table: StackTable; top: TopTable }> {
    const fleet = new ProfileFleet('best', 2);
    fleet.add(await load(`gt-grow-lg14.${before}`), 0);
    fleet.add(rebased(await load(`gt-grow-lg14.${after}`)), 1);
    const joined = fleet.finish();
    const [was, is] = joined.sums;
    if (was === undefined || is === undefined) throw new Error('two sums');
    const table = stackTable(joined.stacks, 'inuse_space', is, was);
    const frames = framesOf(joined);
    const shown = filterStacks(table, joined.addresses, frames, JEPROF_FILTER);
    return {
      table,
      top: buildTopTable(shown, frames, buildLabels(joined.addresses, frames, 'functions')),
    };
  }

  it.each([
    [0, 4],
    [1, 2],
    [4, 5],
    [2, 1],
  ])('the change from %i to %i holds the truth within 4 standard errors', async (before, after) => {
    const { table } = await comparison(before, after);
    const { difference: change } = diffStacks(table);
    const error = Math.sqrt(totalOf(table.variance));
    const truth = (TRUTH[after] ?? 0) - (TRUTH[before] ?? 0);
    expect(error).toBeGreaterThan(0);
    expect(Math.abs(totalOf(change) - truth)).toBeLessThan(4 * error);
  });

  it('tells what is new and what stayed, and never a percent of zero', async () => {
    const { top } = await comparison(1, 2);
    const diff = diffTop(top, 'flat');
    const row = (name: string) => top.names.indexOf(name);
    expect(diff.presence[row('alloc_small')]).toBe(1);
    expect(diff.relative[row('alloc_small')]).toBeNaN();
    expect(diff.z[row('alloc_small')]).toBeGreaterThan(10);
    expect(diff.presence[row('grow_leaf')]).toBe(0);
    expect(diff.relative[row('grow_leaf')]).toBeCloseTo(1, 1);
    // The start-up pool did not change.
    const pool = row('std::__throw_ios_failure@@GLIBCXX_3.4.26');
    expect(Math.abs(diff.z[pool] as number)).toBeLessThan(NOISE_Z);
  });

  it('draws the growth of each function, with its slope', async () => {
    const series = new ProfileSeries('best');
    for (let dump = 0; dump < 5; dump++) series.add(await load(`gt-grow-lg14.${dump}`));
    const joined = series.finish();
    const frames = framesOf(joined);
    const labels = buildLabels(joined.addresses, frames, 'functions');
    const groups = new GroupIndex(filtered(joined, frames, 'union'), frames, labels);
    const lines = growthLines(joined.dumps, groups, {
      measure: 'inuse_space',
      which: 'flat',
      x: [0, 1, 2, 3, 4],
      most: 10,
    });
    const growing = lines.find(({ label }) => labels.texts[label] === 'grow_leaf');
    const slope = growing?.slope;
    if (slope === null || slope === undefined) throw new Error('no slope');
    // 8,192,000 bytes more in each dump.
    expect(Math.abs(slope.value - 8_192_000)).toBeLessThan(4 * slope.standardError);
    expect(slope.standardError).toBeLessThan(500_000);
    expect(lines[0]).toBe(growing);
  });

  it('agrees with the top table, flat and cumulative', async () => {
    const profile = await load('redis-seq-lg16.i10');
    const sums = new EstimateSums('jeprof');
    sums.add(profile, null);
    const dump = sums.finish();
    const frames = framesOf(profile);
    const labels = buildLabels(profile.addresses, frames, 'functions');
    const columns = new GroupIndex(filtered(profile, frames, 'jeprof-530'), frames, labels).columns(
      measureRows(dump, 'inuse_space'),
    );
    const table = stackTable(profile.stacks, 'inuse_space', dump);
    const top = buildTopTable(filterStacks(table, profile.addresses, frames, JEPROF_FILTER), frames, labels);
    expect(top.length).toBeGreaterThan(50);
    for (let row = 0; row < top.length; row++) {
      const label = top.label[row] as number;
      expect(columns.flat.values[label]).toBeCloseTo(top.flat[row] as number, 3);
      expect(columns.cum.values[label]).toBeCloseTo(top.cum[row] as number, 3);
      expect(columns.cum.variances[label]).toBeCloseTo(top.cumVariance[row] as number, -2);
    }
  });
});
