// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FOUR, type Rows, tableOf } from '../../../../charts/timelines/statistics.fixture.js';
import { presetValues } from '../../../../engine/replay/options.js';
import { summarise, wholeRange } from '../../../../engine/replay/summary.js';
import type { App } from '../../../../state/app.js';
import { READING_FILE, silentApp } from '../../../../state/app.fixture.js';
import { CURRENT } from '../../../../state/pins.js';
import { defaultInputs, type ReplayInputs } from '../../../../state/replay-inputs.js';
import type { Run } from '../../../../state/results.js';
import { AppContext } from '../../../app-context.js';
import { distinguishingLabels } from '../run-label.js';
import { NoPins } from './NoPins.js';
import { runRows } from './run-rows.js';
import { runsCsv } from './runs-csv.js';
import { RunsTable } from './RunsTable.js';

const QUICK: ReplayInputs = {
  ...defaultInputs(),
  options: { ...presetValues('microbench'), min_purge_interval_ms: 100 },
};

function runOf(key: string, rows: Rows, inputs: ReplayInputs | null = defaultInputs()): Run {
  return {
    key,
    source: inputs === null ? 'measured' : 'replay',
    fileId: 'f',
    fileName: 'trace.csv',
    inputs,
    axis: 'time',
    table: tableOf([{ ...FOUR, ...rows }]),
    complete: true,
    eventsDone: 4000,
    eventsTotal: 4000,
    span: 4e9,
    milliseconds: 1,
  };
}

const CURRENT_RUN = runOf('now', {});
const MORE = runOf('more', { purge_ranges: [0, 0, 10, 90], total_pageslabs: [4, 6, 9, 5] }, QUICK);
const LESS = runOf('less', { purge_ranges: [0, 0, 1, 3] }, { ...QUICK, hpaOnly: true });

let app: App;
beforeEach(() => {
  app = silentApp('#v=2&show=compare');
  // Nothing is replayed here: the trace is being read again, which keeps the run that stands.
  app.files.setState({ files: [READING_FILE], selected: READING_FILE.id });
  app.results.setState({ run: CURRENT_RUN, asked: 'now', status: 'done' });
});
afterEach(() => {
  cleanup();
  app.dispose();
});

function show(table = <RunsTable />): void {
  render(
    <MantineProvider>
      <AppContext value={app}>{table}</AppContext>
    </MantineProvider>,
  );
}

/** First cells of the rows, as a reader sees them: number and name. */
const names = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll('td')]
        .slice(1, 3)
        .map((cell) => cell.textContent?.trim())
        .join(' ')
        .trim(),
    );

const head = (name: string): HTMLElement => screen.getByRole('columnheader', { name });

it('sorts by every column, with keys too, and says how', async () => {
  const keys = userEvent.setup();
  app.pins.pin(MORE, null);
  app.pins.pin(LESS, null);
  show();
  expect(names().map((text) => text[0])).toEqual(['c', '1', '2']);
  expect(head('#').getAttribute('aria-sort')).toBe('ascending');
  within(head('purge calls')).getByRole('button').focus();
  await keys.keyboard('{Enter}');
  expect(head('purge calls').getAttribute('aria-sort')).toBe('descending');
  expect(head('#').getAttribute('aria-sort')).toBe('none');
  expect(names().map((text) => text[0])).toEqual(['1', 'c', '2']);
  await keys.keyboard(' ');
  expect(head('purge calls').getAttribute('aria-sort')).toBe('ascending');
  expect(names().map((text) => text[0])).toEqual(['2', 'c', '1']);
  for (const title of screen.getAllByRole('columnheader').map((cell) => cell.textContent ?? '')) {
    if (title === 'show' || title === 'Actions') continue;
    fireEvent.click(within(head(title)).getByRole('button'));
    expect(head(title).getAttribute('aria-sort'), title).toMatch(/^(a|de)scending$/);
  }
  expect(app.link()).toContain('sort=secHitRatio');
});

it('shows figures with their differences to B, which any run can be', () => {
  const id = app.pins.pin(MORE, null);
  show();
  const cell = (row: number): string =>
    screen.getAllByRole('row')[row]?.querySelectorAll('td')[3 + 6]?.textContent?.replaceAll('\u202f', ' ') ??
    '';
  expect(cell(1)).toBe('30−60');
  expect(cell(2), 'B itself has none').toBe('90');
  fireEvent.click(screen.getByRole('button', { name: 'Show the current run as B' }));
  expect(app.pins.store.getState()).toMatchObject({ a: id, b: CURRENT });
  expect(cell(2)).toBe('90+60');
  fireEvent.click(screen.getByRole('button', { name: 'Show the current run as B' }));
  expect(app.pins.store.getState().b).toBeNull();
  expect(cell(2)).toBe('90');
});

it('renames in place, unpins, and brings back', () => {
  app.pins.pin(MORE, null);
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Rename #1' }));
  const field = screen.getByRole('textbox', { name: 'Name of #1' });
  fireEvent.change(field, { target: { value: '<b>old</b>' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByText('<b>old</b>')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Rename #1' }));
  const again = screen.getByRole('textbox', { name: 'Name of #1' });
  fireEvent.change(again, { target: { value: 'nothing of it' } });
  fireEvent.keyDown(again, { key: 'Escape' });
  expect(names()[1]).toContain('<b>old</b>');
  fireEvent.click(screen.getByRole('button', { name: 'Load the settings of #1' }));
  expect(app.inputs.store.getState().history.present).toEqual(QUICK);
  fireEvent.click(screen.getByRole('button', { name: 'Unpin #1' }));
  expect(names()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Undo unpin' }));
  expect(names()).toHaveLength(2);
});

it('sums up the zoomed range on request', () => {
  app.pins.pin(MORE, null);
  act(() => app.view.setState({ zoom: [2e9, 3e9], runsZoomed: true }));
  show();
  const calls = screen.getAllByRole('row')[2]?.querySelectorAll('td')[9]?.textContent;
  expect(calls).toBe('10');
});

it('teaches before the first pin, and offers a first comparison', () => {
  app.files.setState({ files: [{ ...READING_FILE, sample: 'redis-server' }] });
  show(<NoPins />);
  fireEvent.click(screen.getByRole('button', { name: 'Compare with the preset jemalloc' }));
  expect(app.pins.store.getState().pins[0]).toMatchObject({
    trace: { sample: 'redis-server' },
    inputs: { options: presetValues('jemalloc'), hpaOnly: false },
    run: null,
  });
});

it('labels settings by what sets them apart', () => {
  const jemalloc = { ...defaultInputs(), options: presetValues('jemalloc') };
  const nearly = { ...jemalloc, options: { ...jemalloc.options, dirty_mult: 6554 } };
  expect(distinguishingLabels([defaultInputs(), QUICK, nearly, null])).toEqual([
    'microbench',
    'min_purge_interval_ms 100\u202fms',
    'jemalloc, dirty_mult 10.0\u202f%',
    'measured',
  ]);
  expect(distinguishingLabels([QUICK, { ...QUICK, hpaOnly: true, shards: 2 }])).toEqual([
    'min_purge_interval_ms 100\u202fms, HPA + SEC, own shards',
    'min_purge_interval_ms 100\u202fms, HPA only, 2 shards',
  ]);
});

it('writes the table as CSV: exact figures, texts as texts', () => {
  app.pins.pin(runOf('x', {}, QUICK), null);
  app.pins.pin(runOf('y', {}, null), null);
  const [first = ''] = app.pins.store.getState().pins.map(({ id }) => id);
  app.pins.rename(first, '=HYPERLINK("http://x","y"), z');
  const { pins } = app.pins.store.getState();
  const sumUp = (run: Run | null) =>
    run === null ? null : summarise(run.table, wholeRange(run.table), null);
  const rows = runRows(CURRENT_RUN, pins, sumUp);
  const csv = runsCsv(rows, { zoom: null, axis: 'time', shard: null });
  const [heads = '', now = '', named = '', measured = ''] = csv.split('\n');
  const column = (name: string): number => heads.split(',').indexOf(name);
  expect(now.split(',')[column('mean_dirty_bytes')]).toBe(String(sumUp(CURRENT_RUN)?.meanDirtyBytes));
  expect(now.split(',')[column('sec_hit_share')], 'unknown is empty').toBe('');
  expect(named).toMatch(
    /^1,"'=HYPERLINK\(""http:\/\/x"",""y""\), z",trace\.csv,replay,hpa\+sec,1,all,4,whole,,,time,/,
  );
  expect(named.endsWith(`,${QUICK.options.hugify_refused}`)).toBe(true);
  expect(measured.split(',')[3]).toBe('measured');
  expect(measured.split(',').at(-1), 'no settings').toBe('');
  const zoomed =
    runsCsv(rows, { zoom: [5, 9], axis: 'event', shard: 2 })
      .split('\n')[1]
      ?.split(',') ?? [];
  expect(zoomed.slice(6, 11)).toEqual(['2', '4', 'events', '5', '9']);
});
