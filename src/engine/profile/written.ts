/**
 * What jemalloc writes (5.3.0 and later with prof_unbias, the default): prof_unbias_map_init in src/prof.c and
 * prof_do_unbias in src/prof_data.c. Counters are transformed so that the old scaling of jeprof gives back unbiased sums.
 */
import { SIZE_CLASSES, sizeClassIndex } from '../sizes/size-classes.js';
import { OVERFLOW } from './profile.js';

export interface UnbiasTable {
  /** Mean bytes between samples. */
  readonly rate: number;
  /** Per size class (index in `SIZE_CLASSES`): bytes that one sampled object stands for, rounded. */
  readonly bytes: Float64Array<ArrayBuffer>;
  /** Per size class: eight times the objects that one sampled object stands for, rounded. */
  readonly objectsTimes8: Float64Array<ArrayBuffer>;
}

export function unbiasTable(rate: number): UnbiasTable {
  const bytes = Float64Array.from(SIZE_CLASSES, (size) => roundHalfUp(size / chance(size, rate)));
  const objectsTimes8 = Float64Array.from(SIZE_CLASSES, (size) => roundHalfUp(8 / chance(size, rate)));
  return { rate, bytes, objectsTimes8 };
}

/** As in C, where 1 - exp(-x) is taken as it stands: rounding to whole numbers can show the difference at high rates. */
function chance(size: number, rate: number): number {
  return 1 - Math.exp(-size / rate);
}

function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5);
}

/** Sums over the samples of a stack. */
export interface SampleSums {
  readonly bytes: number;
  readonly objectsTimes8: number;
}

/** Sums for given samples: how many of each usable size. */
export function sumSamples(
  table: UnbiasTable,
  samples: Iterable<readonly [size: number, count: number]>,
): SampleSums {
  let bytes = 0;
  let objectsTimes8 = 0;
  for (const [size, count] of samples) {
    const index = sizeClassIndex(size);
    bytes += count * (table.bytes[index] as number);
    objectsTimes8 += count * (table.objectsTimes8[index] as number);
  }
  return { bytes, objectsTimes8 };
}

/** The pair of counters that jemalloc prints for such sums. */
export function writeUnbiased(
  sums: SampleSums,
  rate: number,
): { readonly objects: bigint; readonly bytes: bigint } {
  const { objects, bytes } = unbiasedPair(sums.objectsTimes8, sums.bytes, rate);
  return { objects: saturate(objects), bytes: saturate(bytes) };
}

/** The same as doubles, not yet rounded to a whole number of 64 bits. */
export function unbiasedPair(
  objectsTimes8: number,
  bytes: number,
  rate: number,
): { readonly objects: number; readonly bytes: number } {
  if (objectsTimes8 === 0 || bytes === 0) return { objects: 0, bytes: 0 };
  const mean = bytes / (objectsTimes8 / 8);
  const sampled = bytes * chance(mean, rate);
  return { objects: roundHalfUp(sampled / mean), bytes: roundHalfUp(sampled) };
}

function saturate(value: number): bigint {
  return value >= 2 ** 64 ? OVERFLOW : BigInt(value);
}

/** Samples of one size that explain a pair of counters exactly. */
export interface OneSize {
  readonly size: number;
  readonly samples: number;
}

/**
 * Finds the one size class and number of samples for which jemalloc prints just this pair (null: several sizes, or
 * another writer). Class sizes are far apart and the bytes are printed to the byte, so a mix that looks like one size
 * is rare; it has almost the same sums then.
 */
export function findOneSize(table: UnbiasTable, objects: number, bytes: number): OneSize | null {
  if (objects === 0 || bytes === 0 || bytes > Number.MAX_SAFE_INTEGER) return null;
  const mean = bytes / objects;
  // Rounding eight times the objects to a whole number moves the mean by up to 1/16.
  const from = Math.max(0, sizeClassIndex(mean * 0.93) - 1);
  const to = sizeClassIndex(mean * 1.08 + 8);
  for (let index = from; index <= to && index < SIZE_CLASSES.length; index++) {
    const size = SIZE_CLASSES[index] as number;
    const times8 = table.objectsTimes8[index] as number;
    const each = table.bytes[index] as number;
    const one = each * chance((8 * each) / times8, table.rate);
    const guess = Math.round(bytes / one);
    for (let samples = Math.max(1, guess - 1); samples <= guess + 1; samples++) {
      const pair = unbiasedPair(samples * times8, samples * each, table.rate);
      if (pair.objects === objects && pair.bytes === bytes) return { size, samples };
    }
  }
  return null;
}

/** Whether a pair of plain sampled counters (prof_unbias:false, jemalloc up to 5.2.1) of one size looks like this. */
export function findPlainSize(objects: number, bytes: number): OneSize | null {
  if (objects === 0 || bytes === 0) return null;
  const size = bytes / objects;
  return SIZE_CLASSES[sizeClassIndex(size)] === size ? { size, samples: objects } : null;
}
