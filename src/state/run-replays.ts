/** Turns inputs into replays: whenever the trace, the options, the mode or the plan change, the newest is asked for. */
import type { SnapshotPlan } from '../engine/replay/run.js';
import { createStatistics, type StatisticsTable } from '../engine/replay/statistics.js';
import type { ReplayFinished, ReplayPart, ReplayRequest } from '../workers/replay.api.js';
import type { ReplayListener } from '../workers/replay.client.js';
import { type FileEntry, type FilesStore, findFile, selectedTrace } from './files.js';
import type { JobsStore } from './jobs.js';
import type { ReplayInputs, ReplayInputsStore } from './replay-inputs.js';
import type { ResultsStore, Run } from './results.js';
import type { Axis, ViewStore } from './view.js';

export interface ReplayStores {
  readonly files: FilesStore;
  readonly inputs: ReplayInputsStore;
  readonly view: ViewStore;
  readonly jobs: JobsStore;
  readonly results: ResultsStore;
}

export interface ReplayRunner {
  readonly listener: Omit<ReplayListener, 'crashed'>;
  /** Follows the stores from now on; returns the function that ends it. */
  follow(client: { replay(request: ReplayRequest): void; cancel(): void }): () => void;
  /** Asks again for what was asked last, after a cancel or a failure. */
  again(): void;
  /** This run is known: if it is asked for next, it is shown and not made again. */
  recall(run: Run | null): void;
}

/** Along what the snapshots of a replay are spread, when `shown` is the axis of the charts. */
export function spreadAxis({ spread }: Pick<ReplayInputs, 'spread'>, shown: Axis): Axis {
  return spread === 'axis' ? shown : spread;
}

/** The request that the present inputs make for a trace. */
export function requestFor(traceId: string, inputs: ReplayInputs, axis: Axis): ReplayRequest {
  const plan: SnapshotPlan = {
    kind: 'points',
    count: inputs.points,
    axis: spreadAxis(inputs, axis),
  };
  return {
    traceId,
    options: inputs.options,
    mode: { hpaOnly: inputs.hpaOnly, shards: inputs.shards },
    plan,
  };
}

export function keyOf(request: ReplayRequest): string {
  return JSON.stringify([request.traceId, request.options, request.mode, request.plan]);
}

interface Question {
  readonly key: string;
  readonly file: FileEntry;
  readonly inputs: ReplayInputs;
  readonly axis: Axis;
}

/** Parts replace a whole picture only after this time; a shorter replay shows its end alone. */
const FIRST_PART_AFTER_MS = 120;

const JOB = 'replay';

/** @param now milliseconds on the page's clock. */
export function createReplayRunner(stores: ReplayStores, now: () => number): ReplayRunner {
  const { files, inputs, view, jobs, results } = stores;
  /** What each request asked: a run must be shown with the inputs it was made from. */
  const questions = new WeakMap<ReplayRequest, Question>();
  /** The question asked last. */
  let asked: Question | null = null;
  /** The running replay's own question and growing table. */
  let current: {
    readonly question: Question;
    readonly startedAt: number;
    table: StatisticsTable | null;
  } | null = null;
  let known: Run | null = null;
  let ask: ((force: boolean) => void) | null = null;
  let cancel: (() => void) | null = null;

  function land(part: ReplayPart): void {
    if (current === null) return;
    current.table = append(current.table, part);
    const { question } = current;
    jobs.progress(JOB, part.eventsDone, part.eventsDone, part.eventsTotal);
    const complete = part.eventsDone >= part.eventsTotal;
    if (current.table.snapshots === 0 || (!complete && mayWait(current))) return;
    const run: Run = {
      key: question.key,
      source: 'replay',
      fileId: question.file.id,
      fileName: question.file.name,
      inputs: question.inputs,
      axis: question.axis,
      table: current.table,
      complete,
      eventsDone: part.eventsDone,
      eventsTotal: part.eventsTotal,
      span: question.file.content?.kind === 'trace' ? question.file.content.span : null,
      milliseconds: null,
    };
    results.setState({ run });
  }

  /** A whole picture of the same file stands: it may stay for a moment, else a short replay would only flicker. */
  function mayWait({ question, startedAt }: NonNullable<typeof current>): boolean {
    const { run } = results.getState();
    const stands = run?.complete === true && run.fileId === question.file.id;
    return stands && now() - startedAt < FIRST_PART_AFTER_MS;
  }

  const listener: ReplayRunner['listener'] = {
    started(request) {
      const question = questions.get(request);
      if (question === undefined) return;
      current = { question, startedAt: now(), table: null };
      jobs.start({
        id: JOB,
        name: `Replaying ${question.file.name}`,
        total: question.file.content?.kind === 'trace' ? question.file.content.events : null,
        unit: 'events',
        countedUnit: 'events',
        cancel: () => cancel?.(),
      });
    },
    part: (_, part) => land(part),
    finished(_, result) {
      jobs.end(JOB);
      if (current === null) return;
      const { key } = current.question;
      current = null;
      settle(key, result);
    },
    failed(request, sentence) {
      jobs.end(JOB);
      current = null;
      if (asked !== null && asked === questions.get(request))
        results.setState({ status: 'failed', error: sentence });
    },
  };

  function settle(key: string, result: ReplayFinished): void {
    const { run } = results.getState();
    if (result.completed && run?.key === key) {
      results.setState({ run: { ...run, complete: true, milliseconds: result.milliseconds } });
    }
    if (asked?.key === key) results.setState({ status: result.completed ? 'done' : 'cancelled' });
  }

  return {
    listener,
    again: () => ask?.(true),
    recall(run) {
      known = run;
    },
    follow(client) {
      cancel = () => {
        client.cancel();
        if (results.getState().status === 'running') results.setState({ status: 'cancelled' });
      };
      ask = (force) => {
        const state = files.getState();
        const file = findFile(state, state.selected);
        if (file?.content?.kind === 'statistics') {
          client.cancel();
          asked = null;
          showMeasured(results, file);
          return;
        }
        const trace = selectedTrace(state);
        if (trace === null) {
          if (asked !== null) client.cancel();
          asked = null;
          // A trace that is being read again keeps its last picture until the new one comes.
          const keeps = file !== null && (file.status === 'waiting' || file.status === 'reading');
          results.setState(keeps ? { asked: null } : { asked: null, run: null, status: 'none', error: null });
          return;
        }
        const { present } = inputs.store.getState().history;
        const request = requestFor(trace.content.traceId, present, view.getState().axis);
        const key = keyOf(request);
        if (key === asked?.key && !force) return;
        asked = { key, file: trace, inputs: present, axis: spreadAxis(present, view.getState().axis) };
        if (known?.key === key && known.complete && !force) {
          client.cancel();
          results.setState({ asked: key, run: known, status: 'done', error: null });
          return;
        }
        questions.set(request, asked);
        results.setState({ asked: key, status: 'running', error: null });
        client.replay(request);
      };
      const update = (): void => ask?.(false);
      const ends = [files.subscribe(update), inputs.store.subscribe(update), view.subscribe(update)];
      update();
      return () => {
        for (const end of ends) end();
        ask = null;
      };
    },
  };
}

function showMeasured(results: ResultsStore, file: FileEntry): void {
  const run = measuredRun(file);
  if (run !== null && results.getState().run?.key !== run.key) {
    results.setState({ run, asked: run.key, status: 'done', error: null });
  }
}

/** A measured run as a run of its own: nothing was asked, everything is there. */
export function measuredRun(file: FileEntry): Run | null {
  if (file.content?.kind !== 'statistics') return null;
  const table = file.content.statistics;
  const last = (table.snapshots - 1) * table.shards;
  const events = table.columns.operation_count[last] ?? 0;
  return {
    key: `measured ${file.id}`,
    source: 'measured',
    fileId: file.id,
    fileName: file.name,
    inputs: null,
    axis: 'event',
    table,
    complete: true,
    eventsDone: events,
    eventsTotal: events,
    span: null,
    milliseconds: null,
  };
}

/** The table so far with a part's snapshots behind it. Columns are shared between the versions of a growing run. */
function append(table: StatisticsTable | null, part: ReplayPart): StatisticsTable {
  const into = table ?? createStatistics(part.shards, part.capacity);
  let name: keyof typeof part.columns;
  for (name in part.columns) into.columns[name].set(part.columns[name], part.from * part.shards);
  return { ...into, snapshots: part.from + part.snapshots };
}
