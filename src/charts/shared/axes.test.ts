import { expect, it } from 'vitest';
import { numberedGrid, numberedTicks } from './axes.js';
import { PALETTES } from './palette.js';

const palette = PALETTES.light;
const ticks = { values: [-1, 0, 1], format: (value: number) => `${value} KiB` };

it('puts a line across the plot at each number, and the number beside it', () => {
  const shapes = numberedGrid({ left: 50, right: 90 }, (value) => 20 - 10 * value, ticks, palette);
  expect(shapes.slice(0, 2)).toEqual([
    { kind: 'path', d: 'M50,30.5L90,30.5', stroke: palette.grid },
    { kind: 'text', x: 42, y: 30.5, text: '-1 KiB', fill: palette.dim, anchor: 'end' },
  ]);
  expect(shapes).toHaveLength(6);
  expect(new Set(shapes.map((shape) => (shape.kind === 'path' ? shape.stroke : '')))).toEqual(
    new Set([palette.grid, '']),
  );
});

it('tells the line at zero where asked', () => {
  const shapes = numberedGrid({ left: 50, right: 90 }, (value) => 20 - 10 * value, ticks, palette, 'red');
  const strokes = shapes.flatMap((shape) => (shape.kind === 'path' ? [shape.stroke] : []));
  expect(strokes).toEqual([palette.grid, 'red', palette.grid]);
});

it('puts marks and numbers below the plot', () => {
  expect(numberedTicks(100, (value) => 60 + 10 * value, { ...ticks, values: [1] }, palette)).toEqual([
    { kind: 'path', d: 'M70.5,100L70.5,104', stroke: palette.axis },
    { kind: 'text', x: 70.5, y: 112, text: '1 KiB', fill: palette.dim, anchor: 'middle' },
  ]);
});
