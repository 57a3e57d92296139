import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Explanation } from '../engine/inspect/explanation.js';
import type { Lifeline, Moment, MomentQuery } from '../engine/inspect/moment.js';
import { createStatistics } from '../engine/replay/statistics.js';
import type { InspectClient, InspectListener } from '../workers/inspect.client.js';
import type { InspectRequest } from '../workers/inspect.api.js';
import { createFiles, type FileEntry } from './files.js';
import { createInside } from './inside.js';
import { createInsideStore, defaultInside } from './inside-inputs.js';
import { createInsideResults, isInsideStale } from './inside-results.js';
import { createJobs } from './jobs.js';
import { createReplayInputs } from './replay-inputs.js';
import { createResults, type Run } from './results.js';
import { traceFile as anyTraceFile } from './trace-file.fixture.js';
import { createView } from './view.js';

const TOTAL = 1000;

const traceFile = (id: string): FileEntry => anyTraceFile(id, TOTAL, 2);

function momentFor({ events, shard, from }: MomentQuery): Moment {
  const none = new Uint32Array(0);
  return {
    events,
    clockNs: events * 10,
    furthestNs: events * 10,
    shard,
    from,
    sums: {
      slabs: 3,
      nactive: events,
      ndirty: 0,
      nretained: 0,
      dirtyMax: 0,
      sinceLastPurgeNs: null,
      secBytes: 0,
      pacPages: 0,
      nhugifies: 0,
      ndehugifies: 0,
      npurgePasses: 0,
      npurges: Math.floor(events / 100),
      purgeRanges: 0,
    },
    pageslabs: {
      count: 0,
      slab: none,
      active: none,
      touched: none,
      cached: none,
      nactive: new Uint16Array(0),
      ntouched: new Uint16Array(0),
      longestFreeRun: new Uint16Array(0),
      age: none,
      flags: new Uint8Array(0),
      purgeList: new Int16Array(0),
      hugifyWaitedNs: new Float64Array(0),
      purgeDueNs: new Float64Array(0),
    },
  };
}

const whyOf = (event: number): Explanation => ({
  event,
  operation: 'alloc',
  shard: 0,
  pages: 1,
  frequent: false,
  allocation: event,
  decisions: [],
});

const lifeOf = (shard: number, slab: number): Lifeline => ({
  shard,
  slab,
  length: 0,
  changes: 0,
  events: new Uint32Array(0),
  clockNs: new Float64Array(0),
  nactive: new Uint16Array(0),
  ntouched: new Uint16Array(0),
  flags: new Uint8Array(0),
  purges: 0,
  hugifies: 0,
  dehugifies: 0,
  emptied: 0,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Stores with a trace, and a worker whose answers come at once, or, with `hold`, when they are let go. */
function setUp() {
  const files = createFiles();
  const inputs = createReplayInputs();
  const view = createView();
  const jobs = createJobs(() => 0);
  const results = createResults();
  const inside = createInsideStore({ ...defaultInside(), open: true });
  const insideResults = createInsideResults();
  const looking = createInside({ files, inputs, view, jobs, results, inside, insideResults });
  const opens: { request: InspectRequest; listener: InspectListener }[] = [];
  const held: (() => void)[] = [];
  const worker = { hold: false };
  const client = {
    open: vi.fn((request: InspectRequest, listener: InspectListener) => {
      opens.push({ request, listener });
    }),
    at: vi.fn(async (query: MomentQuery): Promise<Moment | null> => {
      if (worker.hold) await new Promise<void>((resolve) => held.push(resolve));
      return momentFor(query);
    }),
    eventsAt: vi.fn((_: 'time' | 'event', position: number) => Promise.resolve(Math.floor(position / 10))),
    why: vi.fn((event: number): Promise<Explanation | null> => Promise.resolve(whyOf(event))),
    lifeline: vi.fn(
      (shard: number, slab: number): Promise<Lifeline | null> => Promise.resolve(lifeOf(shard, slab)),
    ),
    close: vi.fn(),
  } satisfies InspectClient;
  /** The replay of the present settings has ended. */
  const replayed = (key: string): void => {
    const run: Run = {
      key,
      source: 'replay',
      fileId: files.getState().selected ?? '',
      fileName: 'a.csv',
      axis: 'time',
      inputs: inputs.store.getState().history.present,
      table: createStatistics(2, 0),
      complete: true,
      eventsDone: TOTAL,
      eventsTotal: TOTAL,
      span: 100,
      milliseconds: 1,
    };
    results.setState({ run, asked: key, status: 'done' });
  };
  const rest = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(200);
  };
  const pass = (): void =>
    opens.at(-1)?.listener.finished(opens.at(-1)?.request as InspectRequest, {
      shards: 2,
      events: TOTAL,
      checkpoints: 7,
      bytes: 12_345,
    });
  files.setState({ files: [traceFile('a'), traceFile('b')], selected: 'a' });
  const end = looking.follow(client);
  return {
    files,
    inputs,
    view,
    jobs,
    results,
    inside,
    insideResults,
    looking,
    client,
    opens,
    held,
    worker,
    replayed,
    rest,
    pass,
    end,
  };
}

describe('opening', () => {
  it('waits for the replay, then goes through the trace; moments need not wait for the end', async () => {
    const { client, insideResults, replayed, rest, pass, jobs, opens } = setUp();
    expect(insideResults.getState().status).toBe('waiting');
    expect(client.open).not.toHaveBeenCalled();
    replayed('1');
    expect(insideResults.getState()).toMatchObject({ status: 'opening', total: TOTAL, shards: 2 });
    expect(opens[0]?.request).toMatchObject({
      traceId: 'trace of a',
      mode: { hpaOnly: false, shards: null },
    });
    opens[0]?.listener.progress(opens[0].request, { eventsDone: 400, eventsTotal: TOTAL });
    expect(jobs.store.getState().jobs).toMatchObject([{ id: 'inspect', done: 400, total: TOTAL }]);
    await rest();
    // Nobody has chosen a place: the end of the trace.
    expect(insideResults.getState().moment?.events).toBe(TOTAL);
    pass();
    expect(insideResults.getState()).toMatchObject({ status: 'ready', inspected: { bytes: 12_345 } });
    expect(jobs.store.getState().jobs).toEqual([]);
  });

  it('closing frees what the worker keeps and shows nothing any more', async () => {
    const { client, inside, insideResults, replayed, rest, pass } = setUp();
    replayed('1');
    pass();
    await rest();
    inside.setState({ open: false });
    expect(client.close).toHaveBeenCalledTimes(1);
    expect(insideResults.getState()).toMatchObject({ status: 'none', moment: null, key: null });
  });

  it('a cancel keeps what is shown; going on begins anew', async () => {
    const { client, insideResults, looking, replayed, rest, jobs } = setUp();
    replayed('1');
    await rest();
    jobs.store.getState().jobs[0]?.cancel?.();
    expect(client.close).toHaveBeenCalledTimes(1);
    expect(insideResults.getState()).toMatchObject({ status: 'cancelled', moment: { events: TOTAL } });
    looking.again();
    expect(client.open).toHaveBeenCalledTimes(2);
    expect(insideResults.getState().status).toBe('opening');
  });

  it('tells a failure in its sentence, the first of several, and begins again when asked', async () => {
    const { client, insideResults, looking, opens, replayed, rest, jobs } = setUp();
    client.at.mockRejectedValue(new Error('nothing is open'));
    replayed('1');
    opens[0]?.listener.failed(opens[0].request, 'out of memory');
    await rest();
    expect(insideResults.getState()).toMatchObject({ status: 'failed', error: 'out of memory' });
    expect(jobs.store.getState().jobs).toEqual([]);
    looking.again();
    expect(client.open).toHaveBeenCalledTimes(2);
    expect(insideResults.getState()).toMatchObject({ status: 'opening', error: null });
  });

  it('after the worker died it is opened again when the replay is there again', () => {
    const { client, looking, results, replayed, pass } = setUp();
    replayed('1');
    pass();
    looking.forget();
    results.setState({ status: 'running' });
    replayed('1');
    expect(client.open).toHaveBeenCalledTimes(2);
  });
});

describe('following', () => {
  it('asks for the cursor, the shard, the order and the window; the explanation comes when it rests', async () => {
    const { client, inside, insideResults, looking, replayed, rest, pass } = setUp();
    replayed('1');
    pass();
    await rest();
    client.at.mockClear();
    client.why.mockClear();
    looking.setEvents(40);
    inside.setState({ order: 'dirty', shard: 1 });
    looking.setWindow({ from: 10, count: 20 });
    await rest();
    expect(client.at).toHaveBeenLastCalledWith({ events: 40, shard: 1, order: 'dirty', from: 10, count: 20 });
    expect(client.why.mock.calls).toEqual([[39]]);
    expect(insideResults.getState().explanation?.event).toBe(39);
    inside.setState({ next: true });
    await rest();
    expect(insideResults.getState().explanation?.event).toBe(40);
    inside.setState({ next: false });
    looking.setEvents(0);
    await rest();
    expect(insideResults.getState().explanation).toBeNull();
  });

  it('while an answer is under way only the newest place waits', async () => {
    const { client, held, worker, insideResults, looking, replayed, rest, pass } = setUp();
    replayed('1');
    pass();
    await rest();
    client.at.mockClear();
    worker.hold = true;
    for (const events of [1, 2, 3, 4, 5]) looking.setEvents(events);
    worker.hold = false;
    held.splice(0).forEach((go) => go());
    await rest();
    expect(client.at.mock.calls.map(([query]) => query.events)).toEqual([1, 5]);
    expect(insideResults.getState().moment?.events).toBe(5);
  });

  it('keeps the cursor within the trace', () => {
    const { inside, looking, replayed } = setUp();
    replayed('1');
    looking.step(5);
    expect(inside.getState().events).toBe(TOTAL);
    looking.step(-1);
    expect(inside.getState().events).toBe(TOTAL - 1);
    looking.setEvents(-3);
    expect(inside.getState().events).toBe(0);
  });

  it('finds the events of a place in time', async () => {
    const { inside, looking, replayed, rest } = setUp();
    replayed('1');
    looking.moveTo('time', 4567);
    await rest();
    expect(inside.getState().events).toBe(456);
    looking.moveTo('event', 12.7);
    expect(inside.getState().events).toBe(12);
  });

  it('asks for the life line of the chosen pageslab, once the first pass is done', async () => {
    const { client, inside, insideResults, replayed, rest, pass } = setUp();
    inside.setState({ slab: 2 });
    replayed('1');
    await rest();
    expect(client.lifeline).not.toHaveBeenCalled();
    pass();
    await rest();
    expect(insideResults.getState()).toMatchObject({ life: { shard: 0, slab: 2 }, lifePending: false });
    inside.setState({ slab: null });
    expect(insideResults.getState().life).toBeNull();
  });

  it('jumps to the next and the last purge, and says where there is none', async () => {
    const { inside, jobs, looking, replayed, rest, pass } = setUp();
    replayed('1');
    pass();
    looking.setEvents(250);
    looking.jump('purge', 1);
    await rest();
    expect(inside.getState().events).toBe(300);
    looking.jump('purge', -1);
    await rest();
    expect(inside.getState().events).toBe(200);
    looking.jump('hugify', 1);
    await rest();
    expect(jobs.store.getState().notice?.sentence).toContain('no counted hugify after');
    expect(inside.getState().events).toBe(200);
    expect(looking.busy).toBe(false);
  });
});

describe('newer settings', () => {
  it('the old moment stays, stale, until the newest has been replayed and gone through', async () => {
    const { client, inputs, results, insideResults, looking, replayed, rest, pass } = setUp();
    replayed('1');
    pass();
    looking.setEvents(100);
    await rest();
    inputs.setOption('dirty_mult', 1000);
    results.setState({ asked: '2', status: 'running' });
    expect(insideResults.getState()).toMatchObject({ status: 'waiting', moment: { events: 100 } });
    expect(isInsideStale(insideResults.getState())).toBe(true);
    replayed('2');
    expect(client.open).toHaveBeenCalledTimes(2);
    expect(insideResults.getState().moment?.events).toBe(100);
    pass();
    await rest();
    expect(isInsideStale(insideResults.getState())).toBe(false);
    expect(insideResults.getState().explanation?.event).toBe(99);
  });

  it('drops answers of the settings before', async () => {
    const { held, worker, inputs, results, insideResults, looking, replayed, rest, pass } = setUp();
    replayed('1');
    pass();
    await rest();
    worker.hold = true;
    looking.setEvents(7);
    inputs.setOption('dirty_mult', 1000);
    results.setState({ asked: '2', status: 'running' });
    replayed('2');
    worker.hold = false;
    held.splice(0).forEach((go) => go());
    await rest();
    const { moment, momentKey, key } = insideResults.getState();
    expect(moment?.events).toBe(7);
    expect(momentKey).toBe(key);
  });

  it('another trace starts at its end, without a chosen pageslab', async () => {
    const { files, inside, insideResults, replayed, rest, pass } = setUp();
    replayed('1');
    pass();
    inside.setState({ events: 5, slab: 2, shard: 1 });
    files.setState({ selected: 'b' });
    expect(inside.getState()).toMatchObject({ events: null, slab: null, shard: 0, open: true });
    replayed('3');
    pass();
    await rest();
    expect(insideResults.getState().moment?.events).toBe(TOTAL);
  });

  it('a link’s cursor waits for the trace it belongs to', () => {
    const { files, inside, looking } = setUp();
    inside.setState({ events: 5, slab: 2 });
    looking.keepForNext();
    files.setState({ selected: 'b' });
    expect(inside.getState()).toMatchObject({ events: 5, slab: 2 });
    files.setState({ selected: 'a' });
    expect(inside.getState()).toMatchObject({ events: null, slab: null });
  });

  it('one shard alone in the timelines is the one looked into', () => {
    const { view, inside } = setUp();
    view.setState({ shard: 1 });
    expect(inside.getState().shard).toBe(1);
    view.setState({ shard: null });
    expect(inside.getState().shard).toBe(1);
  });
});
