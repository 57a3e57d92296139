/** Drives a trace through the shards and takes snapshots (`simulate_trace`, test/stress/pa/pa_microbench.c). */
import type { OptionValues, ReplayMode } from './options.js';
import type { StatisticsTable } from './statistics.js';
import type { TraceTable } from './trace-table.js';

/** When to take snapshots. Every plan ends with one after the last event. */
export type SnapshotPlan =
  /** As the original tool: after every `events` events, and once more at the end; 0 = only the end. */
  | { readonly kind: 'interval'; readonly events: number }
  /** About `count` snapshots spread evenly over the events or over the trace's clock. */
  | { readonly kind: 'points'; readonly count: number; readonly axis: 'event' | 'time' }
  /** One for every `ns` nanoseconds of the trace's clock. */
  | { readonly kind: 'time-step'; readonly ns: number };

export declare class Replay {
  constructor(trace: TraceTable, options: OptionValues, mode: ReplayMode, plan: SnapshotPlan);
  /** Snapshots so far; grows while the replay advances. */
  readonly statistics: StatisticsTable;
  readonly eventsDone: number;
  readonly done: boolean;
  /** Replays up to `maxEvents` more events. Returns true when the replay is complete. */
  advance(maxEvents: number): boolean;
}
