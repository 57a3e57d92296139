/**
 * The chances with the least variance of the live bytes at a given cost: the open question of jemalloc's
 * PROFILING_INTERNALS.md. Minimising the sum of l Z^2 (1 - p) / p with the sum of a p fixed gives
 * p = min(1, m Z sqrt(l / a)), and m follows exactly: sizes are filled in falling order of Z sqrt(l / a), those that reach 1
 * first.
 */
import { fail, ok, type Result } from '../../base/result.js';
import { byteChance } from './chance.js';
import { rateForSamples } from './budget.js';
import { chanceTable, type Strategy } from './strategies.js';
import type { Workload } from './workload.js';

export interface OptimalRates {
  /** By size of the workload. */
  readonly chance: Float64Array<ArrayBuffer>;
  /** Chance of a size, divided by Z sqrt(l / a), where it is below 1. */
  readonly multiplier: number;
  readonly strategy: Strategy;
}

/**
 * @param samples expected samples: the cost
 * @param floor chance of sizes of which nothing lives. They add nothing to the variance, but a chance of 0 would make later
 *   dumps biased. Default: what sampling by bytes gives them at the same cost.
 */
export function optimalRates(
  workload: Workload,
  samples: number,
  floor?: (size: number) => number,
): Result<OptimalRates> {
  const { length, size, allocated, live } = workload;
  if (!(samples > 0)) return fail('The cost must be above 0 samples.');
  const chance = new Float64Array(length);
  const weight = new Float64Array(length);
  let left = samples;
  let floorOf = floor;
  if (floorOf === undefined) {
    const rate = rateForSamples(workload, samples);
    floorOf = (bytes) => byteChance(bytes, rate);
  }
  const order: number[] = [];
  for (let i = 0; i < length; i++) {
    const bytes = size[i] as number;
    if ((live[i] as number) > 0) {
      weight[i] = bytes * Math.sqrt((live[i] as number) / (allocated[i] as number));
      order.push(i);
    } else {
      chance[i] = Math.min(1, Math.max(0, floorOf(bytes)));
      left -= (allocated[i] as number) * (chance[i] as number);
    }
  }
  if (order.length === 0)
    return fail('Nothing of this workload is live, so there is no variance to make small.');
  if (left <= 0) {
    return fail(
      'Sizes without live objects use up all samples: lower their least chance, or allow more samples.',
    );
  }
  order.sort((a, b) => (weight[b] as number) - (weight[a] as number));
  // From the smallest on: taking large terms off again would cost the small ones their digits.
  const weightedFrom = new Float64Array(order.length + 1);
  for (let at = order.length - 1; at >= 0; at--) {
    const i = order[at] as number;
    weightedFrom[at] = (weightedFrom[at + 1] as number) + (allocated[i] as number) * (weight[i] as number);
  }
  let full = 0;
  for (; full < order.length && left > 0; full++) {
    const next = order[full] as number;
    if ((left / (weightedFrom[full] as number)) * (weight[next] as number) < 1) break;
    chance[next] = 1;
    left -= allocated[next] as number;
  }
  const weighted = weightedFrom[full] as number;
  const multiplier = weighted > 0 ? Math.max(0, left) / weighted : Number.POSITIVE_INFINITY;
  for (let at = full; at < order.length; at++) {
    const i = order[at] as number;
    chance[i] = Math.min(1, multiplier * (weight[i] as number));
  }
  return ok({ chance, multiplier, strategy: chanceTable('optimal', 'optimal', size, chance) });
}
