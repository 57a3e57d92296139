import { describe, expect, it } from 'vitest';
import {
  goldenSampling,
  goldenVariance,
  hasGoldenSampling,
  sameDigits,
} from '../../testing/golden-sampling.js';
import { unbiasTable, writeUnbiased } from '../profile/written.js';
import { SIZE_CLASSES } from '../sizes/size-classes.js';
import { expectedRecord, sumByRules, TWO_STACKS, TWO_STACKS_RATE } from './summing-rules.js';
import { writerSteps } from './writer-steps.js';

function same(actual: number, expected: number): void {
  expect(sameDigits(actual, expected), `${actual} is ${expected} to 12 digits`).toBe(true);
}

describe.skipIf(!hasGoldenSampling)('the order of summing, to 12 significant digits', () => {
  const golden = hasGoldenSampling ? goldenVariance().aggregation : null;

  it.each([0, 1] as const)('stack %i on a million machines', (stack) => {
    if (golden === null) throw new Error('no golden data');
    const entry = golden[stack];
    expect(entry.R).toBe(TWO_STACKS_RATE);
    expect(TWO_STACKS[stack]?.objects).toEqual([{ size: entry.Z, objects: entry.per_machine }]);
    const record = expectedRecord(TWO_STACKS[stack]?.objects ?? [], entry.R);
    const sums = sumByRules([{ record, machines: entry.machines }], entry.R);
    same((record[0]?.samples ?? 0) * entry.machines, entry.expected_samples);
    same((record[0]?.samples ?? 0) * entry.machines * entry.Z, entry.sampled_bytes);
    same(sums.samples.bytes, entry.per_sample_then_sum);
    same(sums.samples.bytes, entry.true_bytes);
    same(sums.records.bytes, entry.sum_then_unbias_with_mean);
    same(sums.pooled.bytes, entry.sum_then_unbias_with_mean);
    same(sums.whole.bytes, entry.sum_then_unbias_with_total);
  });

  it('both stacks in one record', () => {
    if (golden === null) throw new Error('no golden data');
    const entry = golden[2];
    const record = TWO_STACKS.flatMap(({ objects }) => expectedRecord(objects, entry.R));
    const sums = sumByRules([{ record, machines: 1 }], entry.R);
    same(
      record.reduce((sum, { samples }) => sum + samples, 0),
      entry.count,
    );
    same(
      record.reduce((sum, { samples, size }) => sum + samples * size, 0),
      entry.bytes,
    );
    same(sums.records.bytes, entry.bytes_reported);
    same(sums.records.count, entry.count_reported);
    same(sums.samples.bytes, entry.true_bytes);
    same(sums.samples.count, entry.true_count);
  });
});

it('rules agree on one object, and an empty record is nothing', () => {
  const { samples, records, pooled, whole } = sumByRules(
    [{ record: [{ size: 4096, samples: 1 }], machines: 1 }],
    524_288,
  );
  for (const other of [records, pooled, whole]) expect(other).toEqual(samples);
  expect(sumByRules([{ record: [], machines: 3 }], 1024).records).toEqual({ bytes: 0, count: 0 });
});

describe.skipIf(!hasGoldenSampling)('what jemalloc writes equals it in every digit', () => {
  const { unbias, roundtrip } = hasGoldenSampling ? goldenSampling() : { unbias: [], roundtrip: [] };

  it.each(unbias.map((entry) => [entry.lg, entry] as const))('unbias table, lg %i', (lg, entry) => {
    const table = unbiasTable(2 ** lg);
    const rows = SIZE_CLASSES.slice(0, entry.classes.length).map((size, i) => [
      size,
      table.bytes[i],
      table.objectsTimes8[i],
    ]);
    expect(rows).toEqual(entry.classes);
  });

  it.each(roundtrip.map((entry) => [entry.lg, entry.cOutShifted, entry.sOut, entry] as const))(
    'lg %i, 8 × count %i, %i bytes',
    (lg, objectsTimes8, bytes, entry) => {
      expect(writeUnbiased({ objectsTimes8, bytes }, 2 ** lg)).toEqual({
        objects: BigInt(entry.cIn),
        bytes: BigInt(entry.sIn),
      });
    },
  );
});

describe('the steps of the writer', () => {
  it('one size comes back as it was, up to rounding', () => {
    const steps = writerSteps([{ size: 64, samples: 1000 }], unbiasTable(4096));
    expect(steps.read.bytes / steps.unbiased.bytes).toBeCloseTo(1, 3);
    expect(steps.written.objects).toBe(1000n);
    expect(steps.overflow).toBe(false);
  });

  it('for mixed sizes the counters are a fiction that jeprof turns into the truth', () => {
    // 386 objects of 16 bytes and 100 of 112 KiB at 4 KiB, as a real dump shows them.
    const samples = [
      { size: 16, samples: 386 },
      { size: 114_688, samples: 100 },
    ];
    const steps = writerSteps(samples, unbiasTable(4096));
    expect(steps.written).toEqual({ objects: 3136n, bytes: 413_029n });
    expect(steps.read.bytes / steps.unbiased.bytes).toBeCloseTo(1, 3);
    expect(steps.read.count / steps.unbiased.count).toBeCloseTo(1, 3);
    expect(steps.readPlain.count / steps.unbiased.count).toBeLessThan(0.01);
    expect(steps.unrounded.count).toBeCloseTo(3136, 0);
  });

  it('nothing sampled is nothing written', () => {
    expect(writerSteps([], unbiasTable(4096))).toMatchObject({
      written: { objects: 0n, bytes: 0n },
      read: { bytes: 0, count: 0 },
    });
  });
});
