/** Gathers runs into cells. Pure. */
import { type Dimension, formatDimension, isBetter } from '../shared/dimension.js';
import {
  BESIDE_PLAN,
  columnOf,
  hasStatus,
  MISSES_LIMIT,
  PARTIAL,
  type TuningTable,
} from '../shared/table.js';
import type { HeatMapModel } from './props.js';

/** More values than this are gathered in ranges. */
const MOST_VALUES = 24;
const RANGES = 12;

/** Values of an option along one side, or ranges of them. */
export interface Bins {
  readonly labels: readonly string[];
  /** The bin of a value; -1 where it lies in none. */
  indexOf(value: number): number;
  /** Where a value lies among the bins: between two where it is none of them; NaN beyond the ends. */
  placeOf(value: number): number;
}

/** @param column what occurred; on samples these are not the values to be tried */
export function binsOf(dimension: Dimension, table: TuningTable): Bins {
  const column = columnOf(table, dimension.key);
  const distinct = new Set(dimension.values);
  for (let row = 0; row < table.rows && distinct.size <= MOST_VALUES; row += 1)
    if (!hasStatus(table, row, BESIDE_PLAN)) distinct.add(column[row] as number);
  const special = dimension.special?.value;
  if (distinct.size <= MOST_VALUES) {
    // "off" and "no limit" are more than any number.
    const place = (value: number): number => (value === special ? Number.POSITIVE_INFINITY : value);
    const values = [...distinct].sort((a, b) => place(a) - place(b));
    const indices = new Map(values.map((value, i) => [value, i]));
    return {
      labels: values.map((value) => formatDimension(dimension, value)),
      indexOf: (value) => indices.get(value) ?? -1,
      placeOf(value) {
        const at = indices.get(value);
        if (at !== undefined) return at;
        const above = values.findIndex((one) => place(one) > value);
        return above > 0 ? above - 0.5 : Number.NaN;
      },
    };
  }
  return rangesOf(dimension, dimension.values ?? []);
}

function rangesOf(dimension: Dimension, tried: readonly number[]): Bins {
  const special = dimension.special?.value;
  const numbers = tried.filter((value) => value !== special);
  const low = numbers.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = numbers.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const offset = low > 0 ? 0 : Math.max(1, high / 500);
  const forth = (value: number): number => (dimension.scale === 'log' ? Math.log(value + offset) : value);
  const back = (at: number): number => (dimension.scale === 'log' ? Math.exp(at) - offset : at);
  const [from, to] = [forth(low), forth(high)];
  const labels = Array.from({ length: RANGES }, (_, i) => {
    const middle = back(from + ((to - from) * (i + 0.5)) / RANGES);
    return `~${formatDimension(dimension, dimension.unit === 'count' ? Math.round(middle) : middle)}`;
  });
  const hasSpecial = special !== undefined && tried.includes(special);
  const indexOf = (value: number): number => {
    if (value === special) return hasSpecial ? RANGES : -1;
    if (value < low || value > high) return -1;
    return Math.min(RANGES - 1, Math.floor(((forth(value) - from) / (to - from)) * RANGES));
  };
  return {
    labels: hasSpecial ? [...labels, dimension.special?.label ?? ''] : labels,
    indexOf,
    placeOf: (value) => (indexOf(value) < 0 ? Number.NaN : indexOf(value)),
  };
}

export interface Cell {
  readonly kind: 'empty' | 'missing' | 'value';
  /** NaN but for `value`. */
  readonly value: number;
  /** No run of it is within the limits. */
  readonly misses: boolean;
  readonly runs: number;
  /** The run that stands for it; -1 without runs. */
  readonly row: number;
}

export interface Cells {
  readonly x: Bins;
  readonly y: Bins;
  /** Cell of column i, row j at `j * x.labels.length + i`; row 0 is the smallest value. */
  readonly cells: readonly Cell[];
  /** Cell of each run; -1 for none. */
  readonly cellOfRow: Int32Array;
  readonly extent: readonly [number, number] | null;
}

interface Growing {
  sum: number;
  count: number;
  runs: number;
  row: number;
  best: number;
  within: boolean;
}

export function gatherCells(model: HeatMapModel): Cells {
  const { table, figure, gather } = model;
  const [x, y] = [binsOf(model.x, table), binsOf(model.y, table)];
  const width = x.labels.length;
  const growing: (Growing | undefined)[] = Array.from({ length: width * y.labels.length });
  const cellOfRow = new Int32Array(table.rows).fill(-1);
  const [xs, ys, values] = [
    columnOf(table, model.x.key),
    columnOf(table, model.y.key),
    columnOf(table, figure.key),
  ];
  for (let row = 0; row < table.rows; row += 1) {
    // A run beside the plan may differ in options that neither side shows.
    if (hasStatus(table, row, PARTIAL) || hasStatus(table, row, BESIDE_PLAN)) continue;
    const [i, j] = [x.indexOf(xs[row] as number), y.indexOf(ys[row] as number)];
    if (i < 0 || j < 0) continue;
    const at = j * width + i;
    cellOfRow[row] = at;
    add(growing, at, row, values[row] as number, !hasStatus(table, row, MISSES_LIMIT), figure);
  }
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const cells = growing.map((cell): Cell => {
    if (cell === undefined) return { kind: 'empty', value: Number.NaN, misses: false, runs: 0, row: -1 };
    const value = cell.count === 0 ? Number.NaN : gather === 'best' ? cell.best : cell.sum / cell.count;
    if (Number.isFinite(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return {
      kind: Number.isFinite(value) ? 'value' : 'missing',
      value,
      misses: !cell.within,
      runs: cell.runs,
      row: cell.row,
    };
  });
  return { x, y, cells, cellOfRow, extent: low <= high ? [low, high] : null };
}

/** Runs within the limits go before those that miss one. */
function add(
  growing: (Growing | undefined)[],
  at: number,
  row: number,
  value: number,
  within: boolean,
  figure: Dimension,
): void {
  const cell = growing[at];
  const known = Number.isFinite(value);
  if (cell === undefined) {
    growing[at] = { sum: known ? value : 0, count: known ? 1 : 0, runs: 1, row, best: value, within };
    return;
  }
  cell.runs += 1;
  if (cell.within && !within) return;
  if (!cell.within && within) {
    Object.assign(cell, { sum: 0, count: 0, best: Number.NaN, within, row });
  }
  if (!known) return;
  cell.sum += value;
  cell.count += 1;
  if (Number.isFinite(cell.best) && !isBetter(figure, value, cell.best)) return;
  cell.best = value;
  cell.row = row;
}
