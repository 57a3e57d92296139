/** Dumps that pass one by one and are forgotten: their sum, or the growth over them. */
import { EstimateSums, type EstimateTable } from '../../engine/profile/aggregate-estimates.js';
import { type JoinedStacks, ProfileJoin } from '../../engine/profile/aggregate-join.js';
import { sumProfile } from '../../engine/profile/aggregate-profile.js';
import { SeriesDump } from '../../engine/profile/aggregate-series.js';
import { type EstimateKind, type RecordEstimates } from '../../engine/profile/estimates.js';
import { type HeapProfile, MEASURES, type Measure } from '../../engine/profile/profile.js';
import type { StreamRequest, StreamSize } from '../heap.api.js';

const KINDS = ['written', 'jeprof', 'best'] as const satisfies readonly EstimateKind[];

/** Distinct stacks kept, and bytes of a series: beyond, the worker would die and take the other dumps with it. */
const MOST_NODES = 40_000_000;
const MOST_SERIES_BYTES = 768 * 1024 * 1024;

/** What is left of many dumps: a profile to show, and what that profile cannot say of itself. */
export interface Streamed {
  readonly profile: HeapProfile;
  readonly sum: StreamedSum | null;
  readonly series: StreamedSeries | null;
}

/** Row `r` of every table is record `r` of the profile. */
export interface StreamedSum {
  readonly dumps: number;
  readonly rates: readonly number[];
  readonly tables: Readonly<Record<EstimateKind, EstimateTable>>;
  readonly joined: JoinedStacks;
}

export interface StreamedSeries {
  readonly number: EstimateKind;
  readonly dumps: readonly SeriesDump[];
}

export interface Stream {
  add(profile: HeapProfile): StreamSize;
  finish(): Streamed;
}

export function makeStream(request: StreamRequest): Stream {
  return request.kind === 'sum' ? new SumStream() : new SeriesStream(request.number);
}

class SumStream implements Stream {
  private readonly join = new ProfileJoin();
  private readonly sums = {
    written: new EstimateSums('written'),
    jeprof: new EstimateSums('jeprof'),
    best: new EstimateSums('best'),
  };

  add(profile: HeapProfile): StreamSize {
    const nodes = this.join.add(profile);
    for (const kind of KINDS) this.sums[kind].add(profile, nodes);
    return sizeOf(this.join);
  }

  finish(): Streamed {
    const joined = this.join.finish();
    const tables = {
      written: this.sums.written.finish(),
      jeprof: this.sums.jeprof.finish(),
      best: this.sums.best.finish(),
    };
    const { dumps, rates } = tables.best.notes;
    const sum: StreamedSum = { dumps, rates, tables, joined };
    return { profile: profileOfSum(sum, 'best'), sum, series: null };
  }
}

/** The sum as a dump from which readers get the same numbers back; of several rates they may assume any. */
export function profileOfSum({ joined, tables, rates }: StreamedSum, kind: EstimateKind): HeapProfile {
  const rate = kind === 'written' ? 0 : (rates.find((one) => one > 0) ?? 0);
  return sumProfile(joined, tables[kind], rate);
}

/** One measure of a sum, by the records of its profile. Objects of many dumps have many sizes. */
export function recordsOfSum({ tables }: StreamedSum, measure: Measure, kind: EstimateKind): RecordEstimates {
  const { length, values, variances, samples } = tables[kind];
  const m = MEASURES.indexOf(measure);
  return {
    value: Float64Array.from({ length }, (_, row) => values[MEASURES.length * row + m] as number),
    variance: Float64Array.from({ length }, (_, row) => variances[MEASURES.length * row + m] as number),
    samples: Float64Array.from({ length }, (_, row) => samples[2 * row + (m >> 1)] as number),
    oneSize: new Uint8Array(length),
  };
}

class SeriesStream implements Stream {
  private readonly join = new ProfileJoin();
  private readonly sums: EstimateSums;
  private readonly dumps: SeriesDump[] = [];
  private last: HeapProfile | null = null;
  private bytes = 0;

  constructor(private readonly number: EstimateKind) {
    this.sums = new EstimateSums(number);
  }

  add(profile: HeapProfile): StreamSize {
    this.sums.clear();
    this.sums.add(profile, this.join.add(profile));
    const dump = new SeriesDump(this.sums.finish());
    for (const measure of MEASURES) {
      const { stack, values, variances } = dump.measure(measure);
      this.bytes += stack.byteLength + values.byteLength + variances.byteLength;
    }
    if (this.bytes > MOST_SERIES_BYTES) {
      throw new Error(
        `The growth lines of ${this.dumps.length} dumps fill the room there is for a series. Open fewer dumps, for instance every second one, or add them up.`,
      );
    }
    this.dumps.push(dump);
    this.last = profile;
    return sizeOf(this.join);
  }

  /** The last dump stands for the series, with the stacks of all, so that names and selections fit the lines. */
  finish(): Streamed {
    const { last } = this;
    if (last === null) throw new Error('None of the files is a heap dump.');
    const nodes = this.join.add(last);
    const stack = last.records.stack.map((node) => nodes[node] as number);
    const { addresses, stacks, mappings, symbols } = this.join.finish();
    const profile = { ...last, addresses, stacks, mappings, symbols, records: { ...last.records, stack } };
    return { profile, sum: null, series: { number: this.number, dumps: this.dumps } };
  }
}

function sizeOf(join: ProfileJoin): StreamSize {
  if (join.length > MOST_NODES) {
    throw new Error(
      `The dumps have too many different stacks to be kept together (${join.length} frames after ${join.profiles} dumps). Open fewer dumps.`,
    );
  }
  return { dumps: join.profiles, nodes: join.length };
}
