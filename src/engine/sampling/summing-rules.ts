/**
 * The order of summing and unbiasing, on samples that are known one by one (PROFILING_INTERNALS.md of jemalloc, "Aggregating").
 * A record is what one machine's dump says of one stack. Four rules:
 * `samples`  each sample by its own size, then the sum: right;
 * `records`  each record by its mean size, then the sum: what jeprof does, right where a record's samples are of one size;
 * `pooled`   counts and bytes of all records, then scaled by their common mean size;
 * `whole`    the bytes of all records, scaled by their total as if it were one allocation: hardly any correction is left.
 */
import { sampleChance } from '../profile/unbias.js';

export interface SizeSamples {
  readonly size: number;
  /** Sampled objects; an expected number, or one that was drawn. */
  readonly samples: number;
}

export type SampleRecord = readonly SizeSamples[];

/** Equal records: one stack on so many machines. */
export interface RecordGroup {
  readonly record: SampleRecord;
  readonly machines: number;
}

export interface Reported {
  readonly bytes: number;
  readonly count: number;
}

export interface SumsByRule {
  readonly samples: Reported;
  readonly records: Reported;
  readonly pooled: Reported;
  readonly whole: Reported;
}

/** @param rate mean bytes between samples */
export function sumByRules(groups: readonly RecordGroup[], rate: number): SumsByRule {
  const samples = { bytes: 0, count: 0 };
  const records = { bytes: 0, count: 0 };
  const all = { bytes: 0, count: 0 };
  for (const { record, machines } of groups) {
    const own = { bytes: 0, count: 0 };
    for (const { size, samples: seen } of record) {
      const weight = (machines * seen) / sampleChance(size, rate);
      samples.count += weight;
      samples.bytes += weight * size;
      own.count += seen;
      own.bytes += seen * size;
    }
    const scaled = scale(own, own.bytes / own.count, rate);
    records.bytes += machines * scaled.bytes;
    records.count += machines * scaled.count;
    all.bytes += machines * own.bytes;
    all.count += machines * own.count;
  }
  return {
    samples,
    records,
    pooled: scale(all, all.bytes / all.count, rate),
    whole: scale(all, all.bytes, rate),
  };
}

function scale({ bytes, count }: Reported, size: number, rate: number): Reported {
  if (!(size > 0)) return { bytes, count };
  const factor = 1 / sampleChance(size, rate);
  return { bytes: bytes * factor, count: count * factor };
}

/** Objects of one size that are live on each machine. */
export interface SizeObjects {
  readonly size: number;
  readonly objects: number;
}

/** What a dump holds on average: each object is there with its chance. */
export function expectedRecord(objects: readonly SizeObjects[], rate: number): SizeSamples[] {
  return objects.map(({ size, objects: count }) => ({ size, samples: count * sampleChance(size, rate) }));
}

/** The two stacks of the document's example, per machine, for its rate of 1 MiB. */
export const TWO_STACKS: readonly { readonly label: string; readonly objects: readonly SizeObjects[] }[] = [
  { label: 'A: 1,000,000 objects of 8 B', objects: [{ size: 8, objects: 1_000_000 }] },
  { label: 'B: 1 object of 8 MiB', objects: [{ size: 8_388_608, objects: 1 }] },
];
export const TWO_STACKS_RATE = 1_048_576;
