/** Strategies at equal cost: how a rate must be set for an expected number of samples, or for an error. */
import { byteChance, byteVariance, type ChanceForm } from './chance.js';
import type { Strategy } from './strategies.js';
import { relativeError, strategySamples } from './variance.js';
import { type Workload, workloadTotals } from './workload.js';

/** Rates looked at, as powers of two; below 1 only the approximate form has a meaning. */
const LEAST_LG = -64;
const MOST_LG = 128;
/** Halvings until neighbouring doubles are left. */
const STEPS = 200;

const GIB = 1_073_741_824;

/** The highest power in [low, high] at which `holds` is still true, when it is true up to some point; `low` where it never is. */
function bisect(low: number, high: number, holds: (lg: number) => boolean): number {
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Expected samples when sampling by bytes. */
export function byteSamples(workload: Workload, rate: number, form: ChanceForm = 'exact'): number {
  let samples = 0;
  for (let i = 0; i < workload.length; i++) {
    samples += (workload.allocated[i] as number) * byteChance(workload.size[i] as number, rate, form);
  }
  return samples;
}

/** R for which sampling by bytes gives `samples` in expectation; 1 (exact form) where even that gives fewer. */
export function rateForSamples(workload: Workload, samples: number, form: ChanceForm = 'exact'): number {
  const least = form === 'exact' ? 0 : LEAST_LG;
  return 2 ** bisect(least, MOST_LG, (lg) => byteSamples(workload, 2 ** lg, form) >= samples);
}

/** R for which a family of strategies (its rates all proportional to R) gives `samples` in expectation. */
export function familyRateForSamples(
  workload: Workload,
  family: (rate: number) => Strategy,
  samples: number,
): number {
  return 2 ** bisect(0, MOST_LG, (lg) => strategySamples(workload, family(2 ** lg)) >= samples);
}

/** N for which sampling one in N allocations gives `samples` in expectation. */
export function allocationsPerSample(workload: Workload, samples: number): number {
  return workloadTotals(workload).allocations / samples;
}

/** The highest R at which the standard error of the live bytes is at most `error` of them; 1 where none is low enough. */
export function rateForError(workload: Workload, error: number): number {
  const { liveBytes } = workloadTotals(workload);
  const most = (error * liveBytes) ** 2;
  return 2 ** bisect(0, MOST_LG, (lg) => varianceAt(workload, 2 ** lg) <= most);
}

function varianceAt({ length, size, live }: Workload, rate: number): number {
  let variance = 0;
  for (let i = 0; i < length; i++) {
    const bytes = size[i] as number;
    variance += (live[i] as number) * bytes * bytes * byteVariance(bytes, rate);
  }
  return variance;
}

/** The same sizes in the same proportions, with `bytes` live in all: a stack of that weight. */
export function scaledTo(workload: Workload, bytes: number): Workload {
  const factor = bytes / workloadTotals(workload).liveBytes;
  return {
    ...workload,
    allocated: workload.allocated.map((count) => count * factor),
    live: workload.live.map((count) => count * factor),
  };
}

/** Error against cost, a point for each rate. */
export interface ErrorCurve {
  readonly rate: Float64Array<ArrayBuffer>;
  /** Expected samples for each GiB allocated by the whole program. */
  readonly samplesPerGib: Float64Array<ArrayBuffer>;
  /** Relative error of the live bytes of the part looked at. */
  readonly error: Float64Array<ArrayBuffer>;
}

/**
 * @param part the stack or program whose error is asked; the cost is that of the whole program
 * @param family strategies by their R
 */
export function errorCurve(
  whole: Workload,
  part: Workload,
  family: (rate: number) => Strategy,
  rates: ArrayLike<number>,
): ErrorCurve {
  const { allocatedBytes } = workloadTotals(whole);
  const rate = Float64Array.from(rates);
  const strategies = Array.from(rate, (r) => family(r));
  return {
    rate,
    samplesPerGib: Float64Array.from(
      strategies,
      (strategy) => (strategySamples(whole, strategy) / allocatedBytes) * GIB,
    ),
    error: Float64Array.from(strategies, (strategy) => relativeError(part, strategy)),
  };
}
