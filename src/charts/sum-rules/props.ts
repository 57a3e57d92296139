import type { Theme } from '../shared/palette.js';
import type { HeapUnit } from '../shared/unit.js';

/**
 * The four rules of summing and unbiasing, from right to naive:
 * `samples`  each sample by its own size, then the sum (rule a: right, where samples or sizes are known);
 * `stacks`   each stack record by its mean size, then the sum (rule b: what jeprof does);
 * `pooled`   counts and bytes summed over the row's records, then unbiased by the common mean size (rule c);
 * `whole`    bytes summed, then unbiased by their total as if it were one allocation (rule d: hardly any correction).
 */
export const RULE_IDS = ['samples', 'stacks', 'pooled', 'whole'] as const;
export type RuleId = (typeof RULE_IDS)[number];

export type RowKind = 'stack' | 'function' | 'module' | 'whole';

/** A row for each stack, leaf function, module, or one for the whole. */
export interface SumRulesTable {
  readonly kind: RowKind;
  /** Text from files. */
  readonly names: readonly string[];
  /** What each rule says of each row; NaN where the dumps cannot tell. */
  readonly values: Readonly<Record<RuleId, Float64Array>>;
  /** Variance of the reference value of each row; NaN where unknown. */
  readonly variance: Float64Array;
}

export interface SumRulesModel {
  readonly table: SumRulesTable;
  readonly unit: HeapUnit;
  /** What ratios are taken against: rule b, or the best estimate known of each row. */
  readonly reference: 'stacks' | 'best';
  /** The best estimate of each row, for `reference: 'best'`; where NaN or absent, rule a, else rule b. */
  readonly best?: Float64Array | null;
  /** The rule whose error sorts the rows, the most wrong first. Default `whole`. */
  readonly sortBy?: RuleId;
  /** Only this many rows, the largest by the reference. Default 100. */
  readonly mostRows?: number;
  /** Row of the table that is selected; null for none. */
  readonly selectedRow: number | null;
  readonly theme: Theme;
}

export interface SumRulesProps extends SumRulesModel {
  /** Names the picture for assistive technology; any text. */
  readonly label: string;
  /** Height of the plot in CSS pixels; more rows scroll inside. Default 420. */
  readonly height?: number;
  readonly onSelect: (row: number | null) => void;
}
