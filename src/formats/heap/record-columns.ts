/** Records while they are read; columns grow by doubling. */
import { counterWords, MERGED, type RecordTable } from '../../engine/profile/profile.js';

const FIRST_CAPACITY = 1 << 10;
const TWO_32 = 4_294_967_296;

export class RecordColumns {
  length = 0;
  private stack: Int32Array<ArrayBuffer>;
  private thread: Int32Array<ArrayBuffer>;
  private counters: BigUint64Array<ArrayBuffer>;
  private words: Uint32Array;

  /** Room to begin with; memory that stays unused costs nothing. */
  constructor(room = 0) {
    const size = Math.max(FIRST_CAPACITY, room);
    this.stack = new Int32Array(size);
    this.thread = new Int32Array(size);
    this.counters = new BigUint64Array(4 * size);
    this.words = counterWords(this.counters);
  }

  /** A record of zeros; counters are set afterwards. */
  add(stack: number, thread: number): number {
    if (this.length === this.stack.length) this.grow();
    const record = this.length++;
    this.stack[record] = stack;
    this.thread[record] = thread;
    return record;
  }

  /** A whole number up to 2^53. */
  setNumber(record: number, measure: number, value: number): void {
    const high = Math.floor(value / TWO_32);
    this.words[8 * record + 2 * measure] = value - high * TWO_32;
    this.words[8 * record + 2 * measure + 1] = high;
  }

  set(record: number, measure: number, value: bigint): void {
    this.counters[4 * record + measure] = value;
  }

  get(record: number, measure: number): bigint {
    return this.counters[4 * record + measure] as bigint;
  }

  stackAt(record: number): number {
    return this.stack[record] as number;
  }

  someMerged(): boolean {
    return this.thread.subarray(0, this.length).includes(MERGED);
  }

  /** @param nodes node of each stack number that records were added with */
  finish(nodes: Int32Array): RecordTable {
    const { length } = this;
    const stack = new Int32Array(length);
    for (let record = 0; record < length; record++)
      stack[record] = nodes[this.stack[record] as number] as number;
    return {
      length,
      stack,
      thread: this.thread.slice(0, length),
      counters: this.counters.slice(0, 4 * length),
    };
  }

  private grow(): void {
    const size = 2 * this.stack.length;
    const stack = new Int32Array(size);
    stack.set(this.stack);
    this.stack = stack;
    const thread = new Int32Array(size);
    thread.set(this.thread);
    this.thread = thread;
    const counters = new BigUint64Array(4 * size);
    counters.set(this.counters);
    this.counters = counters;
    this.words = counterWords(counters);
  }
}
