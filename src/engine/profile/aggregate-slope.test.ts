import { describe, expect, it } from 'vitest';
import { fitSlope } from './aggregate-slope.js';

describe('the slope of a series', () => {
  it('is that of the line through exact points, without error where values have none', () => {
    expect(fitSlope([0, 10, 20], [5, 25, 45], [0, 0, 0])).toEqual({ value: 2, standardError: 0 });
  });

  it('has the error of least squares for independent values', () => {
    // Shrinking variances, so that shared samples matter less: weights -1/2, 0, 1/2.
    const slope = fitSlope([0, 1, 2], [0, 0, 0], [1, 1, 1]);
    expect(slope?.standardError).toBeCloseTo(Math.sqrt(0.5), 12);
  });

  it('counts samples that stay from dump to dump: a pile that only grows', () => {
    const x = Array.from({ length: 50 }, (_, i) => i);
    const variances = x.map((i) => i);
    const weights = x.map((i) => (i - 24.5) / x.reduce((sum, at) => sum + (at - 24.5) ** 2, 0));
    let shared = 0;
    for (const i of x) {
      for (const j of x) shared += (weights[i] as number) * (weights[j] as number) * Math.min(i, j);
    }
    const slope = fitSlope(x, x, variances);
    expect(slope?.value).toBeCloseTo(1, 12);
    expect(slope?.standardError).toBeCloseTo(Math.sqrt(shared), 12);
  });

  it('leaves dumps out that cannot tell', () => {
    expect(fitSlope([0, 1, 2], [1, Number.NaN, 5], [0, Number.NaN, 0])?.value).toBe(2);
  });

  it('is none for one dump, or dumps at one place', () => {
    expect(fitSlope([3], [1], [1])).toBeNull();
    expect(fitSlope([3, 3], [1, 2], [1, 1])).toBeNull();
    expect(fitSlope([], [], [])).toBeNull();
  });

  it('has an unknown error where a value has', () => {
    expect(fitSlope([0, 1], [1, 2], [1, Number.NaN])).toEqual({ value: 1, standardError: Number.NaN });
  });
});
