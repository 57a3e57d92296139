import { afterEach, describe, expect, it, vi } from 'vitest';
import { presetValues } from '../engine/replay/options.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { PointRequest } from '../engine/tuning/run-point.js';
import type { SweepTask } from '../engine/tuning/sweep-schedule.js';
import { FIGURES } from '../engine/tuning/figures.js';
import type { Figures, SweepResult } from '../engine/tuning/sweep-types.js';
import { type ChannelWorker, channelWorker, endChannelWorkers } from './channel-worker.fixture.js';
import type { WorkerLike } from './connection.client.js';
import type { SweepSetting } from './sweep.api.js';
import { createSweepPool, poolSize, type SweepJob, type SweepPool } from './sweep.client.js';
import { createSweepService } from './sweep.service.js';

const TRACE: TraceTable = {
  length: 4,
  allocations: 2,
  shards: 1,
  meta: new Uint32Array(4),
  value: new Uint32Array(4),
  time: new Uint32Array(8),
};

function copyOf(): TraceTable {
  return { ...TRACE, meta: TRACE.meta.slice(), value: TRACE.value.slice(), time: TRACE.time.slice() };
}

function resultOf(trace: TraceTable, request: PointRequest): SweepResult {
  const figures = Object.fromEntries(FIGURES.map(({ name }) => [name, request.point.id])) as Figures;
  const events = request.events ?? trace.length;
  return { point: request.point, events, whole: request.events === null, figures, milliseconds: 1 };
}

function task(id: number): SweepTask {
  return { point: { id, options: presetValues('jemalloc') }, events: null };
}

const open: SweepPool[] = [];
afterEach(() => {
  for (const pool of open.splice(0)) pool.dispose();
  endChannelWorkers();
});

/** A pool of message channels; `before` runs in the worker with its number and the request, and may make it die. */
function setUp(
  before: (worker: number, request: PointRequest, die: () => void) => void = () => undefined,
  milliseconds = 1,
) {
  const batches: number[] = [];
  const workers: ChannelWorker[] = [];
  const makeWorker = (): WorkerLike => {
    const number = workers.length;
    const service = createSweepService((trace, request) => {
      before(number, request, () => worker.fail());
      return { ...resultOf(trace, request), milliseconds };
    });
    const worker = channelWorker({
      ...service,
      run(setting: SweepSetting, batch: readonly SweepTask[]) {
        batches.push(batch.length);
        return service.run(setting, batch);
      },
    });
    workers.push(worker);
    return worker;
  };
  const pool = createSweepPool(makeWorker);
  open.push(pool);
  const log: string[] = [];
  const results: SweepResult[] = [];
  const start = (tasks: readonly SweepTask[], change: Partial<SweepJob> = {}): Promise<void> =>
    new Promise((resolve) => {
      const left = [...tasks];
      pool.start(
        {
          traceId: 'a',
          mode: { hpaOnly: false, shards: null },
          snapshots: 10,
          source: {
            next: () => left.shift() ?? null,
            get left() {
              return left.length;
            },
          },
          copyTrace: () => Promise.resolve(copyOf()),
          workers: 2,
          ...change,
        },
        {
          result: (_, result) => results.push(result),
          failed: (failed, sentence) => log.push(`failed ${failed.point.id}: ${sentence}`),
          ended: () => resolve(),
          broken(sentence) {
            log.push(`broken: ${sentence}`);
            resolve();
          },
        },
      );
    });
  return {
    pool,
    start,
    results,
    log,
    batches,
    workers: () => workers.length,
    ended: () => workers.filter((worker) => worker.ended).length,
  };
}

const ids = (results: readonly SweepResult[]): number[] =>
  results.map(({ point }) => point.id).toSorted((a, b) => a - b);
const tasks = (count: number): SweepTask[] => Array.from({ length: count }, (_, id) => task(id));

describe('the sweep pool', () => {
  it('makes every run once, on all workers, and each from its own copy of the trace', async () => {
    const used = new Set<number>();
    const { pool, start, results, log, workers } = setUp((worker) => used.add(worker));
    await start(tasks(40));
    expect(ids(results)).toEqual(Array.from({ length: 40 }, (_, id) => id));
    expect(results.every(({ events, whole }) => events === 4 && whole)).toBe(true);
    expect([...used].toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(log).toEqual([]);
    expect(pool.busy).toBe(false);
    await start(tasks(3));
    expect(workers(), 'the workers and their traces are kept for the next sweep').toBe(2);
  });

  it('hands out short runs by the dozen, long ones one by one, and the last ones evenly', async () => {
    const handed = async (milliseconds: number, count: number): Promise<readonly number[]> => {
      const { start, results, batches } = setUp(() => undefined, milliseconds);
      await start(tasks(count));
      expect(ids(results)).toEqual(tasks(count).map(({ point }) => point.id));
      return batches;
    };
    const short = await handed(4, 400);
    expect(Math.max(...short)).toBe(15);
    expect(short.length).toBeLessThan(60);
    expect(short.at(-1), 'no worker waits for a long last batch').toBeLessThan(4);
    expect(Math.max(...(await handed(500, 40)))).toBe(1);
  });

  it('gives two long runs to two workers', async () => {
    const made: number[] = [];
    const { start } = setUp((worker) => made.push(worker), 500);
    await start(tasks(2));
    expect(made.toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  it('pauses and goes on', async () => {
    const { pool, start, results } = setUp((_, { point }) => {
      if (point.id === 200) pool.pause();
    });
    const done = start(tasks(900));
    await vi.waitFor(() => expect(results.length).toBeGreaterThan(200));
    await new Promise((resolve) => void setTimeout(resolve, 60));
    const paused = results.length;
    expect(paused).toBeLessThan(900);
    await new Promise((resolve) => void setTimeout(resolve, 60));
    expect(results.length).toBe(paused);
    expect(pool.busy).toBe(true);
    pool.resume();
    await done;
    expect(ids(results)).toEqual(Array.from({ length: 900 }, (_, id) => id));
  });

  it('cancel ends the workers; what came before it stays, nothing comes after', async () => {
    const { pool, start, results, ended } = setUp();
    void start(tasks(1000));
    await vi.waitFor(() => expect(results.length).toBeGreaterThan(2));
    pool.cancel();
    const kept = results.length;
    expect(pool.busy).toBe(false);
    expect(ended()).toBe(2);
    await new Promise((resolve) => void setTimeout(resolve, 60));
    expect(results.length).toBe(kept);
    await start(tasks(2));
    expect(results.length).toBe(kept + 2);
  });

  it('a worker that dies costs only its run, which a fresh one makes', async () => {
    let died = false;
    const { start, results, log, workers } = setUp((_, request, die) => {
      if (request.point.id !== 5 || died) return;
      died = true;
      die();
    });
    await start(tasks(20));
    expect(ids(results)).toEqual(Array.from({ length: 20 }, (_, id) => id));
    expect(log).toEqual([]);
    expect(workers()).toBe(3);
  });

  it('a run that kills two workers is told and left out; all others are there', async () => {
    const { start, results, log } = setUp((_, request, die) => {
      if (request.point.id === 5) die();
    });
    await start(tasks(20));
    expect(ids(results)).toEqual(Array.from({ length: 20 }, (_, id) => id).filter((id) => id !== 5));
    expect(log).toEqual([expect.stringContaining('failed 5: The worker stopped')]);
  });

  it('gives up when workers only die', async () => {
    const { pool, start, results, log } = setUp((_, __, die) => die());
    await start(tasks(20));
    expect(results).toEqual([]);
    expect(log.at(-1)).toContain('broken: The worker stopped');
    expect(pool.busy).toBe(false);
  });

  it('a setting that cannot be replayed is told; the others go on', async () => {
    const { start, results, log } = setUp((_, request) => {
      if (request.point.id === 1) throw new Error('No such setting.');
    });
    await start(tasks(4));
    expect(ids(results)).toEqual([0, 2, 3]);
    expect(log).toEqual(['failed 1: No such setting.']);
  });

  it('waits for a round before the next', async () => {
    const { pool, start, results } = setUp();
    let round = 0;
    let given = 0;
    const seen: number[] = [];
    await start([], {
      source: {
        next() {
          if (given === 3 && round < 2 && results.length === 3 * (round + 1)) {
            round += 1;
            given = 0;
          }
          if (given === 3) return null;
          given += 1;
          seen.push(round);
          return task(round * 10 + given);
        },
        get left() {
          return 3 - given;
        },
      },
    });
    expect(seen).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
    expect(results).toHaveLength(9);
    expect(pool.busy).toBe(false);
  });

  it('says so when the trace is gone', async () => {
    const { start, log } = setUp();
    await start(tasks(4), { copyTrace: () => Promise.reject(new Error('This trace is no longer open.')) });
    expect(log).toEqual(['broken: This trace is no longer open.']);
  });

  it('lets go of copies that nobody needs', async () => {
    const { pool, start, results, workers, ended } = setUp();
    await start(tasks(6));
    pool.release(1);
    expect(ended()).toBe(1);
    await start(tasks(6));
    expect(results).toHaveLength(12);
    expect(workers()).toBe(3);
  });

  it('takes a worker for each core, sixteen at most', () => {
    expect([0, 1, 2, 8, 64, Number.NaN].map(poolSize)).toEqual([1, 1, 2, 8, 16, 1]);
  });
});
