/** The strategies of the bench for a workload and a rate, all at one cost. */
import type { Result } from '../../base/result.js';
import {
  allocationsPerSample,
  byteSamples,
  familyRateForSamples,
  rateForSamples,
} from '../../engine/sampling/budget.js';
import { type OptimalRates, optimalRates } from '../../engine/sampling/optimal-rates.js';
import {
  evenOdd,
  ignoringSmall,
  perAllocation,
  perByte,
  type Strategy,
  startUp,
  threadPriority,
} from '../../engine/sampling/strategies.js';
import { makeWorkload, type Workload, workloadTotals } from '../../engine/sampling/workload.js';
import type { SamplingSetup, StrategyId } from '../sampling.api.js';

export interface Setting {
  readonly workload: Workload;
  /** Mean bytes between samples. */
  readonly rate: number;
  /** Expected samples: the cost that all strategies have. */
  readonly samples: number;
  /** One in so many allocations has that cost too. */
  readonly nEqual: number;
  readonly optimal: Result<OptimalRates>;
  readonly strategies: readonly { readonly id: StrategyId; readonly strategy: Strategy }[];
}

/** Throws a sentence where there is nothing to sample. */
export function settingOf(setup: SamplingSetup): Setting {
  const workload = makeWorkload(setup.workload);
  if (workload.length === 0) throw new Error('The workload is empty: add a size class.');
  const rate = rateOf(workload, setup);
  const samples = byteSamples(workload, rate);
  const nEqual = Math.max(1, allocationsPerSample(workload, samples));
  const optimal = optimalRates(workload, samples);
  return {
    workload,
    rate,
    samples,
    nEqual,
    optimal,
    strategies: [
      { id: 'per-byte', strategy: perByte(rate) },
      setup.cost === 'equal'
        ? { id: 'per-allocation', strategy: perAllocation(nEqual) }
        : { id: 'per-allocation-typed', strategy: perAllocation(setup.n) },
      ...(optimal.ok ? [{ id: 'optimal' as const, strategy: optimal.value.strategy }] : []),
      ...FAMILY_IDS.map((id) => {
        const family = familyOf(id, workload);
        return { id, strategy: family(familyRateForSamples(workload, family, samples)) };
      }),
    ],
  };
}

/** Mean bytes between samples: as set, or as the budget pays for. */
export function rateOf(workload: Workload, { lg, budget }: Pick<SamplingSetup, 'lg' | 'budget'>): number {
  if (budget === null) return 2 ** lg;
  return rateForSamples(workload, Math.min(budget, workloadTotals(workload).allocations));
}

export const FAMILY_IDS = ['start-up', 'even-odd', 'threads', 'ignoring-small'] as const;

/** Strategies by one rate: a tenth of the run at 8 times as many samples; even 4 times odd; one thread of 8 at 8 times. */
export function familyOf(id: (typeof FAMILY_IDS)[number], workload: Workload): (rate: number) => Strategy {
  switch (id) {
    case 'start-up':
      return (rate) => startUp(0.1, Math.max(1, rate / 8), rate);
    case 'even-odd':
      return (rate) => evenOdd(rate, 4 * rate);
    case 'threads':
      return (rate) => threadPriority(8, 1, Math.max(1, rate / 8), rate);
    case 'ignoring-small': {
      const threshold = smallBelow(workload);
      return (rate) => ignoringSmall(threshold, rate);
    }
  }
}

/** Share of the live bytes that the biased strategy never sees, at least. */
const IGNORED_SHARE = 0.1;

/** Sizes below hold a share of the bytes that is seen to be missing. */
export function smallBelow(workload: Workload): number {
  const { liveBytes } = workloadTotals(workload);
  let below = 0;
  for (let i = 0; i < workload.length; i++) {
    below += (workload.size[i] as number) * (workload.live[i] as number);
    if (below >= IGNORED_SHARE * liveBytes) return (workload.size[i] as number) + 1;
  }
  return Number.POSITIVE_INFINITY;
}
