/** The latest results: runs land here whole or part by part; the last good picture stays until the next one comes. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StatisticsTable } from '../engine/replay/statistics.js';
import type { ReplayInputs } from './replay-inputs.js';
import type { Axis } from './view.js';

export interface Run {
  /** Tells runs apart: same trace, options, mode and plan, same key. */
  readonly key: string;
  readonly source: 'replay' | 'measured';
  readonly fileId: string;
  readonly fileName: string;
  /** What was asked for; null for a measured run. */
  readonly inputs: ReplayInputs | null;
  /** Along what its snapshots are spread; a measured run's lie between events. */
  readonly axis: Axis;
  readonly table: StatisticsTable;
  readonly complete: boolean;
  readonly eventsDone: number;
  readonly eventsTotal: number;
  /** The trace's whole time, nanoseconds; null where it is unknown. */
  readonly span: number | null;
  /** Time the engine worked, once complete. */
  readonly milliseconds: number | null;
}

export interface Results {
  readonly run: Run | null;
  /** Key of the run asked for last; the shown run is stale while it has another. */
  readonly asked: string | null;
  readonly status: 'none' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly error: string | null;
}

export type ResultsStore = StoreApi<Results>;

export function createResults(): ResultsStore {
  return createStore<Results>(() => ({ run: null, asked: null, status: 'none', error: null }));
}

/** The shown run answers an older question. */
export function isStale(results: Results): boolean {
  return results.run !== null && results.run.key !== results.asked;
}
