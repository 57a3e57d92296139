import { describe, expect, it } from 'vitest';
import { goldenVariance, hasGoldenSampling, sameDigits } from '../../testing/golden-sampling.js';
import {
  allocationsPerSample,
  byteSamples,
  errorCurve,
  rateForError,
  rateForSamples,
  scaledTo,
} from './budget.js';
import { byteChance, byteRegimes, byteVariance, chanceOf, hazardOf, hazardVariance } from './chance.js';
import { optimalRates } from './optimal-rates.js';
import {
  chanceTable,
  evenOdd,
  ignoringSmall,
  perAllocation,
  perByte,
  startUp,
  threadPriority,
} from './strategies.js';
import { relativeError, strategyErrors } from './variance.js';
import { makeWorkload, workloadTotals } from './workload.js';
import { WORKLOAD_PRESETS } from './workload-presets.js';

/** @param unit the golden value was computed with 60 digits as a share of this: 1 - p has no more when p is almost 1 */
function same(actual: number, expected: number, unit = 0): void {
  const equal = sameDigits(actual, expected) || Math.abs(actual - expected) <= 1e-60 * unit;
  expect(equal, `${actual} is ${expected} to 12 digits`).toBe(true);
}

describe.skipIf(!hasGoldenSampling)('closed forms, to 12 significant digits', () => {
  const { terms, optimal } = hasGoldenSampling ? goldenVariance() : { terms: [], optimal: [] };

  it.each(terms.map((term) => [`R ${term.R}, Z ${term.Z}`, term] as const))(
    'one allocation: %s',
    (_, term) => {
      const { R, Z, N } = term;
      same(byteChance(Z, R), term.p_exact);
      same(byteChance(Z, R, 'approximate'), term.p_approx);
      same(Z * Z * byteVariance(Z, R), term.var_bytes_exact, Z * Z);
      same(Z * Z * byteVariance(Z, R, 'approximate'), term.var_bytes_approx, Z * Z);
      same(byteVariance(Z, R), term.var_count_exact, 1);
      same(Z * Z * hazardVariance(hazardOf(1 / N)), term.var_bytes_per_alloc);
      same(byteRegimes(R).linear(Z), term.small_Z_rule);
      const one = makeWorkload([{ size: Z, allocated: 1, live: 1 }]);
      same(strategyErrors(one, perByte(R, 'approximate')).varianceBytes, term.var_bytes_approx, Z * Z);
      same(strategyErrors(one, perAllocation(N)).varianceBytes, term.var_bytes_per_alloc);
    },
  );

  it.each(optimal.map((entry, i) => [i, entry] as const))('optimum of workload %i', (_, entry) => {
    const workload = makeWorkload(entry.classes.map(({ Z, ...counts }) => ({ size: Z, ...counts })));
    expect(workload.length).toBe(entry.classes.length);
    const best = optimalRates(workload, entry.budget_samples);
    if (!best.ok) throw new Error(best.error);
    entry.p.forEach((p, i) => same(best.value.chance[i] ?? Number.NaN, p));
    const errors = strategyErrors(workload, best.value.strategy);
    same(errors.varianceBytes, entry.var_optimal);
    same(errors.samples, entry.budget_samples);
    const rate = rateForSamples(workload, entry.budget_samples, 'approximate');
    same(rate, entry.R_same_budget);
    same(strategyErrors(workload, perByte(rate, 'approximate')).varianceBytes, entry.var_per_byte);
    const n = allocationsPerSample(workload, entry.budget_samples);
    same(n, entry.N_same_budget);
    same(strategyErrors(workload, perAllocation(n)).varianceBytes, entry.var_per_alloc);
  });
});

describe('chances', () => {
  it('at R ln 2 the approximate variance is the square of the size', () => {
    const { halfSize } = byteRegimes(524_288);
    expect(byteChance(halfSize, 524_288, 'approximate')).toBeCloseTo(0.5, 14);
    expect(byteVariance(halfSize, 524_288, 'approximate')).toBeCloseTo(1, 13);
  });

  it('at rate 1 everything is sampled and nothing varies', () => {
    expect(byteChance(8, 1)).toBe(1);
    expect(byteVariance(8, 1)).toBe(0);
  });

  it('parts agree with the chances of single allocations', () => {
    const all = [
      perAllocation(50),
      perByte(4096),
      perByte(4096, 'approximate'),
      startUp(0.25, 512, 8192),
      evenOdd(1024, 16_384),
      threadPriority(4, 1, 256, 8192),
      chanceTable('t', 't', [16, 64, 1024], [0.1, 0.2, 0.9]),
      ignoringSmall(100, 4096),
    ];
    const n = 1600;
    for (const strategy of all) {
      for (const size of [8, 64, 512, 20_000]) {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += strategy.chance(size, i, i % 4, i / n);
        const parts = strategy.parts(size);
        expect(parts.reduce((shares, { share }) => shares + share, 0)).toBeCloseTo(1, 14);
        const mean = parts.reduce((chances, { share, hazard }) => chances + share * chanceOf(hazard), 0);
        expect(sum / n, `${strategy.id} ${size}`).toBeCloseTo(mean, 12);
      }
    }
  });
});

describe('the optimum', () => {
  it.each(WORKLOAD_PRESETS.map((preset) => [preset.id, preset] as const))(
    'no exchange between two sizes improves: %s',
    (_, preset) => {
      const workload = preset.create();
      const samples = byteSamples(workload, 524_288);
      const best = optimalRates(workload, samples);
      if (!best.ok) throw new Error(best.error);
      const { chance, strategy } = best.value;
      const least = strategyErrors(workload, strategy);
      expect(least.samples / samples).toBeCloseTo(1, 9);
      expect(least.varianceBytes).toBeLessThanOrEqual(
        strategyErrors(workload, perByte(524_288)).varianceBytes * (1 + 1e-9),
      );
      // Giving a little of one size's cost to another, in any pair, must not lower the variance.
      for (let from = 0; from < workload.length; from++) {
        for (let to = 0; to < workload.length; to++) {
          const moved = 1e-4 * (chance[from] ?? 0) * (workload.allocated[from] ?? 0);
          const raised = (chance[to] ?? 0) + moved / (workload.allocated[to] ?? 1);
          if (from === to || raised > 1 || workload.live[from] === 0) continue;
          const other = chance.slice();
          other[from] = (chance[from] ?? 0) * (1 - 1e-4);
          other[to] = raised;
          const { varianceBytes } = strategyErrors(workload, chanceTable('x', 'x', workload.size, other));
          expect(varianceBytes).toBeGreaterThanOrEqual(least.varianceBytes * (1 - 1e-12));
        }
      }
    },
  );

  it('keeps sizes without live objects unbiased, and takes their cost off', () => {
    const workload = makeWorkload([
      { size: 16, allocated: 100_000, live: 1000 },
      { size: 4096, allocated: 5000, live: 0 },
      { size: 65_536, allocated: 200, live: 150 },
    ]);
    const best = optimalRates(workload, 400);
    if (!best.ok) throw new Error(best.error);
    expect(best.value.chance[1]).toBe(byteChance(4096, rateForSamples(workload, 400)));
    expect(strategyErrors(workload, best.value.strategy).samples).toBeCloseTo(400, 9);
    const refused = optimalRates(workload, 400, () => 0.5);
    expect(refused).toEqual({
      ok: false,
      error: expect.stringContaining('lower their least chance') as string,
    });
  });

  it('samples everything when the cost allows it, and refuses what has no answer', () => {
    const workload = makeWorkload([{ size: 16, allocated: 10, live: 5 }]);
    expect(optimalRates(workload, 25)).toMatchObject({ ok: true, value: { chance: Float64Array.of(1) } });
    expect(optimalRates(workload, 0).ok).toBe(false);
    expect(optimalRates(makeWorkload([{ size: 16, allocated: 10, live: 0 }]), 5).ok).toBe(false);
  });
});

describe('errors and costs', () => {
  const server = WORKLOAD_PRESETS.find(({ id }) => id === 'server')?.create() ?? makeWorkload([]);

  it('answers which rate gives a wanted error', () => {
    const stack = scaledTo(server, 64 * 1_048_576);
    expect(workloadTotals(stack).liveBytes).toBeCloseTo(64 * 1_048_576, 3);
    const rate = rateForError(stack, 0.05);
    expect(relativeError(stack, perByte(rate))).toBeCloseTo(0.05, 10);
  });

  it('draws a curve of error against cost', () => {
    const stack = scaledTo(server, 16 * 1_048_576);
    const { rate, samplesPerGib, error } = errorCurve(server, stack, perByte, [2 ** 10, 2 ** 19, 2 ** 21]);
    expect([...rate]).toEqual([2 ** 10, 2 ** 19, 2 ** 21]);
    const { allocatedBytes } = workloadTotals(server);
    expect(samplesPerGib[1]).toBeCloseTo((byteSamples(server, 2 ** 19) * 2 ** 30) / allocatedBytes, 6);
    expect(error[1]).toBe(relativeError(stack, perByte(2 ** 19)));
    expect(samplesPerGib[0]).toBeGreaterThan(samplesPerGib[1] ?? 0);
    expect(error[0]).toBeLessThan(error[1] ?? 0);
    expect(error[1]).toBeLessThan(error[2] ?? 0);
  });

  it('takes a workload of very many sizes', () => {
    const many = makeWorkload(
      Array.from({ length: 100_000 }, (_, i) => ({ size: 8 + i, allocated: 1000 + i, live: 1 + (i % 7) })),
    );
    const best = optimalRates(many, 50_000);
    if (!best.ok) throw new Error(best.error);
    expect(strategyErrors(many, best.value.strategy).samples / 50_000).toBeCloseTo(1, 9);
  });

  it('counts what a biased strategy misses, and only that', () => {
    const { missedBytes, missedCount } = strategyErrors(server, ignoringSmall(64, 524_288));
    const rows = [...server.size.keys()].filter((i) => (server.size[i] ?? 0) < 64);
    expect(missedCount).toBe(rows.reduce((sum, i) => sum + (server.live[i] ?? 0), 0));
    expect(missedBytes).toBe(rows.reduce((sum, i) => sum + (server.live[i] ?? 0) * (server.size[i] ?? 0), 0));
    expect(strategyErrors(server, perByte(524_288)).missedBytes).toBe(0);
  });
});
