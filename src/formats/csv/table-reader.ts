/** Reads a CSV table out of blocks of lines: finds the header, takes plain rows fast and the others slowly. */
import { type ProblemLog, quoteText } from '../problem-log.js';
import { fieldsInUsualOrder, planOfHeader, type RowPlan, type TableSpec, usualPlan } from './columns.js';
import { type BlockConsumer, MAX_LINE_BYTES } from './line-blocks.js';
import { Row, type RowSink } from './row.js';
import { RowScanner } from './row-scanner.js';
import { delimiterOf, fillRow, splitFields } from './slow-line.js';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export interface TableReaderOptions {
  /** Name of the other format whose header these fields are, or null. */
  readonly otherHeader?: (fields: readonly string[]) => string | null;
  /** Leaves everything to the slow path (to check one against the other). */
  readonly slowOnly?: boolean;
}

export class TableReader implements BlockConsumer {
  readonly row: Row;
  /** True when the rest of the file is another document. */
  stopped = false;
  /** Set before the end when the data is known to be cut, so that the last line cannot be whole. */
  cut = false;
  private readonly decoder = new TextDecoder();
  private scanner: RowScanner | null = null;
  private plan: RowPlan | null = null;
  private headerLine = 0;
  /** The first row still has to show whether the header's order is true. */
  private checkOrder = false;
  private slowRows = 0;
  private fastRows = 0;

  constructor(
    private readonly spec: TableSpec,
    private readonly sink: RowSink,
    private readonly problems: ProblemLog,
    private readonly options: TableReaderOptions = {},
  ) {
    this.row = new Row(problems);
    this.row.line = 1;
  }

  /** Data lines read, good and bad; header and blank lines not counted. */
  get rows(): number {
    return this.slowRows + this.fastRows + (this.scanner?.rows ?? 0);
  }

  /** Lines after the header, blank ones counted. */
  get linesAfterHeader(): number {
    return this.row.line - 1 - this.headerLine;
  }

  block(bytes: Uint8Array, from: number, to: number): void {
    let at = from;
    if (this.row.line === 1 && bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) {
      this.problems.add('byte-order-mark', 1);
      at += 3;
    }
    while (at < to && !this.stopped) {
      if (this.scanner !== null) at = this.scanner.scan(bytes, at, to);
      if (at < to) at = this.slowLine(bytes, at, to);
    }
  }

  lastLine(bytes: Uint8Array): void {
    if (this.stopped) return;
    if (isGzip(bytes)) {
      this.block(bytes, 0, bytes.length);
      return;
    }
    const fields = splitFields(this.decoder.decode(bytes)).length;
    if (this.cut || fields < this.row.fields) {
      this.problems.add('cut-last-row', this.row.line);
      this.row.line++;
      return;
    }
    this.problems.add('no-line-end', this.row.line);
    this.block(bytes, 0, bytes.length);
  }

  longLine(): void {
    this.problems.add('long-line', this.row.line);
    this.row.line++;
  }

  private slowLine(bytes: Uint8Array, from: number, to: number): number {
    let end = from;
    while (end < to && bytes[end] !== LINE_FEED && bytes[end] !== CARRIAGE_RETURN) end++;
    if (end - from > MAX_LINE_BYTES) {
      this.longLine();
    } else {
      this.line(bytes.subarray(from, end));
      this.row.line++;
    }
    return bytes[end] === CARRIAGE_RETURN && bytes[end + 1] === LINE_FEED ? end + 2 : end + 1;
  }

  private line(bytes: Uint8Array): void {
    const line = this.row.line;
    if (isGzip(bytes)) {
      this.problems.add('other-document', line, 'Compressed (gzip) data');
      this.stopped = true;
      return;
    }
    if (bytes.includes(0)) {
      this.problems.add('nul-bytes', line);
      if (this.plan !== null) this.slowRows++;
      return;
    }
    const text = this.decoder.decode(bytes);
    if (text.trim() === '') return;
    const fields = splitFields(text);
    if (this.plan === null) {
      if (!this.begin(fields)) {
        this.problems.add('junk-before-header', line, quoteText(text));
        return;
      }
      if (this.headerLine === line) return;
    } else if (this.otherBeginning(fields)) return;
    this.slowRows++;
    if (delimiterOf(text) !== ',') this.problems.add('other-delimiter', line);
    if (this.checkOrder) this.settleOrder(fields);
    if (this.plan === null) return;
    fillRow(this.row, this.plan, fields);
    this.sink.row(this.row);
  }

  /** Whether the table begins here, with a header or a row. */
  private begin(fields: readonly string[]): boolean {
    const plan = planOfHeader(this.spec, fields);
    if (plan !== null) {
      this.headerLine = this.row.line;
      this.usePlan(plan);
      return true;
    }
    if (!this.spec.looksLikeRow(fields)) return false;
    this.problems.add('no-header', 0);
    this.usePlan(usualPlan(this.spec));
    return true;
  }

  private usePlan(plan: RowPlan): void {
    this.plan = plan;
    if (plan.unknown.length > 0)
      this.problems.add(
        'unknown-column',
        this.row.line,
        quoteText(plan.unknown[0] ?? ''),
        plan.unknown.length,
      );
    if (!plan.usualOrder) this.problems.add('column-order', this.row.line);
    this.fastRows += this.scanner?.rows ?? 0;
    this.checkOrder = !plan.usualOrder;
    const slow = this.checkOrder || this.options.slowOnly === true;
    this.scanner = slow ? null : new RowScanner(plan, this.row, this.sink);
  }

  /** A header in another order than usual may be wrong about its rows: the first row tells. */
  private settleOrder(fields: readonly string[]): void {
    const { plan, spec } = this;
    if (plan === null) return;
    this.checkOrder = false;
    if (!spec.looksLikeRow(fieldsInUsualOrder(spec, plan, fields)) && spec.looksLikeRow(fields)) {
      this.problems.add('header-order', this.row.line);
      this.plan = usualPlan(spec);
    }
    if (this.options.slowOnly !== true) this.scanner = new RowScanner(this.plan ?? plan, this.row, this.sink);
  }

  /** Whether a header stands here, in the middle. */
  private otherBeginning(fields: readonly string[]): boolean {
    if (!fields.some((field) => /^[a-z_]{4,}$/i.test(field))) return false;
    const plan = planOfHeader(this.spec, fields);
    if (plan !== null) {
      this.problems.add('second-header', this.row.line);
      this.usePlan(plan);
      return true;
    }
    const other = this.options.otherHeader?.(fields) ?? null;
    if (other === null) return false;
    this.problems.add('other-document', this.row.line, `Another table (${other})`);
    this.stopped = true;
    return true;
  }
}

function isGzip(line: Uint8Array): boolean {
  return line[0] === 0x1f && line[1] === 0x8b;
}
