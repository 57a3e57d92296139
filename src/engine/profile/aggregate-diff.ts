/** After minus before, and how likely that is noise. */
import { AFTER, BEFORE, type StackTable } from './stack-table.js';
import type { TopTable } from './top-table.js';

/** A comparison in one measure; all columns have one entry for each row of the table it is of. */
export interface DiffColumns {
  readonly before: Float64Array<ArrayBuffer>;
  readonly after: Float64Array<ArrayBuffer>;
  readonly difference: Float64Array<ArrayBuffer>;
  /** Of the difference; NaN where unknown. */
  readonly standardError: Float64Array<ArrayBuffer>;
  /**
   * Difference / standard error. 0 where nothing changed; infinite where a change has no error (every object was
   * recorded); NaN where the error is unknown.
   */
  readonly z: Float64Array<ArrayBuffer>;
  /** Difference / before; NaN where there was nothing before (never a percent of zero). */
  readonly relative: Float64Array<ArrayBuffer>;
  /** 1 only after (new), -1 only before (gone), 0 both or neither. */
  readonly presence: Int8Array<ArrayBuffer>;
}

/** Differences of fewer standard errors are commonly taken for noise: 5 % of pure noise lies above. */
export const NOISE_Z = 1.96;

/** A comparison of stacks (a table of `stackTable` with both sides). */
export function diffStacks(table: StackTable): DiffColumns {
  const { value, before, variance, side } = table;
  return compare(value, before, variance, (row) => (side[row] === AFTER ? 1 : side[row] === BEFORE ? -1 : 0));
}

/** A comparison of functions, modules or what else a table's labels are; flat or cumulative. */
export function diffTop(table: TopTable, which: 'flat' | 'cum'): DiffColumns {
  const flat = which === 'flat';
  const after = flat ? table.flat : table.cum;
  const before = flat ? table.flatBefore : table.cumBefore;
  return compare(after, before, flat ? table.flatVariance : table.cumVariance, (row) =>
    before[row] === 0 ? (after[row] === 0 ? 0 : 1) : after[row] === 0 ? -1 : 0,
  );
}

/**
 * The standard error is that of two independent samples. Between two dumps of one process, objects that live in both
 * were sampled once, so there it is at most that, and z at least what is told.
 */
function compare(
  after: Float64Array<ArrayBuffer>,
  before: Float64Array<ArrayBuffer>,
  variance: Float64Array<ArrayBuffer>,
  presenceOf: (row: number) => -1 | 0 | 1,
): DiffColumns {
  const difference = after.map((value, row) => value - (before[row] as number));
  const standardError = variance.map(Math.sqrt);
  return {
    before,
    after,
    difference,
    standardError,
    z: difference.map((change, row) => (change === 0 ? 0 : change / (standardError[row] as number))),
    relative: difference.map((change, row) =>
      before[row] === 0 ? Number.NaN : change / Math.abs(before[row] as number),
    ),
    presence: Int8Array.from(after, (_, row) => presenceOf(row)),
  };
}
