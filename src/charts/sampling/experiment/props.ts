import type { ReactNode } from 'react';
import type { Theme } from '../../shared/palette.js';
import type { StrategyId } from '../shared/strategy.js';

/** Trials of one strategy, as far as they have come. Bytes. */
export interface ExperimentRun {
  readonly strategy: StrategyId;
  readonly done: number;
  readonly wanted: number;
  /** Trials in equal parts of the model's [low, high]; estimates outside are counted in the first and last. */
  readonly counts: Uint32Array;
  /** How many of the trials lie below `low` and above `high`. */
  readonly outside: { readonly below: number; readonly above: number };
  /** Mean and variance that the closed form expects. A biased strategy's mean is not the truth. */
  readonly theory: { readonly mean: number; readonly variance: number };
  /** Of the trials; NaN while there are less than two. Intervals hold 95 %. */
  readonly mean: number;
  readonly meanInterval: { readonly low: number; readonly high: number };
  readonly variance: number;
  readonly varianceInterval: { readonly low: number; readonly high: number };
  /** Mean and its standard error after so many trials. */
  readonly running: {
    readonly trials: Int32Array;
    readonly mean: Float64Array;
    readonly standardError: Float64Array;
  };
}

export interface ExperimentModel {
  readonly runs: readonly ExperimentRun[];
  /** Live bytes of the workload. */
  readonly truth: number;
  /** Span of the histograms, one for all strategies so that spreads can be compared. */
  readonly low: number;
  readonly high: number;
  readonly theme: Theme;
}

export interface ExperimentProps extends ExperimentModel {
  /** Between the reading aid and the picture, such as the question it answers. */
  readonly children?: ReactNode;
  /** Height of each strategy's plots in CSS pixels. */
  readonly height?: number;
}
