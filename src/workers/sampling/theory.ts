/** All closed forms of the bench for one setting. */
import { byteSamples, rateForError, scaledTo } from '../../engine/sampling/budget.js';
import { byteChance, byteVariance, hazardOf, hazardVariance } from '../../engine/sampling/chance.js';
import { optimalRates } from '../../engine/sampling/optimal-rates.js';
import { chanceTable, perAllocation, perByte, type Strategy } from '../../engine/sampling/strategies.js';
import { relativeError, strategyErrors } from '../../engine/sampling/variance.js';
import { makeWorkload, type Workload, workloadTotals } from '../../engine/sampling/workload.js';
import { WORKLOAD_PRESETS } from '../../engine/sampling/workload-presets.js';
import type {
  BestRates,
  CostCurve,
  StackAnswer,
  StackQuestion,
  StrategyFacts,
  TheoryAnswer,
  TheoryRequest,
  VarianceCurves,
} from '../sampling.api.js';
import { ruleCurves, writerAnswer } from './sums.js';
import { FAMILY_IDS, familyOf, type Setting, settingOf } from './setup.js';

const GIB = 1_073_741_824;
export const LARGEST_LG = 30;
/** Rates of the curves of error against cost, by half powers of two. */
const LGS = Float64Array.from({ length: 2 * LARGEST_LG + 1 }, (_, i) => i / 2);
/** Places of the curves of variance over size. */
const SIZES = 241;
/** From this share of the allocations on, what is left is rounding. */
const EVERYTHING = 1 - 1e-9;

export interface TheoryMemo {
  key: string;
  costs: readonly CostCurve[];
}

/** @param memo curves that do not depend on the rate, kept from the question before */
export function theory(request: TheoryRequest, memo: TheoryMemo): Omit<TheoryAnswer, 'milliseconds'> {
  const setting = settingOf(request);
  const { workload, rate, samples, nEqual, optimal } = setting;
  const part = stackOf(workload, request.stack);
  const key = JSON.stringify([request.workload, request.stack.bytes, request.stack.size]);
  if (memo.key !== key) {
    memo.costs = costCurves(workload, part);
    memo.key = key;
  }
  return {
    totals: workloadTotals(workload),
    size: workload.size.slice(),
    allocated: workload.allocated.slice(),
    live: workload.live.slice(),
    rate,
    samples,
    nEqual,
    variance: varianceCurves(setting, request.n),
    strategies: setting.strategies.map(({ id, strategy }) => ({ id, ...factsOf(workload, strategy) })),
    optimalError: optimal.ok ? null : optimal.error,
    lgs: LGS.slice(),
    costs: memo.costs.map((curve) => ({
      ...curve,
      samplesPerGib: curve.samplesPerGib.slice(),
      errorWhole: curve.errorWhole.slice(),
      errorStack: curve.errorStack.slice(),
    })),
    stack: stackAnswer(setting, part, request.stack.error),
    ...ruleCurves(workload, rate),
    ...writerAnswer(request.writer, rate),
    best: [
      bestOf('own', 'this workload', workload, rate),
      ...WORKLOAD_PRESETS.map(({ id, label, create }) => bestOf(id, label, create(), rate)),
    ],
  };
}

function varianceCurves({ workload, rate, nEqual, optimal }: Setting, nTyped: number): VarianceCurves {
  const largest = workload.size[workload.length - 1] ?? 8;
  const top = Math.min(2 ** 40, Math.max(64 * 1_048_576, 2 * largest, 16 * rate));
  const grid = Array.from({ length: SIZES }, (_, i) => 8 * (top / 8) ** (i / (SIZES - 1)));
  const size = Float64Array.from(new Set([...grid, ...workload.size])).sort();
  const over = (each: (bytes: number) => number): Float64Array<ArrayBuffer> =>
    size.map((bytes) => bytes * bytes * each(bytes));
  const best = new Map<number, number>();
  if (optimal.ok) {
    workload.size.forEach((bytes, i) => {
      if ((workload.live[i] as number) > 0)
        best.set(bytes, hazardVariance(hazardOf(optimal.value.chance[i] as number)));
    });
  }
  return {
    size,
    perByte: over((bytes) => byteVariance(bytes, rate)),
    perByteApproximate: over((bytes) => byteVariance(bytes, rate, 'approximate')),
    perAllocationEqual: over(() => nEqual - 1),
    perAllocationTyped: over(() => nTyped - 1),
    optimal: over((bytes) => best.get(bytes) ?? Number.NaN),
  };
}

function factsOf(workload: Workload, strategy: Strategy): Omit<StrategyFacts, 'id'> {
  const errors = strategyErrors(workload, strategy);
  const { varianceBytes, samples, missedBytes, bySize } = errors;
  return {
    label: strategy.label,
    samples,
    varianceBytes,
    relativeError: relativeError(workload, strategy),
    missedBytes,
    bySize,
  };
}

/** The stack that is asked about, as a workload. */
function stackOf(workload: Workload, { bytes, size }: StackQuestion): Workload {
  const { liveBytes } = workloadTotals(workload);
  const mix =
    size === null && liveBytes > 0
      ? workload
      : makeWorkload([{ size: size ?? (workload.size[0] as number), allocated: 1, live: 1 }]);
  return scaledTo(mix, bytes);
}

function stackAnswer({ workload, rate }: Setting, part: Workload, error: number): StackAnswer {
  const { allocatedBytes } = workloadTotals(workload);
  const enough = rateForError(part, error);
  const whole = Math.min(LARGEST_LG, Math.floor(Math.log2(enough) + 1e-9));
  const errorThere = relativeError(part, perByte(2 ** whole));
  const samples = byteSamples(workload, 2 ** whole);
  return {
    lg: errorThere <= error * (1 + 1e-9) ? whole : null,
    rate: enough,
    errorThere,
    samplesPerGib: (samples / allocatedBytes) * GIB,
    errorNow: relativeError(part, perByte(rate)),
  };
}

/** A curve for each strategy: its chances are made for the whole, its error is also that of the stack. */
function costCurves(workload: Workload, part: Workload): CostCurve[] {
  const { allocations } = workloadTotals(workload);
  const byRate: readonly [CostCurve['id'], string, (rate: number) => Strategy | null][] = [
    ['per-byte', 'per byte', (rate) => perByte(rate)],
    ['per-allocation', 'per allocation', (rate) => perAllocation(allocations / byteSamples(workload, rate))],
    [
      'optimal',
      'optimal',
      (rate) => {
        const best = optimalRates(workload, byteSamples(workload, rate));
        if (!best.ok) return null;
        // Sizes without live objects have their least chance, and the stack has none of them.
        return chanceTable('optimal', 'optimal', workload.size, best.value.chance);
      },
    ],
    ...FAMILY_IDS.map((id): [CostCurve['id'], string, (rate: number) => Strategy | null] => {
      const family = familyOf(id, workload);
      return [id, family(1).label, family];
    }),
  ];
  return byRate.map(([id, label, strategyAt]) => {
    const curve = {
      id,
      label,
      samplesPerGib: new Float64Array(LGS.length),
      errorWhole: new Float64Array(LGS.length),
      errorStack: new Float64Array(LGS.length),
    };
    const { allocatedBytes } = workloadTotals(workload);
    LGS.forEach((lg, i) => {
      const strategy = strategyAt(2 ** lg);
      const whole = strategy === null ? null : strategyErrors(workload, strategy);
      curve.samplesPerGib[i] = whole === null ? Number.NaN : (whole.samples / allocatedBytes) * GIB;
      curve.errorWhole[i] = strategy === null ? Number.NaN : relativeError(workload, strategy);
      curve.errorStack[i] = strategy === null ? Number.NaN : relativeError(part, strategy);
    });
    return curve;
  });
}

/** At the cost that sampling per byte has at this rate. */
function bestOf(id: string, label: string, workload: Workload, rate: number): BestRates {
  const samples = byteSamples(workload, rate);
  const best = optimalRates(workload, samples);
  const { allocations, liveBytes } = workloadTotals(workload);
  const variance = (strategy: Strategy): number => strategyErrors(workload, strategy).varianceBytes;
  const reason = !best.ok
    ? best.error
    : samples >= allocations * EVERYTHING
      ? 'Every allocation is sampled: there is no error to compare.'
      : null;
  const least = best.ok && reason === null ? variance(best.value.strategy) : Number.NaN;
  // An optimum without error may be infinitely better; where the other has none either, it is as good.
  const over = (value: number): number => (least === 0 && value === 0 ? 1 : value / least);
  return {
    id,
    label,
    size: workload.size.slice(),
    liveShare: workload.size.map((bytes, i) => (bytes * (workload.live[i] as number)) / liveBytes),
    today: workload.size.map((bytes) => byteChance(bytes, rate)),
    optimal: best.ok ? best.value.chance : workload.size.map(() => Number.NaN),
    reason,
    perByte: over(variance(perByte(rate))),
    perAllocation: over(variance(perAllocation(allocations / samples))),
  };
}
