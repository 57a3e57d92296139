/** What every format has in common: where bytes come from, what comes out, and how problems are told. */
import type { HeapProfile, SymbolTable } from '../engine/profile/profile.js';
import type { StatisticsTable } from '../engine/replay/statistics.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { Workload } from '../engine/sampling/workload.js';
import type { SweepRow } from './sweep-results.js';

/** Bytes to read: a browser `File`, a Node `Blob`, or any stream. `size` is null where nobody knows it. */
export interface ByteSource {
  readonly name: string;
  readonly size: number | null;
  stream(): ReadableStream<Uint8Array>;
}

/** One kind of trouble found in a file. Text from the file appears in `sentence` only shortened and as plain text. */
export interface Problem {
  /** Stable identifier, such as `unmatched-free`. */
  readonly kind: string;
  /** error: part of the file could not be used; warning: it was used, with a doubt; info: worth knowing. */
  readonly severity: 'error' | 'warning' | 'info';
  readonly count: number;
  /** The first lines concerned (1-based, at most 10). */
  readonly lines: readonly number[];
  /** What it is, what was done about it, what the user may do. One or two sentences. */
  readonly sentence: string;
}

export type TraceFormat = 'hpa' | 'sec' | 'replay';
export type ProfileFormat = 'heap-dump' | 'prof-log' | 'prof-recent';
export type WorkloadFormat = 'size-histogram' | 'malloc-stats';
export type FormatId =
  | TraceFormat
  | 'statistics'
  | ProfileFormat
  | 'symbols'
  | WorkloadFormat
  | 'sweep-results';

export interface ReadProgress {
  readonly bytesRead: number;
  /** Null where the source does not know. For compressed files these are compressed bytes. */
  readonly bytesTotal: number | null;
  readonly rows: number;
}

export interface ReadOptions {
  /** Leave out `sec_alloc` rows at address 0: they are cache misses, recorded as allocations by the original tool. */
  readonly dropSecMisses?: boolean;
  /** Stop rather than expand a compressed file past this many bytes. */
  readonly maxExpandedBytes?: number;
  /** Bytes of memory that a trace may take, with what its replay adds. Default 6 GiB. */
  readonly memoryBudget?: number;
  readonly onProgress?: (progress: ReadProgress) => void;
  readonly signal?: AbortSignal;
}

export interface OpenedTrace {
  readonly kind: 'trace';
  readonly format: TraceFormat;
  readonly trace: TraceTable;
  /** Data lines read (header and blank lines not counted). */
  readonly rows: number;
  /** Expanded size. */
  readonly bytes: number;
  readonly compression: 'none' | 'gzip' | 'zstd';
  /** For raw formats: frees whose allocation is not in the file, and alloc/dalloc pairs found. */
  readonly unmatchedFrees: number;
  readonly pairs: number;
  readonly problems: readonly Problem[];
}

/** A statistics CSV, opened as a measured run: the chart-only columns hold NaN except those the 19 columns imply. */
export interface OpenedStatistics {
  readonly kind: 'statistics';
  readonly format: 'statistics';
  readonly statistics: StatisticsTable;
  readonly rows: number;
  readonly bytes: number;
  readonly compression: 'none' | 'gzip' | 'zstd';
  readonly problems: readonly Problem[];
}

/** A heap dump or a profiling log. */
export interface OpenedProfile {
  readonly kind: 'profile';
  readonly format: ProfileFormat;
  readonly profile: HeapProfile;
  /** Records read. */
  readonly rows: number;
  readonly bytes: number;
  readonly compression: 'none' | 'gzip' | 'zstd';
  readonly problems: readonly Problem[];
}

/** Names of addresses without a dump, to be used with the dumps of the same process. */
export interface OpenedSymbols {
  readonly kind: 'symbols';
  readonly format: 'symbols';
  readonly symbols: SymbolTable;
  readonly rows: number;
  readonly bytes: number;
  readonly compression: 'none' | 'gzip' | 'zstd';
  readonly problems: readonly Problem[];
}

/** How many objects of which size: the input of the Sampling bench. */
export interface OpenedWorkload {
  readonly kind: 'workload';
  readonly format: WorkloadFormat;
  readonly workload: Workload;
  readonly rows: number;
  readonly bytes: number;
  readonly compression: 'none' | 'gzip' | 'zstd';
  readonly problems: readonly Problem[];
}

/** Finished runs of sweeps, of one or several specs and traces. */
export interface OpenedSweep {
  readonly kind: 'sweep';
  readonly format: 'sweep-results';
  readonly sweep: readonly SweepRow[];
  readonly rows: number;
  readonly bytes: number;
  readonly compression: 'none' | 'gzip' | 'zstd';
  readonly problems: readonly Problem[];
}

/** Nothing usable: `sentence` names what the file is (if known) and what to do. */
export interface Unusable {
  readonly kind: 'unusable';
  readonly sentence: string;
  readonly problems: readonly Problem[];
}

export type OpenOutcome =
  | OpenedTrace
  | OpenedStatistics
  | OpenedProfile
  | OpenedSymbols
  | OpenedWorkload
  | OpenedSweep
  | Unusable;
