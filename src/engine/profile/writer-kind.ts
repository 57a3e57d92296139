/**
 * Whether a dump's counters are plain samples or transformed by prof_unbias: the file does not say, but its numbers may
 * give it away.
 */
import { SIZE_CLASSES } from '../sizes/size-classes.js';
import { counterWords, type HeapProfile, MERGED } from './profile.js';
import { findOneSize, findPlainSize, type UnbiasTable, unbiasTable } from './written.js';

export interface WriterKind {
  /** plain: sampled counts as they are (prof_unbias:false, jemalloc up to 5.2.1, other profilers). */
  readonly kind: 'plain' | 'unbiased' | 'unknown';
  /** Records that only plain counters, or only transformed ones, explain. */
  readonly onlyPlain: number;
  readonly onlyUnbiased: number;
  /** Table of the rate, for taking unbiased records apart; null where nothing is scaled by mean size. */
  readonly table: UnbiasTable | null;
}

const SMALLEST = 8;
/** Records looked at: enough to tell, also in the largest dumps. */
const MOST = 20_000;

/**
 * Evidence, record by record. Plain counters of n objects are a sum of n class sizes: all of them are multiples of 8,
 * and a single object's bytes are a class. Transformed ones need not be, and where the transformation would have
 * changed a single object visibly, one that is just a class was not transformed.
 */
export function writerKind(profile: HeapProfile): WriterKind {
  let kind = KNOWN.get(profile);
  if (kind === undefined) KNOWN.set(profile, (kind = findKind(profile)));
  return kind;
}

/** Profiles never change, and every measure asks again. */
const KNOWN = new WeakMap<HeapProfile, WriterKind>();

function findKind(profile: HeapProfile): WriterKind {
  if (profile.oneSizeRecords) return { kind: 'plain', onlyPlain: 0, onlyUnbiased: 0, table: null };
  if (profile.scaling !== 'mean-size') return { kind: 'unknown', onlyPlain: 0, onlyUnbiased: 0, table: null };
  const { records, rate, source } = profile;
  const table = unbiasTable(rate.bytes);
  const words = counterWords(records.counters);
  let onlyPlain = 0;
  let onlyUnbiased = 0;
  const step = Math.max(1, Math.floor(records.length / MOST));
  for (let record = 0; record < records.length; record += step) {
    if (records.thread[record] !== MERGED) continue;
    for (const measure of [0, 2]) {
      const at = 8 * record + 2 * measure;
      if ((words[at + 1] as number) !== 0 || (words[at + 3] as number) > 0x1f_ffff) continue;
      const objects = words[at] as number;
      const bytes = (words[at + 3] as number) * 4_294_967_296 + (words[at + 2] as number);
      if (objects === 0 || bytes === 0) continue;
      const plain = mayBePlain(objects, bytes);
      if (!plain) onlyUnbiased++;
      else if (
        objects <= 2 &&
        findPlainSize(objects, bytes) !== null &&
        findOneSize(table, objects, bytes) === null
      )
        onlyPlain++;
    }
  }
  if (source !== 'heap_v2') return { kind: 'plain', onlyPlain, onlyUnbiased, table };
  return { kind: decide(onlyPlain, onlyUnbiased), onlyPlain, onlyUnbiased, table };
}

function decide(onlyPlain: number, onlyUnbiased: number): WriterKind['kind'] {
  if (onlyUnbiased > 0 && onlyPlain === 0) return 'unbiased';
  if (onlyPlain > 0 && onlyUnbiased === 0) return 'plain';
  if (onlyPlain === onlyUnbiased) return 'unknown';
  return onlyUnbiased > onlyPlain ? 'unbiased' : 'plain';
}

function mayBePlain(objects: number, bytes: number): boolean {
  if (bytes % 8 !== 0 || bytes < SMALLEST * objects) return false;
  if (objects === 1) return findPlainSize(1, bytes) !== null;
  if (objects === 2) return isSumOfTwo(bytes);
  return true;
}

const CLASS_SET: ReadonlySet<number> = new Set(SIZE_CLASSES);

function isSumOfTwo(bytes: number): boolean {
  for (const size of SIZE_CLASSES) {
    if (size > bytes / 2) return false;
    if (CLASS_SET.has(bytes - size)) return true;
  }
  return false;
}
