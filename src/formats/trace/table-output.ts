/** Paired events into the event table, which counts in pages: other sizes are row errors there. */
import { NO_ALLOCATION, OPERATION_ALLOC, OPERATION_DALLOC } from '../../engine/replay/trace-table.js';
import type { Row } from '../csv/row.js';
import type { PairedOutput } from '../preprocess.js';
import { type EventColumns, wholePages } from './event-columns.js';
import { NSECS, SIZE } from './raw-columns.js';

export class TableOutput implements PairedOutput {
  constructor(private readonly events: EventColumns) {}

  alloc(row: Row, shard: number, frequent: boolean): number {
    const { events } = this;
    const pages = wholePages(row.words[2 * SIZE] as number, row.words[2 * SIZE + 1] as number);
    if (pages === 0) {
      row.problems.add('bad-size', row.line, row.number(SIZE).toLocaleString('en-US'));
      return NO_ALLOCATION;
    }
    events.push(shard, frequent, OPERATION_ALLOC, pages, row.words, 2 * NSECS);
    return events.allocations++;
  }

  dalloc(row: Row, shard: number, frequent: boolean, number: number): void {
    if (number === NO_ALLOCATION) row.problems.add('free-of-rejected', row.line);
    this.events.push(shard, frequent, OPERATION_DALLOC, number, row.words, 2 * NSECS);
  }
}
