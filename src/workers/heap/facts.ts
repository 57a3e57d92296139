/** What a dump's numbers are: how they were written, how many samples they rest on, what other rates would give. */
import { type EstimateKind, estimateRecords, type RecordEstimates } from '../../engine/profile/estimates.js';
import {
  type Counters,
  type HeapProfile,
  MEASURES,
  type Measure,
  MERGED,
} from '../../engine/profile/profile.js';
import { totalOf } from '../../engine/profile/stack-table.js';
import { sampleChance, scaleFactor } from '../../engine/profile/unbias.js';
import type { WriterKind } from '../../engine/profile/writer-kind.js';
import type { FactsAnswer, MeasureFacts, RateEffect } from '../heap.api.js';
import type { Holdings } from './holdings.js';
import type { Lenses } from './lens.js';
import { recordsOfSum } from './stream.js';

type Read = (measure: Measure, kind: EstimateKind) => RecordEstimates;

const FEW = 10;

/** Bytes before objects, as people ask. */
const SHOWN: readonly Measure[] = ['inuse_space', 'inuse_objects', 'alloc_space', 'alloc_objects'];

export function facts(holdings: Holdings, lenses: Lenses, id: string): FactsAnswer {
  const profile = holdings.profile(id);
  const frames = holdings.frames(id);
  const writer = lenses.writer(id);
  const { rate, source, scaling, records, threads } = profile;
  const sum = holdings.sum(id);
  const read: Read =
    sum === null
      ? (measure, kind) => estimateRecords(profile, measure, kind, writer)
      : (measure, kind) => recordsOfSum(sum, measure, kind);
  const all = SHOWN.map((measure) => measureFacts(profile, measure, read));
  const measures = sum === null ? all : all.map((facts) => measureOfSum(facts, read));
  const rates = holdings.rates(id);
  const live = liveRecords(profile, read);
  return {
    dumps: sum?.dumps ?? 1,
    source,
    rateText: sum === null ? rate.text : rates.join(', '),
    rate: rates.length === 1 ? (rates[0] as number) : 0,
    scaled: scaling !== 'none' && rate.bytes > 0,
    writer: sum === null ? writer.kind : 'unknown',
    writerReason:
      sum === null
        ? reasonOf(profile, writer)
        : `These are the sums of ${sum.dumps.toLocaleString('en-US')} dumps, each read by its own rate and writer, then added.`,
    accumulates: measures.some(({ measure, written }) => measure.startsWith('alloc') && written !== '0'),
    measures,
    samples: live.samples,
    stacks: records.thread.reduce((sum, thread) => sum + (thread === MERGED ? 1 : 0), 0),
    thinStacks: live.thin,
    thinShare: live.bytes === 0 ? 0 : live.thinBytes / live.bytes,
    threads: threads.length,
    frames: frames.length,
    namedFrames: frames.known.reduce((sum, known) => sum + known, 0),
    rates: scaling === 'mean-size' && rates.length === 1 ? rateEffects(live, rate.bytes) : [],
  };
}

/** Headers of many dumps are not kept, and what their records say is in the sums. */
function measureOfSum(facts: MeasureFacts, read: Read): MeasureFacts {
  const written = totalOf(read(facts.measure, 'written').value);
  return { ...facts, header: null, headerScaled: null, written: String(BigInt(Math.round(written))) };
}

function measureFacts(profile: HeapProfile, measure: Measure, read: Read): MeasureFacts {
  const index = MEASURES.indexOf(measure);
  const { records, header } = profile;
  let written = 0n;
  for (let record = 0; record < records.length; record++) {
    if (records.thread[record] === MERGED) written += records.counters[4 * record + index] as bigint;
  }
  const jeprof = read(measure, 'jeprof');
  const best = read(measure, 'best');
  return {
    measure,
    header: header === null ? null : String(header[index]),
    headerScaled: header === null ? null : scaled(header, index, profile),
    written: String(written),
    jeprof: mergedTotal(profile, jeprof.value),
    best: mergedTotal(profile, best.value),
    error: Math.sqrt(mergedTotal(profile, best.variance)),
  };
}

function scaled(header: Counters, index: number, { scaling, rate }: HeapProfile): number {
  const pair = index < 2 ? 0 : 2;
  const factor = scaleFactor(Number(header[pair]), Number(header[pair + 1]), scaling, rate.bytes);
  return Number(header[index]) * factor;
}

function mergedTotal({ records }: HeapProfile, values: Float64Array): number {
  return totalOf(values.filter((_, record) => records.thread[record] === MERGED));
}

interface LiveRecords {
  /** Mean size, and objects with it, of each record. */
  readonly sizes: number[];
  readonly objects: number[];
  readonly samples: number;
  readonly bytes: number;
  readonly thin: number;
  readonly thinBytes: number;
}

function liveRecords(profile: HeapProfile, read: Read): LiveRecords {
  const objects = read('inuse_objects', 'best');
  const bytes = read('inuse_space', 'best');
  const live = {
    sizes: [] as number[],
    objects: [] as number[],
    samples: 0,
    bytes: 0,
    thin: 0,
    thinBytes: 0,
  };
  for (let record = 0; record < profile.records.length; record++) {
    if (profile.records.thread[record] !== MERGED) continue;
    const n = objects.value[record] as number;
    const s = bytes.value[record] as number;
    if (!(n > 0) || !(s > 0)) continue;
    const samples = objects.samples[record] as number;
    live.sizes.push(s / n);
    live.objects.push(n);
    live.samples += samples;
    live.bytes += s;
    if (samples < FEW) {
      live.thin += 1;
      live.thinBytes += s;
    }
  }
  return live;
}

const USUAL_RATES = [9, 12, 14, 16, 17, 19, 21];

/** By mean sizes: N objects of size Z give N p samples, and their bytes a variance of N Z^2 (1 - p) / p. */
function rateEffects({ sizes, objects, bytes }: LiveRecords, own: number): RateEffect[] {
  if (bytes === 0) return [];
  const lgs = new Set(USUAL_RATES);
  const ownLg = Math.log2(own);
  if (Number.isInteger(ownLg)) lgs.add(ownLg);
  return [...lgs]
    .sort((a, b) => a - b)
    .map((lg) => {
      const rate = 2 ** lg;
      let samples = 0;
      let variance = 0;
      for (const [i, size] of sizes.entries()) {
        const n = objects[i] as number;
        const chance = sampleChance(size, rate);
        samples += n * chance;
        variance += (n * size * size * (1 - chance)) / chance;
      }
      return { lg, rate, samples, relativeError: Math.sqrt(variance) / bytes };
    });
}

function reasonOf({ source, oneSizeRecords, scaling }: HeapProfile, writer: WriterKind): string {
  if (oneSizeRecords)
    return 'Each record is one sampled object with its own size, so each is unbiased by itself.';
  if (source !== 'heap_v2') return 'This older kind of file holds sampled counts as they are.';
  if (scaling !== 'mean-size') return 'Without a rate there is nothing to transform or to scale.';
  const { onlyPlain, onlyUnbiased } = writer;
  const counted = (count: number): string =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`;
  switch (writer.kind) {
    case 'unbiased':
      return `The file does not say it, but ${counted(onlyUnbiased)} cannot be sums of whole objects: jemalloc 5.3.0 and later (prof_unbias:true) rewrote the counts so that jeprof’s formula comes out right.`;
    case 'plain':
      return `The file does not say it, but ${counted(onlyPlain)} can only be plain counts of samples (prof_unbias:false, or jemalloc up to 5.2.1). Stacks that mix sizes then come out wrong in jeprof.`;
    case 'unknown':
      return onlyPlain > 0
        ? 'The file does not say it, and its lines speak for both: it may be joined from two.'
        : 'The file does not say it, and no line tells: every count fits both plain samples and jemalloc’s transformed ones. At this rate and these sizes the two hardly differ.';
  }
}
