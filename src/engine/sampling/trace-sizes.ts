/** The workload of a page-allocator trace: its extents by size. */
import { NO_ALLOCATION, OPERATION_ALLOC, type TraceTable } from '../replay/trace-table.js';
import { usableSize } from '../sizes/size-classes.js';
import { PAGE } from '../units.js';
import { makeWorkload, MAX_WORKLOAD_SIZES, type Workload } from './workload.js';

/**
 * Sizes and numbers of what a trace allocates; live is what it has not freed at its end. A page allocator sees extents (slabs
 * and large objects), not what the program asked for, so this is the workload of a program that allocates extents. Sizes
 * are whole pages; if there are too many different ones, they are rounded up to size classes.
 */
export function workloadOfTrace({ length, allocations, meta, value }: TraceTable): Workload {
  const pages = new Uint32Array(allocations);
  const alive = new Uint8Array(allocations);
  let next = 0;
  for (let i = 0; i < length; i++) {
    const operand = value[i] as number;
    if (((meta[i] as number) & 1) === OPERATION_ALLOC) {
      pages[next] = operand;
      alive[next++] = 1;
    } else if (operand !== NO_ALLOCATION && operand < next) alive[operand] = 0;
  }
  const counts = new Map<number, { allocated: number; live: number }>();
  for (let i = 0; i < next; i++) {
    const size = pages[i] as number;
    let count = counts.get(size);
    if (count === undefined) counts.set(size, (count = { allocated: 0, live: 0 }));
    count.allocated++;
    count.live += alive[i] as number;
  }
  const sizeOf = sizeOfPages(counts.size);
  return makeWorkload([...counts].map(([size, count]) => ({ size: sizeOf(size), ...count })));
}

/** Bytes of an extent of so many pages; rounded up to size classes where there are too many different ones. */
export function sizeOfPages(different: number): (pages: number) => number {
  const most = different > MAX_WORKLOAD_SIZES;
  return (pages) => (most ? usableSize(pages * PAGE) : pages * PAGE);
}
