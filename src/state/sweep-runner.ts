/**
 * Runs sweeps: hands the schedule's runs to the pool and lands results a few times a second. A sweep that was cancelled
 * goes on where it was, also when its trace was read anew meanwhile.
 */
import { SweepSchedule, type SweepTask } from '../engine/tuning/sweep-schedule.js';
import type { SweepResult, SweepSpec } from '../engine/tuning/sweep-types.js';
import type { TraceFacts } from '../engine/tuning/idle-options.js';
import { createSweepCurrent, CURRENT_ID } from './sweep-current.js';
import { createSweepJobs, idleWorkers, listed } from './sweep-jobs.js';
import { createSweepJudge } from './sweep-judge.js';
import { createSweepLanding, type SweepLanding } from './sweep-landing.js';
import { createSweepTraceFinder } from './sweep-trace.js';
import { sentenceOf } from '../base/result.js';
import type { ReplayClient } from '../workers/replay.client.js';
import type { SweepListener, SweepPool, SweepSource } from '../workers/sweep.client.js';
import type { TuningClient } from '../workers/tuning.client.js';
import { type FilesStore, selectedTrace } from './files.js';
import type { JobsStore } from './jobs.js';
import type { ReplayInputsStore } from './replay-inputs.js';
import type { ViewStore } from './view.js';
import { SweepColumns } from './sweep-columns.js';
import { planKey, refusal, specOf, type SweepInputsStore } from './sweep-inputs.js';
import { type SweepResultsStore, type SweepRun, sweepRunOf, updateSweep } from './sweep-results.js';

export interface SweepRunnerParts {
  readonly files: FilesStore;
  readonly bench: ReplayInputsStore;
  readonly view: ViewStore;
  readonly inputs: SweepInputsStore;
  readonly results: SweepResultsStore;
  readonly jobs: JobsStore;
  readonly pool: SweepPool;
  readonly tuning: TuningClient;
  readonly traces: Pick<ReplayClient, 'copyTrace' | 'fingerprint'>;
  /** Workers this machine has cores for. */
  readonly workers: number;
  readonly now: () => number;
}

/** Results of a sweep that came from somewhere else. */
export interface FinishedSweep {
  readonly spec: SweepSpec;
  readonly facts: TraceFacts;
  readonly fileName: string;
  readonly traceHash: string;
  readonly results: readonly SweepResult[];
}

export interface SweepRunner {
  /** Starts the sweep that the inputs ask for, or goes on with it. */
  start(): void;
  pause(): void;
  resume(): void;
  /** What has been done stays. */
  cancel(): void;
  show(sweep: FinishedSweep): void;
  /** Follows the stores from now on; returns the function that ends it. */
  follow(): () => void;
  /** The tuning worker died: it gets the results again. */
  onTuningCrash(): void;
  readonly busy: boolean;
}

const JOB = 'sweep';

interface Active {
  readonly landing: SweepLanding;
  readonly schedule: SweepSchedule;
  /** Runs beside the plan. */
  extras: number;
  extrasDone: number;
}

export function createSweepRunner(parts: SweepRunnerParts): SweepRunner {
  const { files, bench, view, inputs, results, jobs, pool, tuning, traces, now } = parts;
  let nextId = 1;
  let active: Active | null = null;
  let columns: SweepColumns | null = null;
  let starting = false;

  const jobOf = createSweepJobs(traces, parts.workers);
  const judge = createSweepJudge({ inputs, results, tuning, columns: () => columns });
  const current = createSweepCurrent({
    bench,
    view,
    results,
    pool,
    jobOf,
    sweeping: () => active !== null || starting,
  });
  const finder = createSweepTraceFinder(files, results, traces, () => current.refresh());

  function finish(of: Active, status: 'done' | 'cancelled' | 'failed', error: string | null = null): void {
    if (active !== of) return;
    of.landing.stopClock();
    active = null;
    jobs.end(JOB);
    updateSweep(results, of.landing.sweepId, { status, error });
    const { run } = results.getState();
    if (run !== null) pool.release(idleWorkers(run));
    current.refresh();
  }

  function listenerOf(
    of: Active,
    take: (task: SweepTask, result: SweepResult | null) => void,
  ): SweepListener {
    return {
      result(task, result) {
        if (active !== of) return;
        if (task.point.id === CURRENT_ID) results.setState({ current: result });
        else {
          take(task, result);
          of.landing.result(result);
        }
      },
      failed(task, sentence) {
        if (active !== of || task.point.id === CURRENT_ID) return;
        take(task, null);
        of.landing.failed({ id: task.point.id, sentence });
      },
      ended: () => void supplement(of),
      broken: (sentence) => finish(of, 'failed', sentence),
    };
  }

  /** After the plan's runs: those that a recommendation still lacks, once. */
  async function supplement(of: Active): Promise<void> {
    if (active !== of) return;
    const { landing } = of;
    landing.land();
    const { run } = results.getState();
    if (of.extras > 0 || run === null || run.sweepId !== landing.sweepId || run.traceId === null) {
      finish(of, 'done');
      return;
    }
    const missing = await judge.missing(run);
    if (active !== of) return;
    if (missing.length === 0) {
      finish(of, 'done');
      return;
    }
    of.extras = missing.length;
    const tasks = missing.map((point) => ({ point, events: null }));
    pool.start(
      jobOf(run, run.traceId, listed(tasks)),
      listenerOf(of, () => {
        of.extrasDone += 1;
      }),
    );
  }

  async function begin(): Promise<void> {
    const file = selectedTrace(files.getState());
    if (file === null) return;
    const present = bench.store.getState().history.present;
    const spec = specOf(inputs.getState(), present);
    const why = refusal(inputs.getState(), spec);
    if (why !== null) {
      jobs.notify('error', why);
      return;
    }
    const { traceId } = file.content;
    const { hash: traceHash, ...facts } = await traces.fingerprint(traceId);
    const { run: before, progress } = results.getState();
    const key = planKey(spec, traceId);
    const goesOn = before !== null && before.key === key && before.status !== 'done' && columns !== null;
    const kept = goesOn && columns !== null ? columns : new SweepColumns();
    const sweepId = goesOn ? before.sweepId : `sweep-${nextId}`;
    nextId += 1;
    columns = kept;
    const schedule = new SweepSchedule(spec, facts.events, { finished: kept.results });
    const about = { sweepId, key, spec, traceId, traceHash, fileName: file.name, facts };
    const run: SweepRun = {
      ...sweepRunOf({ ...about, status: 'running' }, kept),
      judgement: goesOn ? before.judgement : null,
    };
    results.setState(goesOn ? { run } : { run, current: null, selected: null, hovered: null });
    const of: Active = {
      landing: createSweepLanding({
        sweepId,
        columns: kept,
        results,
        judge,
        now,
        counts: () => ({
          runs: schedule.runs + of.extras,
          runsDone: schedule.runsDone + of.extrasDone,
          events: schedule.events,
          eventsDone: schedule.eventsDone,
        }),
        onCount: ({ eventsDone, runsDone }) => jobs.progress(JOB, eventsDone, runsDone),
        spent: goesOn ? progress.milliseconds : 0,
      }),
      schedule,
      extras: 0,
      extrasDone: 0,
    };
    active = of;
    showJob(run, schedule.events);
    of.landing.land();
    const first = listed([current.task(sweepId)]);
    const source: SweepSource = {
      next() {
        const task = first.next() ?? schedule.next();
        return typeof task === 'string' ? null : task;
      },
      get left() {
        return first.left + schedule.left;
      },
    };
    const take = (task: SweepTask, result: SweepResult | null): void => {
      if (result === null) schedule.fail(task);
      else schedule.add(result);
    };
    pool.start(jobOf(run, traceId, source), listenerOf(of, take));
  }

  function showJob({ fileName }: SweepRun, events: number): void {
    jobs.start({
      id: JOB,
      name: `Trying settings on ${fileName}`,
      total: events,
      unit: 'events',
      countedUnit: 'runs',
      cancel,
    });
  }

  function cancel(): void {
    if (active === null) return;
    pool.cancel();
    finish(active, 'cancelled');
  }

  return {
    start() {
      if (starting || active !== null) return;
      starting = true;
      begin()
        .catch((error: unknown) => jobs.notify('error', `The sweep could not start: ${sentenceOf(error)}`))
        .finally(() => {
          starting = false;
        });
    },
    pause() {
      if (active === null) return;
      pool.pause();
      const { landing } = active;
      landing.stopClock();
      jobs.end(JOB);
      updateSweep(results, landing.sweepId, { status: 'paused' });
    },
    resume() {
      const { run } = results.getState();
      if (active === null || run?.status !== 'paused') return;
      active.landing.startClock();
      updateSweep(results, run.sweepId, { status: 'running' });
      showJob(run, active.schedule.events);
      pool.resume();
    },
    cancel,
    show({ spec, facts, fileName, traceHash, results: read }) {
      cancel();
      const sweepId = `sweep-${nextId}`;
      nextId += 1;
      columns = new SweepColumns();
      columns.add(read);
      const about = { sweepId, key: null, spec, traceId: null, traceHash, fileName, facts };
      results.setState({
        run: sweepRunOf({ ...about, status: 'done' }, columns),
        progress: { runs: read.length, runsDone: read.length, events: 0, eventsDone: 0, milliseconds: 0 },
        current: null,
        selected: null,
        hovered: null,
      });
      judge.add(sweepId, read);
      finder.find();
    },
    follow() {
      let { objectives, constraints } = inputs.getState();
      let { options } = bench.store.getState().history.present;
      const ends = [
        inputs.subscribe((state) => {
          if (state.objectives === objectives && state.constraints === constraints) return;
          ({ objectives, constraints } = state);
          if (state.objectives.length > 0 && results.getState().run !== null) judge.judge();
        }),
        bench.store.subscribe(({ history }) => {
          if (history.present.options === options) return;
          ({ options } = history.present);
          current.refresh();
        }),
        view.subscribe(({ replayView }, before) => {
          if (replayView === 'tune' && before.replayView !== 'tune') current.refresh();
        }),
        files.subscribe(() => {
          const { run } = results.getState();
          if (run === null || finder.open) return;
          if (run.traceId !== null) {
            // Its trace was closed: nothing of it may stay in memory.
            cancel();
            pool.release(0);
            updateSweep(results, run.sweepId, { traceId: null });
          }
          finder.find();
        }),
      ];
      return () => {
        for (const end of ends) end();
        judge.dispose();
        current.dispose();
        active?.landing.dispose();
      };
    },
    onTuningCrash: () => judge.onCrash(),
    get busy() {
      const status = results.getState().run?.status;
      const working = status === 'running' || (pool.busy && status !== 'paused');
      return working || starting || judge.busy || finder.busy || current.busy;
    },
  };
}
