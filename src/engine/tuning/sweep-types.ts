/** What a sweep is asked for and what it gives. The spec file of `jelab sweep` is the same in JSON. */
import type { OptionName, OptionValues, ReplayMode } from '../replay/options.js';
import type { FigureName } from './figures.js';

/** Values of one option to try, in the option's own number form (see `OptionKind`), in ascending order, no two equal. */
export interface SweepAxis {
  readonly option: OptionName;
  readonly values: readonly number[];
}

export type SweepMethod =
  /** Every combination of the axes' values. */
  | { readonly kind: 'grid' }
  /** `samples` settings, each axis cut into as many strata; seeded. Values are drawn between the axis' first and last value. */
  | { readonly kind: 'latin-hypercube'; readonly samples: number; readonly seed: number }
  /**
   * Starts as a Latin hypercube on the first part of the trace and keeps the best 1/`eta` for a part `eta` times as long, until
   * the last round runs the whole trace. Best: by non-dominated sorting over the objectives.
   */
  | { readonly kind: 'halving'; readonly samples: number; readonly seed: number; readonly eta: number };

/** A run that misses a limit is kept, shown as such, and neither on the front nor recommended. */
export interface Constraint {
  readonly figure: FigureName;
  readonly min?: number;
  readonly max?: number;
}

export interface SweepSpec {
  /** Values of the options that are not varied. */
  readonly base: OptionValues;
  readonly mode: ReplayMode;
  readonly axes: readonly SweepAxis[];
  readonly method: SweepMethod;
  readonly objectives: readonly FigureName[];
  readonly constraints: readonly Constraint[];
  /** Snapshots a run's means are taken from (spread over time where the trace has a clock). */
  readonly snapshots: number;
}

/** One setting to replay. `id` is its position in the plan: the same spec gives the same ids everywhere. */
export interface SweepPoint {
  readonly id: number;
  readonly options: OptionValues;
}

export type Figures = Readonly<Record<FigureName, number>>;

/** One finished run. */
export interface SweepResult {
  readonly point: SweepPoint;
  /** Events replayed: fewer than the trace's in the early rounds of `halving`. */
  readonly events: number;
  readonly whole: boolean;
  readonly figures: Figures;
  readonly milliseconds: number;
}
