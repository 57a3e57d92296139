/** A workload split into groups of allocations that have the same size and the same chance under a strategy. */
import type { Part, Strategy } from './strategies.js';
import { type Workload, wholeCounts } from './workload.js';

export interface Stratum {
  readonly size: number;
  readonly hazard: number;
  /** Whole numbers. */
  readonly live: number;
  readonly freed: number;
}

/** Counts are made whole first; the shares of a strategy are rounded to whole allocations, none lost. */
export function strataOf(workload: Workload, strategy: Strategy): Stratum[] {
  const whole = wholeCounts(workload);
  const strata: Stratum[] = [];
  for (let i = 0; i < whole.length; i++) {
    const size = whole.size[i] as number;
    const parts = strategy.parts(size);
    const live = split(whole.live[i] as number, parts);
    const freed = split((whole.allocated[i] as number) - (whole.live[i] as number), parts);
    parts.forEach(({ hazard }, part) => {
      strata.push({ size, hazard, live: live[part] as number, freed: freed[part] as number });
    });
  }
  return strata;
}

function split(count: number, parts: readonly Part[]): number[] {
  let share = 0;
  let before = 0;
  return parts.map((part, i) => {
    share += part.share;
    const upTo = i === parts.length - 1 ? count : Math.round(count * share);
    const own = upTo - before;
    before = upTo;
    return own;
  });
}

export interface StrataTruth {
  readonly bytes: number;
  readonly count: number;
}

export function truthOf(strata: readonly Stratum[]): StrataTruth {
  let bytes = 0;
  let count = 0;
  for (const { size, live } of strata) {
    bytes += size * live;
    count += live;
  }
  return { bytes, count };
}
