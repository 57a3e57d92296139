import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MAX_WORKLOAD_SIZES, workloadRows } from '../../engine/sampling/workload.js';
import { WORKLOAD_PRESETS } from '../../engine/sampling/workload-presets.js';
import { problemCounts, sourceOf } from '../../testing/byte-sources.js';
import type { OpenedWorkload } from '../format.js';
import { openFile } from '../open.js';
import { writeSizeHistogram } from './size-histogram.js';

async function open(content: string | Uint8Array): Promise<OpenedWorkload> {
  const outcome = await openFile(sourceOf(content));
  if (outcome.kind !== 'workload') throw new Error(`not a workload: ${JSON.stringify(outcome)}`);
  return outcome;
}

async function refuse(content: string): Promise<string> {
  const outcome = await openFile(sourceOf(content));
  if (outcome.kind !== 'unusable') throw new Error(`usable: ${outcome.kind}`);
  return outcome.sentence;
}

const rowsOf = ({ workload }: OpenedWorkload) =>
  workloadRows(workload).map(({ size, allocated, live }) => [size, allocated, live]);

describe('size histograms', () => {
  it('reads sizes in any order, and writes them again', async () => {
    const opened = await open('size,allocated,live\n64,10,5\n16,1000,0\n');
    expect(opened).toMatchObject({ format: 'size-histogram', rows: 2, problems: [] });
    expect(rowsOf(opened)).toEqual([
      [16, 1000, 0],
      [64, 10, 5],
    ]);
    const text = writeSizeHistogram(opened.workload);
    expect(text).toBe('size,allocated,live\n16,1000,0\n64,10,5\n');
    expect(rowsOf(await open(text))).toEqual(rowsOf(opened));
  });

  it('takes a table without header or without live', async () => {
    const bare = await open('16,100,40\n32,50,50\n');
    expect(problemCounts(bare)).toEqual({ 'no-header': 1 });
    expect(rowsOf(bare)[0]).toEqual([16, 100, 40]);
    const short = await open('size,allocated\n16,100\n');
    expect(problemCounts(short)).toEqual({ 'no-live-column': 1 });
    expect(rowsOf(short)).toEqual([[16, 100, 100]]);
  });

  it('keeps the good rows and tells of the others', async () => {
    const opened = await open(
      'size,allocated,live\n16,100,40\n0,5,5\n16,10,10\n100,7,3\n32,5,9\n48,x,1\n64,-3,0\n80,,1\n96,5,y\n128,6,\n99999999999999999999,1,1\n',
    );
    expect(rowsOf(opened)).toEqual([
      [16, 110, 50],
      [32, 9, 9],
      [100, 7, 3],
      [128, 6, 6],
    ]);
    expect(problemCounts(opened)).toEqual({
      'size-zero': 1,
      'size-repeated': 1,
      'not-size-class': 1,
      'live-above-allocated': 1,
      'not-a-number': 2,
      'negative-number': 1,
      'missing-field': 1,
      'live-missing': 1,
      'too-large': 1,
    });
    const odd = opened.problems.find(({ kind }) => kind === 'live-above-allocated');
    expect(odd).toMatchObject({ lines: [6], severity: 'warning' });
    expect(odd?.sentence).toContain('"9" of "5"');
  });

  it('keeps so many sizes and tells of the rest', async () => {
    const rows = Array.from({ length: MAX_WORKLOAD_SIZES + 5 }, (_, i) => `${i + 1},2,1\n`).join('');
    const opened = await open(`size,allocated,live\n${rows}1,2,1\n`);
    expect(opened.workload.length).toBe(MAX_WORKLOAD_SIZES);
    expect(problemCounts(opened)).toMatchObject({ 'too-many-sizes': 5, 'size-repeated': 1 });
  });

  it('says what is missing when nothing is left', async () => {
    expect(await refuse('size,allocated,live\n')).toMatch(/without any allocation/);
    expect(await refuse('size,allocated,live\n16,0,0\n')).toMatch(/without any allocation/);
  });

  it('keeps every preset', async () => {
    for (const preset of WORKLOAD_PRESETS) {
      const workload = preset.create();
      expect(workload.length).toBeGreaterThan(0);
      expect((await open(writeSizeHistogram(workload))).workload).toEqual(workload);
    }
  });
});

const JSON_FOLDER = fileURLToPath(new URL('../../../../shared/golden/heap/json/', import.meta.url));
const present = existsSync(JSON_FOLDER);
const golden = (name: string) => open(readFileSync(JSON_FOLDER + name, 'utf8'));

describe.skipIf(!present)('jemalloc’s statistics of programs whose truth is known', () => {
  it('gt abcd: sampled objects go back to their size, cached ones are left out', async () => {
    const opened = await golden('gt-abcd-lg12-accum-profstats.stats.json');
    const rows = new Map(rowsOf(opened).map(([size, ...counts]) => [size, counts]));
    expect(rows.get(8)).toEqual([1_000_000, 1_000_000]);
    expect(rows.get(16)).toEqual([100_000, 100_000]);
    expect(rows.get(64)).toEqual([500_000, 0]);
    expect(rows.get(114_688)?.[1]).toBe(100);
    expect(rows.get(8_388_608)?.[1]).toBe(1);
    expect(rows.has(16_384)).toBe(false);
    const counts = problemCounts(opened);
    expect(counts).toMatchObject({ 'stats-sampled-back': 2375, 'stats-cached-left-out': 86 });
    expect(counts).toHaveProperty('stats-large-allocated');
  });

  it.each([
    'extras-lg0.stats-merged.530.json',
    'extras-lg0.stats-merged.dev.json',
    'extras-lg12.stats-merged.530.json',
    'extras-lg12.stats-merged.dev.json',
    'extras-lg12.stats.530.json',
    'extras-lg40.stats-merged.530.json',
    'extras-lg40.stats-merged.dev.json',
    'extras-lg40.stats.530.json',
  ])('%s', async (name) => {
    const opened = await golden(name);
    const rows = new Map(rowsOf(opened).map(([size, ...counts]) => [size, counts]));
    expect(rows.get(16)).toEqual([3000, 2000]);
    expect(rows.get(1024)).toEqual([550, 300]);
    expect(rows.get(20_480)?.[1]).toBe(30);
  });

  it('one arena alone stands for all; without prof_stats the sampled ones are missed', async () => {
    const opened = await golden('redis-lg19.stats.json');
    expect(problemCounts(opened)).toMatchObject({ 'stats-one-arena': 1, 'stats-sampled-hidden': 1 });
    expect(opened.workload.length).toBeGreaterThan(20);
  });

  it('what is cut cannot be read, and says so', async () => {
    const text = readFileSync(`${JSON_FOLDER}redis-lg19.stats.json`, 'utf8');
    expect(await refuse(text.slice(0, 40_000))).toMatch(/cannot be read \(the file ends in the middle\)/);
    const opened = await open(`${text}\n\nsome other output {`);
    expect(opened.format).toBe('malloc-stats');
  });
});

describe('statistics with parts missing', () => {
  const stats = (parts: object) => JSON.stringify({ jemalloc: { version: '5.3.0', ...parts } });
  const tables = { bin: [{ size: 8 }, { size: 16 }], lextent: [{ size: 16_384 }] };
  const bins = [
    { curregs: 3, nrequests: 9 },
    { curregs: 4, nrequests: 1 },
  ];
  const lextents = [{ curlextents: 2 }];

  it('refuses what has no sizes or no arenas', async () => {
    expect(await refuse(stats({ arenas: {}, 'stats.arenas': { 0: { bins } } }))).toMatch(/option g/);
    expect(await refuse(stats({ arenas: tables }))).toMatch(/options m and a/);
    expect(await refuse('{"jemalloc": 5}')).toMatch(/cannot be read/);
  });

  it('adds arenas up where there are no sums', async () => {
    const arena = { bins, lextents, large: { nmalloc: 7 } };
    const opened = await open(
      stats({ arenas: tables, 'stats.arenas': { 0: arena, 1: arena, destroyed: arena } }),
    );
    expect(rowsOf(opened)).toEqual([
      [8, 18, 6],
      [16, 8, 8],
      [16_384, 4, 4],
    ]);
    expect(problemCounts(opened)).toEqual({
      'stats-arenas-added': 2,
      'stats-requests-low': 1,
      'stats-large-allocated': 1,
    });
    expect(opened.problems.find(({ kind }) => kind === 'stats-large-allocated')?.sentence).toContain(
      '14 large',
    );
  });

  it('takes small or large sizes alone, and survives nonsense', async () => {
    const small = await open(stats({ arenas: tables, 'stats.arenas': { merged: { bins } } }));
    expect(problemCounts(small)).toHaveProperty('stats-no-large');
    const large = await open(stats({ arenas: tables, 'stats.arenas': { merged: { lextents } } }));
    expect(problemCounts(large)).toHaveProperty('stats-no-small');
    const odd = await open(
      stats({
        arenas: { ...tables, bin: [{ size: -8 }, { size: 'x' }] },
        'stats.arenas': { merged: { bins: [7, null], lextents } },
      }),
    );
    expect(problemCounts(odd)).toMatchObject({ 'stats-bad-class': 2 });
    expect(rowsOf(odd)).toEqual([[16_384, 2, 2]]);
  });
});
