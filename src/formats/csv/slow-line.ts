/** The general way to read one line: any quoting (papaparse), blanks, signs, hexadecimal, other delimiters. */
import Papa from 'papaparse';
import { quoteText } from '../problem-log.js';
import { type ColumnSpec, FIELD_NUMBER, FIELD_PROBE, type RowPlan } from './columns.js';
import { PROBE_NAMES, PROBE_NONE, type FieldTrouble, type Row } from './row.js';
import { decimalWords, hexWords } from './words.js';

const scratch = new Uint8Array(64);
/** More fields than any table has; the rest of a line full of commas is not looked at. */
const MAX_FIELDS = 256;
/** No number is longer, leading zeros and all. */
const MAX_NUMBER = 64;

/** Splits a line at its delimiter; fields are trimmed and unquoted. */
export function splitFields(line: string): string[] {
  const delimiter = delimiterOf(line);
  const fields = line.includes('"')
    ? (Papa.parse<string[]>(line, { delimiter, header: false }).data[0] ?? [])
    : line.split(delimiter, MAX_FIELDS);
  // A blank before an opening quote hides it from CSV rules; people write it all the same.
  return fields.map((field) =>
    field
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .trim(),
  );
}

export function delimiterOf(line: string): string {
  if (line.includes(',')) return ',';
  if (line.includes('\t')) return '\t';
  return line.includes(';') ? ';' : ',';
}

/** Fills `row` from a line's fields as far as they can be read; what cannot be is noted in `row.troubles`. */
export function fillRow(row: Row, plan: RowPlan, fields: readonly string[]): void {
  row.present = 0;
  row.probe = PROBE_NONE;
  row.probeText = '';
  row.fields = Math.min(fields.length, plan.columns.length);
  row.troubles.clear();
  let hex = false;
  let point = false;
  for (let i = 0; i < row.fields; i++) {
    const column = plan.columns[i];
    const text = fields[i] ?? '';
    if (column === undefined || text === '') continue;
    if (column.kind === FIELD_NUMBER) {
      const spelling = fillNumber(row, column, text);
      hex ||= spelling === 'hex';
      point ||= spelling === 'point';
    } else if (column.kind === FIELD_PROBE) {
      const number = PROBE_NAMES.indexOf(text.toLowerCase() as (typeof PROBE_NAMES)[number]);
      row.probe = Math.max(number, PROBE_NONE);
      if (row.probe === PROBE_NONE) row.probeText = text;
      else if (text !== PROBE_NAMES[row.probe]) row.problems.add('probe-spelling', row.line, quoteText(text));
    }
  }
  if (hex) row.problems.add('hex-number', row.line);
  if (point) row.problems.add('decimal-point', row.line);
  // Only an extra field that holds something is worth a word.
  if (fields.slice(plan.columns.length).some((field) => field !== ''))
    row.problems.add('extra-fields', row.line);
}

type Spelling = 'plain' | 'hex' | 'point' | 'unreadable';

function fillNumber(row: Row, column: ColumnSpec, text: string): Spelling {
  const at = 2 * column.slot;
  const refuse = (kind: FieldTrouble['kind']): Spelling => {
    row.troubles.set(column.slot, { kind, detail: quoteText(text) });
    return 'unreadable';
  };
  if (text.length > MAX_NUMBER) return refuse('not-a-number');
  const decimal = /^\+?0*(\d+)(\.0*)?$/.exec(text);
  if (decimal !== null) {
    const digits = decimal[1] ?? '';
    if (digits.length > 20 || !decimalWords(scratch, 0, toScratch(digits), row.words, at))
      return refuse('too-large');
    row.present |= 1 << column.slot;
    return decimal[2] === undefined ? 'plain' : 'point';
  }
  const hex = /^(0x)?0*([0-9a-f]+)$/i.exec(text);
  const bare = hex?.[1] === undefined;
  if (hex === null || (bare && column.address !== true))
    return refuse(/^-\d+(\.0*)?$/.test(text) ? 'negative-number' : 'not-a-number');
  const digits = hex[2] ?? '';
  if (digits.length > 16 || !hexWords(scratch, 0, toScratch(digits), row.words, at))
    return refuse('too-large');
  row.present |= 1 << column.slot;
  if (!bare) return 'hex';
  row.problems.add('bare-hex', row.line, quoteText(text));
  return 'plain';
}

function toScratch(ascii: string): number {
  for (let i = 0; i < ascii.length; i++) scratch[i] = ascii.charCodeAt(i);
  return ascii.length;
}
