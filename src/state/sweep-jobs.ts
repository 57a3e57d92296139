/** What the pool is asked for: a sweep's runs on its trace, by as many workers as there is memory for. */
import type { SweepTask } from '../engine/tuning/sweep-schedule.js';
import type { ReplayClient } from '../workers/replay.client.js';
import type { SweepJob, SweepSource } from '../workers/sweep.client.js';
import type { SweepRun } from './sweep-results.js';

export type MakeSweepJob = (run: SweepRun, traceId: string, source: SweepSource) => SweepJob;

/** Copies of the trace that all workers may have together, and what a replay adds to one. Bytes. */
const MEMORY = 1.5e9;
const BYTES_PER_EVENT = 24;
/** Copies that may wait for the next sweep. Bytes. */
const IDLE_MEMORY = 1e8;

function copiesWithin(bytes: number, { facts }: SweepRun): number {
  return Math.max(1, Math.floor(bytes / (BYTES_PER_EVENT * Math.max(1, facts.events))));
}

/** Workers that may keep their copy of the run's trace while they have nothing to do. */
export function idleWorkers(run: SweepRun): number {
  return copiesWithin(IDLE_MEMORY, run);
}

/** @param workers that this machine has cores for */
export function createSweepJobs(traces: Pick<ReplayClient, 'copyTrace'>, workers: number): MakeSweepJob {
  return (run, traceId, source) => ({
    traceId,
    mode: run.spec.mode,
    snapshots: run.spec.snapshots,
    workers: Math.min(workers, copiesWithin(MEMORY, run)),
    copyTrace: () => traces.copyTrace(traceId),
    source,
  });
}

/** These runs, one after the other. */
export function listed(tasks: readonly SweepTask[]): SweepSource {
  let at = 0;
  return {
    next: () => tasks[at++] ?? null,
    get left() {
      return Math.max(0, tasks.length - at);
    },
  };
}
