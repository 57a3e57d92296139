import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StepCurve } from './decimate.js';
import { type Band, bandsBetween, pairShares, traceBand, walkPair } from './step-pair.js';

const curve = (x: number[], y: number[], end: number): StepCurve => ({
  x: Float64Array.from(x),
  y: Float64Array.from(y),
  end,
});

function visits(a: StepCurve, b: StepCurve): number[][] {
  const seen: number[][] = [];
  walkPair(a, b, (...stretch) => seen.push(stretch));
  return seen;
}

it('walks where both are known, whatever their own steps are', () => {
  const a = curve([0, 10, 20], [5, 6, 7], 30);
  const b = curve([5, 12], [1, 9], 25);
  expect(visits(a, b)).toEqual([
    [5, 10, 5, 1],
    [10, 12, 6, 1],
    [12, 20, 6, 9],
    [20, 25, 7, 9],
  ]);
  expect(visits(a, curve([40], [1], 50)), 'no overlap').toEqual([]);
  expect(visits(a, curve([], [], 50))).toEqual([]);
});

it('leaves gaps of either out', () => {
  const a = curve([0, 10, 20], [5, Number.NaN, 7], 30);
  expect(visits(a, curve([0, 25], [1, Number.NaN], 30))).toEqual([
    [0, 10, 5, 1],
    [20, 25, 7, 1],
  ]);
});

it('splits into bands by the side that is higher', () => {
  // Pixels: smaller is higher.
  const a = curve([0, 10, 20, 30], [50, 40, 80, 60], 40);
  const b = curve([0], [60], 40);
  expect(bandsBetween(a, b)).toEqual({
    a: [{ x: [0, 10, 20], top: [50, 40], bottom: [60, 60] }],
    b: [{ x: [20, 30], top: [60], bottom: [80] }],
  });
  expect(bandsBetween(a, a)).toEqual({ a: [], b: [] });
});

const anyCurve = fc
  .record({
    steps: fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 9 })), {
      minLength: 1,
      maxLength: 30,
    }),
    start: fc.integer({ min: 0, max: 50 }),
  })
  .map(({ steps, start }) => {
    let place = start;
    const x = steps.map(([width]) => (place += width));
    return curve(
      x,
      steps.map(([, level]) => level),
      place + 5,
    );
  });

/** Area of a polygon by the shoelace formula. */
function area(band: Band): number {
  const points: [number, number][] = [];
  const add = (x: number, y: number): void => void points.push([x, y]);
  traceBand({ moveTo: add, lineTo: add, closePath: () => undefined }, band);
  const sum = points.reduce((total, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] as [number, number];
    return total + x * nextY - nextX * y;
  }, 0);
  return Math.abs(sum) / 2;
}

it('bands hold exactly the area between the curves, and swap with them', () => {
  fc.assert(
    fc.property(anyCurve, anyCurve, (a, b) => {
      let [over, under] = [0, 0];
      walkPair(a, b, (from, to, one, other) => {
        if (one < other) over += (to - from) * (other - one);
        else under += (to - from) * (one - other);
      });
      const bands = bandsBetween(a, b);
      expect(bands.a.reduce((sum, band) => sum + area(band), 0)).toBeCloseTo(over, 6);
      expect(bands.b.reduce((sum, band) => sum + area(band), 0)).toBeCloseTo(under, 6);
      expect(bandsBetween(b, a)).toEqual({ a: bands.b, b: bands.a });
    }),
  );
});

it('tells shares of the compared width within a domain', () => {
  const a = curve([0, 10, 20], [5, 3, 3], 40);
  const b = curve([0, 30], [3, 8], 60);
  expect(pairShares(a, b, [0, 100])).toEqual({ a: 0.25, b: 0.25, width: 40 });
  expect(pairShares(a, b, [10, 30])).toEqual({ a: 0, b: 0, width: 20 });
  expect(pairShares(a, b, [50, 60])).toEqual({ a: 0, b: 0, width: 0 });
});
