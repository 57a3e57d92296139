// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PageslabMapProps } from './model.js';
import { momentOf } from './moment.fixture.js';
import { PageslabMap } from './PageslabMap.js';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const moment = momentOf(
  [
    { pages: 'a400 d90', slab: 12, age: 3, flags: 1 },
    { pages: 'a10', slab: 5, age: 4, flags: 16 },
  ],
  {},
  500,
);

function props(more: Partial<PageslabMapProps> = {}): PageslabMapProps {
  return {
    moment,
    layout: 'rows',
    size: 2,
    theme: 'light',
    selected: null,
    label: 'Shard 0',
    order: 'age',
    marked: null,
    extents: [],
    stale: false,
    onWindow: vi.fn(),
    onSelect: vi.fn(),
    ...more,
  };
}

const map = (): HTMLElement => document.querySelector<HTMLElement>('.jl-map-scroll') as HTMLElement;
const readout = (): string => document.querySelector('.jl-map-readout')?.textContent ?? '';

it('asks for the window it shows, and again when it is scrolled', () => {
  const given = props();
  render(<PageslabMap {...given} />);
  expect(given.onWindow).toHaveBeenLastCalledWith({ from: 0, count: expect.any(Number) });
  map().scrollTop = 3200;
  fireEvent.scroll(map());
  const window = vi.mocked(given.onWindow).mock.lastCall?.[0];
  expect(window?.from).toBeGreaterThan(100);
});

it('keeps the part of the map in sight when rows become tiles, or larger', () => {
  const given = props();
  const { rerender } = render(<PageslabMap {...given} />);
  map().scrollTop = 3200;
  fireEvent.scroll(map());
  const shown = (): number => {
    const { from, count } = vi.mocked(given.onWindow).mock.lastCall?.[0] ?? { from: 0, count: 0 };
    return from + count / 2;
  };
  const before = shown();
  rerender(<PageslabMap {...given} layout="tiles" />);
  expect(Math.abs(shown() - before)).toBeLessThan(12);
  rerender(<PageslabMap {...given} size={4} />);
  expect(Math.abs(shown() - before)).toBeLessThan(12);
});

it('reads slabs and pages by key, speaks them, and chooses', () => {
  const given = props();
  render(<PageslabMap {...given} />);
  fireEvent.keyDown(map(), { key: 'ArrowDown' });
  expect(readout()).toContain('#12');
  expect(readout()).toContain('page 0: active, one of 400 in a row (0 to 399)');
  fireEvent.keyDown(map(), { key: 'ArrowDown' });
  expect(document.querySelector('.jl-map [aria-live]')?.textContent).toContain('Pageslab 5: not huge');
  fireEvent.keyDown(map(), { key: 'ArrowRight', shiftKey: true });
  expect(readout()).toContain('page 16: retained');
  fireEvent.keyDown(map(), { key: 'Enter' });
  expect(given.onSelect).toHaveBeenLastCalledWith(5);
});

it('reads the chosen slab out while nothing is pointed at; choosing it again lets it go', () => {
  const given = props({ selected: 12 });
  render(<PageslabMap {...given} />);
  expect(readout()).toContain('#12');
  fireEvent.keyDown(map(), { key: 'ArrowDown' });
  fireEvent.keyDown(map(), { key: 'Enter' });
  expect(given.onSelect).toHaveBeenLastCalledWith(null);
});

it('chooses a slab as soon as its part of the map has come', () => {
  const given = props();
  const { rerender } = render(<PageslabMap {...given} />);
  fireEvent.keyDown(map(), { key: 'End' });
  fireEvent.keyDown(map(), { key: 'Enter' });
  expect(given.onSelect).not.toHaveBeenCalled();
  const later = momentOf([{ pages: 'a1', slab: 77 }], { from: 501 }, 501);
  rerender(<PageslabMap {...given} moment={later} />);
  expect(given.onSelect).toHaveBeenCalledTimes(1);
  expect(given.onSelect).toHaveBeenLastCalledWith(77);
});

it('describes itself once it rests', () => {
  vi.useFakeTimers();
  render(<PageslabMap {...props()} />);
  act(() => {
    vi.advanceTimersByTime(500);
  });
  expect(screen.getByRole('group', { name: /after 1.000 events: 502 pageslabs/ })).toBeTruthy();
});

it('says what to do where there is no pageslab, and keeps its place when there is nothing yet', () => {
  const { rerender } = render(<PageslabMap {...props({ moment: momentOf([], { events: 0 }) })} />);
  expect(screen.getByText(/Before the first event/)).toBeTruthy();
  rerender(<PageslabMap {...props({ moment: momentOf([]) })} />);
  expect(screen.getByText(/has no pageslab here/)).toBeTruthy();
  rerender(<PageslabMap {...props({ moment: null })} />);
  expect(screen.getByText(/being computed/)).toBeTruthy();
});
