// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { elementsOf } from '../shared/svg-check.fixture.js';
import { dumpTitle, slopeText } from './describe.js';
import { exportGrowthSvg, Growth, type GrowthLine, type GrowthProps } from './Growth.js';
import { growthKey } from './keyboard.js';
import { dumpAt, layoutGrowth, lineAt } from './layout.js';

afterEach(cleanup);

const HOSTILE = `</text><script>alert(1)</script>\u202e\u0000`;
const plain = (text: string): string => text.replaceAll('\u202f', ' ');

function line(key: number, name: string, values: number[], variance?: number[]): GrowthLine {
  return {
    key,
    name,
    values: Float64Array.from(values),
    variance: Float64Array.from(variance ?? values.map(() => Number.NaN)),
    slope: null,
  };
}

function props(more: Partial<GrowthProps> = {}): GrowthProps {
  return {
    lines: [
      {
        ...line(10, 'grow', [0, 1024, 2048], [0, 256 ** 2, 256 ** 2]),
        slope: { value: 0.5, standardError: 0.1 },
      },
      line(11, 'flat', [512, Number.NaN, 512]),
    ],
    unit: 'bytes',
    xKind: 'time',
    x: Float64Array.of(0, 60, 120),
    dumps: ['a.heap', 'b.heap', HOSTILE],
    selectedKey: null,
    theme: 'light',
    label: 'redis',
    hoverDump: null,
    onHover: vi.fn(),
    onSelect: vi.fn(),
    ...more,
  };
}

const paths = (more: Partial<GrowthProps> = {}): string[] =>
  layoutGrowth(props(more), 390, 152).shapes.flatMap((shape) => (shape.kind === 'path' ? [shape.d] : []));

it('draws lines through the dumps, and their bands of two standard errors cut at zero', () => {
  // The plot spans x 70 to 270 and y 112 (0) to 12 (3 KiB).
  const found = paths();
  expect(found).toContain('M70,112L170,78.67L270,45.33');
  expect(found).toContain('M70,112L170,62L270,28.67L270,62L170,95.33L70,112z');
  const low = layoutGrowth(props({ lines: [line(1, 'f', [100], [1e6])], x: Float64Array.of(0) }), 390, 152);
  const band = low.shapes.find((shape) => shape.kind === 'path' && shape.opacity === 0.2);
  expect(band?.kind === 'path' && band.d.endsWith('h-4z')).toBe(true);
  expect(low.y(0)).toBe(112);
});

it('breaks a line where a dump cannot tell, and draws no band where no error is known', () => {
  const model = props({ lines: [line(1, 'f', [1, 2, Number.NaN, 4])], x: Float64Array.of(0, 1, 2, 3) });
  const { shapes, x, y } = layoutGrowth(model, 390, 152);
  const drawn = shapes.flatMap((shape) => (shape.kind === 'path' ? [shape] : []));
  const lines = drawn.filter(({ width }) => width === 1.75);
  expect(lines.map(({ d }) => d)).toEqual([`M${x(0)},${y(1)}L${Math.round(x(1) * 100) / 100},${y(2)}`]);
  // Every dump that is known has its dot, also the one that no line reaches.
  const dots = drawn.filter(({ d }) => d.includes('a2.5'));
  expect(dots.map(({ d }) => d.match(/M/g)?.length)).toEqual([3]);
  expect(drawn.some(({ opacity }) => opacity === 0.2)).toBe(false);
});

it('reaches below zero where values do', () => {
  const layout = layoutGrowth(props({ unit: 'objects', lines: [line(1, 'f', [-30, 10, 20])] }), 390, 152);
  expect(layout.y.domain()[0]).toBeLessThanOrEqual(-30);
  const texts = layout.shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(texts).toContain('\u221230');
});

it('keeps labels apart and leaves out the smallest', () => {
  const many = Array.from({ length: 30 }, (_, i) => line(i, `f${i}`, [1, 2, 100 + i]));
  const layout = layoutGrowth(props({ lines: many, selectedKey: 0 }), 1000, 152);
  const labels = layout.shapes.flatMap((shape) =>
    shape.kind === 'text' && shape.text.startsWith('f') ? [shape] : [],
  );
  expect(labels.length).toBeLessThan(12);
  expect(labels.map(({ text }) => text)).toContain('f0');
  expect(labels.map(({ text }) => text)).toContain('f29');
  const ys = labels.map(({ y }) => y).sort((a, b) => a - b);
  ys.forEach((y, i) => i > 0 && expect(y - (ys[i - 1] as number)).toBeGreaterThanOrEqual(13 - 1e-6));
});

it('finds the dump and the line under the pointer', () => {
  const layout = layoutGrowth(props(), 390, 152);
  expect(dumpAt(layout, props().x, 175)).toBe(1);
  expect(lineAt(layout, props(), 1, 80)).toBe(10);
  expect(lineAt(layout, props(), 1, 20)).toBeNull();
});

it('writes slopes per hour where there are times, else per dump', () => {
  const one = (value: number): string =>
    plain(slopeText({ ...line(1, 'f', []), slope: { value, standardError: 0.1 } }, props()));
  expect(one(5)).toBe('+17.6 KiB / hour (± 360 B)');
  expect(one(-0.5)).toBe('−1.76 KiB / hour (± 360 B)');
  expect(one(0)).toBe('0 B / hour (± 360 B)');
  expect(slopeText(line(1, 'f', []), props())).toBe('–');
  expect(dumpTitle(props(), 1)).toBe('dump 2 of 3, 1:00.0, b.heap');
});

it('moves by key over dumps and lines', () => {
  expect(growthKey('ArrowLeft', props(), null)).toEqual({ kind: 'hover', dump: 1 });
  expect(growthKey('ArrowRight', props(), 2)).toEqual({ kind: 'hover', dump: 2 });
  expect(growthKey('ArrowDown', props(), 0)).toEqual({ kind: 'select', key: 11 });
  expect(growthKey('ArrowDown', props({ selectedKey: 11 }), 0)).toEqual({ kind: 'select', key: 10 });
  expect(growthKey('Escape', props({ selectedKey: 11 }), 0)).toEqual({ kind: 'select', key: null });
  expect(growthKey('Escape', props(), 0)).toEqual({ kind: 'hover', dump: null });
  expect(growthKey('a', props(), 0)).toBeNull();
});

it('reads out the last dump or the one at the crosshair, and picks lines by their buttons', () => {
  const given = props();
  const { rerender, container } = render(<Growth {...given} />);
  const cells = (): string[] =>
    Array.from(container.querySelectorAll('td'), (cell) => plain(cell.textContent ?? ''));
  expect(cells()).toEqual(['2 KiB', '± 256 B', '+1.76 KiB / hour (± 360 B)', '512 B', 'no error known', '–']);
  rerender(<Growth {...given} hoverDump={1} />);
  expect(cells().slice(3)).toEqual(['–', 'no error known', '–']);
  fireEvent.click(screen.getByRole('button', { name: 'flat' }));
  expect(given.onSelect).toHaveBeenCalledWith(11);
  const plot = screen.getByRole('group');
  fireEvent.keyDown(plot, { key: 'ArrowLeft' });
  expect(given.onHover).toHaveBeenCalledWith(0);
  expect(container.querySelector('[aria-live]')?.textContent).toContain('dump 1 of 3');
});

it('says what it needs when there is nothing, and shows hostile text as text', () => {
  const { container } = render(<Growth {...props({ lines: [] })} />);
  expect(container.textContent).toContain('Growth needs a series');
  cleanup();
  const hostile = render(
    <Growth {...props({ lines: [line(1, HOSTILE, [1, 2, 3])], label: HOSTILE })} />,
  ).container;
  expect(hostile.querySelectorAll('script')).toHaveLength(0);
  expect(hostile.textContent).toContain('<script>alert(1)</script>');
  expect(hostile.textContent).not.toMatch(/\p{Cc}|\p{Cf}/u);
});

it.each(['light', 'dark'] as const)('exports well-formed SVG (%s)', (theme) => {
  const svg = exportGrowthSvg(props({ theme, lines: [...props().lines, line(1, HOSTILE, [1, 2, 3])] }), {
    title: HOSTILE,
  });
  elementsOf(svg);
  expect(svg).toContain('time since the first dump');
  elementsOf(exportGrowthSvg(props({ lines: [], x: new Float64Array(0), dumps: [] }), { title: '' }));
});
