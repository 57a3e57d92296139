import type { ReactNode } from 'react';
import type { Theme } from '../../shared/palette.js';
import type { StrategyId } from '../shared/strategy.js';

/** A point for each rate; cost rises or falls along the columns. Errors are shares of the true value (0.01 is 1 %). */
export interface CostCurve {
  readonly strategy: StrategyId;
  /** Expected samples for each GiB that the program allocates. */
  readonly samplesPerGib: Float64Array;
  /** Relative standard error of all live bytes. */
  readonly totalError: Float64Array;
  /** The same of the chosen stack. */
  readonly stackError: Float64Array;
  /** lg_prof_sample of each point where that has a meaning (per byte); NaN or null elsewhere. */
  readonly lgSample: Float64Array | null;
}

/** A rate of sampling per byte, which need not be one of the curve's points. */
export interface CostMark {
  readonly lgSample: number;
  readonly label: string;
  readonly samplesPerGib: number;
  readonly totalError: number;
  readonly stackError: number;
}

export interface ErrorCostModel {
  readonly curves: readonly CostCurve[];
  /** Live bytes of the chosen stack. */
  readonly stackBytes: number;
  /** Live bytes of the whole program. */
  readonly totalBytes: number;
  /** Rates to mark on the per-byte curve: jemalloc's default 19, and the one of the slider. */
  readonly marks: readonly CostMark[];
  /**
   * Answer to "which lg_prof_sample gives me ± error on such a stack": the highest that does, with its cost; `lgSample`
   * null where none does. Null where nothing was asked.
   */
  readonly answer: {
    readonly error: number;
    readonly lgSample: number | null;
    readonly samplesPerGib: number;
  } | null;
  readonly theme: Theme;
}

export interface ErrorCostProps extends ErrorCostModel {
  /** Between the reading aid and the picture, such as the question it answers. */
  readonly children?: ReactNode;
  /** Height of each plot area in CSS pixels. */
  readonly height?: number;
}
