/** The run of the bench's present setting, which is no part of a sweep's plan: it is shown among the others. */
import type { SweepTask } from '../engine/tuning/sweep-schedule.js';
import type { SweepPool } from '../workers/sweep.client.js';
import type { ReplayInputsStore } from './replay-inputs.js';
import { listed, type MakeSweepJob } from './sweep-jobs.js';
import type { SweepResultsStore } from './sweep-results.js';
import type { ViewStore } from './view.js';

export interface SweepCurrentParts {
  readonly bench: ReplayInputsStore;
  readonly view: ViewStore;
  readonly results: SweepResultsStore;
  readonly pool: SweepPool;
  readonly jobOf: MakeSweepJob;
  /** A sweep is under way: the pool is not free. */
  readonly sweeping: () => boolean;
}

export interface SweepCurrent {
  /** The run to make with a sweep that begins. */
  task(sweepId: string): SweepTask;
  /** Makes the run where the setting has changed and no sweep is under way. */
  refresh(): void;
  readonly busy: boolean;
  dispose(): void;
}

export const CURRENT_ID = Number.MIN_SAFE_INTEGER;

/** Sliders move many times a second; the setting they end at is what counts. */
const CURRENT_MS = 300;

export function createSweepCurrent(parts: SweepCurrentParts): SweepCurrent {
  const { bench, view, results, pool, jobOf, sweeping } = parts;
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** Sweep and options that the run is known of, or is being made of. */
  let known: string | null = null;

  const present = () => bench.store.getState().history.present.options;
  const keyOf = (sweepId: string): string => JSON.stringify([sweepId, present()]);

  function task(sweepId: string): SweepTask {
    known = keyOf(sweepId);
    return { point: { id: CURRENT_ID, options: present() }, events: null };
  }

  function make(): void {
    const { run } = results.getState();
    if (run === null || run.traceId === null || sweeping()) return;
    if (view.getState().replayView !== 'tune' || known === keyOf(run.sweepId)) return;
    const source = listed([task(run.sweepId)]);
    results.setState({ current: null });
    pool.start(
      { ...jobOf(run, run.traceId, source), workers: 1 },
      {
        result: (_, result) => results.setState({ current: result }),
        failed: () => undefined,
        ended: () => undefined,
        broken: () => undefined,
      },
    );
  }

  function wait(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  return {
    task,
    refresh() {
      wait();
      if (results.getState().run === null) return;
      timer = setTimeout(() => {
        timer = null;
        make();
      }, CURRENT_MS);
    },
    get busy() {
      return timer !== null;
    },
    dispose: wait,
  };
}
