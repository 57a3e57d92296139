/**
 * Closed-form errors of the estimates bytes = sum of S / p and count = sum of 1 / p over the samples among the live objects:
 * Var[bytes] = sum of S^2 (1 - p) / p, Var[count] = sum of (1 - p) / p.
 */
import { chanceOf, hazardVariance } from './chance.js';
import type { Strategy } from './strategies.js';
import { type Workload, workloadTotals } from './workload.js';

export interface StrategyErrors {
  /** Variance of the estimates of live bytes and live objects; objects that are never sampled add nothing. */
  readonly varianceBytes: number;
  readonly varianceCount: number;
  /** Expected samples over all allocations: the cost. */
  readonly samples: number;
  /** Live bytes and objects that are never sampled: what a biased strategy misses. 0 for all others. */
  readonly missedBytes: number;
  readonly missedCount: number;
  /** Columns by size of the workload. */
  readonly bySize: {
    readonly varianceBytes: Float64Array<ArrayBuffer>;
    readonly samples: Float64Array<ArrayBuffer>;
  };
}

export function strategyErrors(workload: Workload, strategy: Strategy): StrategyErrors {
  const bySize = {
    varianceBytes: new Float64Array(workload.length),
    samples: new Float64Array(workload.length),
  };
  const sums = { varianceBytes: 0, varianceCount: 0, samples: 0, missedBytes: 0, missedCount: 0 };
  for (let i = 0; i < workload.length; i++) {
    const size = workload.size[i] as number;
    const live = workload.live[i] as number;
    let each = 0;
    let chances = 0;
    let missed = 0;
    for (const { share, hazard } of strategy.parts(size)) {
      chances += share * chanceOf(hazard);
      if (hazard > 0) each += share * hazardVariance(hazard);
      else missed += share;
    }
    const samples = (workload.allocated[i] as number) * chances;
    const varianceBytes = live * each * size * size;
    bySize.varianceBytes[i] = varianceBytes;
    bySize.samples[i] = samples;
    sums.varianceBytes += varianceBytes;
    sums.varianceCount += live * each;
    sums.samples += samples;
    sums.missedCount += live * missed;
    sums.missedBytes += live * missed * size;
  }
  return { ...sums, bySize };
}

/** Expected samples over all allocations, as in {@link strategyErrors}. */
export function strategySamples({ length, size, allocated }: Workload, strategy: Strategy): number {
  let samples = 0;
  for (let i = 0; i < length; i++) {
    let chances = 0;
    for (const { share, hazard } of strategy.parts(size[i] as number)) chances += share * chanceOf(hazard);
    samples += (allocated[i] as number) * chances;
  }
  return samples;
}

/** Root-mean-square error of the estimate of live bytes, as a share of the true ones; a bias counts as an error. */
export function relativeError(workload: Workload, strategy: Strategy): number {
  const { varianceBytes, missedBytes } = strategyErrors(workload, strategy);
  return Math.sqrt(varianceBytes + missedBytes * missedBytes) / workloadTotals(workload).liveBytes;
}
