import type { CallTree } from '../engine/profile/call-tree.js';
import type { HeapProfile, Mapping, Measure, ProfileSource, SymbolTable } from '../engine/profile/profile.js';
import type { SymbolisedAddresses } from '../engine/profile/symbolised.js';
import type { ProfileWorkload } from '../engine/sampling/profile-sizes.js';

/** Which number a table shows: counters as written, jeprof's estimate, or the best one the dump allows. */
export type HeapNumber = 'written' | 'jeprof' | 'best';

export type Granularity = 'functions' | 'lines' | 'files' | 'addresses';

/** Allocator frames taken off: by jeprof 5.3.0's own list, by all that a reader should know, or none. */
export type Pruning = 'jeprof' | 'union' | 'off';

/** How profiles become numbers. Regular expressions are '' where there is none, and are known to be valid. */
export interface HeapLens {
  readonly measure: Measure;
  readonly number: HeapNumber;
  readonly granularity: Granularity;
  readonly pruning: Pruning;
  readonly focus: string;
  readonly ignore: string;
  /** Frames of these names are taken out of their stacks (jeprof's --exclude). */
  readonly hide: string;
  /** Number of the thread, in decimal; null for all together. */
  readonly thread: string | null;
  /** Grows when names were added; a change makes the question a new one. */
  readonly names: number;
}

export interface LookRequest extends HeapLens {
  /** Profiles to add up. */
  readonly profiles: readonly string[];
  /** Also finds each name's usual size, for colouring. */
  readonly sizes: boolean;
}

/** A row for each name, the largest first. All columns are in the lens's unit. */
export interface TopColumns {
  /** Index into the tree's names. */
  readonly name: Int32Array<ArrayBuffer>;
  readonly flat: Float64Array<ArrayBuffer>;
  readonly cum: Float64Array<ArrayBuffer>;
  /** Squares of the standard errors; NaN where unknown. */
  readonly flatVariance: Float64Array<ArrayBuffer>;
  readonly cumVariance: Float64Array<ArrayBuffer>;
  /** Samples behind `cum`, about. */
  readonly samples: Float64Array<ArrayBuffer>;
}

export interface SizeClasses {
  /** Index into `labels` of each name's usual size, -1 where it has none. */
  readonly ofName: Int32Array<ArrayBuffer>;
  readonly labels: readonly string[];
}

/** A module some of whose frames have no name. */
export interface UnnamedModule {
  /** Text from the file. */
  readonly module: string;
  readonly frames: number;
}

export interface LookAnswer {
  readonly tree: CallTree;
  readonly sizeClasses: SizeClasses;
  readonly top: TopColumns;
  /** Over all stacks, before pruning and filters, and its variance. */
  readonly total: number;
  readonly totalVariance: number;
  readonly stacks: number;
  readonly stacksShown: number;
  readonly unnamed: readonly UnnamedModule[];
  /** Dumps added up that differ in rate. */
  readonly mixedRates: boolean;
  readonly milliseconds: number;
}

/** One of the four counters, in every reading. */
export interface MeasureFacts {
  readonly measure: Measure;
  /** From the header's own line; null where it has none. Exact, decimal. */
  readonly header: string | null;
  /** The header's line read as jeprof would read a record. */
  readonly headerScaled: number | null;
  /** Sum of the records, exact, decimal. */
  readonly written: string;
  readonly jeprof: number;
  readonly best: number;
  /** Standard error of `best`; NaN where unknown. */
  readonly error: number;
}

/** What another sampling rate would change. */
export interface RateEffect {
  /** lg_prof_sample, and the rate in bytes. */
  readonly lg: number;
  readonly rate: number;
  /** Samples that this heap would give in use, about; NaN where unknown. */
  readonly samples: number;
  /** Standard error of the live bytes as a share of them, about. */
  readonly relativeError: number;
}

export interface FactsRequest {
  readonly profile: string;
  readonly names: number;
}

export interface FactsAnswer {
  /** 1, or the dumps that were added up while they were read. */
  readonly dumps: number;
  readonly source: ProfileSource;
  /** As written; of several dumps all rates, in bytes. */
  readonly rateText: string;
  /** 0 where there is none, or several. */
  readonly rate: number;
  readonly scaled: boolean;
  readonly writer: 'plain' | 'unbiased' | 'unknown';
  /** Why, in a sentence. */
  readonly writerReason: string;
  readonly accumulates: boolean;
  readonly measures: readonly MeasureFacts[];
  /** Samples alive behind the dump, about. */
  readonly samples: number;
  readonly stacks: number;
  /** Stacks with fewer than ten samples, about. */
  readonly thinStacks: number;
  /** Share of the live bytes that such stacks hold. */
  readonly thinShare: number;
  readonly threads: number;
  readonly frames: number;
  readonly namedFrames: number;
  readonly rates: readonly RateEffect[];
}

export interface DetailRequest extends LookRequest {
  readonly name: string;
}

export interface DetailMeasure {
  readonly measure: Measure;
  /** Sum of counters of the stacks that hold the name. */
  readonly written: number;
  readonly jeprof: number;
  readonly best: number;
  readonly error: number;
  readonly samples: number;
}

export interface NamedValue {
  /** Text from the file. */
  readonly name: string;
  readonly value: number;
  readonly variance: number;
}

/** Bytes and objects by size class; as the size distribution chart takes them. */
export interface SizeColumns {
  readonly sizes: Float64Array<ArrayBuffer>;
  readonly below: Float64Array<ArrayBuffer>;
  readonly bytes: Float64Array<ArrayBuffer>;
  readonly objects: Float64Array<ArrayBuffer>;
  readonly bytesVariance: Float64Array<ArrayBuffer>;
  readonly objectsVariance: Float64Array<ArrayBuffer>;
}

export interface DetailAnswer {
  readonly found: boolean;
  readonly name: string;
  readonly module: string;
  readonly flat: number;
  readonly flatVariance: number;
  readonly cum: number;
  readonly cumVariance: number;
  readonly measures: readonly DetailMeasure[];
  readonly threads: readonly NamedValue[];
  readonly sizes: SizeColumns;
  readonly callers: readonly NamedValue[];
  readonly callees: readonly NamedValue[];
  /** The largest stacks through it, leaf first. */
  readonly stacks: readonly { readonly frames: readonly string[]; readonly value: number }[];
  readonly stackCount: number;
}

export interface ThreadRow {
  /** Decimal. */
  readonly uid: string;
  /** Text from the file; null where it has none. */
  readonly name: string | null;
  readonly value: number;
  readonly variance: number;
  /** The header's line, exact, in the lens's measure; null where there is none. */
  readonly header: string | null;
  readonly stacks: number;
  /** Where most of it is. */
  readonly largest: string;
}

export interface ThreadsAnswer {
  readonly rows: readonly ThreadRow[];
  /** Sum over threads, and the merged total it need not equal. */
  readonly sum: number;
  readonly merged: number;
}

export type RuleKind = 'stack' | 'function' | 'module' | 'whole';

export interface RulesRequest extends LookRequest {
  readonly kind: RuleKind;
}

export interface RulesAnswer {
  readonly kind: RuleKind;
  readonly names: readonly string[];
  readonly samples: Float64Array<ArrayBuffer>;
  readonly stacks: Float64Array<ArrayBuffer>;
  readonly pooled: Float64Array<ArrayBuffer>;
  readonly whole: Float64Array<ArrayBuffer>;
  readonly variance: Float64Array<ArrayBuffer>;
}

export interface GrowthRequest extends LookRequest {
  /** Seconds since the first dump, for each dump; null to count dumps. */
  readonly times: readonly number[] | null;
}

export interface GrowthAnswer {
  readonly dumps: number;
  readonly names: readonly string[];
  /** Row by row, a value for each dump. */
  readonly values: Float64Array<ArrayBuffer>;
  readonly variances: Float64Array<ArrayBuffer>;
  /** Per dump, or per second where the request gives times, and standard error; NaN where unknown. */
  readonly slopes: Float64Array<ArrayBuffer>;
  readonly slopeErrors: Float64Array<ArrayBuffer>;
  readonly totals: Float64Array<ArrayBuffer>;
  readonly totalVariances: Float64Array<ArrayBuffer>;
}

export interface DiffRequest extends HeapLens {
  readonly before: string;
  readonly after: string;
}

/** A row for each name of either side, the clearest change first. */
export interface DiffColumns {
  readonly name: Int32Array<ArrayBuffer>;
  readonly before: Float64Array<ArrayBuffer>;
  readonly after: Float64Array<ArrayBuffer>;
  /** Of the difference. */
  readonly variance: Float64Array<ArrayBuffer>;
}

export interface DiffAnswer {
  /** `variance` is of `total - before`. */
  readonly tree: CallTree;
  readonly flat: DiffColumns;
  readonly cum: DiffColumns;
  readonly before: number;
  readonly after: number;
  readonly variance: number;
}

export type HeapExportKind = 'pprof' | 'pprof-threads' | 'folded' | 'csv' | 'json' | 'text' | 'symbolised';

export interface ExportRequest extends LookRequest {
  readonly kind: HeapExportKind;
  /** Build-ids of known binaries as hexadecimal digits, by path in the memory map. */
  readonly buildIds: readonly (readonly [path: string, id: string])[];
}

/** Dumps that pass through one by one and are not held. */
export type StreamRequest =
  | { readonly kind: 'sum' }
  /** Of a series only one reading is kept. */
  | { readonly kind: 'series'; readonly number: HeapNumber };

export interface StreamSize {
  readonly dumps: number;
  /** Distinct frames in their stacks so far. */
  readonly nodes: number;
}

/** The profile that a stream has become: the sum, or the last dump of the series. */
export interface StreamSummary {
  readonly source: ProfileSource;
  /** In bytes, all that were met. */
  readonly rates: readonly number[];
  readonly stacks: number;
  readonly threads: readonly { readonly uid: string; readonly name: string | null }[];
  readonly frames: number;
  readonly named: boolean;
}

export interface Places {
  /** Low and high 32 bits of each address. */
  readonly words: Uint32Array<ArrayBuffer>;
  readonly mappings: readonly Mapping[];
}

/** What can be asked, and what is answered. */
export interface HeapQueries {
  readonly look: { readonly request: LookRequest; readonly answer: LookAnswer };
  readonly facts: { readonly request: FactsRequest; readonly answer: FactsAnswer };
  readonly detail: { readonly request: DetailRequest; readonly answer: DetailAnswer };
  readonly threads: { readonly request: LookRequest; readonly answer: ThreadsAnswer };
  readonly rules: { readonly request: RulesRequest; readonly answer: RulesAnswer };
  readonly growth: { readonly request: GrowthRequest; readonly answer: GrowthAnswer };
  readonly diff: { readonly request: DiffRequest; readonly answer: DiffAnswer };
}
export type HeapQuestion = keyof HeapQueries;

export type HeapQueryApi = {
  readonly [K in HeapQuestion]: (request: HeapQueries[K]['request']) => Promise<HeapQueries[K]['answer']>;
};

/** Holds profiles and names and answers questions about them. Answers' arrays are transferred. */
export interface HeapApi extends HeapQueryApi {
  /** Takes over the profile's buffers. */
  addProfile(id: string, profile: HeapProfile): Promise<void>;
  removeProfile(id: string): Promise<void>;
  /** Names for addresses of all profiles that have none for them. */
  addSymbols(id: string, symbols: SymbolTable): Promise<void>;
  removeSymbols(id: string): Promise<void>;
  /** The distinct addresses of a profile and its memory map, to be named by binaries. */
  places(id: string): Promise<Places>;
  /** Estimated objects by size. */
  workload(id: string): Promise<ProfileWorkload>;
  /** Names by binaries: they come before those of files. */
  addNames(id: string, names: SymbolisedAddresses): Promise<void>;
  export(request: ExportRequest): Promise<Blob>;
  /** Begins to take dumps one by one; they become the profile `id`. */
  beginStream(id: string, request: StreamRequest): Promise<void>;
  /** Takes over the profile's buffers, and forgets it once it is counted. Rejects where there is no more room. */
  addToStream(id: string, profile: HeapProfile): Promise<StreamSize>;
  endStream(id: string): Promise<StreamSummary>;
  /** Forgets a stream that has not ended. */
  dropStream(id: string): Promise<void>;
}
