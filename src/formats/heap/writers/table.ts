/** Tables of a profile as CSV and JSON. */
import { csvNumber, csvText } from '../../../base/csv.js';
import { encodeText } from './text-chunks.js';

/** A column of numbers (with their unit in the name: `flat_bytes`) or of texts, which may come from files. */
export type TableColumn =
  | { readonly name: string; readonly kind: 'number'; readonly at: (row: number) => number }
  | { readonly name: string; readonly kind: 'text'; readonly at: (row: number) => string };

/** RFC 4180, with LF line ends. Numbers that are none (NaN) are empty cells; infinite ones are spelled out. */
export function writeCsv(columns: readonly TableColumn[], rows: number): Iterable<Uint8Array<ArrayBuffer>> {
  return encodeText(csvLines(columns, rows));
}

/** An array of objects, one a row. NaN and infinite numbers are null, for which JSON has no other word. */
export function writeJson(columns: readonly TableColumn[], rows: number): Iterable<Uint8Array<ArrayBuffer>> {
  return encodeText(jsonRows(columns, rows));
}

function* csvLines(columns: readonly TableColumn[], rows: number): Iterable<string> {
  yield `${columns.map(({ name }) => csvText(name)).join(',')}\n`;
  for (let row = 0; row < rows; row++) {
    const cells = columns.map((column) =>
      column.kind === 'text' ? csvText(column.at(row)) : csvNumber(column.at(row)),
    );
    yield `${cells.join(',')}\n`;
  }
}

function* jsonRows(columns: readonly TableColumn[], rows: number): Iterable<string> {
  yield '[';
  for (let row = 0; row < rows; row++) {
    const cells = columns.map((column) => `${JSON.stringify(column.name)}:${jsonValue(column, row)}`);
    yield `${row === 0 ? '\n' : ',\n'}{${cells.join(',')}}`;
  }
  yield rows === 0 ? ']\n' : '\n]\n';
}

function jsonValue(column: TableColumn, row: number): string {
  return JSON.stringify(column.at(row));
}
