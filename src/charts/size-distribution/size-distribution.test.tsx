// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { elementsOf } from '../shared/svg-check.fixture.js';
import { sizeReading, sizeSentence } from './describe.js';
import { classAt, layoutSizes } from './layout.js';
import { exportSizesSvg, SizeDistribution, type SizeTable } from './SizeDistribution.js';

afterEach(cleanup);

const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u202f', ' ');
const column = (...values: number[]): Float64Array => Float64Array.from(values);

const TABLE: SizeTable = {
  sizes: column(16, 32, 128),
  below: column(8, 16, 112),
  bytes: column(1600, 3200, 12_800),
  objects: column(100, 100, 100),
  bytesVariance: column(1600, 0, Number.NaN),
  objectsVariance: column(9, 16, Number.NaN),
};

it('gives each class a bar over the sizes it holds', () => {
  // The axis spans 8 to 128 bytes, four doublings of 100 pixels each.
  const { bars } = layoutSizes({ table: TABLE, theme: 'light' }, 482);
  expect(bars.map(({ x, width }) => [x, width].map((value) => Math.round(value * 10) / 10))).toEqual([
    [70, 99],
    [170, 99],
    [450.7, 18.3],
  ]);
  expect(
    [75, 200, 300, 470].map((place) => classAt(layoutSizes({ table: TABLE, theme: 'light' }, 482), place)),
  ).toEqual([0, 1, 1, 2]);
});

it('draws bars from zero and whiskers where an error is known', () => {
  const { shapes } = layoutSizes({ table: TABLE, theme: 'light' }, 482);
  const paths = shapes.flatMap((shape) => (shape.kind === 'path' ? [shape.d] : []));
  const bars = paths.filter((d) => d.endsWith('z'));
  // Bytes to 16 KiB, objects to 150, over 84 pixels each.
  expect(bars).toHaveLength(2);
  expect(bars[0]?.match(/v[\d.]+/g)).toEqual(['v8.2', 'v16.41', 'v65.63']);
  expect(bars[1]?.match(/v[\d.]+/g)).toEqual(['v56', 'v56', 'v56']);
  const whiskers = paths.filter((d) => (d.match(/M/g) ?? []).length === 2 && !d.endsWith('z'));
  expect(whiskers).toHaveLength(1);
});

it('shows the least value, and draws values below zero downwards', () => {
  const table = { ...TABLE, bytes: column(1e-3, 1e9, -1e9) };
  const { shapes } = layoutSizes({ table, theme: 'light' }, 482);
  const bars = shapes.flatMap((shape) => (shape.kind === 'path' && shape.d.endsWith('z') ? [shape.d] : []));
  const heights = bars[0]?.match(/v[\d.]+/g)?.map((text) => Number(text.slice(1)));
  expect(heights?.[0]).toBe(1);
  expect(heights?.[1]).toBeCloseTo(heights?.[2] ?? 0, 1);
});

it('reads a class, and all together', () => {
  expect(plain(sizeSentence(TABLE, 0))).toBe('8 B to 16 B: 1.56 KiB (± 40 B), 100 (± 3) objects');
  expect(plain(sizeReading({ ...TABLE, below: column(0, 16, 112) }, 0).size)).toBe('up to 16 B');
  expect(plain(sizeReading(TABLE, -1).bytes)).toBe('17.2 KiB (no error known)');
});

it('is read by pointer and by key, in one fixed place', () => {
  const { container } = render(<SizeDistribution table={TABLE} theme="light" label="<b>f</b>" />);
  const row = (): string => plain(container.querySelector('tbody')?.textContent);
  expect(row()).toContain('all sizes');
  const plot = screen.getByRole('group');
  fireEvent.keyDown(plot, { key: 'ArrowRight' });
  expect(row()).toContain('8 B to 16 B');
  expect(container.querySelector('[aria-live]')?.textContent).toContain('objects');
  fireEvent.keyDown(plot, { key: 'End' });
  expect(row()).toContain('112 B to 128 B');
  fireEvent.keyDown(plot, { key: 'Escape' });
  expect(row()).toContain('all sizes');
  fireEvent.mouseMove(plot, { clientX: 470, clientY: 20 });
  expect(row()).toContain('112 B to 128 B');
  expect(container.querySelector('b')).toBeNull();
});

it('exports well-formed SVG, also of nothing', () => {
  const nothing = column();
  const empty: SizeTable = {
    sizes: nothing,
    below: nothing,
    bytes: nothing,
    objects: nothing,
    bytesVariance: nothing,
    objectsVariance: nothing,
  };
  for (const table of [TABLE, empty]) {
    for (const theme of ['light', 'dark'] as const)
      elementsOf(exportSizesSvg({ table, theme }, { title: '</svg>' }));
  }
  expect(render(<SizeDistribution table={empty} theme="dark" label="f" />).container.textContent).toContain(
    'No size class is known here.',
  );
});
