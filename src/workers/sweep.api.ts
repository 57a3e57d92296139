import type { ReplayMode } from '../engine/replay/options.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { SweepPoint, SweepResult } from '../engine/tuning/sweep-types.js';

export interface SweepRunRequest {
  readonly traceId: string;
  readonly mode: ReplayMode;
  readonly point: SweepPoint;
  /** Events to replay; the whole trace when null. */
  readonly events: number | null;
  readonly snapshots: number;
}

/** One worker of the pool: holds its own copy of the trace, runs one setting at a time. */
export interface SweepApi {
  /** Takes over the table's buffers. */
  addTrace(traceId: string, trace: TraceTable): Promise<void>;
  removeTrace(traceId: string): Promise<void>;
  /** Resolves null when `cancel` ended it. */
  run(request: SweepRunRequest): Promise<SweepResult | null>;
  cancel(): Promise<void>;
}
