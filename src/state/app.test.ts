import { existsSync, readFileSync } from 'node:fs';
import { transfer } from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Replay } from '../engine/replay/run.js';
import { COLUMNS } from '../engine/replay/statistics.js';
import { summarise, wholeRange } from '../engine/replay/summary.js';
import { runPoint } from '../engine/tuning/run-point.js';
import { openFile } from '../formats/open.js';
import { writeReplayTrace } from '../formats/replay-trace.js';
import { writeStatistics } from '../formats/statistics.js';
import { channelWorker, endChannelWorkers } from '../workers/channel-worker.fixture.js';
import type { WorkerLike } from '../workers/connection.client.js';
import { createHeapService } from '../workers/heap.service.js';
import { createReplayService } from '../workers/replay.service.js';
import { traceSampling, writeSamples } from '../workers/sampling/dump.js';
import { createSamplingService } from '../workers/sampling.service.js';
import { createSweepService } from '../workers/sweep.service.js';
import { createSymbolsService } from '../workers/symbols.service.js';
import { createTuningService } from '../workers/tuning.service.js';
import { type App, type AppParts, createApp } from './app.js';
import { setHeap } from './heap-inputs.js';
import { readUrl } from './url-state.js';

const DEMANGLER = 'node_modules/gecko-profiler-demangle/index_bg.wasm';
const SAMPLE_FOLDER = 'public/samples';
const GOLDEN = '../shared/golden/pa';

const running: App[] = [];
afterEach(() => {
  for (const app of running.splice(0)) app.dispose();
  endChannelWorkers();
});

/** The page's app with real readers and the real engine; only the worker is a message channel. */
function startApp(hash = '', change: Partial<AppParts> = {}) {
  const crashes: (() => void)[] = [];
  const heapCrashes: (() => void)[] = [];
  /** A worker that is a channel to a service in this process. */
  const workerOf = (service: object, crashes: (() => void)[] = []): WorkerLike => {
    const worker = channelWorker(service);
    crashes.push(() => worker.fail());
    return worker;
  };
  const makeReplayWorker = (): WorkerLike =>
    workerOf(
      createReplayService({
        now: () => performance.now(),
        pause: () => new Promise((resolve) => void setTimeout(resolve, 0)),
        start: (trace, options, mode, plan) => new Replay(trace, options, mode, plan),
        transfer: (part, buffers) => transfer(part, buffers),
        writeStatistics: (table) => new Blob([...writeStatistics(table)]),
        writeTrace: (trace) => new Blob([...writeReplayTrace(trace)]),
        startSampling: traceSampling,
        writeSamples,
      }),
      crashes,
    );
  const app = createApp({
    afterFrame: (call) => call(),
    readFile: (blob, name, { dropSecMisses }) =>
      openFile({ name, size: blob.size, stream: () => blob.stream() }, { dropSecMisses }),
    makeReplayWorker,
    makeHeapWorker: () =>
      workerOf(
        createHeapService(() => performance.now()),
        heapCrashes,
      ),
    makeSymbolsWorker: () =>
      workerOf(createSymbolsService(() => Promise.resolve(new Uint8Array(readFileSync(DEMANGLER))))),
    makeSamplingWorker: () =>
      workerOf(
        createSamplingService({
          now: () => performance.now(),
          pause: () => new Promise((resolve) => void setTimeout(resolve, 0)),
        }),
      ),
    makeSweepWorker: () =>
      workerOf(createSweepService((trace, request) => runPoint(trace, request, () => performance.now()))),
    makeTuningWorker: () => workerOf(createTuningService()),
    cores: 2,
    now: () => performance.now(),
    fetchSample: (file) => Promise.resolve(new Blob([readFileSync(`${SAMPLE_FOLDER}/${file}`)])),
    hash,
    page: 'test',
    ...change,
  });
  running.push(app);
  return { app, crashes, heapCrashes };
}

/** Replaying redis-server as it was recorded; figures from the golden recording's own notes. */
const REDIS = '#v=1&bench=replay&sample=redis-server&preset=jemalloc&mode=hpa';

describe('the Heap bench, from address to answer', () => {
  it('opens a sample’s dump and program, and names its frames', async () => {
    const { app } = startApp('#v=1&bench=heap&sample=known-truth&pick=alloc_small&number=jeprof');
    await app.idle();
    const { look, facts, detail, threads } = app.heapResults.getState();
    expect(look.answer?.tree.names).toContain('alloc_mixed');
    expect(look.key).toBe(look.asked);
    expect(facts.answer?.rate).toBe(4096);
    expect(detail.answer).toMatchObject({ found: true, name: 'alloc_small' });
    expect(threads.asked, 'a view that is not shown asks nothing').toBeNull();
    expect(app.link()).toBe('#v=2&bench=heap&sample=known-truth&number=jeprof&pick=alloc_small');
  });

  it('a worker that dies is followed by another that knows the same', async () => {
    const { app, heapCrashes } = startApp('#v=1&bench=heap&sample=known-truth');
    await app.idle();
    const before = app.heapResults.getState().look.answer?.total;
    heapCrashes[0]?.();
    await app.idle();
    const { look } = app.heapResults.getState();
    expect(app.jobs.store.getState().notice?.sentence).toContain('The dumps are read again');
    expect(look.key).toBe(look.asked);
    expect(look.answer?.total).toBe(before);
    expect(look.answer?.tree.names).toContain('alloc_mixed');
  });

  it('a stopped question takes its patterns with it', async () => {
    const { app } = startApp('#v=1&bench=heap&sample=known-truth&focus=alloc');
    await app.idle();
    setHeap(app.heap, { hide: 'x' });
    const job = app.jobs.store.getState().jobs.find(({ name }) => name === 'Adding up stacks');
    job?.cancel?.();
    await app.idle();
    expect(job).toBeDefined();
    expect(app.heap.getState().inputs).toMatchObject({ focus: '', hide: '' });
    const { look } = app.heapResults.getState();
    expect(look.request?.focus).toBe('');
    expect(look.answer?.tree.names).toContain('alloc_mixed');
  });

  it('asks only while it is shown, and each view its own', async () => {
    const { app } = startApp('#v=1&bench=heap&sample=redis-series');
    await app.idle();
    app.view.setState({ bench: 'replay' });
    expect(app.heapResults.getState().look.asked).toBeNull();
    app.view.setState({ bench: 'heap' });
    setHeap(app.heap, { tab: 'growth' });
    await app.idle();
    expect(app.heapResults.getState().growth.answer?.totals).toHaveLength(4);
    setHeap(app.heap, { tab: 'diff', focus: '(' });
    await app.idle();
    const { diff, look } = app.heapResults.getState();
    expect(diff.request?.before).not.toBe(diff.request?.after);
    expect(look.request?.focus, 'a pattern that is none has no effect').toBe('');
    const saved = await app.heapExports.make('csv');
    expect(saved?.name).toBe('redis-seq-lg16.i1.csv');
    expect(await saved?.blob.text()).toMatch(/^flat_bytes,/);
  });
});

describe('the app, from address to result', () => {
  it('opens a link’s sample and replays it with the link’s settings', async () => {
    const { app } = startApp(REDIS);
    await app.idle();
    const { run, status } = app.results.getState();
    expect(status).toBe('done');
    expect(run).toMatchObject({ fileName: 'redis-server.hpa.csv.gz', eventsDone: 24_785, complete: true });
    const summary = run && summarise(run.table, wholeRange(run.table), null);
    expect(summary).toMatchObject({ events: 24_785, hugifies: 1, dehugifies: 0, purgeCalls: 35 });
    expect(app.link()).toBe(REDIS.replace('v=1', 'v=2'));
  });

  it.skipIf(!existsSync(GOLDEN))('exports the original tool’s CSV, byte for byte', async () => {
    const { app } = startApp(REDIS);
    await app.idle();
    const statistics = await app.exports.statistics(1000);
    const golden = await new Response(
      new Blob([readFileSync(`${GOLDEN}/stats/redis-server.jemalloc-default.hpa.csv.gz`)])
        .stream()
        .pipeThrough(new DecompressionStream('gzip')),
    ).text();
    expect(statistics?.name).toBe('redis-server.hpa.stats.csv');
    expect(await statistics?.blob.text()).toBe(golden);
    const trace = await app.exports.trace();
    const expected = await new Response(
      new Blob([readFileSync(`${GOLDEN}/traces/redis-server.csv.gz`)])
        .stream()
        .pipeThrough(new DecompressionStream('gzip')),
    ).text();
    expect(await trace?.blob.text()).toBe(expected);
  });

  it('follows an address put in by hand, without opening the sample twice', async () => {
    const { app } = startApp(REDIS);
    await app.idle();
    app.applyLink(`${REDIS}&hugify_delay_ms=5&axis=event`);
    await app.idle();
    expect(app.files.getState().files).toHaveLength(1);
    expect(app.results.getState().run?.inputs?.options.hugify_delay_ms).toBe(5);
    expect(readUrl(app.link())).toEqual(readUrl(`${REDIS}&hugify_delay_ms=5&axis=event`));
  });

  it('says what it left out of a link, and that a sample is missing', async () => {
    const { app } = startApp('#v=1&points=7&sample=nothing');
    await app.idle();
    const { notice } = app.jobs.store.getState();
    expect(notice).toMatchObject({ tone: 'error' });
    expect(app.results.getState().status).toBe('none');
  });

  it('tells when a sample cannot be fetched', async () => {
    const { app } = startApp('#v=1&sample=redis-server', {
      fetchSample: () => Promise.reject(new Error('the server answered 404')),
    });
    await app.idle();
    expect(app.jobs.store.getState().notice?.sentence).toContain('404');
  });

  it('after a crash of the worker the trace is read and replayed again', async () => {
    const { app, crashes } = startApp(REDIS);
    await app.idle();
    crashes[0]?.();
    expect(app.jobs.store.getState().notice?.sentence).toContain('read again');
    await app.idle();
    await vi.waitFor(() => expect(app.results.getState().status).toBe('done'));
    expect(app.files.getState().files[0]).toMatchObject({ status: 'ready', error: null });
    expect(app.results.getState().run).toMatchObject({ complete: true, eventsDone: 24_785 });
  });

  it('dropping SEC misses gives fewer events, and pins survive it', async () => {
    const { app } = startApp('#v=1&sample=churn-sec');
    await app.idle();
    const before = app.results.getState().run?.eventsDone ?? 0;
    app.pin();
    app.opener.reread(app.files.getState().files[0]?.id ?? '', { dropSecMisses: true });
    await app.idle();
    const after = app.results.getState().run?.eventsDone ?? 0;
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThan(before);
    expect(app.pins.store.getState().pins[0]?.run?.eventsDone).toBe(before);
  });

  it('pinned runs of a link are replayed again, behind the current one, and are what they were', async () => {
    const first = startApp(REDIS);
    await first.app.idle();
    first.app.pin();
    first.app.inputs.setOption('hugify_delay_ms', 5);
    await first.app.idle();
    first.app.pin();
    first.app.pins.rename(first.app.pins.store.getState().pins[1]?.id ?? '', ' quick*name.x ');
    first.app.inputs.set({ hpaOnly: false, shards: 2 });
    await first.app.idle();
    const link = first.app.link();
    expect(link.length).toBeLessThan(300);

    const { app } = startApp(link);
    const states: string[] = [];
    app.results.subscribe(({ status }) => states.push(status));
    app.pins.store.subscribe(({ pins }) => states.push(pins.map(({ run }) => (run ? 'x' : '.')).join('')));
    await app.idle();
    const [was, is] = [first.app.pins.store.getState(), app.pins.store.getState()];
    expect(is.pins.map(({ name }) => name)).toEqual(['', 'quick*name.x']);
    for (const [i, pin] of was.pins.entries()) {
      const again = is.pins[i];
      expect(again?.inputs).toEqual(pin.inputs);
      const [table, before] = [again?.run?.table, pin.run?.table];
      if (table === undefined || before === undefined) throw new Error('a pin has no run');
      expect(table.snapshots).toBe(before.snapshots);
      for (const name of COLUMNS) {
        const rows = before.snapshots * before.shards;
        expect(table.columns[name].subarray(0, rows)).toEqual(before.columns[name].subarray(0, rows));
      }
    }
    expect([is.a, is.b]).toEqual(['current', is.pins[0]?.id]);
    expect(states.indexOf('done'), 'the current run is there before any pinned one').toBeLessThan(
      states.indexOf('x.'),
    );
    expect(states.indexOf('x.'), 'one after the other').toBeLessThan(states.indexOf('xx'));
    expect(app.link()).toBe(link);
  });

  it('a pin whose trace is not open waits for it; cancelled ones are asked for again on request', async () => {
    const { app } = startApp(`${REDIS}&pin=churn-sec*mode.hpa&pin=redis-server`);
    await app.idle();
    const pins = (): readonly (number | undefined)[] =>
      app.pins.store.getState().pins.map(({ run }) => run?.eventsTotal);
    expect(pins()).toEqual([undefined, 24_785]);
    await app.openSample('churn-sec');
    await app.idle();
    const events = app.results.getState().run?.eventsTotal ?? 0;
    expect(events).toBeGreaterThan(40_000);
    expect(pins()).toEqual([events, 24_785]);
    const [pin] = app.pins.store.getState().pins;
    app.loadPin(pin?.id ?? '');
    await app.idle();
    expect(app.results.getState().run?.key, 'its settings are those of the sliders now').toBe(pin?.run?.key);
    app.inputs.undo();
    expect(app.inputs.store.getState().history.present.options.hugify_style).toBe(3);
  });

  it('a pin of a file of the user is in the link while that is on the bench, and comes back on whichever is', async () => {
    const { app } = startApp('#v=2');
    const blob = new Blob([readFileSync(`${SAMPLE_FOLDER}/redis-server.hpa.csv.gz`)]);
    app.opener.open([{ blob, name: 'mine.csv.gz' }]);
    await app.idle();
    app.pin();
    expect(app.link()).toBe('#v=2&bench=replay&pin=');
    await app.openSample('churn-sec');
    await app.idle();
    expect(app.link()).not.toContain('pin=');
    const other = startApp('#v=2&pin=').app;
    await other.idle();
    expect(other.pins.store.getState().pins[0]?.run).toBeNull();
    other.opener.open([{ blob, name: 'theirs.csv.gz' }]);
    await other.idle();
    expect(other.pins.store.getState().pins[0]).toMatchObject({
      trace: { name: 'theirs.csv.gz' },
      run: { eventsTotal: 24_785 },
    });
  });

  it('another trace starts whole: zoom and shard belong to the one before', async () => {
    const { app } = startApp(`${REDIS}&zoom=1000..2000`);
    await app.idle();
    expect(app.view.getState().zoom).toEqual([1000, 2000]);
    await app.openSample('churn-sec');
    await app.idle();
    expect(app.view.getState().zoom).toBeNull();
  });
});
