// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { elementsOf } from '../shared/svg-check.fixture.js';
import { HOSTILE, SMALL, smallModel, treeOf } from './call-tree.fixture.js';
import { exportFlameSvg, FlameGraph, type FlameGraphProps } from './FlameGraph.js';

afterEach(cleanup);

function props(more: Partial<FlameGraphProps> = {}): FlameGraphProps {
  return {
    ...smallModel(),
    label: 'heap of redis',
    onSelect: vi.fn(),
    onZoom: vi.fn(),
    onHover: vi.fn(),
    ...more,
  };
}

const picture = (): HTMLElement => screen.getByRole('application', { name: 'heap of redis' });
const details = (): string =>
  (document.querySelector('.jl-flame-details')?.textContent ?? '').replaceAll('\u202f', ' ');
const note = (): string =>
  (document.querySelector('.jl-flame-note')?.textContent ?? '').replaceAll('\u202f', ' ');

/** The layout is 960 pixels wide where no size is known: `main` ends at 864, `a` at 576. */
const at = (x: number, row: number): { clientX: number; clientY: number } => ({
  clientX: x,
  clientY: row * 18 + 5,
});

it('selects and zooms by click, only selects with shift', () => {
  const given = props();
  render(<FlameGraph {...given} />);
  fireEvent.click(picture(), at(700, 2));
  expect(given.onSelect).toHaveBeenCalledWith(4);
  expect(given.onZoom).toHaveBeenCalledWith(4, [0, 1, 4]);
  fireEvent.click(picture(), { ...at(100, 3), shiftKey: true });
  expect(given.onSelect).toHaveBeenLastCalledWith(3);
  expect(given.onZoom).toHaveBeenCalledTimes(1);
  fireEvent.click(picture(), at(100, 9));
  expect(given.onSelect).toHaveBeenCalledTimes(2);
});

it('finds the rows of a flame graph from the bottom', () => {
  const given = props({ direction: 'flame', height: 200 });
  render(<FlameGraph {...given} />);
  fireEvent.click(picture(), { clientX: 700, clientY: 200 - 2 * 18 - 5 });
  expect(given.onSelect).toHaveBeenCalledWith(4);
});

it('shows the details of what is under the pointer, else of the selected node, else of all', () => {
  const given = props();
  const { rerender } = render(<FlameGraph {...given} />);
  expect(details()).toContain('shownall');
  rerender(<FlameGraph {...given} selectedNode={4} />);
  expect(details()).toContain('selectedb');
  fireEvent.pointerMove(picture(), at(100, 3));
  expect(given.onHover).toHaveBeenLastCalledWith(3);
  expect(details()).toContain('under the pointerc');
  expect(details()).toContain('total40 B');
  fireEvent.pointerLeave(picture());
  expect(details()).toContain('selectedb');
});

it('takes keys and speaks the selected node', () => {
  const given = props({ selectedNode: 2 });
  render(<FlameGraph {...given} />);
  expect(document.querySelector('[aria-live]')?.textContent).toContain('a: total');
  fireEvent.keyDown(picture(), { key: 'ArrowRight' });
  expect(given.onSelect).toHaveBeenCalledWith(4);
  fireEvent.keyDown(picture(), { key: 'Enter' });
  expect(given.onZoom).toHaveBeenCalledWith(2, [0, 1, 2]);
  expect(fireEvent.keyDown(picture(), { key: 'Tab' })).toBe(true);
  fireEvent.keyDown(picture(), { key: 'ArrowLeft', ctrlKey: true });
  expect(given.onSelect).toHaveBeenCalledTimes(1);
});

it('says what a search found, each stack once', () => {
  render(<FlameGraph {...props({ matches: Uint8Array.of(0, 0, 1, 1, 0, 0) })} />);
  expect(note()).toBe('Search: 60.0 % of all, 60 B (± 3 B), each stack counted once.');
});

it('goes from a run of narrow nodes to their caller', () => {
  const thin = Array.from({ length: 3000 }, (_, i) => ({ name: `f${i}`, self: 1 }));
  const tree = treeOf({
    name: 'all',
    calls: [
      { name: 'wide', self: 3000 },
      { name: 'many', calls: thin },
    ],
  });
  const given = props({ tree });
  render(<FlameGraph {...given} />);
  fireEvent.pointerMove(picture(), at(700, 2));
  expect(note()).toContain('Nodes too narrow to draw, together about 2.93 KiB.');
  expect(given.onHover).not.toHaveBeenCalled();
  fireEvent.click(picture(), at(700, 2));
  expect(given.onZoom).toHaveBeenCalledWith(2, [0, 2]);
});

it('offers the way to the table and survives nodes of an older tree', () => {
  const onSkipToTable = vi.fn();
  render(<FlameGraph {...props({ onSkipToTable, zoomNode: 999, selectedNode: 999 })} />);
  fireEvent.click(screen.getByRole('button', { name: /Skip to the table/ }));
  expect(onSkipToTable).toHaveBeenCalled();
  expect(details()).toContain('shownall');
  cleanup();
  render(<FlameGraph {...props({ tree: { ...SMALL, nodes: 0 } })} />);
  expect(screen.getByText('There is nothing to draw here.')).toBeTruthy();
});

it('shows hostile names as text', () => {
  const tree = treeOf({ name: 'all', calls: [{ name: HOSTILE, module: `${HOSTILE}/x`, self: 1 }] });
  const { container } = render(<FlameGraph {...props({ tree, selectedNode: 1, label: HOSTILE })} />);
  expect(container.querySelectorAll('script, img')).toHaveLength(0);
  expect(container.textContent).toContain('<script>alert("1")</script>');
  expect(container.textContent).not.toMatch(/\p{Cc}|\p{Cf}/u);
});

it.each(['light', 'dark'] as const)('exports well-formed SVG with names as text (%s)', (theme) => {
  const tree = treeOf({
    name: 'all',
    calls: [
      { name: HOSTILE, module: HOSTILE, self: 3, variance: Number.NaN },
      { name: 'b', self: 1 },
    ],
  });
  const model = props({ tree, theme, selectedNode: 2, selectedName: 2, matches: Uint8Array.of(0, 1, 0) });
  const svg = exportFlameSvg(model, { title: HOSTILE, details: [HOSTILE] });
  const names = elementsOf(svg);
  expect(names.filter((name) => name === 'path').length).toBeGreaterThan(0);
  expect(svg).toContain('&lt;script&gt;');
  expect(svg).toContain('width: total with callees');
});

it('exports the same layout as the page, one path a fill', () => {
  const svg = exportFlameSvg(props(), { title: 'small', width: 1032 });
  expect(elementsOf(svg).filter((name) => name === 'path')).toHaveLength(3);
  // 1,000 pixels inside the margins; `idle` from 900 on, in the second row.
  expect(svg).toContain('M900,18h99v17h-99z');
  expect(svg).toContain('>idle<');
});
