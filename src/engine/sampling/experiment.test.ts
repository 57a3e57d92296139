import { describe, expect, it } from 'vitest';
import { familyRateForSamples, byteSamples } from './budget.js';
import { byteHazard, hazardOf } from './chance.js';
import { estimate } from './estimators.js';
import { type EngineKind, Experiment, type ExperimentPlan } from './experiment.js';
import { optimalRates } from './optimal-rates.js';
import { Prng } from './prng.js';
import { CoinToss, type Sampler } from './samplers.js';
import {
  evenOdd,
  ignoringSmall,
  perAllocation,
  perByte,
  startUp,
  type Strategy,
  threadPriority,
} from './strategies.js';
import { kolmogorovSmirnov, summarise } from './trial-statistics.js';
import { strategyErrors } from './variance.js';
import { ByteWalk } from './walk.js';
import { makeWorkload, type Workload, workloadTotals } from './workload.js';

const RATE = 16_384;

/** Some 250 samples a trial at this rate, in all regimes of size against rate. */
const WORKLOAD = makeWorkload([
  { size: 16, allocated: 40_000, live: 9000 },
  { size: 64, allocated: 12_000, live: 5000 },
  { size: 512, allocated: 1600, live: 700 },
  { size: 4096, allocated: 150, live: 60 },
  { size: 16_384, allocated: 40, live: 25 },
  { size: 262_144, allocated: 3, live: 2 },
]);

function run(plan: Partial<ExperimentPlan> & { engine: EngineKind }): Experiment {
  const experiment = new Experiment({
    workload: WORKLOAD,
    strategy: perByte(RATE),
    trials: 10_000,
    seed: 2026n,
    ...plan,
  });
  while (!experiment.advance(1_000_000));
  return experiment;
}

/** How far a mean is from what it should be, in standard errors. */
function sigmasOff(values: Float64Array, mean: number): number {
  const { mean: found, variance, length } = summarise(values, values.length);
  return Math.abs(found - mean) / Math.sqrt(variance / length);
}

/** The same for the variance, whose own spread is taken from the values. */
function sigmasOffVariance(values: Float64Array, variance: number): number {
  const { mean, length } = summarise(values, values.length);
  return sigmasOff(
    values.map((value) => ((value - mean) ** 2 * length) / (length - 1)),
    variance,
  );
}

const samples = byteSamples(WORKLOAD, RATE);
const atCost = (family: (rate: number) => Strategy) =>
  family(familyRateForSamples(WORKLOAD, family, samples));
const optimum = optimalRates(WORKLOAD, samples);
if (!optimum.ok) throw new Error(optimum.error);

const STRATEGIES: readonly Strategy[] = [
  perByte(RATE),
  perByte(RATE, 'approximate'),
  perAllocation(200),
  atCost((rate) => startUp(0.1, rate / 4, rate)),
  atCost((rate) => evenOdd(rate / 2, rate * 2)),
  atCost((rate) => threadPriority(8, 2, rate / 4, rate)),
  optimum.value.strategy,
];

describe.each(['walk', 'binomial'] as const)('trials by the engine %s', (engine) => {
  it.each(STRATEGIES.map((strategy) => [strategy.id, strategy] as const))(
    'of %s agree with theory within 5 sigma',
    (_, strategy) => {
      const { trials, expected } = run({ engine, strategy });
      expect(expected.bytes).toBe(workloadTotals(WORKLOAD).liveBytes);
      expect(expected.meanBytes).toBe(expected.bytes);
      // Shares of a strategy are rounded to whole allocations in the trials.
      const closed = strategyErrors(WORKLOAD, strategy);
      expect(Math.abs(expected.varianceBytes / closed.varianceBytes - 1)).toBeLessThan(0.01);
      expect(Math.abs(expected.samples / closed.samples - 1)).toBeLessThan(0.01);
      expect(sigmasOff(trials.bytes, expected.bytes)).toBeLessThan(5);
      expect(sigmasOff(trials.count, expected.count)).toBeLessThan(5);
      expect(sigmasOff(trials.samples, expected.samples)).toBeLessThan(5);
      expect(sigmasOffVariance(trials.bytes, expected.varianceBytes)).toBeLessThan(5);
      expect(sigmasOffVariance(trials.count, expected.varianceCount)).toBeLessThan(5);
      // Each trial's own estimate of its variance is right on average.
      expect(sigmasOff(trials.varianceBytes, expected.varianceBytes)).toBeLessThan(5);
    },
  );

  it('negative control: a wrong factor is caught', () => {
    const { trials, expected } = run({ engine });
    // Weights of another rate, 1 % off, and weights by the mean size of a trial's samples.
    const factor = 1.01;
    expect(
      sigmasOff(
        trials.bytes.map((value) => value * factor),
        expected.bytes,
      ),
    ).toBeGreaterThan(5);
    expect(sigmasOffVariance(trials.bytes, expected.varianceBytes * 1.1)).toBeGreaterThan(5);
    expect(sigmasOff(trials.samples, expected.samples * 1.005)).toBeGreaterThan(5);
    expect(sigmasOff(trials.varianceBytes, expected.varianceBytes * 1.02)).toBeGreaterThan(5);
  });

  it('a biased strategy is seen to be off by just what it misses', () => {
    const { trials, expected } = run({ engine, strategy: ignoringSmall(64, RATE) });
    expect(expected.bytes - expected.meanBytes).toBe(9000 * 16);
    expect(sigmasOff(trials.bytes, expected.meanBytes)).toBeLessThan(5);
    expect(sigmasOff(trials.bytes, expected.bytes)).toBeGreaterThan(5);
  });

  it('gives the same in slices of any size, and another seed gives others', () => {
    const whole = run({ engine, trials: 50 });
    const sliced = new Experiment({
      workload: WORKLOAD,
      strategy: perByte(RATE),
      engine,
      trials: 50,
      seed: 2026n,
    });
    let seen = 0;
    while (!sliced.advance(7)) {
      expect(sliced.trials.length).toBeGreaterThanOrEqual(seen);
      seen = sliced.trials.length;
    }
    expect(sliced.trials).toEqual(whole.trials);
    expect(sliced.draws).toBe(whole.draws);
    expect(run({ engine, trials: 50, seed: 1n }).trials).not.toEqual(whole.trials);
  });

  it('at rate 1 every trial is the truth', () => {
    const { trials, expected } = run({ engine, strategy: perByte(1), trials: 3 });
    expect([...trials.bytes]).toEqual([expected.bytes, expected.bytes, expected.bytes]);
    expect(trials.samples[0]).toBe(workloadTotals(WORKLOAD).allocations);
    expect(expected.varianceBytes).toBe(0);
  });

  it('an empty workload has trials of nothing', () => {
    const { trials } = run({ engine, workload: makeWorkload([]), trials: 4 });
    expect([...trials.bytes]).toEqual([0, 0, 0, 0]);
  });
});

it('the walk in runs takes the samples that counting down each allocation takes', () => {
  const prng = new Prng(2026n);
  const counted = new ByteWalk(prng, RATE);
  const { trials, draws } = run({
    engine: 'walk',
    trials: 40,
    workload: makeWorkload([{ size: 96, allocated: 30_011, live: 7003 }]),
  });
  for (const samples of trials.samples) {
    let hits = 0;
    for (let i = 0; i < 30_011; i++) if (counted.take(96)) hits++;
    expect(samples).toBe(hits);
  }
  expect(prng.draws).toBe(draws);
});

describe('both engines', () => {
  it.each([
    ['per byte', WORKLOAD, perByte(RATE)],
    ['per allocation', WORKLOAD, perAllocation(200)],
    ['the optimum', WORKLOAD, optimum.value.strategy],
  ] as const)('agree on 10,000 trials by Kolmogorov and Smirnov: %s', (_, workload: Workload, strategy) => {
    const walk = run({ engine: 'walk', workload, strategy, seed: 5n }).trials;
    const binomial = run({ engine: 'binomial', workload, strategy, seed: 6n }).trials;
    // 5 sigma, two-sided.
    for (const column of ['bytes', 'count', 'samples'] as const)
      expect(kolmogorovSmirnov(walk[column], binomial[column]).probability).toBeGreaterThan(5.7e-7);
    // The negative control: a wrong factor that moves the estimates by an eighth of their spread.
    const { mean, variance } = summarise(binomial.bytes, binomial.length);
    const factor = 1 + Math.sqrt(variance) / 8 / mean;
    const wrong = binomial.bytes.map((value) => value * factor);
    expect(kolmogorovSmirnov(walk.bytes, wrong).probability).toBeLessThan(5.7e-7);
  });

  it('negative control: a walk that is one byte late is caught', () => {
    const sizes = Array.from({ length: 5000 }, (_, i) => [16, 16, 48][i % 3] ?? 0);
    const truth = sizes.reduce((sum, size) => sum + size, 0);
    const estimates = (late: number): Float64Array => {
      const strategy = perByte(RATE);
      const walk = strategy.sampler(new Prng(11n));
      return Float64Array.from({ length: 4000 }, () =>
        sizes.reduce((sum, size, i) => {
          const sampled = walk.take(size - late, i, 0, 0);
          return sampled ? sum + size / strategy.chance(size, i, 0, 0) : sum;
        }, 0),
      );
    };
    expect(sigmasOff(estimates(0), truth)).toBeLessThan(5);
    expect(sigmasOff(estimates(1), truth)).toBeGreaterThan(5);
  });
});

describe('samplers that decide one by one', () => {
  const SIZES = [16, 16, 64, 4096, 16, 512, 32_768, 48];
  const hits = (sampler: Sampler, rounds: number): Float64Array => {
    const counts = new Float64Array(rounds);
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < 400; i++) {
        const size = SIZES[i % SIZES.length] ?? 0;
        if (sampler.take(size, i, i % 8, i / 400)) counts[round] = (counts[round] ?? 0) + 1;
      }
    }
    return counts;
  };

  it.each(STRATEGIES.map((strategy) => [strategy.id, strategy] as const))(
    'one draw a sample or one coin an allocation: same distribution, fewer draws: %s',
    (_, strategy) => {
      const skipping = new Prng(3n);
      const tossing = new Prng(4n);
      const counter = hits(strategy.sampler(skipping), 3000);
      const coins = hits(new CoinToss(tossing, (...allocation) => strategy.chance(...allocation)), 3000);
      let expected = 0;
      for (let i = 0; i < 400; i++)
        expected += strategy.chance(SIZES[i % SIZES.length] ?? 0, i, i % 8, i / 400);
      expect(sigmasOff(counter, expected)).toBeLessThan(5);
      expect(sigmasOff(coins, expected)).toBeLessThan(5);
      expect(kolmogorovSmirnov(counter, coins).probability).toBeGreaterThan(5.7e-7);
      expect(tossing.draws).toBe(3000 * 400);
      expect(skipping.draws).toBe(counter.reduce((sum, count) => sum + count, 0) + 1);
    },
  );
});

describe('the estimator', () => {
  it('is unbiased, and so is its variance estimate: summed over every possible outcome', () => {
    const population = [
      { size: 8, chance: 0.2 },
      { size: 64, chance: 0.5 },
      { size: 64, chance: 0.7 },
      { size: 1000, chance: 0.9 },
      { size: 5000, chance: 1 },
    ];
    const mean = { bytes: 0, count: 0, squareBytes: 0, varianceBytes: 0, varianceCount: 0, squareCount: 0 };
    for (let outcome = 0; outcome < 2 ** population.length; outcome++) {
      let probability = 1;
      const seen = population.filter(({ chance }, i) => {
        const sampled = ((outcome >> i) & 1) === 1;
        probability *= sampled ? chance : 1 - chance;
        return sampled;
      });
      const of = estimate(seen.map(({ size, chance }) => ({ size, hazard: hazardOf(chance), samples: 1 })));
      mean.bytes += probability * of.bytes;
      mean.count += probability * of.count;
      mean.squareBytes += probability * of.bytes ** 2;
      mean.squareCount += probability * of.count ** 2;
      mean.varianceBytes += probability * of.varianceBytes;
      mean.varianceCount += probability * of.varianceCount;
    }
    expect(mean.bytes).toBeCloseTo(6136, 8);
    expect(mean.count).toBeCloseTo(5, 10);
    expect(mean.varianceBytes / (mean.squareBytes - 6136 ** 2)).toBeCloseTo(1, 8);
    expect(mean.varianceCount / (mean.squareCount - 25)).toBeCloseTo(1, 10);
  });

  it('scales a sample of one size as jeprof does, up to the approximation', () => {
    const { bytes } = estimate([{ size: 64, hazard: byteHazard(64, 524_288, 'approximate'), samples: 3 }]);
    expect(bytes).toBeCloseTo((3 * 64) / -Math.expm1(-64 / 524_288), 6);
  });
});
