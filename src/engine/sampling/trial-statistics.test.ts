import { describe, expect, it } from 'vitest';
import { Prng } from './prng.js';
import {
  chiSquareQuantile,
  histogram,
  kolmogorovSmirnov,
  runningMean,
  summarise,
} from './trial-statistics.js';

describe('sums over trials', () => {
  it('gives mean, variance and intervals', () => {
    const values = Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9, 1e9);
    const summary = summarise(values, 8, 2);
    expect(summary).toMatchObject({ length: 8, mean: 5, min: 2, max: 9 });
    expect(summary.variance).toBeCloseTo(32 / 7, 12);
    expect(summary.meanInterval.high - 5).toBeCloseTo(2 * Math.sqrt(32 / 7 / 8), 12);
  });

  it('keeps its digits far from zero', () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => 1e12 + (i % 2));
    expect(summarise(values, 1000).variance).toBeCloseTo(1000 / 4 / 999, 6);
  });

  it('knows nothing from nothing, and no spread from one', () => {
    expect(summarise(new Float64Array(0), 0).mean).toBeNaN();
    expect(summarise(Float64Array.of(3), 1)).toMatchObject({ mean: 3, variance: Number.NaN });
  });

  it('has the quantiles of chi-square tables', () => {
    const z = 1.959_963_984_540_054;
    expect(Math.abs(chiSquareQuantile(10, z) / 20.483_177 - 1)).toBeLessThan(0.01);
    expect(Math.abs(chiSquareQuantile(10, -z) / 3.246_973 - 1)).toBeLessThan(0.01);
    expect(Math.abs(chiSquareQuantile(100, z) / 129.561_197 - 1)).toBeLessThan(0.0001);
    expect(Math.abs(chiSquareQuantile(100, -z) / 74.221_927 - 1)).toBeLessThan(0.0001);
  });

  it('95 % intervals hold the truth in 95 % of cases', () => {
    const prng = new Prng(8n);
    let mean = 0;
    let variance = 0;
    const values = new Float64Array(200);
    for (let i = 0; i < 4000; i++) {
      for (let k = 0; k < values.length; k += 2) {
        const radius = Math.sqrt(-2 * Math.log(prng.uniform()));
        const angle = 2 * Math.PI * prng.uniform();
        values[k] = radius * Math.cos(angle);
        values[k + 1] = radius * Math.sin(angle);
      }
      const summary = summarise(values, values.length);
      if (summary.meanInterval.low <= 0 && summary.meanInterval.high >= 0) mean++;
      if (summary.varianceInterval.low <= 1 && summary.varianceInterval.high >= 1) variance++;
    }
    const off = 5 * Math.sqrt((0.95 * 0.05) / 4000);
    // The mean's interval takes a normal law for Student's with 199 degrees of freedom: 94.9 %.
    expect(Math.abs(mean / 4000 - 0.949)).toBeLessThan(off);
    expect(Math.abs(variance / 4000 - 0.95)).toBeLessThan(off);
  });

  it('follows the running mean to the end', () => {
    const values = Float64Array.from({ length: 500 }, (_, i) => (i * 7919) % 101);
    const running = runningMean(values, 400, 20);
    expect(running.trials[0]).toBe(2);
    expect(running.trials[19]).toBe(400);
    const last = summarise(values, 400);
    expect(running.mean[19]).toBeCloseTo(last.mean, 10);
    expect(running.standardError[19]).toBeCloseTo(Math.sqrt(last.variance / 400), 10);
    expect(runningMean(values, 1, 20).trials).toHaveLength(0);
  });

  it('counts every value in a histogram', () => {
    expect([...histogram(Float64Array.of(-5, 0, 0.5, 1, 2.99, 3, 99), 7, { low: 0, high: 3 }, 3)]).toEqual([
      3, 1, 3,
    ]);
  });
});

describe('Kolmogorov and Smirnov', () => {
  it('passes equal values together', () => {
    const a = Float64Array.of(1, 1, 2, 2, 3);
    expect(kolmogorovSmirnov(a, a)).toMatchObject({ distance: 0, probability: 1 });
    expect(kolmogorovSmirnov(Float64Array.of(1, 2), Float64Array.of(3, 4)).distance).toBe(1);
  });

  it('is rarely surprised by equal distributions, and always by a shifted one', () => {
    const prng = new Prng(77n);
    const uniform = () => Float64Array.from({ length: 2000 }, () => prng.uniform());
    let low = 0;
    for (let i = 0; i < 400; i++) if (kolmogorovSmirnov(uniform(), uniform()).probability < 0.1) low++;
    expect(Math.abs(low / 400 - 0.1)).toBeLessThan(5 * Math.sqrt(0.09 / 400));
    const shifted = uniform().map((value) => value + 0.15);
    expect(kolmogorovSmirnov(uniform(), shifted).probability).toBeLessThan(1e-9);
  });
});
