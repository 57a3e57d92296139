/** The last sweep: its runs so far, how they are judged, and the run that is singled out in all pictures. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TraceFacts } from '../engine/tuning/idle-options.js';
import type { SweepResult, SweepSpec } from '../engine/tuning/sweep-types.js';
import type { Judgement } from '../workers/tuning.api.js';
import type { SweepColumns, SweepTable } from './sweep-columns.js';

export interface SweepFailure {
  readonly id: number;
  readonly sentence: string;
}

export interface SweepRun {
  readonly sweepId: string;
  /** Equal for the same runs of the same trace; null for results from a file. */
  readonly key: string | null;
  readonly spec: SweepSpec;
  /** Null while its trace is not open. */
  readonly traceId: string | null;
  /** Its fingerprint: the trace may be read anew, or come back. */
  readonly traceHash: string;
  readonly fileName: string;
  readonly facts: TraceFacts;
  readonly status: 'running' | 'paused' | 'done' | 'cancelled' | 'failed';
  readonly error: string | null;
  /** In the order they came; grows in place. */
  readonly results: readonly SweepResult[];
  readonly table: SweepTable;
  readonly failures: readonly SweepFailure[];
  readonly judgement: Judgement | null;
  /** Why the results could not be judged. */
  readonly judgeError: string | null;
}

/** How far the sweep is. It changes more often than the run, whose pictures take longer to draw. */
export interface SweepProgress {
  readonly runs: number;
  readonly runsDone: number;
  /** Of all runs together; zero for results from a file. */
  readonly events: number;
  readonly eventsDone: number;
  /** Time that runs were under way, without pauses. */
  readonly milliseconds: number;
}

export interface SweepResults {
  readonly run: SweepRun | null;
  readonly progress: SweepProgress;
  /** The run of the bench's present setting, on the sweep's trace; null while it is not known. */
  readonly current: SweepResult | null;
  /** Row of the run whose card is open, or under the pointer. */
  readonly selected: number | null;
  readonly hovered: number | null;
}

export type SweepResultsStore = StoreApi<SweepResults>;

const NO_PROGRESS: SweepProgress = { runs: 0, runsDone: 0, events: 0, eventsDone: 0, milliseconds: 0 };

export function createSweepResults(): SweepResultsStore {
  return createStore<SweepResults>(() => ({
    run: null,
    progress: NO_PROGRESS,
    current: null,
    selected: null,
    hovered: null,
  }));
}

/** A run with the results that the columns hold, none of them judged. */
export function sweepRunOf(
  about: Pick<
    SweepRun,
    'sweepId' | 'key' | 'spec' | 'traceId' | 'traceHash' | 'fileName' | 'facts' | 'status'
  >,
  columns: SweepColumns,
): SweepRun {
  return {
    ...about,
    error: null,
    results: columns.results,
    table: columns.table(),
    failures: [],
    judgement: null,
    judgeError: null,
  };
}

export function updateSweep(store: SweepResultsStore, sweepId: string, change: Partial<SweepRun>): void {
  const { run } = store.getState();
  if (run?.sweepId === sweepId) store.setState({ run: { ...run, ...change } });
}

export function isActive(run: SweepRun | null): boolean {
  return run?.status === 'running' || run?.status === 'paused';
}
