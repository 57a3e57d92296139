/** The beginning of a file as the formats look at it to recognise themselves. */
import { planOfHeader, type TableSpec } from './csv/columns.js';
import { splitFields } from './csv/slow-line.js';

const LOOK_AT_BYTES = 1 << 16;
const LOOK_AT_LINES = 200;

export interface Head {
  readonly bytes: Uint8Array;
  /** First lines as fields, without blank lines. */
  readonly rows: readonly (readonly string[])[];
  readonly text: string;
}

export function makeHead(all: Uint8Array): Head {
  const bytes = all.subarray(0, LOOK_AT_BYTES);
  const text = new TextDecoder().decode(bytes);
  const lines = text.split(/\r\n|\n|\r/, LOOK_AT_LINES + 1);
  // The last line seen may be cut by the head's end.
  if (lines.length > 1 && all.length > bytes.length) lines.pop();
  const rows = lines
    .slice(0, LOOK_AT_LINES)
    .filter((line) => line.trim() !== '')
    .map((line) => splitFields(line.length > 4096 ? line.slice(0, 4096) : line));
  return { bytes, rows, text };
}

/** Index of the first line that begins a table of this kind, or -1. */
export function firstRowOf(spec: TableSpec, head: Head): number {
  return head.rows.findIndex((fields) => planOfHeader(spec, fields) !== null || spec.looksLikeRow(fields));
}
