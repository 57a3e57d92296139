/** The general way to read one line: any quoting (papaparse), blanks, signs, hexadecimal, other delimiters. */
import Papa from 'papaparse';
import { quoteText } from '../problem-log.js';
import { type ColumnSpec, FIELD_NUMBER, FIELD_PROBE, type RowPlan } from './columns.js';
import { PROBE_NAMES, PROBE_NONE, type Row } from './row.js';
import { decimalWords, hexWords } from './words.js';

const scratch = new Uint8Array(64);

/** Splits a line at its delimiter; fields are trimmed and unquoted. */
export function splitFields(line: string): string[] {
  const delimiter = delimiterOf(line);
  const fields = line.includes('"')
    ? (Papa.parse<string[]>(line, { delimiter, header: false }).data[0] ?? [])
    : line.split(delimiter);
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
  let spelled = false;
  for (let i = 0; i < row.fields; i++) {
    const column = plan.columns[i];
    const text = fields[i] ?? '';
    if (column === undefined || text === '') continue;
    if (column.kind === FIELD_NUMBER) fillNumber(row, column, text);
    else if (column.kind === FIELD_PROBE) {
      const number = PROBE_NAMES.indexOf(text.toLowerCase() as (typeof PROBE_NAMES)[number]);
      row.probe = Math.max(number, PROBE_NONE);
      if (row.probe === PROBE_NONE) row.probeText = text;
      else spelled = text !== PROBE_NAMES[row.probe];
      if (spelled) row.problems.add('probe-spelling', row.line, quoteText(text));
    }
  }
  // Only an extra field that holds something is worth a word.
  if (fields.slice(plan.columns.length).some((field) => field !== ''))
    row.problems.add('extra-fields', row.line);
}

function fillNumber(row: Row, column: ColumnSpec, text: string): void {
  const at = 2 * column.slot;
  const decimal = /^\+?0*(\d+)(\.0*)?$/.exec(text);
  let fits: boolean;
  if (decimal !== null) {
    const digits = decimal[1] ?? '';
    fits = digits.length <= 20 && decimalWords(scratch, 0, toScratch(digits), row.words, at);
    if (fits && decimal[2] !== undefined) row.problems.add('decimal-point', row.line);
  } else {
    const hex = /^(0x)?0*([0-9a-f]+)$/i.exec(text);
    const bare = hex?.[1] === undefined;
    if (hex === null || (bare && column.address !== true)) {
      const negative = /^-\d+(\.0*)?$/.test(text);
      row.troubles.set(column.slot, {
        kind: negative ? 'negative-number' : 'not-a-number',
        detail: quoteText(text),
      });
      return;
    }
    const digits = hex[2] ?? '';
    fits = digits.length <= 16 && hexWords(scratch, 0, toScratch(digits), row.words, at);
    if (fits && bare) row.problems.add('bare-hex', row.line, quoteText(text));
    else if (fits) row.problems.add('hex-number', row.line);
  }
  if (fits) row.present |= 1 << column.slot;
  else row.troubles.set(column.slot, { kind: 'too-large', detail: quoteText(text) });
}

function toScratch(ascii: string): number {
  for (let i = 0; i < ascii.length; i++) scratch[i] = ascii.charCodeAt(i);
  return ascii.length;
}
