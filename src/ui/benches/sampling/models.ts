/** From the worker's answers to what the pictures take. Pure. */
import type { BestRatesModel } from '../../../charts/sampling/best-rates/BestRates.js';
import type { CounterTrickModel } from '../../../charts/sampling/counter-trick/CounterTrick.js';
import type { ErrorCostModel } from '../../../charts/sampling/error-cost/ErrorCost.js';
import type { CostMark } from '../../../charts/sampling/error-cost/props.js';
import type { ExperimentModel } from '../../../charts/sampling/experiment/Experiment.js';
import type { SummingOrderModel } from '../../../charts/sampling/summing-order/SummingOrder.js';
import type { VarianceCurveModel } from '../../../charts/sampling/variance-curve/VarianceCurve.js';
import type { VarianceSharesModel } from '../../../charts/sampling/variance-shares/VarianceShares.js';
import type { WriterStepsModel } from '../../../charts/sampling/writer-steps/WriterTrick.js';
import type { Theme } from '../../../charts/shared/palette.js';
import type {
  CounterAnswer,
  ExperimentPart,
  StackQuestion,
  TheoryAnswer,
  TheoryRequest,
} from '../../../workers/sampling.api.js';

/** jemalloc's default, and what all comparisons start from. */
const DEFAULT_LG = 19;

const GIB = 1_073_741_824;

function shareOf(size: Float64Array, live: Float64Array): Float64Array {
  const bytes = size.map((each, i) => each * (live[i] as number));
  const total = bytes.reduce((sum, value) => sum + value, 0);
  return total > 0 ? bytes.map((value) => value / total) : bytes;
}

export function varianceModel(
  { variance, rate, size, live }: TheoryAnswer,
  theme: Theme,
): VarianceCurveModel {
  return {
    sizes: variance.size,
    lines: [
      { strategy: 'per-byte', variance: variance.perByte },
      { strategy: 'per-byte-approximate', variance: variance.perByteApproximate },
      { strategy: 'per-allocation', variance: variance.perAllocationEqual },
      { strategy: 'per-allocation-typed', variance: variance.perAllocationTyped },
      { strategy: 'optimal', variance: variance.optimal },
    ],
    rate,
    rug: { sizes: size, share: shareOf(size, live) },
    theme,
  };
}

/** The three that the argument is about; the fancy ones differ little from per byte here. */
const SHARED = new Set<string>(['per-byte', 'per-allocation', 'per-allocation-typed', 'optimal']);

export function sharesModel({ size, live, strategies }: TheoryAnswer, theme: Theme): VarianceSharesModel {
  return {
    sizes: size,
    liveBytes: size.map((each, i) => each * (live[i] as number)),
    strategies: strategies
      .filter(({ id }) => SHARED.has(id))
      .map(({ id, bySize }) => ({ strategy: id, variance: bySize.varianceBytes, samples: bySize.samples })),
    theme,
  };
}

export function costModel(
  { costs, lgs, totals, rate, samples, strategies, stack }: TheoryAnswer,
  question: StackQuestion,
  theme: Theme,
): ErrorCostModel {
  const lg = Math.log2(rate);
  // The rate of a budget is no point of the curve.
  const here: CostMark = {
    lgSample: lg,
    label: Number.isInteger(lg) ? `lg ${lg}` : `lg ${lg.toFixed(1)}`,
    samplesPerGib: (samples / totals.allocatedBytes) * GIB,
    totalError: strategies.find(({ id }) => id === 'per-byte')?.relativeError ?? Number.NaN,
    stackError: stack.errorNow,
  };
  const byByte = costs.find(({ id }) => id === 'per-byte');
  const usual = lgs.indexOf(DEFAULT_LG);
  return {
    curves: costs.map(({ id, samplesPerGib, errorWhole, errorStack }) => ({
      strategy: id,
      samplesPerGib,
      totalError: errorWhole,
      stackError: errorStack,
      lgSample: id === 'per-byte' ? lgs : null,
    })),
    stackBytes: question.bytes,
    totalBytes: totals.liveBytes,
    marks:
      lg === DEFAULT_LG
        ? [here]
        : [
            here,
            {
              lgSample: DEFAULT_LG,
              label: `lg ${DEFAULT_LG}, the default`,
              samplesPerGib: byByte?.samplesPerGib[usual] ?? Number.NaN,
              totalError: byByte?.errorWhole[usual] ?? Number.NaN,
              stackError: byByte?.errorStack[usual] ?? Number.NaN,
            },
          ],
    answer: { error: question.error, lgSample: stack.lg, samplesPerGib: stack.samplesPerGib },
    theme,
  };
}

export function experimentModel({ strategies, trialsTotal }: ExperimentPart, theme: Theme): ExperimentModel {
  const [first] = strategies;
  return {
    runs: strategies.map((one) => ({
      strategy: one.id,
      done: one.trials,
      wanted: Math.round(trialsTotal / strategies.length),
      counts: one.counts,
      outside: one.outside,
      theory: { mean: one.expected.meanBytes, variance: one.expected.varianceBytes },
      mean: one.summary.mean,
      meanInterval: one.summary.meanInterval,
      variance: one.summary.variance,
      varianceInterval: one.summary.varianceInterval,
      running: one.running,
    })),
    truth: first?.expected.bytes ?? Number.NaN,
    low: first?.domain.low ?? 0,
    high: first?.domain.high ?? 1,
    theme,
  };
}

export function summingModel({ machines, rules }: TheoryAnswer, theme: Theme): SummingOrderModel {
  return {
    machines,
    groups: rules.map(({ label, truth, samples, records, pooled, whole }) => ({
      label,
      truth,
      reported: { samples, stacks: records, pooled, whole },
    })),
    theme,
  };
}

export function counterModel(answer: CounterAnswer, theme: Theme): CounterTrickModel {
  const { low, high, allocations, counter, coins, agreement } = answer;
  return { quantity: 'samples', low, high, allocations, ways: { counter, coins }, agreement, theme };
}

export function writerModel(
  { writer, rate }: TheoryAnswer,
  samples: TheoryRequest['writer'],
  theme: Theme,
): WriterStepsModel {
  return { samples, lgSample: Math.log2(rate), steps: writer, theme };
}

export function bestModel({ best }: TheoryAnswer, selectedKey: string, theme: Theme): BestRatesModel {
  return {
    workloads: best.map(({ id, label, size, liveShare, today, optimal, perByte, perAllocation, reason }) => ({
      key: id,
      label,
      own: id === 'own',
      sizes: size,
      share: liveShare,
      today,
      optimal,
      ratio: perByte,
      allocationRatio: perAllocation,
      reason,
    })),
    selectedKey,
    theme,
  };
}
