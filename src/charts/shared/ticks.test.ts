import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteTicks, byteUnit, countTicks, decimalStep, rateTicks } from './ticks.js';
import { eventTicks, formatClock, timeTicks } from './time-ticks.js';

const MIB = 2 ** 20;
const texts = ({
  values,
  format,
}: {
  values: readonly number[];
  format: (value: number) => string;
}): string[] => values.map(format).map((text) => text.replaceAll('\u202f', ' '));

it('steps bytes at powers of two, in one unit', () => {
  expect(texts(byteTicks(78 * MIB))).toEqual(['0 MiB', '32 MiB', '64 MiB', '96 MiB']);
  expect(texts(byteTicks(1.5 * 1024 * MIB))).toEqual(['0.0 GiB', '0.5 GiB', '1.0 GiB', '1.5 GiB']);
  expect(texts(byteTicks(0))).toEqual(['0 KiB', '1 KiB', '2 KiB', '3 KiB', '4 KiB']);
  expect(texts(byteTicks(Number.NaN))).toHaveLength(5);
});

it('covers the maximum with few steps, whatever it is', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e15, noNaN: true }), (max) => {
      for (const ticks of [byteTicks(max), countTicks(max), rateTicks(max)]) {
        expect(ticks.max).toBeGreaterThanOrEqual(max * (1 - 1e-9));
        expect(ticks.values.length).toBeLessThanOrEqual(6);
        expect(ticks.values.length).toBeGreaterThanOrEqual(2);
        expect(ticks.values.at(-1)).toBe(ticks.max);
        expect(new Set(ticks.values.map(ticks.format)).size).toBe(ticks.values.length);
      }
    }),
  );
});

it('counts in whole numbers', () => {
  expect(texts(countTicks(1))).toEqual(['0', '1']);
  expect(texts(countTicks(3))).toEqual(['0', '1', '2', '3']);
  expect(texts(countTicks(1234))).toEqual(['0', '500', '1 000', '1 500']);
  expect(texts(countTicks(0))).toEqual(['0', '1']);
});

it('gives rates the decimals of their step', () => {
  expect(texts(rateTicks(0.7))).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8']);
  expect(texts(rateTicks(Number.NaN))).toEqual(['0', '1']);
});

it('finds decimal steps and binary units', () => {
  expect([decimalStep(10, 4), decimalStep(100, 4), decimalStep(1, 10)]).toEqual([5, 50, 0.1]);
  expect([0, 1, 1023, 1024, MIB, 2 ** 60].map((bytes) => byteUnit(bytes).name)).toEqual([
    'B',
    'B',
    'B',
    'KiB',
    'MiB',
    'PiB',
  ]);
});

it('steps time as people count it', () => {
  expect(texts(timeTicks(0, 153e9, 8))).toEqual(['0:00', '0:30', '1:00', '1:30', '2:00', '2:30']);
  expect(timeTicks(0, 153e9, 8).unit).toBe('min:s');
  expect(texts(timeTicks(0, 5 * 3600e9, 5))).toEqual([
    '0:00',
    '1:00:00',
    '2:00:00',
    '3:00:00',
    '4:00:00',
    '5:00:00',
  ]);
  expect(texts(timeTicks(0, 10e9, 5))).toEqual(['0', '2', '4', '6', '8', '10']);
  expect(texts(timeTicks(0, 4e6, 4))).toEqual(['0', '1', '2', '3', '4']);
  expect(timeTicks(0, 4e6, 4).unit).toBe('ms');
  expect(texts(timeTicks(600e9, 600.4e9, 4))).toEqual(['600.0', '600.1', '600.2', '600.3', '600.4']);
  expect(timeTicks(5, 5, 4).values).toEqual([]);
  expect(timeTicks(0, 105 * 86_400e9, 8).values.length).toBeLessThanOrEqual(9);
});

it('steps events in whole numbers', () => {
  expect(texts(eventTicks(0, 4000, 4))).toEqual(['0', '1 000', '2 000', '3 000', '4 000']);
  expect(texts(eventTicks(10, 12, 8))).toEqual(['10', '11', '12']);
});

it('never shows 60 seconds', () => {
  expect(formatClock(59.9996e9, 3)).toBe('1:00.000');
  expect(formatClock(3_599_999.9e6)).toBe('1:00:00');
  expect(formatClock(90_061e9, 1)).toBe('1d 1:01:01.0');
  expect(formatClock(Number.NaN)).toBe('–');
});
