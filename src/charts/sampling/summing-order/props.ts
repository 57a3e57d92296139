import type { Theme } from '../../shared/palette.js';
import type { RuleId } from '../../sum-rules/SumRules.js';

/** A stack of the two-stack example, both together, or the current workload. Bytes over all machines. */
export interface SummedGroup {
  /** Such as `A: 1,000,000 objects of 8 B`; may hold anything. */
  readonly label: string;
  /** One entry for each number of machines. */
  readonly truth: Float64Array;
  /** What each rule reports; engine rule `records` is `stacks` here. */
  readonly reported: Readonly<Record<RuleId, Float64Array>>;
}

export interface SummingOrderModel {
  /** Rising, such as 1, 2, 5, 10 … 1,000,000. The crosshair stands on these. */
  readonly machines: Float64Array;
  readonly groups: readonly SummedGroup[];
  readonly theme: Theme;
}

export interface SummingOrderProps extends SummingOrderModel {
  /** Height of each plot area in CSS pixels. */
  readonly height?: number;
}
