/** Sums of estimates over the dumps of a join: each record by its own dump's rate, then added. */
import { type EstimateKind, estimateRecords, type RecordEstimates } from './estimates.js';
import type { FilteredNodes } from './filter.js';
import { type HeapProfile, MEASURES, type Measure, MERGED, OVERFLOW, type StackTree } from './profile.js';
import { AFTER, BEFORE, StackRows, type StackTable } from './stack-table.js';
import { type WriterKind, writerKind } from './writer-kind.js';

/** Estimates of stacks. Row `r` is of node `stack[r]`; its measure `m` (index in MEASURES) is at `[4r + m]`. */
export interface EstimateTable {
  readonly length: number;
  readonly stack: Int32Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
  /** Variance of each value, in the square of its unit; NaN where unknown. */
  readonly variances: Float64Array<ArrayBuffer>;
  /** Samples behind the values in use (`[2r]`) and accumulated (`[2r + 1]`), as far as the files tell. */
  readonly samples: Float64Array<ArrayBuffer>;
  readonly notes: EstimateNotes;
}

export interface EstimateNotes {
  /** Dumps that were added up. */
  readonly dumps: number;
  /** Distinct rates met, in bytes; 0 = a dump without one (nothing was scaled). */
  readonly rates: readonly number[];
  /** What wrote the dumps, as far as they tell (`writer-kind.ts`). */
  readonly writers: readonly WriterKind['kind'][];
  /** Counters that did not fit 64 bits when written (2^64 - 1): no numbers, left out of the sums. */
  readonly overflows: number;
}

/** One measure of an estimate table. */
export interface MeasureRows {
  readonly length: number;
  readonly stack: Int32Array;
  readonly values: Float64Array | Float32Array;
  readonly variances: Float64Array | Float32Array;
}

const WIDTH = MEASURES.length;
const FIRST_ROWS = 1 << 10;

export class EstimateSums {
  length = 0;
  private dumps = 0;
  private overflows = 0;
  private readonly rates = new Set<number>();
  private readonly writers = new Set<WriterKind['kind']>();
  /** Row + 1 of each node, 0 = none. */
  private rowOf = new Int32Array(FIRST_ROWS);
  private stack = new Int32Array(FIRST_ROWS);
  private values = new Float64Array(WIDTH * FIRST_ROWS);
  private variances = new Float64Array(WIDTH * FIRST_ROWS);
  private samples = new Float64Array(2 * FIRST_ROWS);

  constructor(private readonly kind: EstimateKind) {}

  /**
   * Adds the records of a profile.
   * @param nodes the node of the sums for each of the profile's (`ProfileJoin.add`); null where they are the same
   * @param thread row in the profile's threads, or `MERGED` for the records over all
   */
  add(profile: HeapProfile, nodes: Int32Array | null, thread: number = MERGED): void {
    const { records, rate } = profile;
    this.dumps++;
    this.rates.add(rate.bytes);
    const writer = writerKind(profile);
    this.writers.add(writer.kind);
    const accumulated = hasAccumulated(records.counters);
    for (let measure = 0; measure < (accumulated ? WIDTH : 2); measure++) {
      const estimates = estimateRecords(profile, MEASURES[measure] as Measure, this.kind, writer);
      this.addMeasure(profile, nodes, thread, measure, estimates);
    }
  }

  /** Copies of the columns, rows by node. */
  finish(): EstimateTable {
    const { length } = this;
    const order = Int32Array.from({ length }, (_, row) => row).sort(
      (a, b) => (this.stack[a] as number) - (this.stack[b] as number),
    );
    const values = new Float64Array(WIDTH * length);
    const variances = new Float64Array(WIDTH * length);
    const samples = new Float64Array(2 * length);
    const stack = new Int32Array(length);
    for (let to = 0; to < length; to++) {
      const from = order[to] as number;
      stack[to] = this.stack[from] as number;
      for (let m = 0; m < WIDTH; m++) {
        values[WIDTH * to + m] = this.values[WIDTH * from + m] as number;
        variances[WIDTH * to + m] = this.variances[WIDTH * from + m] as number;
      }
      samples[2 * to] = this.samples[2 * from] as number;
      samples[2 * to + 1] = this.samples[2 * from + 1] as number;
    }
    const notes = {
      dumps: this.dumps,
      rates: [...this.rates].sort((a, b) => a - b),
      writers: [...this.writers].sort(),
      overflows: this.overflows,
    };
    return { length, stack, values, variances, samples, notes };
  }

  /** Begins anew, in the same memory. */
  clear(): void {
    for (let row = 0; row < this.length; row++) this.rowOf[this.stack[row] as number] = 0;
    this.values.fill(0, 0, WIDTH * this.length);
    this.variances.fill(0, 0, WIDTH * this.length);
    this.samples.fill(0, 0, 2 * this.length);
    this.length = 0;
    this.dumps = 0;
    this.overflows = 0;
    this.rates.clear();
    this.writers.clear();
  }

  private addMeasure(
    { records }: HeapProfile,
    nodes: Int32Array | null,
    thread: number,
    measure: number,
    { value, variance, samples }: RecordEstimates,
  ): void {
    for (let record = 0; record < records.length; record++) {
      if (records.thread[record] !== thread) continue;
      const node = records.stack[record] as number;
      const row = this.row(nodes === null ? node : (nodes[node] as number));
      if (records.counters[4 * record + measure] === OVERFLOW) {
        this.overflows++;
        this.variances[WIDTH * row + measure] = Number.NaN;
        continue;
      }
      const at = WIDTH * row + measure;
      this.values[at] = (this.values[at] as number) + (value[record] as number);
      this.variances[at] = (this.variances[at] as number) + (variance[record] as number);
      if (measure % 2 === 0) {
        const to = 2 * row + (measure >> 1);
        this.samples[to] = (this.samples[to] as number) + (samples[record] as number);
      }
    }
  }

  private row(node: number): number {
    if (node >= this.rowOf.length) {
      const rowOf = new Int32Array(Math.max(node + 1, 2 * this.rowOf.length));
      rowOf.set(this.rowOf);
      this.rowOf = rowOf;
    }
    const known = this.rowOf[node] as number;
    if (known > 0) return known - 1;
    if (this.length === this.stack.length) this.grow();
    const row = this.length++;
    this.stack[row] = node;
    this.rowOf[node] = row + 1;
    return row;
  }

  private grow(): void {
    const stack = new Int32Array(2 * this.stack.length);
    stack.set(this.stack);
    this.stack = stack;
    this.values = doubled(this.values);
    this.variances = doubled(this.variances);
    this.samples = doubled(this.samples);
  }
}

function doubled(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * array.length);
  larger.set(array);
  return larger;
}

function hasAccumulated(counters: BigUint64Array): boolean {
  const words = new Uint32Array(counters.buffer, counters.byteOffset, 2 * counters.length);
  for (let at = 4; at < words.length; at += 8) {
    if (words[at] !== 0 || words[at + 1] !== 0 || words[at + 2] !== 0 || words[at + 3] !== 0) return true;
  }
  return false;
}

export function measureRows(table: EstimateTable, measure: Measure): MeasureRows {
  const m = MEASURES.indexOf(measure);
  const values = new Float64Array(table.length);
  const variances = new Float64Array(table.length);
  for (let row = 0; row < table.length; row++) {
    values[row] = table.values[WIDTH * row + m] as number;
    variances[row] = table.variances[WIDTH * row + m] as number;
  }
  return { length: table.length, stack: table.stack, values, variances };
}

/** The rows that a filter leaves; those that became equal are added up. */
export function filterEstimates(table: EstimateTable, { node }: FilteredNodes): EstimateTable {
  const rowOf = new Map<number, number>();
  for (const stack of table.stack) {
    const left = node[stack] as number;
    if (left >= 0 && !rowOf.has(left)) rowOf.set(left, rowOf.size);
  }
  const length = rowOf.size;
  const values = new Float64Array(WIDTH * length);
  const variances = new Float64Array(WIDTH * length);
  const samples = new Float64Array(2 * length);
  const add = (to: Float64Array, from: Float64Array, width: number, row: number, source: number): void => {
    for (let i = 0; i < width; i++) {
      to[width * row + i] = (to[width * row + i] as number) + (from[width * source + i] as number);
    }
  };
  for (let source = 0; source < table.length; source++) {
    const row = rowOf.get(node[table.stack[source] as number] as number);
    if (row === undefined) continue;
    add(values, table.values, WIDTH, row, source);
    add(variances, table.variances, WIDTH, row, source);
    add(samples, table.samples, 2, row, source);
  }
  return { length, stack: Int32Array.from(rowOf.keys()), values, variances, samples, notes: table.notes };
}

/** One measure of sums as a table of stacks; with `before`, a comparison (rows of both, variances added). */
export function stackTable(
  stacks: StackTree,
  measure: Measure,
  after: EstimateTable,
  before: EstimateTable | null = null,
): StackTable {
  const rows = new StackRows(stacks);
  addTable(rows, measure, after, AFTER);
  if (before !== null) addTable(rows, measure, before, BEFORE);
  return rows.finish();
}

function addTable(rows: StackRows, measure: Measure, table: EstimateTable, side: number): void {
  const m = MEASURES.indexOf(measure);
  for (let row = 0; row < table.length; row++) {
    const value = table.values[WIDTH * row + m] as number;
    const samples = table.samples[2 * row + (m >> 1)] as number;
    rows.add(
      table.stack[row] as number,
      side === AFTER ? value : 0,
      table.variances[WIDTH * row + m] as number,
      samples,
      side === AFTER ? 0 : value,
      side,
    );
  }
}
