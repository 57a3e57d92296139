import type { OptionValues, ReplayMode } from '../engine/replay/options.js';
import type { SnapshotPlan } from '../engine/replay/run.js';
import type { Column } from '../engine/replay/statistics.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { TraceFacts } from '../engine/tuning/idle-options.js';
import type { Workload } from '../engine/sampling/workload.js';
import type { DumpAnswer, DumpRequest } from './sampling.api.js';

export interface ReplayRequest {
  readonly traceId: string;
  readonly options: OptionValues;
  readonly mode: ReplayMode;
  readonly plan: SnapshotPlan;
}

/** New snapshots of a running replay. Columns are `snapshots * shards` long and belong to the receiver. */
export interface ReplayPart {
  readonly shards: number;
  /** Snapshots the whole run will have at most. */
  readonly capacity: number;
  /** Index of the part's first snapshot. */
  readonly from: number;
  readonly snapshots: number;
  readonly columns: Readonly<Record<Column, Float64Array<ArrayBuffer>>>;
  readonly eventsDone: number;
  readonly eventsTotal: number;
}

export interface ReplayFinished {
  readonly completed: boolean;
  readonly events: number;
  /** Time the engine worked, milliseconds. */
  readonly milliseconds: number;
}

/** A dump of the program that a trace is of: its allocations are sampled in their order, by shard. */
export interface TraceDumpRequest extends DumpRequest {
  readonly traceId: string;
}

export interface TraceFingerprint extends TraceFacts {
  /** Names the trace in files of results. */
  readonly hash: string;
}

/** Holds traces and replays them; one replay at a time, a newer one ends the running one. */
export interface ReplayApi {
  /** Takes over the table's buffers. */
  addTrace(traceId: string, trace: TraceTable): Promise<void>;
  removeTrace(traceId: string): Promise<void>;
  /** Calls `onPart` as snapshots come. Resolves with `completed: false` when a newer call or `cancel` ended it. */
  replay(request: ReplayRequest, onPart: (part: ReplayPart) => void): Promise<ReplayFinished>;
  cancel(): Promise<void>;
  /**
   * A replay for later: stands still while one for the screen ({@link replay}) runs, and ends none. One at a time.
   * Calls `onProgress` with events done and to do. Resolves with all snapshots, or null when `cancelBehind` ended it.
   */
  replayBehind(
    request: ReplayRequest,
    onProgress: (done: number, total: number) => void,
  ): Promise<ReplayPart | null>;
  cancelBehind(): Promise<void>;
  /** Sizes and numbers of what the trace allocates. */
  workload(traceId: string): Promise<Workload>;
  /** Calls `onProgress` with events done and to do. Resolves with null when a newer call or `cancelSampling` ended it. */
  sampleTrace(
    request: TraceDumpRequest,
    onProgress: (done: number, total: number) => void,
  ): Promise<DumpAnswer | null>;
  cancelSampling(): Promise<void>;
  /** The 19-column CSV of a run, as the original tool writes it. */
  exportStatistics(request: ReplayRequest): Promise<Blob>;
  /** What a sweep's results say of their trace. */
  fingerprint(traceId: string): Promise<TraceFingerprint>;
  /** A second table of the same trace; its buffers belong to the receiver. */
  copyTrace(traceId: string): Promise<TraceTable>;
  /** The preprocessed trace CSV (5 columns). */
  exportTrace(traceId: string): Promise<Blob>;
}
