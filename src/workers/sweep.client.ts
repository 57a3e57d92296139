/**
 * The pool that a sweep runs on: as many workers as cores, each with a copy of the trace of its own. Runs are handed out
 * as workers get free; a worker that dies costs only its run, which a fresh worker tries once more.
 */
import { transfer } from 'comlink';
import { fail, sentenceOf } from '../base/result.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { SweepTask } from '../engine/tuning/sweep-schedule.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import { connect, type Connection, type WorkerLike } from './connection.client.js';
import type { SweepApi, SweepSetting } from './sweep.api.js';

/** Where the runs of a job come from. */
export interface SweepSource {
  /** The next run; null where there is none now: the job ends when none is under way either. */
  next(): SweepTask | null;
  /** Runs that are still to be handed out now, as far as is known: the last ones are shared out evenly. */
  readonly left: number;
}

export interface SweepJob extends SweepSetting {
  readonly source: SweepSource;
  /** Makes a table that the receiver may keep. */
  readonly copyTrace: () => Promise<TraceTable>;
  /** Most workers, where copies of a large trace would fill the memory. */
  readonly workers: number;
}

export interface SweepListener {
  result(task: SweepTask, result: SweepResult): void;
  /** The run was tried twice, or its setting cannot be replayed. The sweep goes on. */
  failed(task: SweepTask, sentence: string): void;
  /** Nothing runs or waits any more; the job's workers are kept for the next job with the same trace. */
  ended(): void;
  /** No worker can be had at all. Nothing runs any more. */
  broken(sentence: string): void;
}

export interface SweepPool {
  /** Ends what runs, then starts this job. */
  start(job: SweepJob, listener: SweepListener): void;
  /** Runs under way are finished; no new ones begin. */
  pause(): void;
  resume(): void;
  /** Ends the workers. What they were at is lost, the results stay with the listener. */
  cancel(): void;
  /** Ends workers that wait, all but so many: each holds a copy of the trace. */
  release(keep: number): void;
  /** True while a job has runs under way or to make, paused or not. */
  readonly busy: boolean;
  readonly workers: number;
  dispose(): void;
}

export function createSweepWorker(): WorkerLike {
  return new Worker(new URL('./sweep.worker.ts', import.meta.url), { type: 'module', name: 'sweep' });
}

/** More workers than this only take memory: each has a copy of the trace. */
export const MOST_WORKERS = 16;

/** Workers for this machine. */
export function poolSize(cores: number): number {
  return Math.max(1, Math.min(MOST_WORKERS, Math.floor(cores) || 1));
}

/**
 * Batches that a worker is given ahead, and how long it should be at one, in ms: a worker must not wait for the page while
 * that draws, and a message for each run of a few milliseconds costs both sides a good part of a core.
 */
const AHEAD = 2;
const BATCH_MS = 60;
/** A worker takes at most so much of its share of the runs that are left, or the others would wait for it at the end. */
const SHARE = 1 / 3;
/** Workers that die one after the other without a single result: more would die as well. */
const MOST_DEATHS = 4;

const CRASH = 'The worker stopped (most likely out of memory).';

interface Held {
  readonly task: SweepTask;
  /** A worker died while it held this run: it is tried once more, alone, so that blame is sure. */
  readonly suspect: boolean;
}

interface Slot {
  connection: Connection<SweepApi> | null;
  /** The trace it holds. */
  traceId: string | null;
  /** Handed out and not answered, in their order: of the first one a run is being made. */
  held: (readonly Held[])[];
}

interface Running {
  readonly job: SweepJob;
  readonly listener: SweepListener;
  /** Runs lost with a worker, to be tried first. */
  readonly again: Held[];
  paused: boolean;
  /** Deaths since the last result. */
  deaths: number;
  /** What a run took lately, in ms; null before the first result. */
  runMs: number | null;
}

export function createSweepPool(makeWorker: () => WorkerLike): SweepPool {
  const slots: Slot[] = [];
  let current: Running | null = null;

  function close(slot: Slot): void {
    slot.connection?.close('The sweep was ended.');
    slot.connection = null;
    slot.traceId = null;
    slot.held = [];
  }

  function stop(): void {
    current = null;
    for (const slot of slots) close(slot);
  }

  /** Gives the slot a worker with the job's trace, then runs. */
  async function serve(slot: Slot, running: Running): Promise<void> {
    const { traceId, copyTrace } = running.job;
    if (slot.connection !== null && slot.traceId === traceId) {
      fill(slot, running);
      return;
    }
    close(slot);
    try {
      const connection = connect<SweepApi>(makeWorker, CRASH, () => onCrash(slot, connection));
      slot.connection = connection;
      const trace = await copyTrace();
      if (slot.connection !== connection) return;
      const { remote } = connection;
      await connection
        .guard(
          remote.addTrace(
            traceId,
            transfer(trace, [trace.meta.buffer, trace.value.buffer, trace.time.buffer]),
          ),
        )
        // A worker that died has been seen to by onCrash.
        .catch((error: unknown) => {
          if (slot.connection === connection) throw error;
        });
      if (slot.connection !== connection) return;
      slot.traceId = traceId;
    } catch (error) {
      breakDown(running, sentenceOf(error));
      return;
    }
    fill(slot, running);
  }

  function breakDown(running: Running, sentence: string): void {
    if (current !== running) return;
    stop();
    running.listener.broken(sentence);
  }

  /** Runs that a worker is given at a time. */
  function batchSize({ job, runMs }: Running): number {
    if (runMs === null) return 1;
    const even = Math.ceil((SHARE * job.source.left) / slots.length);
    return Math.max(1, Math.min(Math.ceil(BATCH_MS / Math.max(1, runMs)), even));
  }

  /** The next runs for this worker; none while there are none, or while it has one that must run alone. */
  function nextBatch(slot: Slot, running: Running): readonly Held[] {
    const { again, job } = running;
    if (again.length > 0 || slot.held.flat().some(({ suspect }) => suspect)) {
      return slot.held.length > 0 ? [] : again.splice(0, 1);
    }
    const batch: Held[] = [];
    for (let free = batchSize(running); free > 0; free -= 1) {
      const task = job.source.next();
      if (task === null) break;
      batch.push({ task, suspect: false });
    }
    return batch;
  }

  /** Hands out runs to a ready worker. */
  function fill(slot: Slot, running: Running): void {
    const { connection } = slot;
    if (connection === null || slot.traceId !== running.job.traceId) return;
    if (current !== running || running.paused) return;
    for (;;) {
      // The last runs, and those of a short round, are for whoever is free: each may take long.
      const most = running.job.source.left >= slots.length ? AHEAD : 1;
      if (slot.held.length >= most) break;
      const batch = nextBatch(slot, running);
      if (batch.length === 0) break;
      slot.held.push(batch);
      void run(slot, connection, batch, running);
    }
    settle(running);
  }

  /** Tells the end when nothing is left. */
  function settle(running: Running): void {
    if (current !== running || running.paused || slots.some(({ held }) => held.length > 0)) return;
    current = null;
    running.listener.ended();
  }

  async function run(
    slot: Slot,
    connection: Connection<SweepApi>,
    batch: readonly Held[],
    running: Running,
  ): Promise<void> {
    const { traceId, mode, snapshots } = running.job;
    const tasks = batch.map(({ task }) => task);
    const outcomes = await connection
      .guard(connection.remote.run({ traceId, mode, snapshots }, tasks))
      .catch((error: unknown) => tasks.map(() => fail<SweepResult>(sentenceOf(error))));
    // A dead worker's runs have been taken back already.
    if (current !== running || slot.connection !== connection) return;
    slot.held = slot.held.filter((one) => one !== batch);
    running.deaths = 0;
    for (const [i, task] of tasks.entries()) {
      const outcome = outcomes[i]!;
      if (outcome.ok) {
        running.runMs = outcome.value.milliseconds;
        running.listener.result(task, outcome.value);
      } else running.listener.failed(task, outcome.error);
      if (current !== running) return;
    }
    // A result may let other workers go on, as the last one of a round does.
    for (const one of slots) if (one === slot || one.held.length === 0) fill(one, running);
  }

  function onCrash(slot: Slot, connection: Connection<SweepApi>): void {
    if (slot.connection !== connection) return;
    const lost = slot.held.flat();
    slot.connection = null;
    slot.traceId = null;
    slot.held = [];
    const running = current;
    if (running === null) return;
    running.deaths += 1;
    for (const { task, suspect } of lost) {
      if (suspect) running.listener.failed(task, CRASH);
      else running.again.push({ task, suspect: true });
    }
    if (running.deaths >= MOST_DEATHS) {
      breakDown(running, `${CRASH} So did ${MOST_DEATHS - 1} before it; the sweep was ended.`);
      return;
    }
    void serve(slot, running);
  }

  return {
    start(job, listener) {
      const same = slots.every(({ traceId }) => traceId === null || traceId === job.traceId);
      if (current !== null || !same) stop();
      const running: Running = { job, listener, again: [], paused: false, deaths: 0, runMs: null };
      current = running;
      const size = Math.max(1, Math.min(MOST_WORKERS, job.workers));
      while (slots.length < size) slots.push({ connection: null, traceId: null, held: [] });
      for (const slot of slots.splice(size)) close(slot);
      for (const slot of slots) void serve(slot, running);
    },
    pause() {
      if (current !== null) current.paused = true;
    },
    resume() {
      if (current === null || !current.paused) return;
      current.paused = false;
      const running = current;
      for (const slot of slots) fill(slot, running);
    },
    cancel: stop,
    release(keep) {
      if (current === null) for (const slot of slots.slice(keep)) close(slot);
    },
    get busy() {
      return current !== null;
    },
    get workers() {
      return slots.length;
    },
    dispose: stop,
  };
}
