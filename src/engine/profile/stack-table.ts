/** Values of stacks: the records of one profile (or several, added up or compared) for one measure, a row per stack. */
import type { RecordEstimates } from './estimates.js';
import { type HeapProfile, MERGED, type StackTree } from './profile.js';

export interface StackTable {
  readonly stacks: StackTree;
  /** Number of rows. */
  readonly length: number;
  /** Node of each row's stack in `stacks`; no two rows have the same. */
  readonly stack: Int32Array<ArrayBuffer>;
  /** Bytes or objects; after the change in a comparison. */
  readonly value: Float64Array<ArrayBuffer>;
  /** Variance of `value` (of `value - before` in a comparison); NaN where unknown. */
  readonly variance: Float64Array<ArrayBuffer>;
  /** Samples behind the value, as far as the file tells (`estimates.ts`); of both sides in a comparison. */
  readonly samples: Float64Array<ArrayBuffer>;
  /** In a comparison the value before, else zeros. */
  readonly before: Float64Array<ArrayBuffer>;
  /** 1 where the profile after has the stack, 2 where the one before has it, 3 both. */
  readonly side: Uint8Array<ArrayBuffer>;
}

export const AFTER = 1;
export const BEFORE = 2;

/** Rows while they are collected, found by their stack. */
export class StackRows {
  private readonly rowOf: Int32Array;
  private length = 0;
  private stack = new Int32Array(1024);
  private value = new Float64Array(1024);
  private variance = new Float64Array(1024);
  private samples = new Float64Array(1024);
  private before = new Float64Array(1024);
  private side = new Uint8Array(1024);

  constructor(private readonly stacks: StackTree) {
    this.rowOf = new Int32Array(stacks.length);
  }

  add(node: number, value: number, variance: number, samples: number, before: number, side: number): void {
    const row = this.rowFor(node);
    this.value[row] = (this.value[row] as number) + value;
    this.variance[row] = (this.variance[row] as number) + variance;
    this.samples[row] = (this.samples[row] as number) + samples;
    this.before[row] = (this.before[row] as number) + before;
    this.side[row] = (this.side[row] as number) | side;
  }

  /** Adds a record to one side. */
  addRecord(node: number, { value, variance, samples }: RecordEstimates, record: number, side: number): void {
    const row = this.rowFor(node);
    const column = side === AFTER ? this.value : this.before;
    column[row] = (column[row] as number) + (value[record] as number);
    this.variance[row] = (this.variance[row] as number) + (variance[record] as number);
    this.samples[row] = (this.samples[row] as number) + (samples[record] as number);
    this.side[row] = (this.side[row] as number) | side;
  }

  private rowFor(node: number): number {
    const known = this.rowOf[node] as number;
    if (known > 0) return known - 1;
    const row = this.length++;
    if (row === this.stack.length) this.grow();
    this.rowOf[node] = row + 1;
    this.stack[row] = node;
    return row;
  }

  finish(): StackTable {
    const { length } = this;
    return {
      stacks: this.stacks,
      length,
      stack: this.stack.slice(0, length),
      value: this.value.slice(0, length),
      variance: this.variance.slice(0, length),
      samples: this.samples.slice(0, length),
      before: this.before.slice(0, length),
      side: this.side.slice(0, length),
    };
  }

  private grow(): void {
    const size = 2 * this.stack.length;
    const wider = (from: Float64Array<ArrayBuffer>) => {
      const to = new Float64Array(size);
      to.set(from);
      return to;
    };
    const stack = new Int32Array(size);
    stack.set(this.stack);
    this.stack = stack;
    const side = new Uint8Array(size);
    side.set(this.side);
    this.side = side;
    this.value = wider(this.value);
    this.variance = wider(this.variance);
    this.samples = wider(this.samples);
    this.before = wider(this.before);
  }
}

/**
 * Adds the records of a profile.
 * @param nodes the profile's nodes in the table's stacks, null where they are the same
 * @param thread row in the profile's threads, or `MERGED` for all
 */
export function addProfile(
  rows: StackRows,
  { records }: HeapProfile,
  estimates: RecordEstimates,
  nodes: Int32Array | null,
  thread: number = MERGED,
  side: number = AFTER,
): void {
  for (let record = 0; record < records.length; record++) {
    if (records.thread[record] !== thread) continue;
    const own = records.stack[record] as number;
    rows.addRecord(nodes === null ? own : (nodes[own] as number), estimates, record, side);
  }
}

/** What changed, as one value a row: after less before, as jeprof's --base. */
export function difference(table: StackTable, dropNegative: boolean): StackTable {
  const rows = new StackRows(table.stacks);
  for (let row = 0; row < table.length; row++) {
    const side = table.side[row] as number;
    if (dropNegative && side === BEFORE) continue;
    const change = (table.value[row] as number) - (table.before[row] as number);
    rows.add(
      table.stack[row] as number,
      dropNegative && change < 0 ? 0 : change,
      table.variance[row] as number,
      table.samples[row] as number,
      0,
      side,
    );
  }
  return rows.finish();
}

/** Rows by their stack's node: neighbours in the tree follow each other, so that walks up from them find warm memory. */
export function rowsInTreeOrder({ stacks, stack, length }: StackTable): Int32Array<ArrayBuffer> {
  const order = new Int32Array(length);
  if (length < stacks.length >> 6) {
    for (let row = 0; row < length; row++) order[row] = row;
    return order.sort((a, b) => (stack[a] as number) - (stack[b] as number));
  }
  const rowOf = new Int32Array(stacks.length);
  for (let row = 0; row < length; row++) rowOf[stack[row] as number] = row + 1;
  let at = 0;
  for (let node = 0; node < rowOf.length; node++)
    if (rowOf[node] !== 0) order[at++] = (rowOf[node] as number) - 1;
  return order;
}

export function totalOf(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
