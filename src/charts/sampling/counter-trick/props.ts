import type { Theme } from '../../shared/palette.js';

export type WayId = 'counter' | 'coins';

/** Trials that were made in one way. */
export interface SamplingWay {
  readonly trials: number;
  /** Random numbers drawn, samples taken, over all trials. */
  readonly draws: number;
  readonly samples: number;
  /** Measured, over all trials. */
  readonly nanoseconds: number;
  /** Trials in equal parts of the model's [low, high], by `quantity`. */
  readonly counts: Uint32Array;
}

export interface CounterTrickModel {
  /** What the distributions are of. */
  readonly quantity: 'samples' | 'bytes';
  readonly low: number;
  readonly high: number;
  /** Allocations of one trial. */
  readonly allocations: number;
  /** `counter`: one geometric draw for each sample. `coins`: one draw for each allocation. Null while not run. */
  readonly ways: Readonly<Record<WayId, SamplingWay | null>>;
  /** Kolmogorov-Smirnov over both sets of trials; null while not known. */
  readonly agreement: { readonly distance: number; readonly probability: number } | null;
  readonly theme: Theme;
}

export interface CounterTrickProps extends CounterTrickModel {
  /** Height of the plot area in CSS pixels. */
  readonly height?: number;
}
