import { describe, expect, it } from 'vitest';
import { createStatistics } from '../engine/replay/statistics.js';
import type { ReplayPart, ReplayRequest } from '../workers/replay.api.js';
import { createFiles, type FileEntry } from './files.js';
import { createJobs } from './jobs.js';
import { createReplayInputs } from './replay-inputs.js';
import { createResults, isStale } from './results.js';
import { createReplayRunner } from './run-replays.js';
import { traceFile as anyTraceFile } from './trace-file.fixture.js';
import { createView, setAxis } from './view.js';

const traceFile = (id: string): FileEntry => anyTraceFile(id, 10, 1);

function measuredFile(id: string): FileEntry {
  const statistics = createStatistics(1, 1);
  statistics.snapshots = 1;
  statistics.columns.operation_count[0] = 77;
  return {
    ...traceFile(id),
    content: { kind: 'statistics', format: 'statistics', statistics, rows: 1, bytes: 1, compression: 'none' },
  };
}

function partOf(from: number, values: readonly number[], eventsDone: number): ReplayPart {
  const table = createStatistics(1, values.length);
  table.columns.total_pageslabs.set(values);
  return {
    shards: 1,
    capacity: 4,
    from,
    snapshots: values.length,
    columns: table.columns,
    eventsDone,
    eventsTotal: 10,
  };
}

function setUp() {
  const stores = {
    files: createFiles(),
    inputs: createReplayInputs(),
    view: createView(),
    jobs: createJobs(() => 0),
    results: createResults(),
  };
  const asked: ReplayRequest[] = [];
  let cancelled = 0;
  let clock = 0;
  const runner = createReplayRunner(stores, () => clock);
  runner.follow({ replay: (request) => asked.push(request), cancel: () => (cancelled += 1) });
  const last = (): ReplayRequest => {
    const request = asked.at(-1);
    if (request === undefined) throw new Error('nothing was asked');
    return request;
  };
  return { ...stores, runner, asked, last, cancels: () => cancelled, wait: (ms: number) => (clock += ms) };
}

describe('running replays', () => {
  it('asks when a trace comes to the bench and whenever an input changes, but not for the same twice', () => {
    const { files, inputs, view, asked, last } = setUp();
    expect(asked).toEqual([]);
    files.setState({ files: [traceFile('a')], selected: 'a' });
    expect(last()).toMatchObject({
      traceId: 'trace of a',
      mode: { hpaOnly: false, shards: null },
      plan: { kind: 'points', axis: 'time' },
    });
    inputs.setOption('hugify_delay_ms', 1);
    expect(last().options.hugify_delay_ms).toBe(1);
    expect(asked).toHaveLength(2);
    view.setState({ hidden: ['dirty'], merged: false });
    expect(asked).toHaveLength(2);
    setAxis(view, 'event');
    expect(last().plan).toMatchObject({ axis: 'event' });
    inputs.set({ spread: 'time' });
    expect(last().plan).toMatchObject({ axis: 'time' });
  });

  it('puts parts together and keeps the old picture, marked stale, until the first part comes', () => {
    const { files, inputs, results, runner, last, wait } = setUp();
    files.setState({ files: [traceFile('a')], selected: 'a' });
    runner.listener.started(last());
    runner.listener.part(last(), partOf(0, [1, 2], 5));
    expect(results.getState().run).toMatchObject({ complete: false, eventsDone: 5, table: { snapshots: 2 } });
    runner.listener.part(last(), partOf(2, [3, 4], 10));
    runner.listener.finished(last(), { completed: true, events: 10, milliseconds: 3 });
    const { run } = results.getState();
    expect(run).toMatchObject({ complete: true, milliseconds: 3, fileName: 'a.csv' });
    expect(Array.from(run?.table.columns.total_pageslabs ?? [])).toEqual([1, 2, 3, 4]);
    expect(results.getState().status).toBe('done');
    expect(isStale(results.getState())).toBe(false);

    inputs.setOption('hugify_delay_ms', 1);
    expect(results.getState().run).toBe(run);
    expect(isStale(results.getState())).toBe(true);
    runner.listener.started(last());
    // A whole picture is not given up for a first part that comes at once.
    runner.listener.part(last(), partOf(0, [9], 3));
    expect(results.getState().run).toBe(run);
    wait(200);
    runner.listener.part(last(), partOf(1, [8], 6));
    expect(results.getState().run?.table.snapshots).toBe(2);
    expect(isStale(results.getState())).toBe(false);
    expect(results.getState().run?.inputs?.options.hugify_delay_ms).toBe(1);
    // The finished picture is a table of its own.
    expect(run?.table.columns.total_pageslabs[0]).toBe(1);
  });

  it('a run that a newer one ended neither completes nor changes the status', () => {
    const { files, inputs, results, runner, last } = setUp();
    files.setState({ files: [traceFile('a')], selected: 'a' });
    const first = last();
    runner.listener.started(first);
    inputs.setOption('hugify_delay_ms', 1);
    runner.listener.part(first, partOf(0, [1], 3));
    runner.listener.finished(first, { completed: false, events: 3, milliseconds: 1 });
    expect(results.getState()).toMatchObject({ status: 'running', run: { complete: false } });
    expect(isStale(results.getState())).toBe(true);
  });

  it('shows why a replay failed, and can be asked again', () => {
    const { files, results, runner, last, asked } = setUp();
    files.setState({ files: [traceFile('a')], selected: 'a' });
    runner.listener.started(last());
    runner.listener.failed(last(), 'Too many shards.');
    expect(results.getState()).toMatchObject({ status: 'failed', error: 'Too many shards.' });
    runner.again();
    expect(asked).toHaveLength(2);
    expect(results.getState()).toMatchObject({ status: 'running', error: null });
  });

  it('cancel from the status bar stops and says so', () => {
    const { files, jobs, results, runner, last, cancels } = setUp();
    files.setState({ files: [traceFile('a')], selected: 'a' });
    runner.listener.started(last());
    jobs.store.getState().jobs[0]?.cancel?.();
    expect(cancels()).toBe(1);
    runner.listener.finished(last(), { completed: false, events: 3, milliseconds: 1 });
    expect(results.getState().status).toBe('cancelled');
    expect(jobs.store.getState().jobs).toEqual([]);
  });

  it('shows a run that is recalled, and does not make it again', () => {
    const { files, inputs, results, runner, last, asked, cancels } = setUp();
    files.setState({ files: [traceFile('a')], selected: 'a' });
    runner.listener.started(last());
    runner.listener.part(last(), partOf(0, [1], 10));
    runner.listener.finished(last(), { completed: true, events: 10, milliseconds: 3 });
    const { run } = results.getState();
    inputs.setOption('hugify_delay_ms', 1);
    runner.listener.started(last());
    runner.recall(run);
    inputs.undo();
    expect(asked).toHaveLength(2);
    expect(cancels(), 'the other one need not go on').toBe(1);
    expect(results.getState()).toMatchObject({ run, status: 'done', error: null });
    expect(isStale(results.getState())).toBe(false);
    runner.again();
    expect(asked, 'unless that is asked for').toHaveLength(3);
  });

  it('shows a measured run as it is, without a replay', () => {
    const { files, results, asked } = setUp();
    files.setState({ files: [measuredFile('m')], selected: 'm' });
    expect(asked).toEqual([]);
    expect(results.getState()).toMatchObject({
      status: 'done',
      run: { source: 'measured', inputs: null, complete: true, eventsTotal: 77 },
    });
    expect(isStale(results.getState())).toBe(false);
  });

  it('an empty bench shows nothing; a trace being read again keeps its picture, stale', () => {
    const { files, results, runner, last } = setUp();
    files.setState({ files: [traceFile('a')], selected: 'a' });
    runner.listener.started(last());
    runner.listener.part(last(), partOf(0, [1], 10));
    runner.listener.finished(last(), { completed: true, events: 10, milliseconds: 3 });
    files.setState({ files: [{ ...traceFile('a'), status: 'reading', content: null }], selected: 'a' });
    expect(isStale(results.getState())).toBe(true);
    files.setState({ files: [], selected: null });
    expect(results.getState()).toMatchObject({ run: null, status: 'none' });
  });
});
