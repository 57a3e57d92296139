/** What a row has a number for: an option that was varied, or a figure it was judged by. */
import {
  formatBytes,
  formatCount,
  formatMilliseconds,
  formatPercent,
  NO_NUMBER,
} from '../../../base/numbers.js';

export type DimensionUnit =
  | 'bytes'
  | 'milliseconds'
  | 'count'
  | 'per-second'
  /** 0 to 1. */
  | 'share'
  /** A share of 65,536. */
  | 'fixed-point'
  | 'boolean'
  | 'choice';

export interface Dimension {
  readonly key: string;
  readonly label: string;
  readonly unit: DimensionUnit;
  readonly scale: 'linear' | 'log';
  readonly choices?: readonly string[];
  /** A value that means more than any number ("off", "no limit"). */
  readonly special?: { readonly value: number; readonly label: string };
  /** Of a figure: which way is better. */
  readonly better?: 'less' | 'more';
  /** Of an option: the values to be tried, so that its axis stands before the first run ends. */
  readonly values?: readonly number[];
}

export function formatDimension(dimension: Dimension, value: number): string {
  if (Number.isNaN(value)) return NO_NUMBER;
  if (value === dimension.special?.value) return dimension.special.label;
  switch (dimension.unit) {
    case 'bytes':
      return formatBytes(value);
    case 'milliseconds':
      return formatMilliseconds(value);
    case 'count':
      return formatCount(value);
    case 'per-second':
      return `${formatCount(value < 100 ? Number(value.toPrecision(3)) : value)}\u202f/s`;
    case 'share':
      return formatPercent(value);
    case 'fixed-point':
      return formatPercent(value / 65_536);
    case 'boolean':
      return value === 0 ? 'no' : 'yes';
    case 'choice':
      return dimension.choices?.[value] ?? String(value);
  }
}

/** `mean dirty (less is better)`. */
export function titleOf({ label, better }: Dimension): string {
  return better === undefined ? label : `${label} (${better} is better)`;
}

export function isBetter({ better }: Dimension, value: number, than: number): boolean {
  return better === 'more' ? value > than : value < than;
}
