import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decadeTicks, linePath, nearest, percentDecade, powerOfTen, sizeTicks } from './axes.js';
import { readingSentence } from './figure-model.js';
import { formatRatio, formatWide, formatWideBytes, formatWidePercent } from './numbers.js';
import { STRATEGY_IDS, strategyColour, strategyStroke } from './strategy.js';

const plain = (text: string): string => text.replaceAll('\u202f', ' ');

it('writes numbers of any size in three digits', () => {
  expect(
    [0, 0.0123, 1.5, 99.96, 1234, 4.56e12, -3.2e-7, Number.NaN, Number.POSITIVE_INFINITY].map((n) =>
      plain(formatWide(n)),
    ),
  ).toEqual(['0', '0.0123', '1.5', '100', '1 234', '4.56 × 10¹²', '−3.20 × 10⁻⁷', '–', '∞']);
  expect([1.5 * 1024 ** 2, 1e21, Number.NaN].map((n) => plain(formatWideBytes(n)))).toEqual([
    '1.50 MiB',
    '1.00 × 10²¹ B',
    '–',
  ]);
  expect([0.123, 1.5, 0.000_042, 0, 59.86, Number.NaN].map((n) => plain(formatWidePercent(n)))).toEqual([
    '12.3 %',
    '150 %',
    '4.20 × 10⁻³ %',
    '0.0 %',
    '5 986 %',
    '–',
  ]);
  expect([1, 0.512, 7.63e-6, 9145, Number.NaN].map((n) => plain(formatRatio(n)))).toEqual([
    '1 ×',
    '0.512 ×',
    '7.63 × 10⁻⁶ ×',
    '9 145 ×',
    '–',
  ]);
});

it('puts ticks on powers, as many as there is room for', () => {
  expect(decadeTicks(1, 1e6, 8).values).toEqual([1, 10, 100, 1e3, 1e4, 1e5, 1e6]);
  expect(decadeTicks(1, 1e12, 5).values).toEqual([1, 1e3, 1e6, 1e9, 1e12]);
  expect([1e-12, 1, 1e21].map(powerOfTen)).toEqual(['10⁻¹²', '10⁰', '10²¹']);
  expect([1e-6, 1e-5, 0.01, 100, 1e4].map((share) => plain(percentDecade(share)))).toEqual([
    '10⁻⁴ %',
    '0.001 %',
    '1 %',
    '10 000 %',
    '10⁶ %',
  ]);
  expect(sizeTicks(8, 1024, 300).values).toEqual([16, 64, 256, 1024]);
});

it('breaks lines where nothing is known, and cuts them at the floor of the plot', () => {
  const area = { left: 0, right: 100, top: 0, bottom: 50 };
  expect(linePath([0, 10, 20, 30], [10, Number.NaN, 20, 30], area)).toBe('M0,10M20,20L30,30');
  expect(linePath([0, 10, 20], [40, 60, 40], area)).toBe('M0,40L5,50M15,50L20,40');
  // Infinitely far below: straight down from the last place that is known.
  expect(linePath([0, 10], [40, Number.POSITIVE_INFINITY], area)).toBe('M0,40L0,50');
});

it('finds the nearest of rising numbers', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 }),
      fc.integer({ min: -10, max: 1010 }),
      (list, wanted) => {
        const rising = [...new Set(list)].sort((a, b) => a - b);
        const distance = Math.min(...rising.map((value) => Math.abs(value - wanted)));
        expect(Math.abs((rising[nearest(rising, wanted)] as number) - wanted)).toBe(distance);
      },
    ),
  );
  expect(nearest([], 3)).toBe(-1);
});

it.each(['light', 'dark'] as const)('gives each strategy a look of its own (%s)', (theme) => {
  const looks = STRATEGY_IDS.map((id) => JSON.stringify(strategyStroke(id, theme)));
  expect(new Set(looks).size).toBe(STRATEGY_IDS.length);
  expect(strategyColour('per-allocation-typed', theme)).toBe(strategyColour('per-allocation', theme));
  expect(strategyColour('per-byte', theme)).not.toBe(strategyColour('optimal', theme));
});

it('says a reading as one text', () => {
  const rows = [{ key: 'a', label: 'per byte', values: ['1', '2 B'] }];
  expect(readingSentence({ heading: '16 B', columns: ['variance', 'error'], rows, note: 'Done' })).toBe(
    '16 B. per byte: variance 1, error 2 B. Done',
  );
});
