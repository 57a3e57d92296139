// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ChartPlot, PlotLine, Spoken } from './ChartPlot.js';
import { ChartSection } from './ChartSection.js';
import { PALETTES } from './palette.js';

afterEach(cleanup);

it('takes the keys that mean something, and leaves the others to the page', () => {
  const onKey = vi.fn((event: { readonly key: string }) => event.key === 'ArrowRight');
  render(
    <ChartPlot label="growth" onKey={onKey}>
      <button type="button">inside</button>
    </ChartPlot>,
  );
  const plot = screen.getByRole('group', { name: 'growth' });
  const isTaken = (target: Element, init: KeyboardEventInit): boolean => {
    const event = createEvent.keyDown(target, init);
    fireEvent(target, event);
    return event.defaultPrevented;
  };
  expect(isTaken(plot, { key: 'ArrowRight' })).toBe(true);
  expect(isTaken(plot, { key: 'ArrowLeft' })).toBe(false);
  expect(onKey).toHaveBeenCalledTimes(2);
  for (const held of ['ctrlKey', 'altKey', 'metaKey'])
    expect(isTaken(plot, { key: 'ArrowRight', [held]: true })).toBe(false);
  expect(isTaken(screen.getByRole('button'), { key: 'ArrowRight' })).toBe(false);
  expect(onKey).toHaveBeenCalledTimes(2);
  expect(plot.tabIndex).toBe(0);
});

it('says what kind of picture it is', () => {
  render(<ChartPlot label="heap" kind="icicle" role="application" className="own" onKey={() => false} />);
  const plot = screen.getByRole('application', { name: 'heap' });
  expect(plot.getAttribute('aria-roledescription')).toBe('icicle');
  expect(plot.className).toBe('own');
});

it('draws a line over the plot', () => {
  const { container } = render(
    <svg>
      <PlotLine kind="cursor" x={7} top={2} bottom={90} />
    </svg>,
  );
  expect(container.querySelector('line.jl-cursor')?.outerHTML).toContain('x1="7" x2="7" y1="2" y2="90"');
});

it('speaks politely', () => {
  render(<Spoken text="<b>3 KiB" />);
  expect(screen.getByText('<b>3 KiB').getAttribute('aria-live')).toBe('polite');
});

it('puts title, aid and controls over the picture, or over what is missing', () => {
  const picture = vi.fn((width: number) => <p>{`${width} wide`}</p>);
  const section = (empty: string | null) => (
    <ChartSection
      className="jl-own"
      theme="dark"
      title="Pareto front"
      aid="Each dot is a run."
      controls={<button type="button">choose</button>}
      empty={empty}
      firstWidth={720}
    >
      {picture}
    </ChartSection>
  );
  const { rerender } = render(section('No run yet.'));
  const region = screen.getByRole('region', { name: 'Pareto front' });
  expect(region.style.getPropertyValue('--jl-ink')).toBe(PALETTES.dark.ink);
  expect([...region.children].map(({ textContent }) => textContent)).toEqual([
    'Pareto front',
    'Each dot is a run.',
    'choose',
    'No run yet.',
  ]);
  expect(picture).not.toHaveBeenCalled();
  rerender(section(null));
  expect(screen.getByText('720 wide')).toBeTruthy();
  expect(screen.queryByText('No run yet.')).toBeNull();
});
