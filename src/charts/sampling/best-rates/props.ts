import type { Theme } from '../../shared/palette.js';

/** A preset, or the user's own data. Columns by size class. */
export interface RatedWorkload {
  readonly key: string;
  /** May hold anything. */
  readonly label: string;
  readonly own: boolean;
  /** Usable sizes in bytes, rising. */
  readonly sizes: Float64Array;
  /** Share of the live bytes in each class. */
  readonly share: Float64Array;
  /** Chance of an allocation to be sampled: per byte, and in the optimum of the same cost. */
  readonly today: Float64Array;
  readonly optimal: Float64Array;
  /** Variance of the live bytes per byte over that of the optimum, at equal cost; 1 is the best. NaN where unknown. */
  readonly ratio: number;
  /** The same for sampling by allocations. */
  readonly allocationRatio: number;
  /** Why there is no ratio; null where there is one. */
  readonly reason: string | null;
}

export interface BestRatesModel {
  readonly workloads: readonly RatedWorkload[];
  /** Key of the one whose chances are drawn. */
  readonly selectedKey: string | null;
  readonly theme: Theme;
}

export interface BestRatesProps extends BestRatesModel {
  readonly onSelect: (key: string) => void;
  /** Height of the plot area of chances in CSS pixels. */
  readonly height?: number;
}
