/** What a program allocates, by size: the input of everything here. */
import { usableSize } from '../sizes/size-classes.js';

/** Columns by size, sizes rising and each there once. Counts are whole numbers below 2^53 where experiments use them. */
export interface Workload {
  readonly length: number;
  /** Usable size in bytes. */
  readonly size: Float64Array<ArrayBuffer>;
  /** Allocations made. */
  readonly allocated: Float64Array<ArrayBuffer>;
  /** Of these, alive at the dump. */
  readonly live: Float64Array<ArrayBuffer>;
}

/** Most sizes a workload should have: many times the number of size classes, and still quick to compute with. */
export const MAX_WORKLOAD_SIZES = 10_000;

export interface SizeCount {
  readonly size: number;
  readonly allocated: number;
  readonly live: number;
}

/** Sorts, adds up equal sizes, and leaves out sizes without allocations. */
export function makeWorkload(counts: Iterable<SizeCount>): Workload {
  const sums = new Map<number, { allocated: number; live: number }>();
  for (const { size, allocated, live } of counts) {
    const sum = sums.get(size) ?? { allocated: 0, live: 0 };
    sum.allocated += allocated;
    sum.live += live;
    sums.set(size, sum);
  }
  const rows = [...sums].filter(([, { allocated }]) => allocated > 0).sort(([a], [b]) => a - b);
  return {
    length: rows.length,
    size: Float64Array.from(rows, ([size]) => size),
    allocated: Float64Array.from(rows, ([, { allocated }]) => allocated),
    live: Float64Array.from(rows, ([, { live }]) => live),
  };
}

export function workloadRows({ length, size, allocated, live }: Workload): SizeCount[] {
  return Array.from({ length }, (_, i) => ({
    size: size[i] as number,
    allocated: allocated[i] as number,
    live: live[i] as number,
  }));
}

/** The same with requested sizes rounded up to jemalloc's size classes. */
export function toSizeClasses(workload: Workload): Workload {
  return makeWorkload(workloadRows(workload).map((row) => ({ ...row, size: usableSize(row.size) })));
}

/** The same with whole counts, as experiments need them; no size with live objects loses its last one. */
export function wholeCounts(workload: Workload): Workload {
  return makeWorkload(
    workloadRows(workload).map(({ size, allocated, live }) => {
      const whole = live > 0 ? Math.max(1, Math.round(live)) : 0;
      return { size, allocated: Math.max(whole, Math.round(allocated)), live: whole };
    }),
  );
}

export interface WorkloadTotals {
  readonly allocations: number;
  readonly allocatedBytes: number;
  readonly liveObjects: number;
  readonly liveBytes: number;
}

export function workloadTotals({ length, size, allocated, live }: Workload): WorkloadTotals {
  const totals = { allocations: 0, allocatedBytes: 0, liveObjects: 0, liveBytes: 0 };
  for (let i = 0; i < length; i++) {
    const bytes = size[i] as number;
    totals.allocations += allocated[i] as number;
    totals.allocatedBytes += bytes * (allocated[i] as number);
    totals.liveObjects += live[i] as number;
    totals.liveBytes += bytes * (live[i] as number);
  }
  return totals;
}

export function workloadBuffers({ size, allocated, live }: Workload): ArrayBuffer[] {
  return [size.buffer, allocated.buffer, live.buffer];
}
