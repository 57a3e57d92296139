import { transfer } from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Inspector } from '../engine/inspect/inspector.js';
import type { Moment, MomentQuery } from '../engine/inspect/moment.js';
import { presetValues } from '../engine/replay/options.js';
import { OPERATION_ALLOC, OPERATION_DALLOC } from '../engine/replay/trace-table.js';
import { type TestEvent, buildTrace } from '../testing/trace-builder.js';
import { channelWorker, endChannelWorkers } from './channel-worker.fixture.js';
import type { WorkerLike } from './connection.client.js';
import type { InspectApi, Inspected, InspectProgress, InspectRequest } from './inspect.api.js';
import { type InspectListener, latest } from './inspect.client.js';
import { createInspectService } from './inspect.service.js';
import { createReplayClient, type ReplayClient } from './replay.client.js';
import { createTraces } from './traces.js';

const MODE = { hpaOnly: true, shards: null };
const OPTIONS = presetValues('jemalloc');

/** Two shards that fill and free in turn. */
function eventsOf(length: number): TestEvent[] {
  let allocations = 0;
  return Array.from({ length }, (_, i) => {
    const shard = (i >> 2) % 2;
    const frees = i % 8 === 3 || i % 8 === 7;
    if (!frees) allocations++;
    return {
      shard,
      operation: frees ? OPERATION_DALLOC : OPERATION_ALLOC,
      value: frees ? allocations - 2 : 1 + (i % 60),
      ns: BigInt(i) * 1_000_000n,
      frequent: true,
    };
  });
}

function requestOf(traceId: string): InspectRequest {
  return { traceId, options: OPTIONS, mode: MODE };
}

function queryOf(events: number, shard = 0): MomentQuery {
  return { events, shard, order: 'index', from: 0, count: 100 };
}

/** What a query must answer, by looking inside the whole trace at once. */
function truth(events: number, inspector: Inspector, shard = 0): Moment {
  return inspector.moment(queryOf(events, shard));
}

function wholeInspector(length: number): Inspector {
  const inspector = new Inspector(buildTrace(eventsOf(length)), OPTIONS, MODE);
  inspector.advance(Infinity);
  return inspector;
}

/** A service on a clock where each look takes 20 ms: slices stay small, so a pass takes many. */
function slowService(): { service: InspectApi; pauses: () => number; handedOver: ArrayBuffer[] } {
  let clock = 0;
  let pauses = 0;
  const handedOver: ArrayBuffer[] = [];
  const traces = createTraces();
  traces.add('a', buildTrace(eventsOf(20_000)));
  traces.add('b', buildTrace(eventsOf(500)));
  const service = createInspectService(
    {
      now: () => (clock += 20),
      pause: () => {
        pauses++;
        return new Promise((resolve) => {
          setTimeout(resolve, 0);
        });
      },
      transfer: (value, buffers) => {
        handedOver.push(...buffers);
        return value;
      },
    },
    traces,
  );
  return { service, pauses: () => pauses, handedOver };
}

describe('the inspect service', () => {
  it('passes through the trace in slices, tells how far it is, and what it keeps', async () => {
    const { service, pauses } = slowService();
    const seen: InspectProgress[] = [];
    const inspected = await service.inspect(requestOf('a'), (progress) => seen.push(progress));
    expect(inspected).toMatchObject({ shards: 2, events: 20_000, checkpoints: 3 });
    expect(inspected?.bytes).toBeGreaterThan(1000);
    expect(pauses()).toBeGreaterThan(2);
    expect(seen.every(({ eventsTotal }) => eventsTotal === 20_000)).toBe(true);
    expect(seen.map(({ eventsDone }) => eventsDone)).toEqual(
      seen.map(({ eventsDone }) => eventsDone).toSorted((a, b) => a - b),
    );
  });

  it('answers while the pass is under way, and for what lies beyond it as soon as it gets there', async () => {
    const { service } = slowService();
    let done = false;
    const pass = service.inspect(requestOf('a'), () => undefined).then(() => (done = true));
    const near = await service.at(queryOf(1000));
    expect(done).toBe(false);
    const far = await service.at(queryOf(15_000, 1));
    expect(done).toBe(false);
    const why = await service.why(15_200);
    const whole = wholeInspector(20_000);
    expect(near).toEqual(truth(1000, whole));
    expect(far).toEqual(truth(15_000, whole, 1));
    expect(why).toEqual(whole.explain(15_200));
    expect(await service.at(queryOf(20_000))).toEqual(truth(20_000, whole));
    await pass;
  });

  it('hands over every column of a moment, and nothing else', async () => {
    const { service, handedOver } = slowService();
    await service.inspect(requestOf('b'), () => undefined);
    const moment = await service.at(queryOf(400));
    const columns = Object.values(moment?.pageslabs ?? {}).filter((column) => typeof column === 'object');
    expect(columns).toHaveLength(12);
    expect(new Set(handedOver)).toEqual(new Set(columns.map((column) => column.buffer)));
  });

  it('a newer inspection ends the older one and what waits for it', async () => {
    const { service } = slowService();
    const first = service.inspect(requestOf('a'), () => undefined);
    const waiting = service.at(queryOf(19_999));
    const life = service.lifeline(0, 0, 10);
    const second = service.inspect(requestOf('b'), () => undefined);
    expect(await first).toBeNull();
    expect(await waiting).toBeNull();
    expect(await life).toBeNull();
    expect(await second).toMatchObject({ events: 500 });
    expect(await service.at(queryOf(500))).toEqual(truth(500, wholeInspector(500)));
  });

  it('a close ends all, and then there is nothing to look into', async () => {
    const { service } = slowService();
    const pass = service.inspect(requestOf('a'), () => undefined);
    const waiting = service.why(19_000);
    await service.closeInspection();
    expect(await pass).toBeNull();
    expect(await waiting).toBeNull();
    await expect(service.at(queryOf(1))).rejects.toThrow('No replay is open');
    await expect(service.eventsAt('event', 1)).rejects.toThrow('No replay is open');
    await expect(service.lifeline(0, 0, 10)).rejects.toThrow('No replay is open');
  });

  it('follows a pageslab in slices; a newer lifeline wins', async () => {
    const { service, pauses } = slowService();
    await service.inspect(requestOf('a'), () => undefined);
    const before = pauses();
    const dropped = service.lifeline(0, 0, 1e6);
    await vi.waitFor(() => expect(pauses()).toBeGreaterThan(before));
    const followed = service.lifeline(1, 2, 1e6);
    expect(await dropped).toBeNull();
    const run = wholeInspector(20_000).lifeline(1, 2, 1e6);
    run.advance(Infinity);
    expect(await followed).toEqual(run.lifeline());
    expect(pauses()).toBeGreaterThan(before + 2);
  });

  it('refuses what is not there, in a sentence', async () => {
    const { service } = slowService();
    await expect(service.inspect(requestOf('c'), () => undefined)).rejects.toThrow('no longer open');
    await service.inspect(requestOf('b'), () => undefined);
    await expect(service.at(queryOf(501))).rejects.toThrow('has 500 events');
    await expect(service.at(queryOf(-1))).rejects.toThrow('has 500 events');
    await expect(service.at(queryOf(1, 2))).rejects.toThrow('has 2 shards');
    await expect(service.why(500)).rejects.toThrow('has 500 events');
    await expect(service.why(-1)).rejects.toThrow('has 500 events');
    await expect(service.lifeline(2, 0, 10)).rejects.toThrow('has 2 shards');
    expect(await service.eventsAt('event', 7)).toBe(7);
    expect(await service.eventsAt('time', 7e6)).toBe(8);
  });
});

describe('the inspect client over a message channel', () => {
  const open: ReplayClient[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.dispose();
    endChannelWorkers();
  });

  function setUp() {
    const crashes: (() => void)[] = [];
    const log: { kind: string; traceId?: string; value?: unknown }[] = [];
    const makeWorker = (): WorkerLike => {
      const traces = createTraces();
      traces.add('a', buildTrace(eventsOf(20_000)));
      traces.add('b', buildTrace(eventsOf(500)));
      let clock = 0;
      const service = createInspectService(
        {
          // Each look takes 20 ms: many words of progress.
          now: () => (clock += 20),
          pause: () =>
            new Promise((resolve) => {
              setTimeout(resolve, 0);
            }),
          transfer: (value, buffers) => transfer(value, buffers),
        },
        traces,
      );
      const worker = channelWorker(service);
      crashes.push(() => worker.fail());
      return worker;
    };
    const ignore = (): void => undefined;
    const client = createReplayClient(makeWorker, {
      started: ignore,
      part: ignore,
      finished: ignore,
      failed: ignore,
      crashed: (value) => log.push({ kind: 'crashed', value }),
    });
    const listener: InspectListener = {
      progress: ({ traceId }, value) => log.push({ kind: 'progress', traceId, value }),
      finished: ({ traceId }, value: Inspected) => log.push({ kind: 'finished', traceId, value }),
      failed: ({ traceId }, value) => log.push({ kind: 'failed', traceId, value }),
    };
    open.push(client);
    return { inspect: client.inspect, log, listener, crashes };
  }

  it('opens, answers and explains', async () => {
    const { inspect, log, listener } = setUp();
    inspect.open(requestOf('b'), listener);
    const whole = wholeInspector(500);
    expect(await inspect.at(queryOf(321))).toEqual(truth(321, whole));
    expect(await inspect.why(320)).toEqual(whole.explain(320));
    expect(await inspect.eventsAt('time', 3e6)).toBe(4);
    const run = whole.lifeline(0, 0, 50);
    run.advance(Infinity);
    expect(await inspect.lifeline(0, 0, 50)).toEqual(run.lifeline());
    await vi.waitFor(() => expect(log.at(-1)?.kind).toBe('finished'));
  });

  it('the newest moment wins: one on its way, one waiting, none lost', async () => {
    const { inspect, listener } = setUp();
    inspect.open(requestOf('a'), listener);
    const asked = [100, 200, 300, 400].map((events) => inspect.at(queryOf(events)));
    const answers = await Promise.all(asked);
    expect(answers.map((moment) => moment?.events ?? null)).toEqual([100, null, null, 400]);
    expect((await inspect.at(queryOf(500)))?.events).toBe(500);
  });

  it('only the newest replay opened is heard of', async () => {
    const { inspect, log, listener } = setUp();
    inspect.open(requestOf('nowhere'), listener);
    inspect.open(requestOf('a'), listener);
    await vi.waitFor(() => expect(log.map(({ kind }) => kind)).toContain('progress'));
    expect(new Set(log.map(({ traceId }) => traceId))).toEqual(new Set(['a']));
    const heard = log.length;
    inspect.open(requestOf('b'), listener);
    await vi.waitFor(() => expect(log.some(({ kind }) => kind === 'finished')).toBe(true));
    expect(new Set(log.slice(heard).map(({ traceId }) => traceId))).toEqual(new Set(['b']));
    inspect.open(requestOf('nowhere'), listener);
    await vi.waitFor(() => expect(log.at(-1)).toMatchObject({ kind: 'failed', traceId: 'nowhere' }));
    const before = log.length;
    inspect.open(requestOf('a'), listener);
    inspect.close();
    await expect(inspect.at(queryOf(1))).rejects.toThrow('No replay is open');
    expect(log).toHaveLength(before);
  });

  it('a dead worker fails what is open; the next one can be opened anew', async () => {
    const { inspect, log, listener, crashes } = setUp();
    inspect.open(requestOf('a'), listener);
    const running = inspect.at(queryOf(20_000));
    const waiting = inspect.at(queryOf(5));
    crashes[0]?.();
    await expect(running).rejects.toThrow('worker stopped');
    await expect(waiting).rejects.toThrow('No replay is open');
    // What the dead worker still says is not heard.
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    expect(log.map(({ kind }) => kind)).toEqual(['crashed', 'failed']);
    inspect.open(requestOf('b'), listener);
    expect((await inspect.at(queryOf(5)))?.events).toBe(5);
  });
});

describe('latest', () => {
  it('goes on after a call that failed', async () => {
    let calls = 0;
    const call = latest((input: number) => {
      calls++;
      return input === 0 ? Promise.reject(new Error('no')) : Promise.resolve(input);
    });
    const [first, second, third] = [call(0), call(1), call(2)];
    await expect(first).rejects.toThrow('no');
    expect(await second).toBeNull();
    expect(await third).toBe(2);
    expect(calls).toBe(2);
  });
});
