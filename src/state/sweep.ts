/** Sweeps: stores, pool, judge and runner, put together for the app. */
import type { WorkerLike } from '../workers/connection.client.js';
import type { ReplayClient } from '../workers/replay.client.js';
import { createSweepPool, poolSize } from '../workers/sweep.client.js';
import { createTuningClient } from '../workers/tuning.client.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import { type FileEntry, type FilesStore, findFile } from './files.js';
import type { JobsStore } from './jobs.js';
import type { PinsStore } from './pins.js';
import { loadInputs, type ReplayInputs, type ReplayInputsStore } from './replay-inputs.js';
import { createSweepExports, groupsOf, type SweepExports, sweepOfGroup } from './sweep-files.js';
import { createSweepInputs, type SweepInputs, type SweepInputsStore } from './sweep-inputs.js';
import { createSweepResults, isActive, type SweepResultsStore } from './sweep-results.js';
import { createSweepPictures, type SweepPictures, type SweepPicturesStore } from './sweep-pictures.js';
import { createSweepUndo, type SweepUndo } from './sweep-undo.js';
import { createSweepRunner, type SweepRunner } from './sweep-runner.js';
import type { ViewStore } from './view.js';

export interface Sweeps {
  readonly inputs: SweepInputsStore;
  readonly history: SweepUndo;
  readonly pictures: SweepPicturesStore;
  readonly results: SweepResultsStore;
  readonly runner: SweepRunner;
  readonly exports: SweepExports;
  readonly workers: number;
  /** Shows the results that a file holds. */
  showFile(id: string): void;
  /** Puts a run's setting into the bench, as one step of undo, and shows its timelines. */
  load(result: SweepResult): void;
  /** Keeps a run's setting among those to compare, where it is replayed. False where its trace is not open. */
  pin(result: SweepResult): boolean;
  readonly busy: boolean;
  dispose(): void;
}

export interface SweepParts {
  readonly files: FilesStore;
  readonly bench: ReplayInputsStore;
  readonly pins: PinsStore;
  readonly view: ViewStore;
  readonly jobs: JobsStore;
  readonly traces: Pick<ReplayClient, 'copyTrace' | 'fingerprint'>;
  readonly makeSweepWorker: () => WorkerLike;
  readonly makeTuningWorker: () => WorkerLike;
  /** Of this machine. */
  readonly cores: number;
  readonly now: () => number;
}

export function createSweeps(parts: SweepParts, start: SweepInputs, look?: SweepPictures): Sweeps {
  const { files, bench, view, jobs, traces, now } = parts;
  const inputs = createSweepInputs(start);
  const history = createSweepUndo(inputs, now);
  const results = createSweepResults();
  const pool = createSweepPool(parts.makeSweepWorker);
  const tuning = createTuningClient(parts.makeTuningWorker, () => runner.onTuningCrash());
  const workers = poolSize(parts.cores);
  const runner: SweepRunner = createSweepRunner({
    files,
    bench,
    view,
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

  const openTrace = (): FileEntry | null => {
    const traceId = results.getState().run?.traceId ?? null;
    const all = files.getState().files;
    return all.find(({ content }) => content?.kind === 'trace' && content.traceId === traceId) ?? null;
  };

  /** The bench's inputs that replay a run with the sweep's snapshots: then the numbers are the same. */
  const benchInputs = ({ point }: SweepResult): ReplayInputs | null => {
    const { run } = results.getState();
    if (run === null) return null;
    const { spec, facts } = run;
    return {
      options: point.options,
      hpaOnly: spec.mode.hpaOnly,
      shards: spec.mode.shards,
      points: spec.snapshots,
      spread: facts.seconds > 0 ? 'time' : 'event',
    };
  };

  return {
    inputs,
    history,
    pictures: createSweepPictures(look),
    results,
    runner,
    workers,
    exports: createSweepExports(tuning),
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
      if (isActive(results.getState().run)) {
        jobs.notify('info', 'A sweep is under way; cancel it, then press the file to see its results.');
        return;
      }
      const sweep = sweepOfGroup(largest);
      inputs.setState({ objectives: sweep.spec.objectives, constraints: sweep.spec.constraints });
      runner.show(sweep);
      view.setState({ bench: 'replay', replayView: 'tune' });
    },
    load(result) {
      const open = openTrace();
      const wanted = benchInputs(result);
      if (wanted === null) return;
      if (open !== null && files.getState().selected !== open.id) files.setState({ selected: open.id });
      loadInputs(bench, wanted);
      view.setState({ replayView: 'timelines', zoom: null, shard: null });
    },
    pin(result) {
      const open = openTrace();
      const wanted = benchInputs(result);
      if (open === null || wanted === null) return false;
      const { sample, id, name } = open;
      const axis = wanted.spread === 'event' ? 'event' : 'time';
      parts.pins.add({ name: '', trace: { sample, fileId: id, name }, inputs: wanted, axis });
      return true;
    },
    get busy() {
      return runner.busy;
    },
    dispose() {
      unfollow();
      history.dispose();
      pool.dispose();
      tuning.dispose();
    },
  };
}
