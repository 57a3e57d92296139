/** Runs of a sweep as columns, and settings that have a mark in every picture. */

/** How a row stands; bits that may be set together. */
export const ON_FRONT = 1;
export const MISSES_LIMIT = 2;
/** It replayed only a part of the trace. */
export const PARTIAL = 4;
/** It is no setting of the plan: the default, or one made for a recommendation. */
export const BESIDE_PLAN = 8;

export interface TuningTable {
  readonly rows: number;
  /** By the key of the dimension, at least `rows` long; NaN where a figure has no meaning. */
  readonly columns: Readonly<Record<string, Float64Array>>;
  readonly status: Uint8Array;
}

export interface TuningMark {
  readonly key: string;
  /** Beside the mark, short: `jemalloc`, `now`, `1`. */
  readonly label: string;
  readonly kind: 'default' | 'current' | 'recommended';
  /** Its row, or -1 where it is no run of the sweep. */
  readonly row: number;
  /** By the key of the dimension. */
  readonly values: Readonly<Record<string, number>>;
}

export function columnOf(table: TuningTable, key: string): Float64Array {
  return table.columns[key] ?? EMPTY;
}

const EMPTY = new Float64Array(0);

/** Smallest and largest number of a column over the rows that count; null where there is none. */
export function extentOf(
  table: TuningTable,
  key: string,
  counts: (row: number) => boolean = () => true,
): readonly [number, number] | null {
  const column = columnOf(table, key);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < table.rows; row += 1) {
    const value = column[row] as number;
    if (!Number.isFinite(value) || !counts(row)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

export function hasStatus(table: TuningTable, row: number, bits: number): boolean {
  return ((table.status[row] ?? 0) & bits) !== 0;
}
