import { describe, expect, it } from 'vitest';
import { estimateRecords } from '../../engine/profile/estimates.js';
import { buildFrameTable } from '../../engine/profile/frame-table.js';
import { type HeapProfile, MERGED } from '../../engine/profile/profile.js';
import { symbolSource } from '../../engine/profile/symbol-source.js';
import { workloadOfProfile } from '../../engine/sampling/profile-sizes.js';
import { sampleTrace, sampleWorkload } from '../../engine/sampling/sample-program.js';
import { perByte } from '../../engine/sampling/strategies.js';
import { workloadOfTrace } from '../../engine/sampling/trace-sizes.js';
import { strategyErrors } from '../../engine/sampling/variance.js';
import { makeWorkload, workloadRows, workloadTotals } from '../../engine/sampling/workload.js';
import { joinBytes, sourceOf } from '../../testing/byte-sources.js';
import { traceFromText } from '../../testing/trace-builder.js';
import { writeHeapDump, writeSymbolised } from '../heap/writers/heap-dump.js';
import { openFile } from '../open.js';
import { sampledProfile } from './sampled-dump.js';

const WORKLOAD = makeWorkload([
  { size: 16, allocated: 3_000_000, live: 1_000_000 },
  { size: 4096, allocated: 8000, live: 2000 },
  { size: 1_048_576, allocated: 40, live: 12 },
]);
const RATE = 65_536;

async function reopen(profile: HeapProfile): Promise<HeapProfile> {
  const outcome = await openFile(sourceOf(joinBytes(writeHeapDump(profile))));
  if (outcome.kind !== 'profile') throw new Error(outcome.kind);
  expect(outcome.problems).toEqual([]);
  return outcome.profile;
}

function total(profile: HeapProfile, measure: 'inuse_space' | 'alloc_space' | 'inuse_objects'): number {
  const { value } = estimateRecords(profile, measure, 'jeprof');
  return value.reduce((sum, v, i) => (profile.records.thread[i] === MERGED ? sum + v : sum), 0);
}

describe('a dump of a sampled workload', () => {
  it.each(['by-size', 'mixed', 'one'] as const)(
    'reads back as a dump of jemalloc: stacks %s',
    async (layout) => {
      const samples = sampleWorkload(WORKLOAD, { rate: RATE, seed: 4n, layout });
      const profile = await reopen(sampledProfile(samples, { unbias: true, accumulated: false }));
      const { liveBytes } = workloadTotals(WORKLOAD);
      const sigma = Math.sqrt(strategyErrors(WORKLOAD, perByte(RATE)).varianceBytes);
      expect(Math.abs(total(profile, 'inuse_space') - liveBytes)).toBeLessThan(5 * sigma);
      expect(total(profile, 'alloc_space')).toBe(0);
    },
  );

  it('mixed sizes in one stack are right with prof_unbias only', () => {
    const samples = sampleWorkload(WORKLOAD, { rate: RATE, seed: 4n, layout: 'one' });
    const objects = (unbias: boolean) =>
      total(sampledProfile(samples, { unbias, accumulated: false }), 'inuse_objects');
    const { varianceCount } = strategyErrors(WORKLOAD, perByte(RATE));
    const { liveObjects } = workloadTotals(WORKLOAD);
    expect(Math.abs(objects(true) - liveObjects)).toBeLessThan(5 * Math.sqrt(varianceCount));
    expect(Math.abs(objects(false) - liveObjects)).toBeGreaterThan(5 * Math.sqrt(varianceCount));
  });

  it('plain counters are the samples themselves', () => {
    const samples = sampleWorkload(WORKLOAD, { rate: RATE, seed: 4n, layout: 'by-size' });
    const profile = sampledProfile(samples, { unbias: false, accumulated: true });
    const sum = (which: 'live' | 'all') => samples.groups.reduce((n, group) => n + group[which], 0);
    expect(profile.header?.[0]).toBe(BigInt(sum('live')));
    expect(profile.header?.[2]).toBe(BigInt(sum('all')));
    const { counters, length } = profile.records;
    const pairs = Array.from({ length }, (_, i) => [counters[4 * i], counters[4 * i + 1]]);
    expect(samples.groups).not.toHaveLength(0);
    for (const { live, size } of samples.groups)
      expect(pairs).toContainEqual([BigInt(live), BigInt(live * size)]);
  });

  it('gives its sizes back', async () => {
    const samples = sampleWorkload(WORKLOAD, { rate: RATE, seed: 4n, layout: 'by-size' });
    const profile = await reopen(sampledProfile(samples, { unbias: true, accumulated: true }));
    const found = workloadOfProfile(profile);
    expect(found).toMatchObject({ hasAllocated: true, mixedShare: 0 });
    expect([...found.workload.size]).toEqual([...WORKLOAD.size]);
    workloadRows(found.workload).forEach(({ allocated }, i) => {
      const variance = (WORKLOAD.allocated[i] ?? 0) / -Math.expm1(-(WORKLOAD.size[i] ?? 0) / RATE);
      expect(Math.abs(allocated - (WORKLOAD.allocated[i] ?? 0))).toBeLessThan(5 * Math.sqrt(variance));
    });
  });

  it('brings names, in a symbolised file too', async () => {
    const samples = sampleWorkload(WORKLOAD, { rate: RATE, seed: 4n, layout: 'mixed' });
    const profile = sampledProfile(samples, { unbias: true, accumulated: false });
    const symbols = profile.symbols === null ? [] : [symbolSource([profile.symbols])];
    const frames = buildFrameTable(profile.addresses, profile.mappings, symbols);
    expect(frames.known.every((known) => known === 1)).toBe(true);
    const text = new TextDecoder().decode(joinBytes(writeSymbolised(profile, frames, '/synthetic/program')));
    expect(text).toContain(' task_1\n');
    expect(text).toContain('--- heap\nheap_v2/65536\n');
  });

  it('writes stacks in the order of their bytes, leaf first', async () => {
    const samples = sampleWorkload(WORKLOAD, { rate: 1, seed: 4n, layout: 'by-size' });
    const text = new TextDecoder().decode(
      joinBytes(writeHeapDump(sampledProfile(samples, { unbias: true, accumulated: false }))),
    );
    const stacks = [...text.matchAll(/^@(.*)$/gm)].map(([, addresses]) =>
      (addresses ?? '')
        .trim()
        .split(' ')
        .map((hex) => BigInt(hex)),
    );
    expect(stacks).toHaveLength(3);
    const key = (stack: readonly bigint[]) =>
      stack
        .map((word) => word.toString(16).padStart(16, '0').match(/../g)?.reverse().join('') ?? '')
        .join('');
    expect(stacks.map(key)).toEqual(stacks.map(key).toSorted());
    expect(text.startsWith('heap_v2/1\n  t*: ')).toBe(true);
  });

  it('the same seed gives the same file, another one another', () => {
    const bytes = (seed: bigint) => {
      const samples = sampleWorkload(WORKLOAD, { rate: RATE, seed, layout: 'mixed' });
      return joinBytes(writeHeapDump(sampledProfile(samples, { unbias: true, accumulated: false })));
    };
    expect(bytes(1n)).toEqual(bytes(1n));
    expect(bytes(1n)).not.toEqual(bytes(2n));
  });

  it('nothing sampled leaves a dump without stacks', async () => {
    const samples = sampleWorkload(WORKLOAD, { rate: 2 ** 47, seed: 4n, layout: 'one' });
    const text = new TextDecoder().decode(
      joinBytes(writeHeapDump(sampledProfile(samples, { unbias: true, accumulated: false }))),
    );
    expect(text).toContain('t*: 0: 0 [0: 0]\n');
    expect(text).not.toContain('@');
  });
});

describe('a dump of a sampled trace', () => {
  const TRACE = traceFromText(
    'shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n' +
      '0,0,4096,1,0\n1,0,8192,2,0\n0,0,4096,3,0\n0,1,0,4,0\n0,1,0,5,0\n1,0,8192,6,0\n0,1,99,7,0\n',
  );

  it('has the sizes of the trace', () => {
    expect(workloadRows(workloadOfTrace(TRACE))).toEqual([
      { size: 4096, allocated: 2, live: 1 },
      { size: 8192, allocated: 2, live: 2 },
    ]);
  });

  it('with too many different sizes is rounded up to size classes', () => {
    const rows = Array.from({ length: 10_001 }, (_, i) => `0,0,${4096 * (i + 1)},${i},0\n`).join('');
    const many = traceFromText(`shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n${rows}`);
    const { length, size } = workloadOfTrace(many);
    expect(length).toBeLessThan(100);
    expect(size).toContain(20_480);
    expect(size).not.toContain(36_864);
    const samples = sampleTrace(many, { rate: 1, seed: 1n, layout: 'by-size' });
    const nine = samples.groups.find((group) => group.size === 36_864);
    expect(samples.plan.stacks[nine?.stack ?? -1]?.[1]).toBe('allocate_40960_bytes');
  });

  it('at rate 1 holds everything, by shard', async () => {
    const samples = sampleTrace(TRACE, { rate: 1, seed: 1n, layout: 'by-size' });
    const profile = await reopen(sampledProfile(samples, { unbias: true, accumulated: true }));
    expect(profile.header).toEqual([3n, 20_480n, 4n, 24_576n]);
    expect(profile.threads.map(({ uid, header }) => [uid, header])).toEqual([
      [0n, [1n, 4096n, 2n, 8192n]],
      [1n, [2n, 16_384n, 2n, 16_384n]],
    ]);
  });
});
