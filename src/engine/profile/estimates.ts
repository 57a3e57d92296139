/**
 * What a record's counters stand for: value, variance and number of samples.
 *
 * The value is jeprof's scaling by the record's mean size, or the *best* estimate: where the counters can only come
 * from samples of one size, their number is recovered (jemalloc keeps eight times the objects as a whole number, which
 * moves sizes near the sampling rate by up to 6 %), and each sample stands for 1 / p(size) objects.
 *
 * The variance of N objects of one size Z is N (1 - p) / p objects, times Z squared for bytes; with the estimate for N
 * it is samples (1 - p) / p^2. For a record of several sizes the file does not tell them apart:
 * - bytes: the mean size is taken, which is close to the largest value that any mix of that mean has;
 * - objects: mixes of small and large sizes vary more than their mean says, so the bound for a mix of the smallest
 *   class (8 bytes) and large ones is taken, and what the printed count is rounded by is added.
 */
import { counterWords, type HeapProfile, MEASURES, type Measure } from './profile.js';
import { exactScaleFactor, samplerChance, scaleFactor } from './unbias.js';
import { writerKind, type WriterKind } from './writer-kind.js';
import { findOneSize, findPlainSize, type OneSize } from './written.js';

/**
 * written: the counters as they stand in the file. jeprof: scaled by mean size. best: see above.
 */
export type EstimateKind = 'written' | 'jeprof' | 'best';

/** Columns by record. */
export interface RecordEstimates {
  readonly value: Float64Array<ArrayBuffer>;
  /** NaN where unknown (overflowed or unscaled counters of a sampled file). */
  readonly variance: Float64Array<ArrayBuffer>;
  /** Samples of the record: exact for one size, else the printed count, which is larger than the truth for transformed mixes. */
  readonly samples: Float64Array<ArrayBuffer>;
  /** 1 where the record's samples are of one size. */
  readonly oneSize: Uint8Array<ArrayBuffer>;
}

const TWO_32 = 4_294_967_296;
const TWO_64 = TWO_32 * TWO_32;
const SMALLEST = 8;
/** Variance of rounding to a whole number. */
const ROUNDING = 1 / 12;

export function measureIndex(measure: Measure): number {
  return MEASURES.indexOf(measure);
}

export function estimateRecords(
  profile: HeapProfile,
  measure: Measure,
  kind: EstimateKind,
  writer: WriterKind = writerKind(profile),
): RecordEstimates {
  const { records, scaling, rate } = profile;
  const { length } = records;
  const words = counterWords(records.counters);
  const value = new Float64Array(length);
  const variance = new Float64Array(length);
  const samples = new Float64Array(length);
  const oneSize = new Uint8Array(length);
  const wanted = measureIndex(measure);
  const inBytes = wanted % 2 === 1;
  const pair = wanted < 2 ? 0 : 4;
  const factorOf = kind === 'jeprof' ? scaleFactor : exactScaleFactor;
  for (let record = 0; record < length; record++) {
    const at = 8 * record + pair;
    // A stack of one thread has two lines that say the same: all threads, and that one.
    if (record > 0 && sameCounters(words, at - 8, at)) {
      value[record] = value[record - 1] as number;
      variance[record] = variance[record - 1] as number;
      samples[record] = samples[record - 1] as number;
      oneSize[record] = oneSize[record - 1] as number;
      continue;
    }
    const objects = (words[at + 1] as number) * TWO_32 + (words[at] as number);
    const bytes = (words[at + 3] as number) * TWO_32 + (words[at + 2] as number);
    const written = inBytes ? bytes : objects;
    const factor = factorOf(objects, bytes, scaling, rate.bytes);
    value[record] = kind === 'written' ? written : written * factor;
    samples[record] = objects;
    if (objects === 0 && bytes === 0) continue;
    if (objects >= TWO_64 || bytes >= TWO_64 || scaling !== 'mean-size' || objects === 0 || bytes === 0) {
      variance[record] = Number.NaN;
      continue;
    }
    const one = sizeOf(profile, writer, objects, bytes);
    if (one !== null) {
      const chance = samplerChance(one.size, rate.bytes);
      const each = inBytes ? one.size : 1;
      oneSize[record] = 1;
      samples[record] = one.samples;
      variance[record] = (one.samples * (1 - chance) * each * each) / (chance * chance);
      if (kind === 'best') value[record] = (one.samples * each) / chance;
    } else {
      variance[record] = mixedVariance(objects, bytes, factor, rate.bytes, inBytes);
    }
  }
  return { value, variance, samples, oneSize };
}

function sameCounters(words: Uint32Array, a: number, b: number): boolean {
  return (
    words[a + 2] === words[b + 2] &&
    words[a] === words[b] &&
    words[a + 1] === words[b + 1] &&
    words[a + 3] === words[b + 3]
  );
}

/** The one size of a record's samples, or null where there may be several. */
function sizeOf(profile: HeapProfile, writer: WriterKind, objects: number, bytes: number): OneSize | null {
  if (profile.oneSizeRecords) return { size: bytes / objects, samples: objects };
  if (writer.table === null) return null;
  if (writer.kind === 'plain') return findPlainSize(objects, bytes);
  const one = findOneSize(writer.table, objects, bytes);
  return one ?? (writer.kind === 'unknown' ? findPlainSize(objects, bytes) : null);
}

function mixedVariance(
  objects: number,
  bytes: number,
  factor: number,
  rate: number,
  inBytes: boolean,
): number {
  const size = inBytes ? bytes / objects : 1;
  const estimate = objects * factor;
  const chance = samplerChance(inBytes ? bytes / objects : SMALLEST, rate);
  const rounding = estimate / objects;
  return size * size * ((estimate * (1 - chance)) / chance + rounding * rounding * ROUNDING);
}
