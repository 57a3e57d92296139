import { describe, expect, it, vi } from 'vitest';
import { makeWorkload } from '../engine/sampling/workload.js';
import type { Problem } from '../formats/format.js';
import type { TheoryAnswer } from '../workers/sampling.api.js';
import { createFiles, type FileEntry } from './files.js';
import { createJobs } from './jobs.js';
import { createSamplingDumps, type DumpMaker } from './sampling-dumps.js';
import { createSamplingInputs } from './sampling-inputs.js';
import { createSamplingResults } from './sampling-results.js';
import { createSamplingRunner } from './sampling-runner.js';
import { createWorkloadLoader, type WorkloadAsker } from './sampling-source.js';
import { createView } from './view.js';

function runner() {
  const inputs = createSamplingInputs();
  const view = createView();
  const jobs = createJobs(() => 0);
  const results = createSamplingResults();
  const frames: (() => void)[] = [];
  const made = createSamplingRunner(inputs, view, jobs, results, (call) => frames.push(call));
  const client = { ask: vi.fn(), experiment: vi.fn(), cancelExperiment: vi.fn() };
  const end = made.follow(client);
  const asked = (question: string): unknown[] =>
    client.ask.mock.calls.filter(([one]) => one === question).map(([, request]) => request as unknown);
  const land = (): void => {
    const request = asked('theory').at(-1);
    made.listener.landed('theory', request as never, { rate: 1 } as TheoryAnswer);
  };
  const frame = (): void => {
    for (const call of frames.splice(0)) call();
  };
  /** The trials asked for last show their first part. */
  const part = (): void => {
    const request = client.experiment.mock.calls.at(-1)?.[0] as never;
    made.listener.part(request, { strategies: [], trialsDone: 1, trialsTotal: 2 });
  };
  return { inputs, view, jobs, results, made, client, end, asked, land, frame, part };
}

describe('questions', () => {
  it('are asked only while the bench is shown; trials begin when the closed forms can be seen', () => {
    const { view, made, client, asked, land, frame, part } = runner();
    expect(client.ask).not.toHaveBeenCalled();
    view.setState({ bench: 'sampling' });
    expect(asked('theory')).toHaveLength(1);
    expect(client.experiment).not.toHaveBeenCalled();
    expect(made.busy).toBe(false);
    land();
    expect(client.experiment).not.toHaveBeenCalled();
    expect(made.busy).toBe(true);
    frame();
    expect(client.experiment).toHaveBeenCalledTimes(1);
    expect(made.busy).toBe(false);
    expect(asked('counter')).toHaveLength(0);
    part();
    expect(asked('counter')).toHaveLength(1);
  });

  it('trials do not begin for a setting that has gone by', () => {
    const { inputs, view, client, land, frame } = runner();
    view.setState({ bench: 'sampling' });
    land();
    inputs.set({ lg: 12 });
    frame();
    expect(client.experiment).not.toHaveBeenCalled();
    land();
    frame();
    expect(client.experiment.mock.calls.map(([request]) => request as unknown)).toMatchObject([{ lg: 12 }]);
  });

  it('the counter is measured even where trials fail', () => {
    const { view, made, client, asked, land, frame } = runner();
    view.setState({ bench: 'sampling' });
    land();
    frame();
    made.listener.failed('experiment', client.experiment.mock.calls[0]?.[0] as never, 'gone');
    expect(asked('counter')).toHaveLength(1);
    expect(client.experiment).toHaveBeenCalledTimes(1);
  });

  it('are asked anew only for what a change changes', () => {
    const { inputs, view, client, asked, land, frame, part } = runner();
    view.setState({ bench: 'sampling' });
    land();
    frame();
    part();
    inputs.set({ trials: 500 });
    expect(asked('theory')).toHaveLength(1);
    expect(client.experiment).toHaveBeenCalledTimes(2);
    part();
    expect(asked('counter')).toHaveLength(1);
    // One in N has no say in trials at equal cost.
    inputs.set({ n: 7 });
    expect(asked('theory')).toHaveLength(2);
    land();
    frame();
    expect(client.experiment).toHaveBeenCalledTimes(2);
    inputs.set({ cost: 'typed' });
    land();
    frame();
    expect(client.experiment).toHaveBeenCalledTimes(3);
    part();
    expect(asked('counter')).toHaveLength(1);
  });

  it('an old answer or end says nothing about a newer question', () => {
    const { inputs, view, made, results, client, land, frame } = runner();
    view.setState({ bench: 'sampling' });
    land();
    frame();
    const first = client.experiment.mock.calls[0]?.[0] as never;
    inputs.set({ seed: 5 });
    made.listener.finished(first, { completed: false, milliseconds: 1 });
    made.listener.failed('experiment', first, 'gone');
    expect(results.getState().experiment).toMatchObject({ status: 'running', error: null });
    made.listener.finished(client.experiment.mock.calls[1]?.[0] as never, {
      completed: false,
      milliseconds: 1,
    });
    expect(results.getState().experiment.status).toBe('cancelled');
    made.again();
    expect(client.experiment).toHaveBeenCalledTimes(3);
  });
});

it('a gesture is one step; a change of a bar makes the sizes the user’s own', () => {
  const inputs = createSamplingInputs();
  inputs.beginGesture();
  for (const lg of [18, 17, 16]) inputs.set({ lg });
  inputs.endGesture();
  inputs.setRows([
    { size: 64, allocated: 2, live: 1 },
    { size: 8, allocated: 2, live: 1 },
  ]);
  expect(inputs.present.source.kind).toBe('own');
  expect(inputs.present.workload.map(({ size }) => size)).toEqual([8, 64]);
  inputs.undo();
  expect(inputs.present).toMatchObject({ lg: 16, source: { kind: 'preset' } });
  inputs.undo();
  expect(inputs.present.lg).toBe(19);
  inputs.set({ lg: 19 });
  expect(inputs.store.getState().history.future).toHaveLength(2);
});

describe('sizes from files', () => {
  const WORKLOAD = makeWorkload([{ size: 32, allocated: 4, live: 3 }]);
  const entry = (id: string, content: unknown): FileEntry =>
    ({ id, name: `${id}.x`, status: 'ready', content, problems: [] }) as unknown as FileEntry;

  function loader(ask: Partial<WorkloadAsker> = {}) {
    const files = createFiles();
    const inputs = createSamplingInputs();
    const jobs = createJobs(() => 0);
    const made = createWorkloadLoader(files, inputs, jobs, {
      ofTrace: () => Promise.resolve(WORKLOAD),
      ofProfile: () => Promise.resolve({ workload: WORKLOAD, hasAllocated: false, mixedShare: 0.25 }),
      ...ask,
    });
    made.follow();
    return { files, inputs, jobs, made };
  }

  it('a histogram is taken as it comes, once', async () => {
    const { files, inputs } = loader();
    files.setState({ files: [entry('a', { kind: 'workload', workload: WORKLOAD })] });
    await vi.waitFor(() => expect(inputs.present.source).toMatchObject({ kind: 'file', name: 'a.x' }));
    inputs.choosePreset('document');
    files.setState(({ files: all }) => ({ files: [...all] }));
    await Promise.resolve();
    expect(inputs.present.source).toEqual({ kind: 'preset', id: 'document' });
  });

  it('what was typed in is the user’s own', async () => {
    const { files, inputs, made } = loader();
    made.typed('a');
    files.setState({ files: [entry('a', { kind: 'workload', workload: WORKLOAD })] });
    await vi.waitFor(() => expect(inputs.present.source.kind).toBe('own'));
  });

  it('what jemalloc’s statistics do not tell is said with the sizes', async () => {
    const { files, inputs } = loader();
    const stats = entry('s', { kind: 'workload', format: 'malloc-stats', workload: WORKLOAD });
    const problem: Problem = {
      kind: 'stats-cached',
      severity: 'info',
      count: 1,
      lines: [],
      sentence: '3 KiB lie free in caches.',
    };
    files.setState({ files: [{ ...stats, problems: [problem] }] });
    await vi.waitFor(() => expect(inputs.present.source.kind).toBe('file'));
    const { source } = inputs.present;
    expect(source.kind === 'file' ? source.notes : []).toEqual([
      expect.stringContaining('nrequests'),
      '3 KiB lie free in caches.',
    ]);
  });

  it('a dump’s traps are told', async () => {
    const { files, inputs, made } = loader();
    files.setState({ files: [entry('p', { kind: 'profile', profileId: '1' })] });
    await made.use('p');
    const { source } = inputs.present;
    const notes = source.kind === 'file' ? source.notes.join(' ') : '';
    expect(notes).toContain('no prof_accum');
    expect(notes).toContain('25 %');
  });

  it('a dump of a trace is sampled where the trace is; of anything else, from the sizes', async () => {
    const { files, inputs, jobs, made } = loader();
    files.setState({ files: [entry('t', { kind: 'trace', traceId: 'x1' })] });
    const answer = { blob: new Blob(['dump']), samples: 1, samplesEver: 2 };
    const maker = {
      workload: vi.fn<DumpMaker['workload']>(() => Promise.resolve(answer)),
      trace: vi.fn<DumpMaker['trace']>((_, onProgress) => {
        onProgress(3, 8);
        expect(jobs.store.getState().jobs[0]).toMatchObject({ done: 3, total: 8 });
        jobs.store.getState().jobs[0]?.cancel?.();
        return Promise.resolve(null);
      }),
      cancelTrace: vi.fn<() => void>(),
    };
    const dumps = createSamplingDumps(inputs, files, jobs, maker);
    inputs.set({ stacks: 'mixed', unbias: false, accum: false, seed: 5, lg: 12 });
    expect(await dumps.make(false)).toMatchObject({ name: 'server.lg12.seed5.plain.heap', samplesEver: 2 });
    await made.use('t');
    expect(await dumps.make(true)).toBeNull();
    expect(maker.trace.mock.calls[0]?.[0]).toMatchObject({
      traceId: 'x1',
      layout: 'mixed',
      unbias: false,
      accumulated: false,
      named: true,
      seed: '5',
      lg: 12,
    });
    expect(maker.cancelTrace).toHaveBeenCalled();
    expect(jobs.store.getState()).toMatchObject({ jobs: [], notice: { tone: 'info' } });
    // Changed by hand, the sizes are no longer those of the trace.
    inputs.setRows(inputs.present.workload.map((row) => ({ ...row, allocated: 1e6 })));
    expect((await dumps.make(false))?.name).toBe('own-sizes.lg12.seed5.plain.heap');
    maker.workload.mockRejectedValueOnce(new Error('gone'));
    expect(await dumps.make(false)).toBeNull();
    expect(jobs.store.getState().notice?.sentence).toContain('could not be written: gone');
    expect(dumps.busy).toBe(false);
  });

  it('an empty or broken one changes nothing and is told', async () => {
    const { files, inputs, jobs, made } = loader({ ofTrace: () => Promise.reject(new Error('gone')) });
    files.setState({
      files: [
        entry('t', { kind: 'trace', traceId: '1' }),
        entry('e', { kind: 'workload', workload: makeWorkload([]) }),
      ],
    });
    await made.use('t');
    expect(jobs.store.getState().notice?.sentence).toContain('t.x could not be taken: gone');
    await made.use('e');
    expect(jobs.store.getState().notice?.sentence).toContain('no allocation');
    expect(inputs.present.source.kind).toBe('preset');
    expect(made.busy).toBe(false);
  });
});
