/**
 * The hot path: plain rows of decimal digits, probe names and skipped text between commas. Anything else (quotes, blanks,
 * signs, hexadecimal without prefix, lone CR, unknown probes, too many columns) is left to the slow path, line by line.
 */
import { FIELD_NUMBER, FIELD_PROBE, type RowPlan } from './columns.js';
import { PROBE_NAMES, type Row, type RowSink } from './row.js';
import { decimalWords, hexWords } from './words.js';

const COMMA = 44;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const ZERO = 48;
const LETTER_X = 120;

const POW10 = Float64Array.from([1, 10, 100, 1e3, 1e4, 1e5, 1e6]);
const PROBES: readonly Uint8Array[] = PROBE_NAMES.map((name) => new TextEncoder().encode(name));

export class RowScanner {
  /** Rows given to the sink. */
  rows = 0;

  constructor(
    private readonly plan: RowPlan,
    private readonly row: Row,
    private readonly sink: RowSink,
  ) {}

  /**
   * Reads lines of `bytes[from, to)`, which ends with a line end, as long as they are plain. Advances `row.line`, the
   * number of the current line.
   * @returns the start of the first line that is not plain, or `to`.
   */
  scan(bytes: Uint8Array, from: number, to: number): number {
    const { kinds, slots } = this.plan;
    const { row, sink } = this;
    const words = row.words;
    const columns = kinds.length;
    let at = from;
    let count = 0;
    let line = row.line;
    row.probeText = '';
    row.troubles.clear();
    rows: while (at < to) {
      let i = at;
      let column = 0;
      let present = 0;
      let c = 0;
      let hex = false;
      row.probe = 0;
      for (;;) {
        const kind = kinds[column] as number;
        if (kind === FIELD_NUMBER) {
          const start = i;
          const slot = slots[column] as number;
          // Nine digits fit a small integer; the next six make the whole below 2^53.
          const nine = i + 9;
          let high = 0;
          c = bytes[i] as number;
          while (c >= 48 && c <= 57 && i < nine) {
            high = high * 10 + (c - 48);
            c = bytes[++i] as number;
          }
          if (c >= 48 && c <= 57) {
            const fifteen = i + 6;
            let low = 0;
            while (c >= 48 && c <= 57 && i < fifteen) {
              low = low * 10 + (c - 48);
              c = bytes[++i] as number;
            }
            if (c >= 48 && c <= 57) {
              while (c >= 48 && c <= 57) c = bytes[++i] as number;
              if (i - start > 20 || !decimalWords(bytes, start, i, words, 2 * slot)) break rows;
            } else {
              const value = high * (POW10[i - nine] as number) + low;
              const top = Math.floor(value / 4_294_967_296);
              words[2 * slot] = value - top * 4_294_967_296;
              words[2 * slot + 1] = top;
            }
            present |= 1 << slot;
          } else if (i > start) {
            words[2 * slot] = high;
            words[2 * slot + 1] = 0;
            present |= 1 << slot;
            if (c === LETTER_X) {
              if (i !== start + 1 || bytes[start] !== ZERO) break rows;
              i = endOfWord(bytes, i + 1);
              if (!hexWords(bytes, start + 2, i, words, 2 * slot)) break rows;
              c = bytes[i] as number;
              hex = true;
            }
          }
        } else if (kind === FIELD_PROBE) {
          const start = i;
          c = bytes[i] as number;
          while (c > COMMA) c = bytes[++i] as number;
          if (i > start) {
            row.probe = matchProbe(bytes, start, i);
            if (row.probe === 0) break rows;
          }
        } else {
          c = bytes[i] as number;
          while (c !== COMMA && c !== QUOTE && c > CARRIAGE_RETURN) c = bytes[++i] as number;
        }
        if (c === COMMA) {
          i++;
          column++;
          if (column === columns) break rows;
          continue;
        }
        if (c === LINE_FEED) break;
        if (c !== CARRIAGE_RETURN || bytes[++i] !== LINE_FEED) break rows;
        break;
      }
      // A blank line, or one of commas only.
      if (present === 0) break;
      row.present = present;
      row.fields = column + 1;
      row.line = line;
      if (hex) row.problems.add('hex-number', line);
      sink.row(row);
      count++;
      line++;
      at = i + 1;
    }
    row.line = line;
    this.rows += count;
    return at;
  }
}

function endOfWord(bytes: Uint8Array, from: number): number {
  let i = from;
  while ((bytes[i] as number) > COMMA) i++;
  return i;
}

/** Number of the probe spelled by `bytes[from, to)`, 0 for none. */
function matchProbe(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  // Byte 4 tells alloc from dalloc, byte 0 hpa from sec; the rest is then compared.
  const number = (bytes[from] === 104 ? 1 : 3) + (bytes[from + 4] === 97 ? 0 : 1);
  const name = PROBES[number] as Uint8Array;
  if (name.length !== length) return 0;
  for (let k = 0; k < length; k++) if (bytes[from + k] !== name[k]) return 0;
  return number;
}
