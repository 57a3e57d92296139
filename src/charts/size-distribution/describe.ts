/** A size class in words and numbers. Pure. */
import { formatBytes } from '../../base/numbers.js';
import { formatError, formatValue } from '../shared/unit.js';
import type { SizeTable } from './props.js';

export interface SizeReading {
  readonly size: string;
  readonly bytes: string;
  readonly objects: string;
}

/** @param index a class, or -1 for all together: variances of classes add up. */
export function sizeReading(table: SizeTable, index: number): SizeReading {
  const sum = (values: Float64Array): number => values.reduce((all, value) => all + value, 0);
  const pick = (values: Float64Array): number => (index < 0 ? sum(values) : (values[index] ?? Number.NaN));
  const below = table.below[index] ?? 0;
  const size = table.sizes[index] ?? Number.NaN;
  return {
    size:
      index < 0
        ? 'all sizes'
        : below > 0
          ? `${formatBytes(below)} to ${formatBytes(size)}`
          : `up to ${formatBytes(size)}`,
    bytes: `${formatValue(pick(table.bytes), 'bytes')} (${formatError(pick(table.bytesVariance), 'bytes')})`,
    objects: `${formatValue(pick(table.objects), 'objects')} (${formatError(pick(table.objectsVariance), 'objects')})`,
  };
}

export function sizeSentence(table: SizeTable, index: number): string {
  const { size, bytes, objects } = sizeReading(table, index);
  return `${size}: ${bytes}, ${objects} objects`;
}
