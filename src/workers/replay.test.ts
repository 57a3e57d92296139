import { transfer } from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { presetValues } from '../engine/replay/options.js';
import { createStatistics, type StatisticsTable } from '../engine/replay/statistics.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import { sampleTrace } from '../engine/sampling/sample-program.js';
import { workloadOfTrace } from '../engine/sampling/trace-sizes.js';
import { workloadRows } from '../engine/sampling/workload.js';
import { openFile } from '../formats/open.js';
import { traceFromText } from '../testing/trace-builder.js';
import { channelWorker, endChannelWorkers } from './channel-worker.fixture.js';
import type { ReplayFinished, ReplayPart, ReplayRequest, TraceDumpRequest } from './replay.api.js';
import { createReplayClient, type ReplayClient } from './replay.client.js';
import type { WorkerLike } from './connection.client.js';
import { createReplayService, type ReplayServiceParts } from './replay.service.js';
import { traceSampling, writeSamples } from './sampling/dump.js';

const SHARDS = 2;

/** A replay of known speed: one snapshot for every 1000 events, whose values are the event number. */
class CountingReplay {
  eventsDone = 0;
  readonly statistics: StatisticsTable;
  constructor(
    private readonly events: number,
    private readonly work: (events: number) => void,
  ) {
    this.statistics = createStatistics(SHARDS, Math.floor(events / 1000) + 1);
  }
  get done(): boolean {
    return this.eventsDone === this.events;
  }
  advance(maxEvents: number): boolean {
    const end = Math.min(this.events, this.eventsDone + maxEvents);
    this.work(end - this.eventsDone);
    for (let event = this.eventsDone + 1; event <= end; event += 1) {
      if (event % 1000 === 0) this.#snapshot(event);
    }
    this.eventsDone = end;
    if (this.done) this.#snapshot(end);
    return this.done;
  }
  #snapshot(event: number): void {
    const row = this.statistics.snapshots * SHARDS;
    this.statistics.columns.operation_count.fill(event, row, row + SHARDS);
    this.statistics.snapshots += 1;
  }
}

function traceOf(length: number): TraceTable {
  return {
    length,
    allocations: length,
    shards: SHARDS,
    meta: new Uint32Array(length),
    value: new Uint32Array(length),
    time: new Uint32Array(2 * length),
  };
}

function requestOf(traceId: string, style = 0): ReplayRequest {
  return {
    traceId,
    options: { ...presetValues('microbench'), hugify_style: style },
    mode: { hpaOnly: true, shards: null },
    plan: { kind: 'points', count: 100, axis: 'event' },
  };
}

function styleOf(request: ReplayRequest): number {
  return request.options.hugify_style;
}

/** Service parts on a clock that only work moves: `eventsPerMs` events a millisecond. */
function fakeParts(eventsPerMs: number) {
  let clock = 0;
  const slices: number[] = [];
  const parts: ReplayServiceParts = {
    now: () => clock,
    pause: () =>
      new Promise((resolve) => {
        setTimeout(resolve, 0);
      }),
    start: (trace) =>
      new CountingReplay(trace.length, (events) => {
        clock += events / eventsPerMs;
        slices.push(events / eventsPerMs);
      }),
    transfer: (part, buffers) => transfer(part, buffers),
    writeStatistics: (table) => new Blob([`${table.snapshots} snapshots`]),
    writeTrace: (trace) => new Blob([`${trace.length} events`]),
    startSampling: (trace, request) => {
      const sampling = traceSampling(trace, request);
      const advance = sampling.advance.bind(sampling);
      sampling.advance = (events) => {
        clock += events / eventsPerMs;
        return advance(events);
      };
      return sampling;
    },
    writeSamples,
  };
  return { parts, slices };
}

describe('the replay service', () => {
  it('streams every snapshot once, in order, and works in short slices', async () => {
    const { parts, slices } = fakeParts(1000);
    const service = createReplayService(parts);
    await service.addTrace('a', traceOf(300_500));
    const seen: ReplayPart[] = [];
    const finished = await service.replay(requestOf('a'), (part) => seen.push(part));
    expect(finished).toEqual({ completed: true, events: 300_500, milliseconds: expect.closeTo(300.5) });
    expect(Math.max(...slices)).toBeLessThanOrEqual(8.01);
    const rows = seen.flatMap((part) => Array.from(part.columns.operation_count));
    expect(rows).toHaveLength(301 * SHARDS);
    expect(rows[0]).toBe(1000);
    expect(rows.at(-1)).toBe(300_500);
    expect(rows.toSorted((a, b) => a - b)).toEqual(rows);
    let next = 0;
    for (const part of seen) {
      expect(part.from).toBe(next);
      next += part.snapshots;
    }
    // 300 ms of work: a first part after 30 ms, then one every 60 ms, and the last.
    expect(seen.length).toBeGreaterThanOrEqual(5);
    expect(seen.length).toBeLessThanOrEqual(7);
    expect(seen[0]?.eventsDone).toBeLessThan(50_000);
  });

  it('a newer replay ends the running one', async () => {
    const { parts } = fakeParts(1000);
    const service = createReplayService(parts);
    await service.addTrace('a', traceOf(100_000));
    const first = service.replay(requestOf('a'), () => undefined);
    const second = service.replay(requestOf('a'), () => undefined);
    expect((await first).completed).toBe(false);
    expect((await second).completed).toBe(true);
  });

  it('cancel ends the running one; an export goes on', async () => {
    const { parts } = fakeParts(1000);
    const service = createReplayService(parts);
    await service.addTrace('a', traceOf(100_000));
    const exported = service.exportStatistics(requestOf('a'));
    const run = service.replay(requestOf('a'), () => undefined);
    await service.cancel();
    expect((await run).completed).toBe(false);
    expect(await (await exported).text()).toBe('101 snapshots');
    expect(await (await service.exportTrace('a')).text()).toBe('100000 events');
  });

  it('a replay behind gives all snapshots, and ends none', async () => {
    const { parts } = fakeParts(1000);
    const service = createReplayService(parts);
    await service.addTrace('a', traceOf(100_000));
    const shown: ReplayPart[] = [];
    const screen = service.replay(requestOf('a'), (part) => shown.push(part));
    const told: number[] = [];
    const part = await service.replayBehind(requestOf('a'), (done) => told.push(done));
    expect((await screen).completed).toBe(true);
    expect(part).toMatchObject({ from: 0, snapshots: 101, eventsDone: 100_000, eventsTotal: 100_000 });
    const rows = shown.flatMap(({ columns }) => Array.from(columns.operation_count));
    expect(Array.from(part?.columns.operation_count ?? [])).toEqual(rows);
    expect(told.length).toBeGreaterThan(0);
    expect(told.at(-1)).toBeLessThanOrEqual(100_000);
  });

  it('a replay behind stands still while one for the screen runs', async () => {
    const { parts } = fakeParts(1000);
    const service = createReplayService(parts);
    await service.addTrace('a', traceOf(200_000));
    const ends: string[] = [];
    const behind = service.replayBehind(requestOf('a'), () => undefined).then(() => ends.push('behind'));
    // Two replays one after the other, as a moving slider makes them: the one behind has less than a slice by then.
    await service.replay(requestOf('a'), () => undefined);
    ends.push('screen');
    await service.replay(requestOf('a'), () => undefined);
    ends.push('screen');
    await behind;
    expect(ends).toEqual(['screen', 'screen', 'behind']);
  });

  it('a replay behind is ended by its own cancel alone', async () => {
    const { parts } = fakeParts(1000);
    const service = createReplayService(parts);
    await service.addTrace('a', traceOf(100_000));
    const ended = service.replayBehind(requestOf('a'), () => undefined);
    await service.cancelBehind();
    expect(await ended).toBeNull();
    const kept = service.replayBehind(requestOf('a'), () => undefined);
    await service.cancel();
    expect(await kept).not.toBeNull();
    await expect(service.replayBehind(requestOf('b'), () => undefined)).rejects.toThrow('no longer open');
  });

  it('copies a trace for another worker and keeps its own', async () => {
    const service = createReplayService(fakeParts(1000).parts);
    const trace = traceOf(10);
    trace.value[9] = 7;
    await service.addTrace('a', trace);
    const copy = await service.copyTrace('a');
    expect(copy).toEqual(trace);
    copy.value[9] = 8;
    expect(trace.value[9]).toBe(7);
    expect((await service.copyTrace('a')).value[9]).toBe(7);
  });

  it('names a trace that is gone', async () => {
    const service = createReplayService(fakeParts(1000).parts);
    await service.addTrace('a', traceOf(10));
    await service.removeTrace('a');
    await expect(service.replay(requestOf('a'), () => undefined)).rejects.toThrow('no longer open');
  });
});

describe('sampling a trace', () => {
  const EVENTS = 40_000;
  const ROWS = Array.from({ length: EVENTS }, (_, i) =>
    i % 4 === 3
      ? `${(i - 1) % 3},1,${((i - 3) / 4) * 3},${i},0`
      : `${i % 3},0,${4096 * (1 + (i % 7))},${i},0`,
  );
  const TRACE = traceFromText(
    `shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n${ROWS.join('\n')}\n`,
  );
  const REQUEST: TraceDumpRequest = {
    traceId: 't',
    workload: workloadRows(workloadOfTrace(TRACE)),
    lg: 16,
    budget: null,
    cost: 'equal',
    n: 1,
    seed: '42',
    layout: 'by-size',
    unbias: false,
    accumulated: true,
    named: false,
  };
  const serve = async (eventsPerMs: number) => {
    const service = createReplayService(fakeParts(eventsPerMs).parts);
    await service.addTrace('t', TRACE);
    return service;
  };
  const opened = async (blob: Blob) => {
    const outcome = await openFile({ name: 'x.heap', size: blob.size, stream: () => blob.stream() }, {});
    if (outcome.kind !== 'profile') throw new Error(outcome.kind);
    return outcome.profile;
  };

  it('in slices gives what the whole walk gives; progress is told', async () => {
    const service = await serve(100);
    const told: number[] = [];
    const answer = await service.sampleTrace(REQUEST, (done, total) => told.push(done / total));
    if (answer === null) throw new Error('ended');
    const whole = sampleTrace(TRACE, { rate: 2 ** 16, seed: 42n, layout: 'by-size' });
    expect(await answer.blob.text()).toBe(await writeSamples(whole, REQUEST).blob.text());
    expect(told.length).toBeGreaterThan(3);
    expect(told.toSorted((a, b) => a - b)).toEqual(told);
    const { rate, threads, header } = await opened(answer.blob);
    expect([rate.text, threads.length]).toEqual(['65536', 3]);
    expect(header?.map(Number)).toEqual([
      answer.samples,
      expect.any(Number),
      answer.samplesEver,
      expect.any(Number),
    ]);
    expect((await service.sampleTrace({ ...REQUEST, seed: '43' }, () => undefined))?.blob.size).not.toBe(0);
  });

  it('a budget sets the rate; the samples are near it', async () => {
    const answer = await (await serve(1e6)).sampleTrace({ ...REQUEST, budget: 2500 }, () => undefined);
    // A sum of independent decisions varies by less than its root.
    expect(Math.abs((answer?.samplesEver ?? 0) - 2500)).toBeLessThan(5 * Math.sqrt(2500));
    // Negative control: twice the budget is told apart.
    expect(Math.abs((answer?.samplesEver ?? 0) - 5000)).toBeGreaterThan(5 * Math.sqrt(5000));
  });

  it('ends when it is cancelled or a newer one comes; a closed trace is named', async () => {
    const service = await serve(100);
    const first = service.sampleTrace(REQUEST, () => undefined);
    const second = service.sampleTrace(REQUEST, () => undefined);
    expect(await first).toBeNull();
    await service.cancelSampling();
    expect(await second).toBeNull();
    await service.removeTrace('t');
    await expect(service.sampleTrace(REQUEST, () => undefined)).rejects.toThrow('no longer open');
  });

  it('holds on to nothing of an empty trace', async () => {
    const service = await serve(100);
    await service.addTrace('t', traceOf(0));
    const answer = await service.sampleTrace(REQUEST, () => undefined);
    expect(answer).toMatchObject({ samples: 0, samplesEver: 0 });
  });
});

describe('the replay client over a message channel', () => {
  const open: ReplayClient[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.dispose();
    endChannelWorkers();
  });

  /** A client whose worker is a message channel; `crash()` is what an uncaught error in the worker does. */
  function setUp(eventsPerMs: number, spareMs = 0) {
    const crashes: (() => void)[] = [];
    const log: { kind: string; style?: number; value?: unknown; snapshots?: number }[] = [];
    const makeWorker = (): WorkerLike => {
      const worker = channelWorker(createReplayService(fakeParts(eventsPerMs).parts));
      crashes.push(() => worker.fail());
      return worker;
    };
    const client = createReplayClient(
      makeWorker,
      {
        started: (request) => log.push({ kind: 'started', style: styleOf(request) }),
        part: (request, part) =>
          log.push({ kind: 'part', style: styleOf(request), snapshots: part.snapshots }),
        finished: (request, value: ReplayFinished) =>
          log.push({ kind: 'finished', style: styleOf(request), value }),
        failed: (request, value) => log.push({ kind: 'failed', style: styleOf(request), value }),
        crashed: (value) => log.push({ kind: 'crashed', value }),
      },
      spareMs,
    );
    open.push(client);
    return { client, log, crashes };
  }

  it('hands the trace over and gets every snapshot before the end', async () => {
    const { client, log } = setUp(1000);
    const trace = traceOf(50_000);
    await client.addTrace('a', trace);
    expect(trace.meta.byteLength).toBe(0);
    client.replay(requestOf('a'));
    expect(client.busy).toBe(true);
    await client.idle();
    expect(client.busy).toBe(false);
    expect(log[0]?.kind).toBe('started');
    expect(log.at(-1)).toMatchObject({ kind: 'finished', value: { completed: true, events: 50_000 } });
    expect(log.reduce((sum, entry) => sum + (entry.snapshots ?? 0), 0)).toBe(51);
  });

  it('while a control moves, a running replay shows its first part and then yields to the newest', async () => {
    const { client, log } = setUp(1000);
    await client.addTrace('a', traceOf(400_000));
    for (let style = 0; style < 4; style += 1) client.replay(requestOf('a', style));
    await client.idle();
    expect(log.filter((entry) => entry.kind === 'started').map((entry) => entry.style)).toEqual([0, 3]);
    expect(log.some((entry) => entry.kind === 'part' && entry.style === 0)).toBe(true);
    const ends = log.filter((entry) => entry.kind === 'finished');
    expect(ends).toMatchObject([
      { style: 0, value: { completed: false } },
      { style: 3, value: { completed: true } },
    ]);
  });

  it('a replay that is nearly done is left to finish', async () => {
    const { client, log } = setUp(1000, 60_000);
    await client.addTrace('a', traceOf(400_000));
    for (let style = 0; style < 4; style += 1) client.replay(requestOf('a', style));
    await client.idle();
    expect(log.filter((entry) => entry.kind === 'finished')).toMatchObject([
      { style: 0, value: { completed: true } },
      { style: 3, value: { completed: true } },
    ]);
  });

  it('cancel leaves nothing running', async () => {
    const { client, log } = setUp(1000);
    await client.addTrace('a', traceOf(400_000));
    client.replay(requestOf('a'));
    await vi.waitFor(() => expect(log.some((entry) => entry.kind === 'part')).toBe(true));
    client.cancel();
    await client.idle();
    expect(log.at(-1)).toMatchObject({ kind: 'finished', value: { completed: false } });
  });

  it('a failed replay is told in a sentence, not lost', async () => {
    const { client, log } = setUp(1000);
    client.replay(requestOf('nowhere'));
    await client.idle();
    expect(log.at(-1)).toMatchObject({ kind: 'failed', value: expect.stringContaining('no longer open') });
  });

  it('a dead worker is replaced, open calls fail, and the owner is told', async () => {
    const { client, log, crashes } = setUp(1000);
    await client.addTrace('a', traceOf(400_000));
    client.replay(requestOf('a'));
    const exported = client.exportStatistics(requestOf('a'));
    await vi.waitFor(() => expect(log.some((entry) => entry.kind === 'part')).toBe(true));
    crashes[0]?.();
    await expect(exported).rejects.toThrow('worker stopped');
    await client.idle();
    expect(log.filter((entry) => entry.kind === 'crashed')).toHaveLength(1);
    expect(log.filter((entry) => entry.kind === 'failed')).toHaveLength(1);
    expect(crashes).toHaveLength(2);
    await client.addTrace('a', traceOf(5000));
    client.replay(requestOf('a'));
    await client.idle();
    expect(log.at(-1)).toMatchObject({ kind: 'finished', value: { completed: true, events: 5000 } });
  });
});
