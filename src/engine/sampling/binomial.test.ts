import { describe, expect, it } from 'vitest';
import { binomial } from './binomial.js';
import { hazardOf } from './chance.js';
import { Prng } from './prng.js';

/** Probabilities of 0 … n, by logarithms of factorials. */
function probabilities(n: number, p: number): number[] {
  const logs = [0];
  for (let k = 1; k <= n; k++) logs.push((logs[k - 1] ?? 0) + Math.log(k));
  const at = (k: number) => logs[k] ?? 0;
  return Array.from({ length: n + 1 }, (_, k) =>
    Math.exp(at(n) - at(k) - at(n - k) + k * Math.log(p) + (n - k) * Math.log1p(-p)),
  );
}

/** Chi-square distance of draws from a distribution, in standard errors of it. */
function surprise(draws: ArrayLike<number>, expected: readonly number[]): number {
  const counts = new Float64Array(expected.length);
  for (let i = 0; i < draws.length; i++) counts[draws[i] ?? 0] = (counts[draws[i] ?? 0] ?? 0) + 1;
  let sum = 0;
  let groups = 0;
  let seen = 0;
  let wanted = 0;
  expected.forEach((p, k) => {
    seen += counts[k] ?? 0;
    wanted += p * draws.length;
    // Rare values are put together.
    if (wanted < 20) return;
    sum += (seen - wanted) ** 2 / wanted;
    groups++;
    seen = 0;
    wanted = 0;
  });
  return (sum - (groups - 1)) / Math.sqrt(2 * (groups - 1));
}

const DRAWS = 200_000;

describe('binomial draws', () => {
  it.each([
    [5, 0.3],
    [40, 0.02],
    [100, 0.099],
    [30, 0.5],
    [100, 0.11],
    [400, 0.5],
    [400, 0.93],
    [2000, 0.01],
    [60, 0.999],
  ])('of %i at %f are distributed as they should, and not as for a chance 2 %% away', (n, p) => {
    const prng = new Prng(123n);
    const draw = binomial(n, hazardOf(p));
    const draws = Float64Array.from({ length: DRAWS }, () => draw.draw(prng));
    expect(Math.abs(surprise(draws, probabilities(n, p)))).toBeLessThan(5);
    // The negative control: wrong by 2 % of the rarer outcome.
    const wrong = p > 0.5 ? 1 - (1 - p) * 1.02 : p * 1.02;
    expect(surprise(draws, probabilities(n, wrong))).toBeGreaterThan(5);
  });

  it.each([
    [1e9, 1.5e-5],
    [1e9, 2e-9],
    [1e12, 0.4],
    [3e8, 0.999_999],
  ])('of %f at %f have the mean and the variance they should', (n, p) => {
    const prng = new Prng(9n);
    const draw = binomial(n, hazardOf(p));
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < DRAWS; i++) {
      const off = draw.draw(prng) - n * p;
      sum += off;
      squares += off * off;
    }
    const variance = n * p * (1 - p);
    expect(Math.abs(sum / DRAWS)).toBeLessThan(5 * Math.sqrt(variance / DRAWS));
    const kurtosis = 3 + (1 - 6 * p * (1 - p)) / variance;
    expect(Math.abs(squares / DRAWS / variance - 1)).toBeLessThan(5 * Math.sqrt((kurtosis - 1) / DRAWS));
  });

  it('is certain where the chance is', () => {
    const prng = new Prng(1n);
    expect(binomial(7, 0).draw(prng)).toBe(0);
    expect(binomial(7, Number.POSITIVE_INFINITY).draw(prng)).toBe(7);
    expect(binomial(0, 1).draw(prng)).toBe(0);
    expect(prng.draws).toBe(0);
  });
});
