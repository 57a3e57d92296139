/** Dumps of programs whose true memory is known: our best estimate, with four standard errors, must hold it. */
import { existsSync, openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../formats/open.js';
import { SIZE_CLASSES } from '../sizes/size-classes.js';
import { buildStackTable, spaceOf } from './build-stack-table.js';
import { estimateRecords } from './estimates.js';
import { filterStacks, JEPROF_FILTER } from './filter.js';
import { buildFrameTable } from './frame-table.js';
import { buildLabels } from './labels.js';
import { type HeapProfile, type Measure, MERGED, OVERFLOW } from './profile.js';
import { totalOf } from './stack-table.js';
import { symbolSource } from './symbol-source.js';
import { buildTopTable } from './top-table.js';
import { writerKind } from './writer-kind.js';
import { findOneSize, sumSamples, unbiasTable, writeUnbiased } from './written.js';

const SHARED = join(import.meta.dirname, '../../../../shared/golden');
const HEAP = join(SHARED, 'heap');
const present = existsSync(HEAP);
if (!present) console.log('../shared/golden is not there: dumps of known truth skipped');

async function open(path: string): Promise<HeapProfile> {
  const blob = await openAsBlob(join(HEAP, path));
  const outcome = await openFile({ name: path, size: blob.size, stream: () => blob.stream() });
  if (outcome.kind !== 'profile') throw new Error(`${path} is no profile`);
  return outcome.profile;
}

/** libstdc++ keeps one object of this class in every C++ program. */
const POOL = 81_920;
const A = [8_000_000, 1_000_000] as const;
const B = [8_388_608, 1] as const;
const D = [13_068_800, 100_100] as const;
type Amount = readonly [bytes: number, objects: number];
const plus = (...parts: Amount[]): Amount =>
  parts.reduce(([bytes, objects], [b, o]) => [bytes + b, objects + o], [POOL, 1]);
const GROW = (steps: number) => [8_192_000 * steps, 2_000 * steps] as const;
const THREADS = plus([79_360_000, 75_000]);
const LIVE = plus(A, B, D);
const ALL = plus(A, B, D, [32_000_000, 500_000]);
const EXTRAS = plus([953_600, 2_330]);
/** The C library makes one object of 320 bytes for the second thread; where all are recorded it shows. */
const EXTRAS_ALL = plus([953_600, 2_330], [320, 1]);

/** Bytes and objects in use, and ever allocated where the dump has them; with the pool. */
const TRUTH: readonly (readonly [dump: string, live: Amount, all?: Amount])[] = [
  ['gt-ab-lg19', plus(A, B)],
  ['gt-ab-lg12', plus(A, B)],
  ['gt-ab-lg20', plus(A, B)],
  ['gt-ab-lg0', plus(A, B)],
  ['gt-ab-lg19-dev', plus(A, B)],
  ['gt-abcd-lg16', LIVE],
  ['gt-abcd-lg16-nounbias', LIVE],
  ['gt-abcd-lg19-accum', LIVE, ALL],
  ['gt-abcd-lg12-accum', LIVE, ALL],
  ['gt-abcd-lg12-accum-profstats', LIVE, ALL],
  ['gt-abcd-lg12-accum-dev', LIVE, ALL],
  ['gt-threads-lg12', THREADS],
  ['gt-threads-lg12-accum', THREADS, plus([84_480_000, 80_000])],
  ['gt-threads-lg12-sysname', THREADS],
  ['gt-threads-lg12-dev', THREADS],
  ['gt-grow-lg14.0', plus()],
  ['gt-grow-lg14.1', plus(GROW(1))],
  ['gt-grow-lg14.2', plus(GROW(2), A)],
  ['gt-grow-lg14.3', plus(GROW(3), A)],
  ['gt-grow-lg14.4', plus(GROW(4), A)],
  ['gt-grow-lg14.5', plus(GROW(2), A)],
  ['sym-lg12', plus([20_381_696, 93])],
  ['sym-nopie-lg12', plus([20_381_696, 93])],
  ['sym-stripped-lg12', plus([20_381_696, 93])],
  ['sym-lg12-dev', plus([20_381_696, 93])],
  ['sym-nopie-lg12-dev', plus([20_381_696, 93])],
  ['extras-lg12', EXTRAS],
  ['extras-lg12-dev', EXTRAS],
  ['extras-lg0', EXTRAS_ALL],
  ['extras-lg0-dev', EXTRAS_ALL],
];

function total(profile: HeapProfile, measure: Measure): { value: number; error: number } {
  const choice = { profiles: [profile], base: [] };
  const table = buildStackTable(choice, spaceOf(choice), measure, 'best');
  return { value: totalOf(table.value), error: Math.sqrt(totalOf(table.variance)) };
}

function expectHolds({ value, error }: { value: number; error: number }, truth: number): void {
  expect(error).not.toBeNaN();
  expect(Math.abs(value - truth)).toBeLessThanOrEqual(4 * error + 0.5);
}

describe.skipIf(!present)('dumps of known truth', () => {
  it.each(TRUTH.map((truth) => [truth[0], truth] as const))('%s', async (_, [dump, live, all]) => {
    const profile = await open(`dumps/${dump}.heap`);
    expectHolds(total(profile, 'inuse_space'), live[0]);
    expectHolds(total(profile, 'inuse_objects'), live[1]);
    if (all !== undefined) {
      expectHolds(total(profile, 'alloc_space'), all[0]);
      expectHolds(total(profile, 'alloc_objects'), all[1]);
    }
  });

  it.each([
    ['gt-ab-lg12', 'stack_a', A],
    ['gt-ab-lg20', 'stack_a', A],
    ['gt-abcd-lg12-accum', 'stack_d', D],
    ['gt-abcd-lg16', 'stack_d', D],
    ['gt-abcd-lg16', 'stack_b', B],
  ] as const)('%s: %s', async (dump, name, truth) => {
    const profile = await open(`golden/${dump}.raw`);
    const choice = { profiles: [profile], base: [] };
    const space = spaceOf(choice);
    const symbols = profile.symbols === null ? [] : [profile.symbols];
    const frames = buildFrameTable(space.addresses, profile.mappings, [symbolSource(symbols)]);
    const labels = buildLabels(space.addresses, frames, 'functions');
    for (const [i, measure] of (['inuse_space', 'inuse_objects'] as const).entries()) {
      const table = buildStackTable(choice, space, measure, 'best');
      const top = buildTopTable(filterStacks(table, space.addresses, frames, JEPROF_FILTER), frames, labels);
      const row = top.names.indexOf(name);
      const [value, error] = [top.cum[row] as number, Math.sqrt(top.cumVariance[row] as number)];
      expectHolds({ value, error }, truth[i] as number);
    }
  });

  it('each thread of gt-threads-lg12', async () => {
    const profile = await open('dumps/gt-threads-lg12.heap');
    const choice = { profiles: [profile], base: [] };
    const truth = new Map([
      ['worker-alpha', 15_360_000],
      ['worker beta two', 40_960_000],
      ['gone-gamma', 20_480_000],
    ]);
    const seen = profile.threads.filter(({ name }) => name !== null && truth.has(name));
    expect(seen).toHaveLength(3);
    for (const { uid, name } of seen) {
      const table = buildStackTable(choice, spaceOf(choice), 'inuse_space', 'best', uid);
      const error = Math.sqrt(totalOf(table.variance));
      expectHolds({ value: totalOf(table.value), error }, truth.get(name ?? '') as number);
    }
  });

  it('profiling logs', async () => {
    const exact = await open('json/extras-lg0.log.530.json');
    expect(total(exact, 'alloc_objects')).toEqual({ value: 1260, error: 0 });
    expect(total(exact, 'alloc_space').value).toBe(1000 * 16 + 250 * 1024 + 10 * 20_480);
    expect(total(exact, 'inuse_space').value).toBe(0);
    for (const version of ['530', 'dev'])
      expectHolds(total(await open(`json/gt-abcd-lg16.prof_log.${version}.json`), 'alloc_objects'), 500_000);
  });

  it('the samples behind a dump written from known ones are recovered', async () => {
    const profile = await open('dumps/gt-abcd-lg12-accum-profstats.heap');
    const table = unbiasTable(4096);
    const written = (...samples: [number, number][]) => {
      const { objects, bytes } = writeUnbiased(sumSamples(table, samples), 4096);
      return `${objects}: ${bytes}`;
    };
    const records = Array.from({ length: profile.records.length }, (_, record) => record)
      .filter((record) => profile.records.thread[record] === MERGED)
      .map((record) => {
        const [objects, bytes, allObjects, allBytes] = profile.records.counters.slice(
          4 * record,
          4 * record + 4,
        );
        return `${objects}: ${bytes} [${allObjects}: ${allBytes}]`;
      });
    const samples: [number, number][][] = [
      [[8, 1989]],
      [
        [16, 386],
        [114_688, 100],
      ],
      [[8_388_608, 1]],
      [[POOL, 1]],
    ];
    const expected = samples.map((of) => `${written(...of)} [${written(...of)}]`);
    expect(records.toSorted()).toEqual([...expected, `0: 0 [${written([64, 7746])}]`].toSorted());
    // And back: of one size the number of samples is found again.
    const estimates = estimateRecords(profile, 'inuse_objects', 'best');
    const found = records.map((_, i) => i).filter((i) => estimates.oneSize[2 * i] === 1);
    expect(found.map((i) => estimates.samples[2 * i]).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([
      1, 1, 1989,
    ]);
  });
});

describe.skipIf(!present)('what wrote a dump', () => {
  it.each(TRUTH.filter(([dump]) => !/lg0|grow-lg14.0|sym|nounbias/.test(dump)).map(([dump]) => dump))(
    '%s: unbiased',
    async (dump) => {
      expect(writerKind(await open(`dumps/${dump}.heap`)).kind).not.toBe('plain');
    },
  );

  it('tells plain samples, and transformed ones', async () => {
    expect(writerKind(await open('dumps/gt-abcd-lg16-nounbias.heap')).kind).toBe('plain');
    expect(writerKind(await open('dumps/gt-abcd-lg16.heap')).kind).toBe('unbiased');
    expect(writerKind(await open('dumps/redis-lg12-accum.heap')).kind).toBe('unbiased');
    // With every allocation recorded there is hardly anything to transform.
    expect(writerKind(await open('dumps/redis-lg0.heap')).kind).toBe('unknown');
  });
});

interface Known {
  readonly unbias: readonly {
    lg: number;
    classes: readonly [size: number, bytes: number, times8: number][];
  }[];
  readonly roundtrip: readonly { lg: number; cOutShifted: number; sOut: number; cIn: number; sIn: number }[];
}

describe.skipIf(!present)("jemalloc's own arithmetic", () => {
  const known = present
    ? (JSON.parse(readFileSync(join(SHARED, 'sampling/jemalloc-sampling.json'), 'utf8')) as Known)
    : { unbias: [], roundtrip: [] };

  it.each(known.unbias)('the table for lg $lg', ({ lg, classes }) => {
    const table = unbiasTable(2 ** lg);
    for (const [size, bytes, times8] of classes) {
      const index = SIZE_CLASSES.indexOf(size);
      expect([size, table.bytes[index], table.objectsTimes8[index]]).toEqual([size, bytes, times8]);
    }
  });

  it('what is written for given sums', () => {
    for (const { lg, cOutShifted, sOut, cIn, sIn } of known.roundtrip) {
      const written = writeUnbiased({ objectsTimes8: cOutShifted, bytes: sOut }, 2 ** lg);
      expect(written).toEqual({ objects: BigInt(cIn), bytes: BigInt(sIn) });
    }
    expect(writeUnbiased({ objectsTimes8: 8, bytes: 2 ** 65 }, 1).bytes).toBe(OVERFLOW);
  });
});

it('finds one size and its number of samples in every pair that jemalloc writes', () => {
  for (const lg of [0, 9, 12, 16, 19, 21]) {
    const table = unbiasTable(2 ** lg);
    for (const size of SIZE_CLASSES.slice(0, 100)) {
      for (const samples of [1, 2, 3, 50, 999, 1_000_000]) {
        const { objects, bytes } = writeUnbiased(sumSamples(table, [[size, samples]]), 2 ** lg);
        if (objects > 0n)
          expect(findOneSize(table, Number(objects), Number(bytes))).toEqual({ size, samples });
      }
    }
  }
});

it('does not take mixed sizes for one', () => {
  const table = unbiasTable(4096);
  const { objects, bytes } = writeUnbiased(
    sumSamples(table, [
      [16, 386],
      [114_688, 100],
    ]),
    4096,
  );
  expect([objects, bytes]).toEqual([3136n, 413_029n]);
  expect(findOneSize(table, 3136, 413_029)).toBeNull();
});
