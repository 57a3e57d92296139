/**
 * The statistics of a replay: what the benchmark's CSV holds, and a second group of columns for the charts.
 * Rows are snapshots: at each snapshot every shard writes one row, in shard order.
 */

/** The 19 columns of the benchmark's CSV in its order (`print_shard_stats`, test/stress/pa/pa_microbench.c). */
export const STATS_COLUMNS = [
  'operation_count',
  'shard_id',
  'alloc_count',
  'dealloc_count',
  'active_bytes',
  'total_pageslabs',
  'full_pageslabs_total',
  'empty_pageslabs_total',
  'hugified_pageslabs',
  'full_pageslabs_non_huge',
  'full_pageslabs_huge',
  'empty_pageslabs_non_huge',
  'empty_pageslabs_huge',
  'dirty_bytes',
  'nhugifies',
  'nhugify_failures',
  'ndehugifies',
  'npurge_passes',
  'npurges',
] as const;

/** What the charts need and the CSV lacks. Units are in the names; counts are cumulative from the start. */
export const CHART_COLUMNS = [
  /** Trace clock at the snapshot, nanoseconds since the trace's first event (may run backwards if the trace does). */
  'clock_ns',
  /** Pages in use in pageslabs (`psset_stats.merged.nactive`): HPA extents handed out, SEC's cached ones included. */
  'active_pages',
  /** Touched but not active pages (`psset_stats.merged.ndirty`). */
  'dirty_pages',
  /** Active + dirty pages. */
  'touched_pages',
  /** Pages of the pageslabs the kernel holds no memory for: 512 x slabs - touched. */
  'retained_pages',
  /** Active pages that lie in huge pageslabs. */
  'active_huge_pages',
  'partial_pageslabs_non_huge',
  'partial_pageslabs_huge',
  /** Allocations that went to the old page allocator (PAC), and its bytes in use. */
  'pac_alloc_count',
  'pac_bytes',
  /** Bytes cached by the SEC now, and its counters (`sec_stats_t`). */
  'sec_bytes',
  'sec_hits',
  'sec_misses',
  'sec_dalloc_flush',
  'sec_dalloc_noflush',
  'sec_overfills',
  /** Pageslabs purged (each time one is). */
  'purged_pageslabs',
  /** Purge calls: address ranges given to madvise. */
  'purge_ranges',
  /** Hugified pageslabs without a call (eager or none styles assume it). */
  'assumed_huge',
] as const;

export type StatsColumn = (typeof STATS_COLUMNS)[number];
export type ChartColumn = (typeof CHART_COLUMNS)[number];
export type Column = StatsColumn | ChartColumn;
export const COLUMNS: readonly Column[] = [...STATS_COLUMNS, ...CHART_COLUMNS];

/** Snapshots of all shards. Row of snapshot `p`, shard `s` is `p * shards + s`. */
export interface StatisticsTable {
  readonly shards: number;
  /** Snapshots that have been written so far. */
  snapshots: number;
  /** Snapshots there is room for. */
  readonly capacity: number;
  /** One column each, `capacity * shards` long. Whole numbers, exact below 2^53. */
  readonly columns: Readonly<Record<Column, Float64Array<ArrayBuffer>>>;
}

export function createStatistics(shards: number, capacity: number): StatisticsTable {
  const columns = {} as Record<Column, Float64Array<ArrayBuffer>>;
  for (const name of COLUMNS) columns[name] = new Float64Array(shards * capacity);
  return { shards, snapshots: 0, capacity, columns };
}

export function statisticsBuffers(table: StatisticsTable): ArrayBuffer[] {
  return COLUMNS.map((name) => table.columns[name].buffer);
}

/** The CSV header line of the benchmark, without line end. */
export const STATS_HEADER = STATS_COLUMNS.join(',');
