import type { Theme } from '../../shared/palette.js';
import type { StrategyId } from '../shared/strategy.js';

/** Columns by size class of the model. */
export interface StrategyShares {
  readonly strategy: StrategyId;
  /** Variance of the live bytes from each class (bytes squared). */
  readonly variance: Float64Array;
  /** Expected samples in each class. */
  readonly samples: Float64Array;
}

export interface VarianceSharesModel {
  /** Usable sizes in bytes, rising. */
  readonly sizes: Float64Array;
  /** Live bytes of each. */
  readonly liveBytes: Float64Array;
  readonly strategies: readonly StrategyShares[];
  readonly theme: Theme;
}

export interface VarianceSharesProps extends VarianceSharesModel {
  /** Height of each row of bars in CSS pixels. */
  readonly height?: number;
}
