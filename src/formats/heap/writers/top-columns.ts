/** The top table as columns for CSV and JSON: values, their shares, errors and samples; in a comparison what was before. */
import type { Module } from '../../../engine/profile/names.js';
import type { TopTable } from '../../../engine/profile/top-table.js';
import type { TableColumn } from './table.js';

/** @param order rows in the order they are to be written, such as `jeprofOrder` gives it */
export function topColumns(
  table: TopTable,
  modules: readonly Module[],
  unit: 'bytes' | 'objects',
  order: ArrayLike<number>,
): TableColumn[] {
  const number = (name: string, column: ArrayLike<number>): TableColumn => ({
    name,
    kind: 'number',
    at: (row) => column[order[row] as number] as number,
  });
  const text = (name: string, at: (row: number) => string): TableColumn => ({
    name,
    kind: 'text',
    at: (row) => at(order[row] as number),
  });
  let total = 0;
  for (const value of table.flat) total += value;
  const percent = (column: Float64Array): Float64Array => column.map((value) => (100 * value) / total);
  const compared = [...table.flatBefore, ...table.cumBefore].some((value) => value !== 0);
  const columns = [
    text('name', (row) => table.names[row] as string),
    text('module', (row) => modules[table.module[row] as number]?.path ?? ''),
  ];
  for (const which of ['flat', 'cum'] as const) {
    columns.push(number(`${which}_${unit}`, table[which]));
    if (compared) columns.push(number(`${which}_before_${unit}`, table[`${which}Before`]));
    else columns.push(number(`${which}_percent`, percent(table[which])));
    columns.push(
      number(`${which}_error_${unit}`, table[`${which}Variance`].map(Math.sqrt)),
      number(`${which}_samples`, table[`${which}Samples`]),
    );
  }
  return columns;
}
