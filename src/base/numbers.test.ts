import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDifference,
  formatMilliseconds,
  formatNanoseconds,
  formatPercent,
  formatPointChange,
  formatRelativeChange,
  formatShortCount,
  NO_NUMBER,
  shortenMiddle,
} from './numbers.js';

const T = '\u202f';

describe('number formats', () => {
  it('groups thousands and keeps small fractions', () => {
    expect(formatCount(0)).toBe('0');
    expect(formatCount(999)).toBe('999');
    expect(formatCount(1_234_567)).toBe(`1${T}234${T}567`);
    expect(formatCount(-1234)).toBe(`−1${T}234`);
    expect(formatCount(12.345)).toBe('12.3');
    expect(formatCount(1234.6)).toBe(`1${T}235`);
  });

  it('writes short counts', () => {
    expect(formatShortCount(950)).toBe('950');
    expect(formatShortCount(12_345)).toBe(`12.3${T}k`);
    expect(formatShortCount(4_500_000)).toBe(`4.50${T}M`);
  });

  it('writes bytes in binary units and never shows 1024 of a unit', () => {
    expect(formatBytes(0)).toBe(`0${T}B`);
    expect(formatBytes(4096)).toBe(`4${T}KiB`);
    expect(formatBytes(1536)).toBe(`1.50${T}KiB`);
    expect(formatBytes(1_048_575)).toBe(`1.00${T}MiB`);
    expect(formatBytes(-2_097_152)).toBe(`−2${T}MiB`);
  });

  it('writes shares', () => {
    expect(formatPercent(0.1234)).toBe(`12.3${T}%`);
    expect(formatPercent(1)).toBe(`100${T}%`);
  });

  it('picks units of time', () => {
    expect(formatMilliseconds(0)).toBe(`0${T}ms`);
    expect(formatMilliseconds(250)).toBe(`250${T}ms`);
    expect(formatMilliseconds(7804)).toBe(`7.80${T}s`);
    expect(formatMilliseconds(210_000)).toBe(`3.50${T}min`);
    expect(formatMilliseconds(7_200_000)).toBe(`2${T}h`);
    expect(formatNanoseconds(800)).toBe(`800${T}ns`);
    expect(formatNanoseconds(12_000)).toBe(`12${T}µs`);
    expect(formatNanoseconds(3e9)).toBe(`3${T}s`);
  });

  it('shows changes with a sign, and equality as such', () => {
    expect(formatRelativeChange(88, 100)).toBe(`−12.0${T}%`);
    expect(formatRelativeChange(250, 100)).toBe(`+150${T}%`);
    expect(formatRelativeChange(5, 5)).toBe('=');
    expect(formatRelativeChange(300, 100)).toBe(`+200${T}%`);
    expect(formatRelativeChange(340, 100)).toBe('×3.4');
    expect(formatRelativeChange(52_000, 1000)).toBe('×52');
    expect(formatRelativeChange(4e6, 2)).toBe(`×2${T}000${T}000`);
    expect(formatRelativeChange(0, 7)).toBe(`−100${T}%`);
    expect(formatRelativeChange(-400, 100), 'no factor turns the sign').toBe(`−500${T}%`);
    expect(formatRelativeChange(5, 0), 'nothing is a share of zero').toBe('+5');
    expect(formatRelativeChange(4096, 0, formatBytes)).toBe(`+4${T}KiB`);
    expect(formatDifference(7846, 51)).toBe(`+7${T}795`);
    expect(formatDifference(0, 51)).toBe('−51');
    expect(formatDifference(3, 3)).toBe('=');
    expect(formatDifference(Number.NaN, 3)).toBe(NO_NUMBER);
    expect(formatPointChange(0.5, 0.45)).toBe(`+5.0${T}pp`);
    expect(formatPointChange(0.50001, 0.5), 'nothing to be seen').toBe(`≈ 0.0${T}pp`);
    expect(formatRelativeChange(99.99, 100)).toBe(`≈ 0.0${T}%`);
    expect(formatRelativeChange(100.1, 100)).toBe(`+0.1${T}%`);
    expect(formatPointChange(0, 1)).toBe(`−100${T}pp`);
  });

  it('never shows a number for what is none', () => {
    for (const format of [formatBytes, formatCount, formatPercent, formatMilliseconds, formatNanoseconds]) {
      expect(format(Number.NaN)).toBe(NO_NUMBER);
    }
    expect(formatRelativeChange(Number.NaN, 1)).toBe(NO_NUMBER);
  });

  it('shortens in the middle without cutting a character in two', () => {
    expect(shortenMiddle('redis.csv', 20)).toBe('redis.csv');
    const short = shortenMiddle('a-very-long-name-of-a-trace.hpa.csv.gz', 15);
    expect(short).toBe('a-very-….csv.gz');
    expect(Array.from(shortenMiddle('😀'.repeat(40), 11))).toHaveLength(11);
  });
});
