/** What a heap value counts, and how it is written. */
import { formatBytes, formatCount, NO_NUMBER } from '../../base/numbers.js';

export type HeapUnit = 'bytes' | 'objects';

export function formatValue(value: number, unit: HeapUnit): string {
  return unit === 'bytes'
    ? formatBytes(value)
    : formatCount(Math.abs(value) >= 100 ? Math.round(value) : value);
}

/** With a plus where it is above zero. */
export function formatSigned(value: number, unit: HeapUnit): string {
  return value > 0 ? `+${formatValue(value, unit)}` : formatValue(value, unit);
}

/** `± 1.20 MiB`, one standard error; says so where none is known. */
export function formatError(variance: number, unit: HeapUnit): string {
  const error = formatValue(Math.sqrt(variance), unit);
  return error === NO_NUMBER ? 'no error known' : `± ${error}`;
}
