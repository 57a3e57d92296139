/** What jemalloc writes of samples and what jeprof makes of it, step by step, with what rounding to whole numbers costs. */
import { OVERFLOW } from '../profile/profile.js';
import { exactScaleFactor, sampleChance, scaleFactor } from '../profile/unbias.js';
import { type SampleSums, sumSamples, type UnbiasTable, writeUnbiased } from '../profile/written.js';
import type { Reported, SizeSamples } from './summing-rules.js';

export interface WriterSteps {
  /** Plain samples: what prof_unbias:false writes. */
  readonly sampled: Reported;
  /** Each sample by 1 / p of its size, unrounded: what is right. */
  readonly unbiased: Reported;
  /** The sums jemalloc keeps, of table entries that are whole numbers (objects times 8). */
  readonly kept: SampleSums;
  /** Sums before they are rounded to what is written: c_in and s_in of prof_do_unbias. */
  readonly unrounded: Reported;
  /** The counters in the file; a value that does not fit 64 bits is written as 2^64 - 1. */
  readonly written: { readonly objects: bigint; readonly bytes: bigint };
  readonly overflow: boolean;
  /** Factor and result of jeprof, from the file. */
  readonly factor: number;
  readonly read: Reported;
  /** What jeprof would make of the plain samples: wrong for mixed sizes. */
  readonly readPlain: Reported;
}

/** @param table of the rate; usable sizes must be size classes */
export function writerSteps(samples: readonly SizeSamples[], table: UnbiasTable): WriterSteps {
  const { rate } = table;
  const sampled = { bytes: 0, count: 0 };
  const unbiased = { bytes: 0, count: 0 };
  for (const { size, samples: seen } of samples) {
    sampled.count += seen;
    sampled.bytes += seen * size;
    const weight = seen / sampleChance(size, rate);
    unbiased.count += weight;
    unbiased.bytes += weight * size;
  }
  const kept = sumSamples(
    table,
    samples.map(({ size, samples: seen }) => [size, seen] as const),
  );
  const written = writeUnbiased(kept, rate);
  const objects = Number(written.objects);
  const bytes = Number(written.bytes);
  const factor = scaleFactor(objects, bytes, 'mean-size', rate);
  const plain = exactScaleFactor(sampled.count, sampled.bytes, 'mean-size', rate);
  return {
    sampled,
    unbiased,
    kept,
    unrounded: unroundedPair(kept, rate),
    written,
    overflow: written.objects === OVERFLOW || written.bytes === OVERFLOW,
    factor,
    read: { bytes: bytes * factor, count: objects * factor },
    readPlain: { bytes: sampled.bytes * plain, count: sampled.count * plain },
  };
}

function unroundedPair({ bytes, objectsTimes8 }: SampleSums, rate: number): Reported {
  if (bytes === 0 || objectsTimes8 === 0) return { bytes: 0, count: 0 };
  const mean = bytes / (objectsTimes8 / 8);
  const chance = sampleChance(mean, rate);
  return { bytes: bytes * chance, count: (objectsTimes8 / 8) * chance };
}
