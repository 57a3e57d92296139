import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimate, POINTS_PER_PIXEL, type StepCurve } from './decimate.js';

function curve(x: number[], y: number[]): StepCurve {
  return { x: Float64Array.from(x), y: Float64Array.from(y), end: x.at(-1) ?? 0 };
}

/** Lowest and highest value of each pixel column. */
function ranges({ x, y }: StepCurve): Map<number, [number, number]> {
  const out = new Map<number, [number, number]>();
  x.forEach((place, i) => {
    const value = y[i] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    const column = Math.floor(place);
    const [low, high] = out.get(column) ?? [value, value];
    out.set(column, [Math.min(low, value), Math.max(high, value)]);
  });
  return out;
}

it('leaves a curve of few points as it is', () => {
  const few = curve([0, 1, 2, 3], [5, 4, 3, 2]);
  expect(decimate(few)).toBe(few);
  const none = curve([], []);
  expect(decimate(none)).toBe(none);
});

it('keeps first, lowest, highest and last of a column in their order', () => {
  const dense = curve([0, 0.1, 0.2, 0.3, 0.4, 0.5, 1], [5, 9, 7, 1, 6, 4, 3]);
  const { x, y } = decimate(dense);
  expect(Array.from(y)).toEqual([5, 9, 1, 4, 3]);
  expect(Array.from(x)).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

it('keeps minimum and maximum of every pixel for any curve', () => {
  const points = fc.array(
    fc.tuple(fc.double({ min: 0, max: 40, noNaN: true }), fc.oneof(fc.integer(), fc.constant(Number.NaN))),
    {
      minLength: 3,
      maxLength: 400,
    },
  );
  fc.assert(
    fc.property(points, (list) => {
      const sorted = [...list].sort((a, b) => a[0] - b[0]);
      const before = curve(
        sorted.map(([x]) => x),
        sorted.map(([, y]) => y),
      );
      const after = decimate(before);
      expect(ranges(after)).toEqual(ranges(before));
      const columns = new Set(sorted.map(([x]) => Math.floor(x))).size;
      expect(after.x.length).toBeLessThanOrEqual(Math.max(4 * columns, 42 * POINTS_PER_PIXEL));
      for (let i = 1; i < after.x.length; i += 1) {
        expect((after.x[i] ?? 0) - (after.x[i - 1] ?? 0)).toBeGreaterThanOrEqual(0);
      }
      expect(after.y.at(-1)).toEqual(before.y.at(-1));
    }),
  );
});

it('keeps a gap that fills a whole column', () => {
  const x = Array.from({ length: 40 }, (_, i) => i / 10);
  const y = x.map((place) => (place >= 2 && place < 3 ? Number.NaN : 1));
  const { x: places, y: values } = decimate(curve(x, y));
  const gap = Array.from(places).findIndex((place) => Math.floor(place) === 2);
  expect(values[gap]).toBeNaN();
});
