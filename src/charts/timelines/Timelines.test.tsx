// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CHART_COLUMNS } from '../../engine/replay/statistics.js';
import { FOUR, modelOf, tableOf } from './statistics.fixture.js';
import { Timelines, type TimelinesProps } from './Timelines.js';

// happy-dom has the class, but it never tells anything; without it every group counts as near the screen.
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', undefined);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function props(more: Partial<TimelinesProps> = {}): TimelinesProps {
  return {
    ...modelOf(tableOf([FOUR, { ...FOUR, active_pages: [1, 2, 3, 4] }])),
    revision: 0,
    phase: 'ready',
    stale: false,
    hoverX: null,
    onHover: vi.fn(),
    onZoom: vi.fn(),
    onToggleSeries: vi.fn(),
    ...more,
  };
}

const readout = (shard: number, panel: string): string => {
  const group = screen.getByRole('region', { name: `Shard ${shard}` });
  const found = group.querySelector(`dl[aria-label^="${panel}:"]`);
  return found?.textContent?.replaceAll('\u202f', ' ') ?? '';
};

it('shows a group for each shard and a panel for each thing the run has', () => {
  render(<Timelines {...props()} />);
  expect(screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
    'Shard 0',
    'Shard 1',
  ]);
  expect(screen.getAllByRole('heading', { level: 4 }).map((title) => title.textContent)).toEqual([
    'Pageslabs',
    'Memory',
    'Work',
    'Pageslabs',
    'Memory',
    'Work',
  ]);
});

it('reads out the last snapshot, or the one at the crosshair', () => {
  const { rerender } = render(<Timelines {...props()} />);
  expect(readout(0, 'Memory')).toContain('active MiB4.00');
  rerender(<Timelines {...props({ hoverX: 2.1e9 })} />);
  expect(readout(0, 'Memory')).toContain('active MiB8.00');
  expect(readout(0, 'Pageslabs')).toContain('total 6');
});

it('reads out what holds at the time cursor while nothing is pointed at, and says so', () => {
  const cursor = { x: 2.9e9, events: 2900, total: 4000, text: 'event 2 900 of 4 000' };
  const given = props({ cursor, shards: [0] });
  const { rerender, container } = render(<Timelines {...given} />);
  const place = (): string =>
    container.querySelector('.jl-place')?.textContent?.replaceAll('\u202f', ' ') ?? '';
  expect(readout(0, 'Memory')).toContain('active MiB8.00');
  expect(place()).toBe('at the cursor: snapshot 0:02.000, event 2 000');
  rerender(<Timelines {...given} hoverX={1e9} />);
  expect(place()).toBe('crosshair 0:01.000, event 1 000');
  rerender(<Timelines {...given} cursor={{ ...cursor, x: 0.5e9 }} />);
  expect(place()).toBe('at the cursor: snapshot none yet');
  expect(readout(0, 'Memory')).toContain('active MiB–');
});

it('follows a table that grows in place when its revision changes', () => {
  const table = tableOf([FOUR]);
  table.snapshots = 2;
  const { rerender } = render(<Timelines {...props({ table, shards: [0] })} />);
  expect(readout(0, 'Memory')).toContain('active MiB8.00');
  table.snapshots = 4;
  rerender(<Timelines {...props({ table, shards: [0], revision: 1 })} />);
  expect(readout(0, 'Memory')).toContain('active MiB4.00');
});

it('sums the shards when merged', () => {
  render(<Timelines {...props({ merged: true })} />);
  expect(screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
    'All 2 shards, summed',
  ]);
});

it('describes each panel in a sentence once it rests', () => {
  vi.useFakeTimers();
  render(<Timelines {...props()} />);
  act(() => {
    vi.advanceTimersByTime(1000);
  });
  const [, memory] = screen.getAllByRole('group');
  expect(memory?.getAttribute('aria-label')?.replaceAll('\u202f', ' ')).toBe(
    'Shard 0, Memory: active from 4 MiB to 8 MiB, at the end 4 MiB; dirty from 0 B to 2 MiB, at the end 0 B; retained from 2 MiB to 6 MiB, at the end 6 MiB.',
  );
});

it('moves the crosshair by key and speaks its values', () => {
  const given = props({ hoverX: 2e9 });
  render(<Timelines {...given} />);
  const plot = screen.getByRole('group', { name: 'Shard 0, Memory' });
  fireEvent.keyDown(plot, { key: 'ArrowRight' });
  expect(given.onHover).toHaveBeenLastCalledWith(3e9);
  const { container } = render(<span />);
  expect(
    container.ownerDocument.querySelector('[aria-live]')?.textContent?.replaceAll('\u202f', ' '),
  ).toContain('0:03.000, event 3 000: retained 2.00 MiB, dirty 2.00 MiB, active 6.00 MiB');
  fireEvent.keyDown(plot, { key: '+' });
  expect(given.onZoom).toHaveBeenLastCalledWith([1e9, 3e9]);
  fireEvent.keyDown(plot, { key: 'Escape' });
  expect(given.onZoom).toHaveBeenLastCalledWith(null);
});

it('reads out A, B and the difference, and marks where which is higher', () => {
  const other = tableOf([{ ...FOUR, active_pages: [1024, 1024, 1536, 1024] }]);
  const names = { a: '<b>mine</b>', b: 'old' };
  const given = props({ table: tableOf([FOUR]), shards: [0], other, names, hoverX: 2e9 });
  const { rerender, container } = render(<Timelines {...given} />);
  expect(readout(0, 'Memory')).toContain('active MiB8.004.00+4.00');
  expect(readout(0, 'Memory')).toContain('dirty MiB1.001.00=');
  expect(screen.getByText('<b>mine</b>')).toBeTruthy();
  const memory = container.querySelectorAll<HTMLElement>('.jl-plot')[1];
  expect(Number(memory?.dataset['aHigher'])).toBeCloseTo(1 / 3, 3);
  expect(Number(memory?.dataset['bHigher'])).toBe(0);
  rerender(<Timelines {...{ ...given, other: null }} />);
  expect(readout(0, 'Memory')).toContain('active MiB8.00active + dirty MiB9.00total');
  expect(memory?.dataset['aHigher']).toBeUndefined();
});

it('goes on with B where A has ended', () => {
  const longer = tableOf([{ ...FOUR, clock_ns: [1e9, 2e9, 3e9, 8e9] }]);
  const given = props({ table: tableOf([FOUR]), shards: [0], other: longer, hoverX: 8e9 });
  const { container } = render(<Timelines {...given} />);
  expect(readout(0, 'Pageslabs')).toContain('total –5–');
  const place = container.querySelector('.jl-place')?.textContent ?? '';
  expect(place.replaceAll('\u202f', ' ')).toBe('crosshair A has ended · B: 0:08.000, event 4 000');
});

it('toggles a series by its legend button', () => {
  const given = props({ hidden: new Set(['dirty']) });
  render(<Timelines {...given} />);
  const dirty = screen.getByRole('button', { name: 'dirty' });
  expect(dirty.getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByRole('button', { name: 'active' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(dirty);
  expect(given.onToggleSeries).toHaveBeenCalledWith('dirty');
});

it('marks a stale picture without moving anything', () => {
  const { rerender, container } = render(<Timelines {...props()} />);
  const before = container.querySelectorAll('*').length;
  const mark = container.querySelector<HTMLElement>('.jl-stale-mark');
  expect(mark?.style.visibility).toBe('hidden');
  rerender(<Timelines {...props({ stale: true })} />);
  expect(mark?.style.visibility).toBe('visible');
  expect(container.querySelectorAll('*').length).toBe(before);
});

it('says what a measured CSV cannot tell, and counts events', () => {
  const known = { ...FOUR };
  for (const name of CHART_COLUMNS) delete known[name];
  render(<Timelines {...props({ table: tableOf([known], CHART_COLUMNS), shards: [0] })} />);
  expect(screen.getByText(/no clock/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'active' })).toHaveProperty('disabled', true);
  expect(readout(0, 'Memory')).toContain('active MiB–');
});

it('shows messages as text, and keeps the frame while a run is coming', () => {
  const { rerender } = render(
    <Timelines {...props({ table: null, phase: 'error', message: '<b>bad</b> file' })} />,
  );
  expect(screen.getByRole('alert').textContent).toBe('<b>bad</b> file');
  rerender(<Timelines {...props({ table: null, phase: 'loading', shards: [] })} />);
  expect(screen.getAllByRole('heading', { level: 4 })).toHaveLength(3);
  rerender(<Timelines {...props({ shards: [] })} />);
  expect(screen.getByText(/No shard is chosen/)).toBeTruthy();
});
