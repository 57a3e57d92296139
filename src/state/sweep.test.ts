import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { presetValues } from '../engine/replay/options.js';
import { Replay } from '../engine/replay/run.js';
import { latestTime } from '../engine/replay/snapshot-schedule.js';
import { summarise, wholeRange } from '../engine/replay/summary.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import { figuresOf } from '../engine/tuning/figures-of.js';
import { hashTrace } from '../engine/tuning/fingerprint.js';
import { paretoFront } from '../engine/tuning/pareto.js';
import { runPoint, sweepSnapshots } from '../engine/tuning/run-point.js';
import { openFile } from '../formats/open.js';
import { readSweepResults } from '../formats/sweep-results.js';
import { channelWorker, endChannelWorkers } from '../workers/channel-worker.fixture.js';
import { createSweepService } from '../workers/sweep.service.js';
import { createTuningService } from '../workers/tuning.service.js';
import { createFiles, type FileEntry } from './files.js';
import { createJobs } from './jobs.js';
import { createPins } from './pins.js';
import { createReplayInputs } from './replay-inputs.js';
import { createSweeps } from './sweep.js';
import { ROW_MISSES_LIMIT, ROW_ON_FRONT } from './sweep-columns.js';
import { defaultSweepInputs, type SweepInputs } from './sweep-inputs.js';
import type { SweepRun } from './sweep-results.js';
import { createView } from './view.js';

let trace: TraceTable;
beforeAll(async () => {
  const blob = new Blob([readFileSync('public/samples/redis-server.hpa.csv.gz')]);
  const opened = await openFile({ name: 'redis', size: blob.size, stream: () => blob.stream() });
  if (opened.kind !== 'trace') throw new Error('the sample is a trace');
  ({ trace } = opened);
});

const open: { dispose: () => void }[] = [];
afterEach(() => {
  for (const sweeps of open.splice(0)) sweeps.dispose();
  endChannelWorkers();
});

const SMALL: SweepInputs = {
  ...defaultSweepInputs(),
  axes: [
    { kind: 'range', option: 'dirty_mult', from: 0, to: 65_536, steps: 3, special: true },
    { kind: 'range', option: 'purge_threshold', from: 4096, to: 2_097_152, steps: 2, special: false },
  ],
  objectives: ['mean_dirty_bytes', 'purge_calls_per_second'],
};

function entry(id: string, content: FileEntry['content'], name: string): FileEntry {
  return {
    id,
    blob: new Blob([]),
    name,
    size: 0,
    batch: 1,
    bench: 'replay',
    sample: null,
    dropSecMisses: false,
    status: 'ready',
    progress: null,
    content,
    problems: [],
    error: null,
  };
}

/** Sweeps as the app has them; workers are message channels to the real services. A run takes `slow` ms at least. */
function setUp(inputs: SweepInputs = SMALL, slow = 0) {
  let made = 0;
  const files = createFiles();
  const content = {
    kind: 'trace',
    format: 'hpa',
    traceId: 'trace-1',
    events: trace.length,
    allocations: trace.allocations,
    shards: trace.shards,
    span: latestTime(trace),
    rows: trace.length,
    bytes: 0,
    compression: 'none',
    unmatchedFrees: 0,
    pairs: 0,
  } as const;
  files.setState({ files: [entry('file-1', content, 'redis.csv')], selected: 'file-1' });
  const bench = createReplayInputs();
  bench.set({ points: 150 });
  const view = createView();
  const jobs = createJobs(() => performance.now());
  const pins = createPins();
  /** Fingerprints of traces that are not the sample. */
  const traces = new Map<string, string>();
  const sweeps = createSweeps(
    {
      files,
      bench,
      pins,
      view,
      jobs,
      traces: {
        copyTrace: () => Promise.resolve(structuredClone(trace)),
        fingerprint: (traceId) =>
          Promise.resolve({
            events: trace.length,
            seconds: latestTime(trace) / 1e9,
            hash: traces.get(traceId) ?? hashTrace(trace),
          }),
      },
      makeSweepWorker: () =>
        channelWorker(
          createSweepService((table, request) => {
            made += 1;
            const begun = performance.now();
            const result = runPoint(table, request, () => performance.now());
            while (performance.now() - begun < slow);
            return { ...result, milliseconds: performance.now() - begun };
          }),
        ),
      makeTuningWorker: () => channelWorker(createTuningService()),
      cores: 2,
      now: () => performance.now(),
    },
    inputs,
  );
  open.push(sweeps);
  const idle = (): Promise<void> => vi.waitFor(() => expect(sweeps.busy).toBe(false), { timeout: 20_000 });
  const run = (): SweepRun => {
    const { run: shown } = sweeps.results.getState();
    if (shown === null) throw new Error('there is no sweep');
    return shown;
  };
  return { sweeps, traces, files, bench, view, jobs, pins, idle, run, made: () => made };
}

describe('a sweep', () => {
  it('runs every setting once, equal to the single replay, and judges them', async () => {
    const { sweeps, idle, run, jobs } = setUp();
    sweeps.runner.start();
    await idle();
    const { results, spec, status, judgement, table } = run();
    const { runs, runsDone } = sweeps.results.getState().progress;
    expect(status).toBe('done');
    expect(
      results
        .filter(({ point }) => point.id >= 0)
        .map(({ point }) => point.id)
        .toSorted((a, b) => a - b),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(runsDone).toBe(runs);
    expect(spec.snapshots).toBe(150);
    for (const { point, figures } of results) {
      const replay = new Replay(trace, point.options, spec.mode, sweepSnapshots(trace, spec.snapshots));
      replay.advance(trace.length + 1);
      expect(figures).toEqual(figuresOf(replay.statistics));
    }
    const front = paretoFront(results, spec.objectives);
    expect(Array.from(judgement?.front ?? [])).toEqual(front);
    expect(results.map((_, row) => (table.status[row] ?? 0) & ROW_ON_FRONT)).toEqual(
      results.map((_, row) => (front.includes(row) ? ROW_ON_FRONT : 0)),
    );
    const recommended = judgement?.advice.recommendations ?? [];
    expect(recommended.length).toBeGreaterThan(0);
    for (const { result, mallocConf } of recommended) {
      expect(front.map((row) => results[row]?.point.id)).toContain(result.point.id);
      expect(mallocConf.line).toMatch(/^hpa:true,/);
    }
    expect(judgement?.advice.reference?.point.options).toEqual(presetValues('jemalloc'));
    expect(sweeps.results.getState().current?.point.options).toEqual(presetValues('microbench'));
    expect(jobs.store.getState().jobs).toEqual([]);
  });

  it('pauses, goes on, and keeps what it had when it is cancelled', async () => {
    const { sweeps, idle, run, made, jobs } = setUp(
      {
        ...SMALL,
        axes: [{ kind: 'range', option: 'dirty_mult', from: 0, to: 65_536, steps: 40, special: false }],
      },
      2,
    );
    sweeps.runner.start();
    await vi.waitFor(() => expect(run().results.length).toBeGreaterThan(2), { timeout: 10_000 });
    sweeps.runner.pause();
    await idle();
    expect(run().status).toBe('paused');
    expect(jobs.store.getState().jobs).toEqual([]);
    sweeps.runner.resume();
    expect(run().status).toBe('running');
    await vi.waitFor(() => expect(run().results.length).toBeGreaterThan(8), { timeout: 10_000 });
    sweeps.runner.cancel();
    await idle();
    const kept = run().results.length;
    const { sweepId } = run();
    expect(run().status).toBe('cancelled');
    expect(kept).toBeGreaterThan(8);
    expect(kept).toBeLessThan(41);
    const before = made();
    sweeps.runner.start();
    await idle();
    expect(run().status).toBe('done');
    expect(run().sweepId, 'the same sweep goes on').toBe(sweepId);
    const ids = run().results.map(({ point }) => point.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id >= 0)).toHaveLength(40);
    // Those under way when it was cancelled, and the bench's own, are made again.
    expect(made() - before).toBeLessThanOrEqual(41 - kept + 3);
  });

  it('runs the bench’s setting anew when it changes, while the view is shown', async () => {
    const { sweeps, idle, bench, view } = setUp();
    sweeps.runner.start();
    await idle();
    bench.setOption('dirty_mult', 1000);
    await idle();
    expect(sweeps.results.getState().current?.point.options.dirty_mult).not.toBe(1000);
    view.setState({ replayView: 'tune' });
    await idle();
    expect(sweeps.results.getState().current?.point.options.dirty_mult).toBe(1000);
  });

  it('ends when its trace is closed', async () => {
    const { sweeps, idle, run, files } = setUp(
      {
        ...SMALL,
        axes: [{ kind: 'range', option: 'dirty_mult', from: 0, to: 65_536, steps: 50, special: false }],
      },
      2,
    );
    sweeps.runner.start();
    await vi.waitFor(() => expect(run().results.length).toBeGreaterThan(2), { timeout: 10_000 });
    files.setState({ files: [], selected: null });
    await idle();
    expect(run().status).toBe('cancelled');
    expect(run().results.length).toBeGreaterThan(2);
  });

  it('goes on with what it has when its trace is read anew, and not with another trace', async () => {
    const { sweeps, idle, run, files, made, traces } = setUp(
      {
        ...SMALL,
        axes: [{ kind: 'range', option: 'dirty_mult', from: 0, to: 65_536, steps: 40, special: false }],
      },
      2,
    );
    sweeps.runner.start();
    await vi.waitFor(() => expect(run().results.length).toBeGreaterThan(8), { timeout: 10_000 });
    const [file] = files.getState().files;
    if (file?.content?.kind !== 'trace') throw new Error('the trace is open');
    const { content } = file;
    // As after a crash of the worker that holds it.
    files.setState({ files: [{ ...file, status: 'reading', content: null }] });
    await idle();
    expect(run()).toMatchObject({ status: 'cancelled', traceId: null });
    const kept = run().results.length;
    traces.set('trace-2', 'another trace');
    files.setState({ files: [{ ...file, content: { ...content, traceId: 'trace-2' } }] });
    await idle();
    expect(run().traceId, 'it is another trace').toBeNull();
    files.setState({ files: [{ ...file, content: { ...content, traceId: 'trace-3' } }] });
    await idle();
    expect(run().traceId).toBe('trace-3');
    const before = made();
    const { sweepId } = run();
    sweeps.runner.start();
    await idle();
    expect(run()).toMatchObject({ status: 'done', sweepId });
    const ids = run().results.map(({ point }) => point.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id >= 0)).toHaveLength(40);
    expect(made() - before).toBeLessThanOrEqual(41 - kept + 3);
  });

  it('other aims and limits judge anew without a run', async () => {
    const { sweeps, idle, run, made } = setUp();
    sweeps.runner.start();
    await idle();
    const before = made();
    const limit = run().results[1]?.figures.mean_dirty_bytes ?? 0;
    sweeps.inputs.setState({
      objectives: ['mean_memory_bytes'],
      constraints: [{ figure: 'mean_dirty_bytes', max: limit }],
    });
    await idle();
    expect(made()).toBe(before);
    const { results, table, judgement } = run();
    expect(Array.from(judgement?.front ?? [])).toEqual(
      paretoFront(results, ['mean_memory_bytes'], [{ figure: 'mean_dirty_bytes', max: limit }]),
    );
    expect(results.map((_, row) => ((table.status[row] ?? 0) & ROW_MISSES_LIMIT) !== 0)).toEqual(
      results.map(({ figures }) => !(figures.mean_dirty_bytes <= limit)),
    );
  });

  it('halves, and says which runs are of a part', async () => {
    const { sweeps, idle, run } = setUp({ ...SMALL, method: 'halving', samples: 9, eta: 3 });
    sweeps.runner.start();
    await idle();
    const { results, status } = run();
    expect(status).toBe('done');
    expect(results.filter(({ whole }) => !whole).length).toBeGreaterThan(0);
    expect(results.some(({ whole, point }) => whole && point.id >= 0)).toBe(true);
  });

  it('a trace without a clock has runs, but no front over rates', async () => {
    const still = trace;
    trace = { ...still, time: new Uint32Array(still.time.length) };
    try {
      const { sweeps, idle, run } = setUp();
      sweeps.runner.start();
      await idle();
      expect(run().judgement?.front).toHaveLength(0);
      expect(run().judgement?.advice.warnings.join(' ')).toContain('nothing to recommend');
      sweeps.inputs.setState({ objectives: ['mean_memory_bytes', 'huge_coverage'] });
      await idle();
      expect(run().judgement?.front.length).toBeGreaterThan(0);
    } finally {
      trace = still;
    }
  });
});

describe('ways out of a sweep', () => {
  it('loads a run into the bench as one step, where the replay gives the same figures', async () => {
    const { sweeps, idle, run, bench, view } = setUp();
    const before = bench.store.getState().history.present;
    sweeps.runner.start();
    await idle();
    const result = run().results.find(({ point }) => point.id === 3);
    if (result === undefined) throw new Error('run 3 is there');
    view.setState({ replayView: 'tune' });
    sweeps.load(result);
    expect(view.getState().replayView).toBe('timelines');
    const { options, hpaOnly, shards, points, spread } = bench.store.getState().history.present;
    expect(options).toEqual(result.point.options);
    expect(spread).toBe('time');
    const replay = new Replay(
      trace,
      options,
      { hpaOnly, shards },
      { kind: 'points', count: points, axis: 'time' },
    );
    replay.advance(trace.length + 1);
    const summary = summarise(replay.statistics, wholeRange(replay.statistics), null);
    expect(summary?.meanDirtyBytes).toBe(result.figures.mean_dirty_bytes);
    expect(summary?.peakPageslabs).toBe(result.figures.peak_pageslabs);
    bench.undo();
    expect(bench.store.getState().history.present).toEqual(before);
  });

  it('pins a run to be compared', async () => {
    const { sweeps, idle, run, pins } = setUp();
    sweeps.runner.start();
    await idle();
    const [result] = run().results;
    if (result === undefined) throw new Error('there are runs');
    expect(sweeps.pin(result)).toBe(true);
    expect(pins.store.getState().pins[0]).toMatchObject({
      trace: { fileId: 'file-1' },
      inputs: { options: result.point.options, points: 150, spread: 'time' },
    });
  });

  it('writes its results as the command line does, and shows such a file', async () => {
    const { sweeps, idle, run, files, view } = setUp();
    sweeps.runner.start();
    await idle();
    const { results } = run();
    const saved = await sweeps.exports.csv(run());
    expect(saved.name).toBe('redis.sweep.csv');
    const read = readSweepResults(await saved.blob.text());
    expect(read.problems).toEqual([]);
    expect(read.rows.map(({ result }) => result)).toEqual(results);
    const opened = await openFile({
      name: saved.name,
      size: saved.blob.size,
      stream: () => saved.blob.stream(),
    });
    if (opened.kind !== 'sweep') throw new Error(`read as ${opened.kind}`);
    const { problems, ...content } = opened;
    expect(problems).toEqual([]);
    files.setState(({ files: all }) => ({ files: [...all, entry('file-2', content, saved.name)] }));
    sweeps.showFile('file-2');
    await idle();
    expect(view.getState().replayView).toBe('tune');
    const shown = run();
    // Its trace is open, so that a run can be loaded.
    expect(shown).toMatchObject({ traceId: 'trace-1', key: null, status: 'done', fileName: 'redis.csv' });
    expect(shown.results).toEqual(results);
    expect(shown.spec.axes.map(({ option }) => option).toSorted()).toEqual(['dirty_mult', 'purge_threshold']);
    expect(shown.judgement?.front).toEqual(Uint32Array.from(paretoFront(results, shown.spec.objectives)));
  });
});
