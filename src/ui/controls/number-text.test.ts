import { describe, expect, it } from 'vitest';
import { parseBytes, parseCount, parsePercent } from './number-text.js';

const RANGE = { min: 1, max: 1e12 };
const value = (parsed: ReturnType<typeof parseCount>) => (parsed.ok ? parsed.value : parsed.error);

describe('numbers as they are typed', () => {
  it.each([
    ['1000', 1000],
    ['1 000 000', 1_000_000],
    ['1\u202f000', 1000],
    ['1e6', 1_000_000],
    ['2.5M', 2_500_000],
    ['1_000', 1000],
  ])('counts: %s', (text, expected) => expect(value(parseCount(text, RANGE))).toBe(expected));

  it.each([
    ['64', 64],
    ['16K', 16_384],
    ['8 MiB', 8_388_608],
    ['8MB', 8_388_608],
    ['1.5 gib', 1_610_612_736],
    ['512 B', 512],
  ])('sizes: %s', (text, expected) => expect(value(parseBytes(text, RANGE))).toBe(expected));

  it.each([
    ['5', 0.05],
    ['0.5 %', 0.005],
    ['12%', 0.12],
  ])('percentages: %s', (text, expected) =>
    expect(value(parsePercent(text, { min: 0.0001, max: 10 }))).toBe(expected),
  );

  it('says what is wrong', () => {
    expect(value(parseCount('much', RANGE))).toBe('A number, such as 1000, 1e6 or 2M.');
    expect(value(parseCount('1.5', RANGE))).toBe('A whole number, please.');
    expect(value(parseCount('0', RANGE))).toMatch(/^From 1 to /);
    expect(value(parseCount('-3', RANGE))).toBe('A number, such as 1000, 1e6 or 2M.');
    expect(value(parseBytes('8 MeB', RANGE))).toBe('A size, such as 64, 16K or 8 MiB.');
    expect(value(parsePercent('1 B', { min: 0, max: 1 }))).toBe('A percentage, such as 5.');
  });
});
