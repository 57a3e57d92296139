// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type * as ReadoutModule from './Readout.js';
import { FOUR, modelOf, tableOf } from './statistics.fixture.js';
import { Timelines, type TimelinesProps } from './Timelines.js';

const renders = vi.hoisted(() => ({ readouts: 0 }));
vi.mock('./Readout.js', async (original) => {
  const real = await original<typeof ReadoutModule>();
  return {
    Readout(props: object) {
      renders.readouts += 1;
      return createElement(real.Readout as never, props);
    },
  };
});
vi.stubGlobal('IntersectionObserver', undefined);
afterEach(cleanup);

const PROPS: TimelinesProps = {
  ...modelOf(tableOf([FOUR])),
  revision: 0,
  phase: 'ready',
  stale: false,
  hoverX: null,
  onHover: vi.fn(),
  onZoom: vi.fn(),
  onToggleSeries: vi.fn(),
  onCursor: vi.fn(),
};
const cursorAt = (x: number) => ({ x, events: Math.floor(x / 1e6), total: 4000, text: '' });
const lines = (): (string | null)[] =>
  [...document.querySelectorAll('line.jl-cursor')].map((line) => line.getAttribute('x1'));

it('moves its line in every panel, which are rendered anew only where other snapshots are read', () => {
  const { rerender } = render(<Timelines {...PROPS} cursor={cursorAt(2.1e9)} />);
  const [first, before] = [lines(), renders.readouts];
  expect(first).toHaveLength(3);
  rerender(<Timelines {...PROPS} cursor={cursorAt(2.6e9)} />);
  expect(lines()).not.toEqual(first);
  expect(renders.readouts).toBe(before);
  rerender(<Timelines {...PROPS} cursor={cursorAt(3.5e9)} />);
  expect(renders.readouts, 'another snapshot').toBeGreaterThan(before);
});

it('has no line where the shown part does not have it', () => {
  render(<Timelines {...PROPS} xDomain={[1e9, 2e9]} cursor={cursorAt(3e9)} />);
  expect(lines()).toEqual([]);
});

it('makes the axis one line, with the title beside its ticks', () => {
  const title = (): string | undefined =>
    document.querySelector('.jl-bottom-axis .jl-unit')?.textContent ?? undefined;
  const { rerender } = render(<Timelines {...PROPS} />);
  expect(title()).toBe('time since the first event (s)');
  rerender(<Timelines {...PROPS} cursor={cursorAt(2e9)} />);
  expect(title()).toBe('time (s)');
});

it('can have its legend below the panels', () => {
  const isBelow = (): boolean => {
    const panel = screen.getAllByRole('heading', { level: 4 })[0] as HTMLElement;
    const legend = screen.getByRole('list', { name: 'Series shown in the charts' });
    return (panel.compareDocumentPosition(legend) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  };
  const { rerender } = render(<Timelines {...PROPS} />);
  expect(isBelow()).toBe(false);
  rerender(<Timelines {...PROPS} legend="below" />);
  expect(isBelow()).toBe(true);
});

it('says that nothing is known yet where a run that grows has not come to', () => {
  const place = (): string | undefined => document.querySelector('.jl-place')?.textContent ?? undefined;
  const growing: Partial<TimelinesProps> = { phase: 'streaming', xExtent: [0, 9e9] };
  const { rerender } = render(<Timelines {...PROPS} {...growing} cursor={cursorAt(8e9)} />);
  expect(place()).toBe('at the cursor: snapshot none yet');
  rerender(<Timelines {...PROPS} table={null} phase="loading" />);
  expect(place()).toBe('last snapshot none yet');
});
