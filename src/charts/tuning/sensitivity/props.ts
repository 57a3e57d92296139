import type { Theme } from '../../shared/palette.js';

export interface EffectCell {
  /** Share of variance, 0 to 1; NaN where the figure does not vary or is unknown. */
  readonly share: number;
  /** With the interplay with other options; NaN where it cannot be told. */
  readonly total: number;
  /** Rank correlation, -1 to 1; NaN for choices. */
  readonly correlation: number;
}

export interface SensitivityRow {
  readonly key: string;
  readonly label: string;
  /** By the key of the figure. */
  readonly effects: Readonly<Record<string, EffectCell>>;
  /** Runs that differ in this option alone are equal in every figure. */
  readonly noEffect: boolean;
  /** Why, in a clause; null where nobody knows. */
  readonly reason: string | null;
}

export interface SensitivityModel {
  readonly rows: readonly SensitivityRow[];
  readonly figures: readonly { readonly key: string; readonly label: string }[];
  /** grid: every combination was run, shares are exact; sample: estimates. */
  readonly method: 'grid' | 'sample';
  readonly runs: number;
  readonly theme: Theme;
}
