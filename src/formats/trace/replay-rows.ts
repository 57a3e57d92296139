/**
 * Replay rows into the event table. Allocation numbers of the file count every allocation row; those of the table
 * only the accepted ones, so deallocations are renumbered. What the replay would ignore is counted as a problem.
 */
import { NO_ALLOCATION, OPERATION_ALLOC, OPERATION_DALLOC } from '../../engine/replay/trace-table.js';
import type { Row, RowSink } from '../csv/row.js';
import { checkedShard } from '../preprocess.js';
import { ClockCheck } from './clock.js';
import { type EventColumns, wholePages } from './event-columns.js';
import { FREQUENT, NSECS, OPERATION, REPLAY_COLUMNS, SHARD, VALUE } from './replay-columns.js';

const FREED = 0;
/** In a state byte: the shard is in the map instead. */
const LARGE_SHARD = 255;

export class ReplayRows implements RowSink {
  private readonly clock = new ClockCheck();
  /** File numbers of allocations that were left out, rising. */
  private rejected = new Uint32Array(16);
  private rejectedCount = 0;
  /** Per allocation of the table: shard + 1 while live, 0 once freed. */
  private states = new Uint8Array(1 << 12);
  private readonly largeShards = new Map<number, number>();

  constructor(private readonly events: EventColumns) {}

  row(row: Row): void {
    const { words, present } = row;
    if ((present & 0b1111) !== 0b1111) return this.complain(row);
    const operation = words[2 * OPERATION] as number;
    if (operation > OPERATION_DALLOC || words[2 * OPERATION + 1] !== 0) {
      row.problems.add('unknown-operation', row.line, String(row.number(OPERATION)));
      return;
    }
    // A row whose is_frequent cannot be read is not guessed at.
    if (row.troubles.size > 0 && row.troubles.has(FREQUENT)) return row.complain(REPLAY_COLUMNS.frequent);
    const shard = checkedShard(row, SHARD, REPLAY_COLUMNS.shard);
    const frequent =
      (present & (1 << FREQUENT)) !== 0 && (words[2 * FREQUENT] !== 0 || words[2 * FREQUENT + 1] !== 0);
    if (operation === OPERATION_ALLOC) {
      this.alloc(row, shard, frequent);
    } else if (shard >= 0) {
      this.clock.check(row, NSECS);
      const number = this.renumber(row, shard);
      this.events.push(shard, frequent, OPERATION_DALLOC, number, words, 2 * NSECS);
    }
  }

  private alloc(row: Row, shard: number, frequent: boolean): void {
    const { events } = this;
    const { words } = row;
    this.clock.check(row, NSECS);
    const pages = wholePages(words[2 * VALUE] as number, words[2 * VALUE + 1] as number);
    if (pages === 0 || shard < 0) {
      if (pages === 0) row.problems.add('bad-size', row.line, row.number(VALUE).toLocaleString('en-US'));
      this.reject();
      return;
    }
    events.push(shard, frequent, OPERATION_ALLOC, pages, words, 2 * NSECS);
    const number = events.allocations++;
    if (number >= this.states.length) this.states = doubled(this.states);
    if (shard < LARGE_SHARD - 1) {
      this.states[number] = shard + 1;
    } else {
      this.states[number] = LARGE_SHARD;
      this.largeShards.set(number, shard);
    }
  }

  /** The table's number of the allocation that a deallocation row names. */
  private renumber(row: Row, shard: number): number {
    const fileNumber = row.words[2 * VALUE] as number;
    const known = this.events.allocations + this.rejectedCount;
    if (row.words[2 * VALUE + 1] !== 0 || fileNumber >= known) {
      row.problems.add('unknown-allocation', row.line);
      return NO_ALLOCATION;
    }
    let number = fileNumber;
    if (this.rejectedCount > 0) {
      const before = this.rejectedBefore(fileNumber);
      if (before < this.rejectedCount && this.rejected[before] === fileNumber) {
        row.problems.add('free-of-rejected', row.line);
        return NO_ALLOCATION;
      }
      number -= before;
    }
    const state = this.states[number] as number;
    if (state === FREED) {
      row.problems.add('double-deallocation', row.line);
    } else {
      const owner = state === LARGE_SHARD ? this.largeShards.get(number) : state - 1;
      if (owner === shard) this.states[number] = FREED;
      else row.problems.add('free-other-shard', row.line);
    }
    return number;
  }

  /**
   * Rows that lack a number are no allocations, and the tool gives them none either; but it takes numbers out of
   * range, so an allocation row with one has used up its number.
   */
  private complain(row: Row): void {
    const { words } = row;
    const outOfRange =
      row.troubles.size > 0 && [...row.troubles.values()].every((t) => t.kind !== 'not-a-number');
    const allocation = row.has(OPERATION) && words[2 * OPERATION] === 0 && words[2 * OPERATION + 1] === 0;
    if (outOfRange && allocation && row.fields >= 4) this.reject();
    for (const column of [
      REPLAY_COLUMNS.shard,
      REPLAY_COLUMNS.operation,
      REPLAY_COLUMNS.value,
      REPLAY_COLUMNS.nsecs,
    ]) {
      if (!row.has(column.slot)) {
        row.complain(column);
        break;
      }
    }
  }

  private reject(): void {
    if (this.rejectedCount === this.rejected.length) {
      const larger = new Uint32Array(2 * this.rejectedCount);
      larger.set(this.rejected);
      this.rejected = larger;
    }
    this.rejected[this.rejectedCount] = this.events.allocations + this.rejectedCount;
    this.rejectedCount++;
  }

  /** How many left-out allocations have a file number below this one. */
  private rejectedBefore(fileNumber: number): number {
    let from = 0;
    let to = this.rejectedCount;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.rejected[middle] as number) < fileNumber) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function doubled(column: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * column.length);
  larger.set(column);
  return larger;
}
