/** Sweeps: stores, pool, judge and runner, put together for the app. */
import type { WorkerLike } from '../workers/connection.client.js';
import type { ReplayClient } from '../workers/replay.client.js';
import { createSweepPool, poolSize } from '../workers/sweep.client.js';
import { createTuningClient } from '../workers/tuning.client.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import { type FilesStore, findFile } from './files.js';
import type { JobsStore } from './jobs.js';
import type { ReplayInputsStore } from './replay-inputs.js';
import { createSweepExports, groupsOf, type SweepExports, sweepOfGroup } from './sweep-files.js';
import { createSweepInputs, type SweepInputs, type SweepInputsStore } from './sweep-inputs.js';
import { createSweepResults, type SweepResultsStore } from './sweep-results.js';
import { createSweepRunner, type SweepRunner } from './sweep-runner.js';
import type { ViewStore } from './view.js';

export interface Sweeps {
  readonly inputs: SweepInputsStore;
  readonly results: SweepResultsStore;
  readonly runner: SweepRunner;
  readonly exports: SweepExports;
  readonly workers: number;
  /** Shows the results that a file holds. */
  showFile(id: string): void;
  /** Puts a run's setting into the bench, as one step of undo, and shows its timelines. */
  load(result: SweepResult): void;
  readonly busy: boolean;
  dispose(): void;
}

export interface SweepParts {
  readonly files: FilesStore;
  readonly bench: ReplayInputsStore;
  readonly view: ViewStore;
  readonly jobs: JobsStore;
  readonly traces: Pick<ReplayClient, 'copyTrace' | 'fingerprint'>;
  readonly makeSweepWorker: () => WorkerLike;
  readonly makeTuningWorker: () => WorkerLike;
  /** Of this machine. */
  readonly cores: number;
  readonly now: () => number;
}

export function createSweeps(parts: SweepParts, start: SweepInputs): Sweeps {
  const { files, bench, view, jobs, traces, now } = parts;
  const inputs = createSweepInputs(start);
  const results = createSweepResults();
  const pool = createSweepPool(parts.makeSweepWorker);
  const tuning = createTuningClient(parts.makeTuningWorker, () => runner.onTuningCrash());
  const workers = poolSize(parts.cores);
  const runner: SweepRunner = createSweepRunner({
    files,
    bench,
    inputs,
    results,
    jobs,
    pool,
    tuning,
    traces,
    workers,
    now,
  });
  const unfollow = runner.follow();

  return {
    inputs,
    results,
    runner,
    workers,
    exports: createSweepExports(tuning, traces),
    showFile(id) {
      const content = findFile(files.getState(), id)?.content;
      if (content?.kind !== 'sweep') return;
      const groups = groupsOf(content.sweep);
      const [largest] = groups;
      if (largest === undefined) return;
      if (groups.length > 1) {
        jobs.notify(
          'info',
          `The file holds ${groups.length} sweeps; the largest is shown, of ${largest.context.trace}.`,
        );
      }
      const sweep = sweepOfGroup(largest);
      inputs.setState({ objectives: sweep.spec.objectives, constraints: sweep.spec.constraints });
      runner.show(sweep);
      view.setState({ bench: 'replay', replayView: 'tune' });
    },
    load({ point }) {
      const { run } = results.getState();
      if (run === null) return;
      const open = files
        .getState()
        .files.find(({ content }) => content?.kind === 'trace' && content.traceId === run.traceId);
      if (open !== undefined && files.getState().selected !== open.id) files.setState({ selected: open.id });
      const { hpaOnly, shards } = run.spec.mode;
      bench.beginGesture();
      bench.setOptions(point.options);
      // The same snapshots as the sweep's: then the same numbers.
      bench.set({
        hpaOnly,
        shards,
        points: run.spec.snapshots,
        spread: run.facts.seconds > 0 ? 'time' : 'event',
      });
      bench.endGesture();
      view.setState({ replayView: 'timelines', zoom: null, shard: null });
    },
    get busy() {
      return runner.busy;
    },
    dispose() {
      unfollow();
      pool.dispose();
      tuning.dispose();
    },
  };
}
