/**
 * What samples say about all: each stands for 1 / p objects of its size. Unbiased, as long as every chance is above 0, and so is
 * the estimate of the variance (of it, not of its root).
 */
import { chanceOf, hazardVariance } from './chance.js';

/** Samples of one size and chance. */
export interface SampleCount {
  readonly size: number;
  /** Their chance was 1 - e^-hazard. */
  readonly hazard: number;
  readonly samples: number;
}

export interface Estimate {
  readonly bytes: number;
  readonly count: number;
  /** Estimated variances of these: sums of S^2 (1 - p) / p^2 and of (1 - p) / p^2. */
  readonly varianceBytes: number;
  readonly varianceCount: number;
}

export function estimate(samples: Iterable<SampleCount>): Estimate {
  const sum = { bytes: 0, count: 0, varianceBytes: 0, varianceCount: 0 };
  for (const { size, hazard, samples: seen } of samples) {
    const weight = seen / chanceOf(hazard);
    const variance = weight * hazardVariance(hazard);
    sum.count += weight;
    sum.bytes += weight * size;
    sum.varianceCount += variance;
    sum.varianceBytes += variance * size * size;
  }
  return sum;
}
