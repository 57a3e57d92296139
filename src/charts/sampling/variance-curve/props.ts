import type { Theme } from '../../shared/palette.js';
import type { StrategyId } from '../shared/strategy.js';

/** Variance of the bytes estimate that one allocation adds (bytes squared), by size. */
export interface VarianceLine {
  readonly strategy: StrategyId;
  /** One entry for each of the model's sizes; NaN where the strategy has none (the optimum, between size classes). */
  readonly variance: Float64Array;
}

export interface VarianceCurveModel {
  /**
   * Usable sizes in bytes, rising: an even grid on the log axis together with the workload's sizes. The crosshair stands on
   * these, so its values are exact. About 200 are enough.
   */
  readonly sizes: Float64Array;
  readonly lines: readonly VarianceLine[];
  /** R, mean bytes between samples. The regimes are marked at Z = R ln 2 and Z = R. */
  readonly rate: number;
  /** The workload's sizes (rising) and what share of the live bytes each holds (sums to 1). */
  readonly rug: { readonly sizes: Float64Array; readonly share: Float64Array };
  readonly theme: Theme;
}

export interface VarianceCurveProps extends VarianceCurveModel {
  /** Height of the plot area in CSS pixels. */
  readonly height?: number;
}
