import type { Result } from '../base/result.js';
import type { ReplayMode } from '../engine/replay/options.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { SweepTask } from '../engine/tuning/sweep-schedule.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';

/** What the runs of a job have in common. */
export interface SweepSetting {
  readonly traceId: string;
  readonly mode: ReplayMode;
  readonly snapshots: number;
}

/**
 * One worker of the pool: holds its own copy of the trace, replays one setting after another. A run cannot be broken off:
 * who wants that ends the worker.
 */
export interface SweepApi {
  /** Takes over the table's buffers. */
  addTrace(traceId: string, trace: TraceTable): Promise<void>;
  /** Makes the runs in their order. For each its result, or why its setting cannot be replayed. */
  run(setting: SweepSetting, tasks: readonly SweepTask[]): Promise<readonly Result<SweepResult>[]>;
}
