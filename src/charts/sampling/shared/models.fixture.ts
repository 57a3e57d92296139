/** Models of all pictures from the engine's own numbers, for tests and for looking at them. */
import { byteVariance } from '../../../engine/sampling/chance.js';
import {
  allocationsPerSample,
  byteSamples,
  errorCurve,
  familyRateForSamples,
  scaledTo,
} from '../../../engine/sampling/budget.js';
import { Experiment } from '../../../engine/sampling/experiment.js';
import { optimalRates } from '../../../engine/sampling/optimal-rates.js';
import { Prng } from '../../../engine/sampling/prng.js';
import { CoinToss } from '../../../engine/sampling/samplers.js';
import {
  evenOdd,
  ignoringSmall,
  perAllocation,
  perByte,
  startUp,
  threadPriority,
  type Strategy,
} from '../../../engine/sampling/strategies.js';
import {
  expectedRecord,
  sumByRules,
  TWO_STACKS,
  TWO_STACKS_RATE,
  type SizeSamples,
} from '../../../engine/sampling/summing-rules.js';
import {
  histogram,
  kolmogorovSmirnov,
  runningMean,
  summarise,
} from '../../../engine/sampling/trial-statistics.js';
import { strategyErrors } from '../../../engine/sampling/variance.js';
import { type Workload, workloadTotals } from '../../../engine/sampling/workload.js';
import { WORKLOAD_PRESETS } from '../../../engine/sampling/workload-presets.js';
import { writerSteps } from '../../../engine/sampling/writer-steps.js';
import { unbiasTable } from '../../../engine/profile/written.js';
import type { BestRatesModel, RatedWorkload } from '../best-rates/props.js';
import type { CounterTrickModel, SamplingWay } from '../counter-trick/props.js';
import type { CostCurve, CostMark, ErrorCostModel } from '../error-cost/props.js';
import type { ExperimentModel, ExperimentRun } from '../experiment/props.js';
import type { SummingOrderModel } from '../summing-order/props.js';
import type { VarianceCurveModel } from '../variance-curve/props.js';
import type { VarianceSharesModel } from '../variance-shares/props.js';
import type { WriterStepsModel } from '../writer-steps/props.js';
import type { StrategyId } from './strategy.js';

type Theme = VarianceCurveModel['theme'];

export function preset(id: string): Workload {
  const found = WORKLOAD_PRESETS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no preset ${id}`);
  return found.create();
}

function optimum(workload: Workload, samples: number): Strategy {
  const result = optimalRates(workload, samples);
  if (!result.ok) throw new Error('no optimum');
  return result.value.strategy;
}

function atEqualCost(workload: Workload, rate: number): [StrategyId, Strategy][] {
  const samples = byteSamples(workload, rate);
  return [
    ['per-allocation', perAllocation(allocationsPerSample(workload, samples))],
    ['per-byte', perByte(rate)],
    ['optimal', optimum(workload, samples)],
  ];
}

const sharesOf = (workload: Workload): Float64Array => {
  const { liveBytes } = workloadTotals(workload);
  return workload.size.map((size, i) => (size * (workload.live[i] as number)) / liveBytes);
};

export function varianceCurveModel(
  workload: Workload,
  lg: number,
  n: number,
  theme: Theme,
): VarianceCurveModel {
  const rate = 2 ** lg;
  const samples = byteSamples(workload, rate);
  const grid = Array.from({ length: 181 }, (_, i) => 8 * 2 ** (i / 6.5));
  const sizes = Float64Array.from(new Set([...grid, ...workload.size])).sort();
  const flat = (count: number): Float64Array => sizes.map((size) => (Math.max(1, count) - 1) * size * size);
  const best = optimalRates(workload, samples);
  const at = new Map(Array.from(workload.size, (size, i) => [size, i]));
  const optimal = sizes.map((size) => {
    const i = at.get(size);
    if (i === undefined || !best.ok) return Number.NaN;
    const p = best.value.chance[i] as number;
    return (size * size * (1 - p)) / p;
  });
  const bytes = (form: 'exact' | 'approximate'): Float64Array =>
    sizes.map((size) => size * size * byteVariance(size, rate, form));
  return {
    sizes,
    rate,
    lines: [
      { strategy: 'per-allocation', variance: flat(allocationsPerSample(workload, samples)) },
      { strategy: 'per-allocation-typed', variance: flat(n) },
      { strategy: 'per-byte-approximate', variance: bytes('approximate') },
      { strategy: 'per-byte', variance: bytes('exact') },
      { strategy: 'optimal', variance: optimal },
    ],
    rug: { sizes: workload.size, share: sharesOf(workload) },
    theme,
  };
}

export function varianceSharesModel(workload: Workload, lg: number, theme: Theme): VarianceSharesModel {
  return {
    sizes: workload.size,
    liveBytes: workload.size.map((size, i) => size * (workload.live[i] as number)),
    strategies: atEqualCost(workload, 2 ** lg).map(([strategy, how]) => {
      const { bySize } = strategyErrors(workload, how);
      return { strategy, variance: bySize.varianceBytes, samples: bySize.samples };
    }),
    theme,
  };
}

export function errorCostModel(workload: Workload, lg: number, theme: Theme): ErrorCostModel {
  const lgs = Float64Array.from({ length: 31 }, (_, i) => i);
  const rates = lgs.map((power) => 2 ** power);
  const stackBytes = 1_048_576;
  const stack = scaledTo(workload, stackBytes);
  const curve = (strategy: StrategyId, family: (rate: number) => Strategy): CostCurve => {
    const total = errorCurve(workload, workload, family, rates);
    return {
      strategy,
      samplesPerGib: total.samplesPerGib,
      totalError: total.error,
      stackError: errorCurve(workload, stack, family, rates).error,
      lgSample: strategy === 'per-byte' ? lgs : null,
    };
  };
  const byByte = curve('per-byte', (rate) => perByte(rate));
  const markAt = (lgSample: number, label: string): CostMark => ({
    lgSample,
    label,
    samplesPerGib: byByte.samplesPerGib[lgSample] as number,
    totalError: byByte.totalError[lgSample] as number,
    stackError: byByte.stackError[lgSample] as number,
  });
  const answer = lgs.findLast((_, i) => (byByte.stackError[i] as number) <= 0.1) ?? null;
  return {
    curves: [
      curve('per-allocation', (rate) =>
        perAllocation(Math.max(1, allocationsPerSample(workload, byteSamples(workload, rate)))),
      ),
      byByte,
      curve('optimal', (rate) => optimum(workload, byteSamples(workload, rate) * (1 - 1e-12))),
    ],
    stackBytes,
    totalBytes: workloadTotals(workload).liveBytes,
    marks:
      lg === 19 ? [markAt(19, 'lg 19 (default)')] : [markAt(lg, `lg ${lg}`), markAt(19, 'lg 19 (default)')],
    answer: {
      error: 0.1,
      lgSample: answer,
      samplesPerGib: answer === null ? Number.NaN : (byByte.samplesPerGib[answer] as number),
    },
    theme,
  };
}

export function experimentModel(
  workload: Workload,
  lg: number,
  trials: number,
  wanted: number,
  theme: Theme,
): ExperimentModel {
  const rate = 2 ** lg;
  const samples = byteSamples(workload, rate);
  const family = (make: (rate: number) => Strategy): Strategy =>
    make(familyRateForSamples(workload, make, samples));
  const strategies: [StrategyId, Strategy][] = [
    ...atEqualCost(workload, rate),
    ['start-up', family((r) => startUp(0.2, Math.max(1, r / 4), r))],
    ['even-odd', family((r) => evenOdd(Math.max(1, r / 4), r))],
    ['threads', family((r) => threadPriority(8, 1, Math.max(1, r / 4), r))],
    ['ignoring-small', ignoringSmall(1024, rate)],
  ];
  const { liveBytes } = workloadTotals(workload);
  const spread = 4 * Math.sqrt(strategyErrors(workload, perByte(rate)).varianceBytes) || 0.05 * liveBytes;
  const [low, high] = [Math.max(0, liveBytes - spread), liveBytes + spread];
  const runs = strategies.map(([strategy, how], i): ExperimentRun => {
    const run = new Experiment({ workload, strategy: how, engine: 'binomial', trials, seed: BigInt(i + 1) });
    while (!run.advance(1e7));
    const { bytes, length } = run.trials;
    const { mean, variance, meanInterval, varianceInterval } = summarise(bytes, length);
    return {
      strategy,
      done: length,
      wanted,
      counts: histogram(bytes, length, { low, high }, 60),
      outside: {
        below: bytes.filter((value) => value < low).length,
        above: bytes.filter((value) => value > high).length,
      },
      theory: { mean: run.expected.meanBytes, variance: run.expected.varianceBytes },
      mean,
      variance,
      meanInterval,
      varianceInterval,
      running: runningMean(bytes, length, 200),
    };
  });
  return { runs, truth: liveBytes, low, high, theme };
}

export function summingOrderModel(theme: Theme): SummingOrderModel {
  const machines = Float64Array.from(
    [0, 1, 2, 3, 4, 5, 6].flatMap((k) => (k < 6 ? [1, 2, 5] : [1]).map((n) => n * 10 ** k)),
  );
  const groups = [[0], [1], [0, 1]].map((stacks) => {
    const per = stacks.map((i) => TWO_STACKS[i] as (typeof TWO_STACKS)[number]);
    const bytes = per
      .flatMap(({ objects }) => objects)
      .reduce((sum, { size, objects }) => sum + size * objects, 0);
    const sums = Array.from(machines, (count) =>
      sumByRules(
        per.map(({ objects }) => ({ record: expectedRecord(objects, TWO_STACKS_RATE), machines: count })),
        TWO_STACKS_RATE,
      ),
    );
    return {
      label: per.length === 1 ? (per[0]?.label ?? '') : 'both stacks',
      truth: machines.map((count) => count * bytes),
      reported: {
        samples: Float64Array.from(sums, ({ samples }) => samples.bytes),
        stacks: Float64Array.from(sums, ({ records }) => records.bytes),
        pooled: Float64Array.from(sums, ({ pooled }) => pooled.bytes),
        whole: Float64Array.from(sums, ({ whole }) => whole.bytes),
      },
    };
  });
  return { machines, groups, theme };
}

export function counterTrickModel(theme: Theme): CounterTrickModel {
  const [trials, allocations, size, rate] = [1500, 4000, 64, 4096];
  const values = { counter: new Float64Array(trials), coins: new Float64Array(trials) };
  const chance = perByte(rate);
  const [low, high] = [30, 95];
  const make = (way: 'counter' | 'coins'): SamplingWay => {
    const prng = new Prng(way === 'counter' ? 1n : 2n);
    const sampler =
      way === 'counter' ? chance.sampler(prng) : new CoinToss(prng, (bytes) => chance.chance(bytes, 0, 0, 0));
    let samples = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      let own = 0;
      for (let i = 0; i < allocations; i += 1) own += sampler.take(size, i, 0, 0) ? 1 : 0;
      values[way][trial] = own;
      samples += own;
    }
    const nanoseconds = (way === 'counter' ? 1.2 : 9.8) * trials * allocations;
    return {
      trials,
      draws: prng.draws,
      samples,
      nanoseconds,
      counts: histogram(values[way], trials, { low, high }, 65),
    };
  };
  const ways = { counter: make('counter'), coins: make('coins') };
  return {
    quantity: 'samples',
    low,
    high,
    allocations,
    ways,
    agreement: kolmogorovSmirnov(values.counter, values.coins),
    theme,
  };
}

export function writerStepsModel(
  samples: readonly SizeSamples[],
  lg: number,
  theme: Theme,
): WriterStepsModel {
  return { samples, lgSample: lg, steps: writerSteps(samples, unbiasTable(2 ** lg)), theme };
}

export function bestRatesModel(lg: number, selectedKey: string | null, theme: Theme): BestRatesModel {
  const rate = 2 ** lg;
  const workloads = WORKLOAD_PRESETS.map(({ id, label, create }): RatedWorkload => {
    const workload = create();
    const samples = byteSamples(workload, rate);
    const errors = new Map(
      atEqualCost(workload, rate).map(([key, how]) => [key, strategyErrors(workload, how).varianceBytes]),
    );
    const best = optimum(workload, samples);
    const ratio = (key: StrategyId): number =>
      (errors.get(key) ?? Number.NaN) / (errors.get('optimal') ?? Number.NaN);
    return {
      key: id,
      label,
      own: false,
      sizes: workload.size,
      share: sharesOf(workload),
      today: workload.size.map((size) => perByte(rate).chance(size, 0, 0, 0)),
      optimal: workload.size.map((size) => best.chance(size, 0, 0, 0)),
      ratio: ratio('per-byte'),
      allocationRatio: ratio('per-allocation'),
      reason: null,
    };
  });
  return { workloads, selectedKey, theme };
}
