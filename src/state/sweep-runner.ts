/**
 * Runs sweeps: hands the schedule's runs to the pool and lands results a few times a second. A sweep that was cancelled
 * goes on where it was, also when its trace was read anew meanwhile.
 */
import type { OptionValues } from '../engine/replay/options.js';
import { SweepSchedule } from '../engine/tuning/sweep-schedule.js';
import type { SweepResult, SweepSpec } from '../engine/tuning/sweep-types.js';
import type { TraceFacts } from '../engine/tuning/idle-options.js';
import { createSweepJudge } from './sweep-judge.js';
import { createSweepTraceFinder } from './sweep-trace.js';
import { sentenceOf } from '../base/result.js';
import type { ReplayClient } from '../workers/replay.client.js';
import type { SweepJob, SweepListener, SweepPool, SweepTask } from '../workers/sweep.client.js';
import type { TuningClient } from '../workers/tuning.client.js';
import { type FilesStore, selectedTrace } from './files.js';
import type { JobsStore } from './jobs.js';
import type { ReplayInputsStore } from './replay-inputs.js';
import type { ViewStore } from './view.js';
import { SweepColumns } from './sweep-columns.js';
import { planKey, refusal, specOf, type SweepInputsStore } from './sweep-inputs.js';
import { type SweepFailure, type SweepResultsStore, type SweepRun, updateSweep } from './sweep-results.js';

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

/** The run of the bench's present setting, which is no part of the plan. */
export const CURRENT_ID = Number.MIN_SAFE_INTEGER;

const JOB = 'sweep';
/** Pictures that change more often than this only flicker; of thousands of runs each takes longer to draw. */
const LAND_MS = 200;
const LATE_LAND_MS = 800;
const MANY_RUNS = 1000;
/** Sliders move many times a second; the setting they end at is what counts. */
const CURRENT_MS = 300;
/** Copies of the trace that all workers may have together, and what a replay adds to one. Bytes. */
const MEMORY = 1.5e9;
const BYTES_PER_EVENT = 24;
/** Copies that may wait for the next sweep. Bytes. */
const IDLE_MEMORY = 1e8;

interface Active {
  readonly sweepId: string;
  readonly columns: SweepColumns;
  readonly schedule: SweepSchedule;
  readonly failures: SweepFailure[];
  pending: SweepResult[];
  timer: ReturnType<typeof setTimeout> | null;
  /** When the clock of the runs was started last; null while paused. */
  since: number | null;
  spent: number;
  /** Runs beside the plan. */
  extras: number;
  extrasDone: number;
}

export function createSweepRunner(parts: SweepRunnerParts): SweepRunner {
  const { files, bench, view, inputs, results, jobs, pool, tuning, traces, now } = parts;
  let nextId = 1;
  let active: Active | null = null;
  let columns: SweepColumns | null = null;
  let currentTimer: ReturnType<typeof setTimeout> | null = null;
  /** Options that the known current run is of, and those that are being run. */
  let currentOf: string | null = null;
  let starting = false;

  const judge = createSweepJudge({ inputs, results, tuning, now, columns: () => columns });
  const finder = createSweepTraceFinder(files, results, traces, () => refreshCurrent());

  const spent = (of: Active): number => of.spent + (of.since === null ? 0 : now() - of.since);

  function land(of: Active): void {
    if (of.timer !== null) clearTimeout(of.timer);
    of.timer = null;
    const { sweepId, schedule } = of;
    const batch = of.pending;
    of.pending = [];
    of.columns.add(batch);
    updateSweep(results, sweepId, {
      table: of.columns.table(),
      failures: [...of.failures],
      runs: schedule.runs + of.extras,
      runsDone: schedule.runsDone + of.extrasDone,
      eventsDone: schedule.eventsDone,
      milliseconds: spent(of),
    });
    jobs.progress(JOB, schedule.eventsDone, schedule.runsDone);
    if (batch.length > 0) judge.add(sweepId, batch);
  }

  function landSoon(of: Active): void {
    const share = Math.min(1, of.columns.results.length / MANY_RUNS);
    of.timer ??= setTimeout(() => land(of), LAND_MS + share * (LATE_LAND_MS - LAND_MS));
  }

  function finish(of: Active, status: 'done' | 'cancelled' | 'failed', error: string | null = null): void {
    if (active !== of) return;
    of.spent = spent(of);
    of.since = null;
    land(of);
    active = null;
    jobs.end(JOB);
    updateSweep(results, of.sweepId, { status, error });
    const { run } = results.getState();
    pool.release(
      Math.max(1, Math.floor(IDLE_MEMORY / (BYTES_PER_EVENT * Math.max(1, run?.facts.events ?? 1)))),
    );
    judge.judge();
    refreshCurrent();
  }

  function jobOf(run: SweepRun, traceId: string, next: () => SweepTask | null): SweepJob {
    const byMemory = Math.floor(MEMORY / (BYTES_PER_EVENT * Math.max(1, run.facts.events)));
    return {
      traceId,
      mode: run.spec.mode,
      snapshots: run.spec.snapshots,
      workers: Math.max(1, Math.min(parts.workers, byMemory)),
      copyTrace: () => traces.copyTrace(traceId),
      source: { next },
    };
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
          of.pending.push(result);
          take(task, result);
          landSoon(of);
        }
      },
      failed(task, sentence) {
        if (active !== of || task.point.id === CURRENT_ID) return;
        of.failures.push({ id: task.point.id, sentence });
        take(task, null);
        landSoon(of);
      },
      ended: () => void supplement(of),
      broken: (sentence) => finish(of, 'failed', sentence),
    };
  }

  /** After the plan's runs: those that a recommendation still lacks, once. */
  async function supplement(of: Active): Promise<void> {
    if (active !== of) return;
    land(of);
    const { run } = results.getState();
    if (of.extras > 0 || run === null || run.sweepId !== of.sweepId || run.traceId === null) {
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
    const left = [...missing];
    const next = (): SweepTask | null => {
      const point = left.shift();
      return point === undefined ? null : { point, events: null };
    };
    pool.start(
      jobOf(run, run.traceId, next),
      listenerOf(of, () => {
        of.extrasDone += 1;
      }),
    );
  }

  const currentKey = (options: OptionValues, sweepId: string): string => JSON.stringify([sweepId, options]);

  function currentTask(sweepId: string): SweepTask {
    const { options } = bench.store.getState().history.present;
    currentOf = currentKey(options, sweepId);
    return { point: { id: CURRENT_ID, options }, events: null };
  }

  /** Runs the bench's setting where it has changed and no sweep is under way. */
  function refreshCurrent(): void {
    if (currentTimer !== null) clearTimeout(currentTimer);
    currentTimer = null;
    if (results.getState().run === null) return;
    currentTimer = setTimeout(() => {
      currentTimer = null;
      const { run } = results.getState();
      if (run === null || run.traceId === null || active !== null || starting) return;
      if (view.getState().replayView !== 'tune') return;
      const { options } = bench.store.getState().history.present;
      if (currentOf === currentKey(options, run.sweepId)) return;
      let task: SweepTask | null = currentTask(run.sweepId);
      results.setState({ current: null });
      const next = (): SweepTask | null => {
        const due = task;
        task = null;
        return due;
      };
      pool.start(
        { ...jobOf(run, run.traceId, next), workers: 1 },
        {
          result: (_, result) => results.setState({ current: result }),
          failed: () => undefined,
          ended: () => undefined,
          broken: () => undefined,
        },
      );
    }, CURRENT_MS);
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
    const before = results.getState().run;
    const key = planKey(spec, traceId);
    const goesOn = before !== null && before.key === key && before.status !== 'done' && columns !== null;
    const kept = goesOn && columns !== null ? columns : new SweepColumns();
    const sweepId = goesOn ? before.sweepId : `sweep-${nextId}`;
    nextId += 1;
    columns = kept;
    const schedule = new SweepSchedule(spec, facts.events, { finished: kept.results });
    active = {
      sweepId,
      columns: kept,
      schedule,
      failures: [],
      pending: [],
      timer: null,
      since: now(),
      spent: goesOn ? before.milliseconds : 0,
      extras: 0,
      extrasDone: 0,
    };
    const of = active;
    const run: SweepRun = {
      sweepId,
      key,
      spec,
      traceId,
      traceHash,
      fileName: file.name,
      facts,
      status: 'running',
      error: null,
      results: kept.results,
      table: kept.table(),
      failures: [],
      runs: schedule.runs,
      runsDone: schedule.runsDone,
      events: schedule.events,
      eventsDone: 0,
      workers: 0,
      milliseconds: of.spent,
      judgement: goesOn ? before.judgement : null,
      judgeError: null,
    };
    results.setState(goesOn ? { run } : { run, current: null, selected: null, hovered: null });
    showJob(run);
    let currentDue = true;
    const next = (): SweepTask | null => {
      if (currentDue) {
        currentDue = false;
        return currentTask(sweepId);
      }
      const task = schedule.next();
      return typeof task === 'string' ? null : task;
    };
    const take = (task: SweepTask, result: SweepResult | null): void => {
      if (result === null) schedule.fail(task);
      else schedule.add(result);
    };
    pool.start(jobOf(run, traceId, next), listenerOf(of, take));
    updateSweep(results, sweepId, { workers: pool.workers });
  }

  function showJob({ fileName, events }: SweepRun): void {
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
      active.spent = spent(active);
      active.since = null;
      land(active);
      jobs.end(JOB);
      updateSweep(results, active.sweepId, { status: 'paused' });
      judge.judge();
    },
    resume() {
      const { run } = results.getState();
      if (active === null || run?.status !== 'paused') return;
      active.since = now();
      updateSweep(results, active.sweepId, { status: 'running' });
      showJob(run);
      pool.resume();
    },
    cancel,
    show({ spec, facts, fileName, traceHash, results: read }) {
      cancel();
      const sweepId = `sweep-${nextId}`;
      nextId += 1;
      columns = new SweepColumns();
      columns.add(read);
      results.setState({
        run: {
          sweepId,
          key: null,
          spec,
          traceId: null,
          traceHash,
          fileName,
          facts,
          status: 'done',
          error: null,
          results: columns.results,
          table: columns.table(),
          failures: [],
          runs: read.length,
          runsDone: read.length,
          events: 0,
          eventsDone: 0,
          workers: 0,
          milliseconds: 0,
          judgement: null,
          judgeError: null,
        },
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
          refreshCurrent();
        }),
        view.subscribe(({ replayView }, before) => {
          if (replayView === 'tune' && before.replayView !== 'tune') refreshCurrent();
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
        for (const timer of [currentTimer, active?.timer ?? null]) {
          if (timer !== null) clearTimeout(timer);
        }
      };
    },
    onTuningCrash: () => judge.onCrash(),
    get busy() {
      return (
        starting ||
        judge.busy ||
        finder.busy ||
        currentTimer !== null ||
        (pool.busy && results.getState().run?.status !== 'paused')
      );
    },
  };
}
