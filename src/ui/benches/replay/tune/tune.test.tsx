// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { presetValues } from '../../../../engine/replay/options.js';
import { FIGURES } from '../../../../engine/tuning/figures.js';
import { sweepPlan, REFERENCE_ID } from '../../../../engine/tuning/points.js';
import type { Figures, SweepResult } from '../../../../engine/tuning/sweep-types.js';
import type { App } from '../../../../state/app.js';
import { READING_FILE, silentApp } from '../../../../state/app.fixture.js';
import type { FileEntry } from '../../../../state/files.js';
import { SweepColumns } from '../../../../state/sweep-columns.js';
import { defaultSweepInputs, specOf } from '../../../../state/sweep-inputs.js';
import { type SweepRun, sweepRunOf } from '../../../../state/sweep-results.js';
import { createTuningService } from '../../../../workers/tuning.service.js';
import { AppContext } from '../../../app-context.js';
import { PointCard } from './PointCard.js';
import { RecommendPanel } from './RecommendPanel.js';
import { ResultsTable } from './ResultsTable.js';
import { SetupPanel } from './SetupPanel.js';
import { TuneControls } from './TuneControls.js';

function traceFile(span: number): FileEntry {
  return {
    ...READING_FILE,
    status: 'ready',
    content: {
      kind: 'trace',
      format: 'hpa',
      traceId: 't',
      events: 1000,
      allocations: 500,
      shards: 1,
      span,
      rows: 1000,
      bytes: 1,
      compression: 'none',
      unmatchedFrees: 0,
      pairs: 0,
    },
  };
}

let app: App;
beforeEach(() => {
  app = silentApp('#v=2&show=tune', 2);
  app.files.setState({ files: [traceFile(5e9)], selected: 'f' });
});
afterEach(() => {
  cleanup();
  app.dispose();
});

function show(children: React.ReactNode): void {
  render(
    <MantineProvider>
      <AppContext value={app}>{children}</AppContext>
    </MantineProvider>,
  );
}

/** A finished sweep whose figures are simple functions of its settings. */
async function sweepRun(change: Partial<SweepRun> = {}): Promise<SweepRun> {
  const inputs = defaultSweepInputs();
  const spec = specOf(inputs, app.inputs.store.getState().history.present);
  const plan = sweepPlan(spec);
  const figuresFor = (value: number): Figures =>
    Object.fromEntries(
      FIGURES.map(({ name, better }) => [name, better === 'less' ? value : 1 / (1 + value)]),
    ) as Figures;
  const results = Array.from({ length: plan.size }, (_, id): SweepResult => {
    const point = plan.at(id);
    const dirty = point.options.dirty_mult === -1 ? 90_000 : point.options.dirty_mult;
    const figures = {
      ...figuresFor(dirty + 1),
      purge_calls_per_second: 1e5 / (dirty + 10_000),
      kernel_calls_per_second: 1e5 / (dirty + 10_000),
    };
    return { point, events: 1000, whole: true, figures, milliseconds: 2 };
  });
  const reference: SweepResult = {
    point: { id: REFERENCE_ID, options: presetValues('jemalloc') },
    events: 1000,
    whole: true,
    figures: { ...figuresFor(50_000), purge_calls_per_second: 9 },
    milliseconds: 2,
  };
  const columns = new SweepColumns();
  columns.add([reference, ...results]);
  const facts = { events: 1000, seconds: 5 };
  const service = createTuningService();
  await service.add('s', columns.results);
  const judgement = await service.judge({ sweepId: 's', spec, trace: facts });
  columns.judge(spec.constraints, judgement.front);
  const about = {
    sweepId: 's',
    key: 'k',
    spec,
    traceId: 't',
    traceHash: 'hash',
    fileName: 'trace.csv',
    facts,
  };
  return { ...sweepRunOf({ ...about, status: 'done' }, columns), judgement, ...change };
}

describe('the setup', () => {
  it('counts the runs and tells what speaks against them', async () => {
    const keys = userEvent.setup();
    show(<SetupPanel onHide={() => undefined} />);
    expect(screen.getByText('113 runs')).toBeTruthy();
    const steps = screen.getByRole('textbox', { name: 'dirty_mult, number of values' });
    await keys.clear(steps);
    await keys.type(steps, '3');
    expect(screen.getByText('65 runs')).toBeTruthy();
    await keys.click(screen.getByRole('button', { name: 'Do not vary dirty_mult' }));
    expect(screen.getByText('17 runs')).toBeTruthy();
    await keys.selectOptions(screen.getByRole('combobox', { name: 'Add an option' }), 'hugify_style');
    expect(screen.getByText('65 runs')).toBeTruthy();
    for (const style of ['auto', 'none', 'eager', 'lazy'])
      await keys.click(screen.getByRole('checkbox', { name: style }));
    expect(screen.getByRole('status').textContent).toContain('at least one value of hugify_style');
  });

  it('keeps the last range that makes sense', async () => {
    const keys = userEvent.setup();
    show(<SetupPanel onHide={() => undefined} />);
    const from = screen.getByRole('textbox', { name: 'purge_threshold, from' });
    await keys.clear(from);
    await keys.type(from, 'lots');
    expect(from.getAttribute('aria-invalid')).toBe('true');
    fireEvent.blur(from);
    const [, axis] = app.sweeps.inputs.getState().axes;
    expect(axis).toMatchObject({ option: 'purge_threshold', from: 4096, to: 2_097_152 });
    const dirty = screen.getByRole('textbox', { name: 'dirty_mult, to' });
    await keys.clear(dirty);
    await keys.type(dirty, '-1');
    expect(screen.getByText(/has a box of its own/)).toBeTruthy();
  });

  it('takes aims and limits', async () => {
    const keys = userEvent.setup();
    show(<SetupPanel onHide={() => undefined} />);
    await keys.click(screen.getByRole('checkbox', { name: 'Aim at more huge coverage' }));
    expect(app.sweeps.inputs.getState().objectives).toEqual([
      'mean_dirty_bytes',
      'purge_calls_per_second',
      'huge_coverage',
    ]);
    const limit = screen.getByRole('textbox', { name: 'peak memory at most' });
    await keys.type(limit, '64M');
    expect(app.sweeps.inputs.getState().constraints).toEqual([
      { figure: 'peak_memory_bytes', max: 64 * 2 ** 20 },
    ]);
    await keys.clear(limit);
    expect(app.sweeps.inputs.getState().constraints).toEqual([]);
    await keys.type(screen.getByRole('textbox', { name: 'huge coverage at least' }), '50');
    expect(app.sweeps.inputs.getState().constraints).toEqual([{ figure: 'huge_coverage', min: 0.5 }]);
  });

  it('says so where rates have no meaning, and offers other aims', async () => {
    app.files.setState({ files: [traceFile(0)], selected: 'f' });
    show(<SetupPanel onHide={() => undefined} />);
    expect(screen.getByText(/clock stands still/).textContent).toContain('purge calls');
    await userEvent.click(screen.getByRole('button', { name: 'Aim at memory and huge coverage' }));
    expect(screen.queryByText(/clock stands still/)).toBeNull();
  });
});

describe('the bar', () => {
  it('starts only with a trace on the bench', () => {
    app.files.setState({ files: [], selected: null });
    show(<TuneControls />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Start/ }).disabled).toBe(true);
  });

  it('shows how far a sweep is, and what can be done with it', async () => {
    const run = await sweepRun({ status: 'running' });
    const progress = { runs: 113, runsDone: 20, events: 1000, eventsDone: 200, milliseconds: 100 };
    app.sweeps.results.setState({ run, progress });
    show(<TuneControls />);
    expect(screen.getByRole('progressbar', { name: 'Runs of the sweep' })).toBeTruthy();
    expect(screen.getByText('20 of 113 runs')).toBeTruthy();
    expect(screen.getByText('200 runs/s')).toBeTruthy();
    expect(screen.getByText(/400 ms left/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
    act(() => app.sweeps.results.setState({ run: { ...run, status: 'paused' } }));
    expect(screen.getByRole('button', { name: 'Go on' })).toBeTruthy();
    expect(screen.getByText('paused')).toBeTruthy();
  });
});

describe('results', () => {
  it('are recommended with reasons, a line for MALLOC_CONF and honest limits', async () => {
    const run = await sweepRun();
    app.sweeps.results.setState({ run });
    show(<RecommendPanel run={run} />);
    const cards = screen.getAllByRole('article');
    expect(cards.length).toBe(run.judgement?.advice.recommendations.length);
    for (const card of cards) {
      expect(within(card).getByText(/^hpa:true,/)).toBeTruthy();
      expect(within(card).getByRole('button', { name: /^Load in the bench/ })).toBeTruthy();
    }
    expect(screen.getByText(/Honest limits/)).toBeTruthy();
    expect(screen.getByText(/runs on one thread/)).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: /^Show in the pictures/ })[0] as HTMLElement);
    const { selected } = app.sweeps.results.getState();
    expect(run.results[selected ?? -1]).toEqual(run.judgement?.advice.recommendations[0]?.result);
  });

  it('one is shown whole in a card that Escape closes', async () => {
    const run = await sweepRun();
    app.sweeps.results.setState({ run, selected: 5 });
    show(<PointCard run={run} />);
    const card = screen.getByRole('region', { name: 'Picked setting' });
    expect(within(card).getByRole('heading', { name: 'Setting 5' })).toBeTruthy();
    expect(within(card).getAllByRole('row').length).toBeGreaterThan(FIGURES.length);
    await userEvent.click(within(card).getByRole('button', { name: 'Pin' }));
    expect(app.pins.store.getState().pins).toHaveLength(1);
    fireEvent.keyDown(card, { key: 'Escape' });
    expect(screen.queryByRole('region', { name: 'Picked setting' })).toBeNull();
  });

  it('stand in a table that sorts, and shows only the front where that is wanted', async () => {
    const run = await sweepRun();
    app.sweeps.results.setState({ run });
    show(<ResultsTable run={run} />);
    const grid = screen.getByRole('grid', { name: 'Runs of the sweep' });
    expect(grid.getAttribute('aria-rowcount')).toBe(String(run.results.length + 1));
    expect(screen.getByText('113 shown')).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: 'only the front' }));
    expect(screen.getByText(`${run.judgement?.front.length} shown`)).toBeTruthy();
    const head = screen.getByRole('columnheader', { name: 'mean dirty' });
    await userEvent.click(within(head).getByRole('button'));
    expect(head.getAttribute('aria-sort')).toBe('descending');
  });
});
