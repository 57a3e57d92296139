/** The numbers behind the bench's pictures as CSV: every row, exact, units in the head. */
import { csvTable } from '../../../base/csv.js';
import type { SumRulesTable } from '../../../charts/sum-rules/SumRules.js';
import type { HeapUnit } from '../../../charts/shared/unit.js';
import type { GrowthAnswer, SizeColumns } from '../../../workers/heap.api.js';

const at = (column: Float64Array, row: number): number => column[row] ?? Number.NaN;
const error = (column: Float64Array, row: number): number => Math.sqrt(at(column, row));

/** A line for each name: slope, then value and error in every dump. Rows in the given order. */
export function growthCsv(
  answer: GrowthAnswer,
  rows: readonly number[],
  dumps: readonly string[],
  unit: HeapUnit,
  byTime: boolean,
): string {
  const span = byTime ? 'second' : 'dump';
  const head = [
    'name',
    `slope_${unit}_per_${span}`,
    `slope_error_${unit}_per_${span}`,
    ...dumps.flatMap((name, i) => [`${i + 1} ${name} ${unit}`, `${i + 1} ${name} error_${unit}`]),
  ];
  return csvTable(
    head,
    rows.map((row) => [
      answer.names[row] ?? '',
      at(answer.slopes, row),
      at(answer.slopeErrors, row),
      ...dumps.flatMap((_, i) => [
        at(answer.values, row * answer.dumps + i),
        error(answer.variances, row * answer.dumps + i),
      ]),
    ]),
  );
}

export function rulesCsv({ kind, names, values, variance }: SumRulesTable, unit: HeapUnit): string {
  return csvTable(
    [kind, `samples_${unit}`, `stacks_${unit}`, `pooled_${unit}`, `whole_${unit}`, `stacks_error_${unit}`],
    names.map((name, row) => [
      name,
      at(values.samples, row),
      at(values.stacks, row),
      at(values.pooled, row),
      at(values.whole, row),
      error(variance, row),
    ]),
  );
}

export function sizesCsv(table: SizeColumns): string {
  return csvTable(
    ['above_bytes', 'to_bytes', 'bytes', 'bytes_error', 'objects', 'objects_error'],
    Array.from(table.sizes, (size, row) => [
      at(table.below, row),
      size,
      at(table.bytes, row),
      error(table.bytesVariance, row),
      at(table.objects, row),
      error(table.objectsVariance, row),
    ]),
  );
}
