/** Small statistics tables for this folder's tests. */
import {
  COLUMNS,
  type Column,
  createStatistics,
  type StatisticsTable,
} from '../../engine/replay/statistics.js';
import type { TimelinesModel } from './model.js';

export type Rows = Partial<Record<Column, readonly number[]>>;

/**
 * A table from columns; one inner array for each shard. Columns that are not named are 0, or NaN with
 * `unknown` (a benchmark's CSV knows only some).
 */
export function tableOf(shards: readonly Rows[], unknown: readonly Column[] = []): StatisticsTable {
  const snapshots = Math.max(
    0,
    ...shards.flatMap((rows) => Object.values(rows).map((values) => values.length)),
  );
  const table = createStatistics(shards.length, snapshots);
  table.snapshots = snapshots;
  for (const name of COLUMNS) {
    const column = table.columns[name];
    shards.forEach((rows, shard) => {
      for (let p = 0; p < snapshots; p += 1) {
        const value = rows[name]?.[p] ?? (unknown.includes(name) ? Number.NaN : 0);
        column[p * shards.length + shard] = value;
      }
    });
  }
  return table;
}

/** A second's clock, four snapshots, pageslabs and memory that add up. */
export const FOUR: Rows = {
  operation_count: [1000, 2000, 3000, 4000],
  clock_ns: [1e9, 2e9, 3e9, 4e9],
  total_pageslabs: [4, 6, 5, 5],
  hugified_pageslabs: [1, 3, 3, 2],
  full_pageslabs_total: [1, 2, 1, 1],
  full_pageslabs_huge: [1, 1, 1, 1],
  full_pageslabs_non_huge: [0, 1, 0, 0],
  empty_pageslabs_total: [1, 1, 2, 1],
  empty_pageslabs_huge: [0, 1, 1, 0],
  empty_pageslabs_non_huge: [1, 0, 1, 1],
  active_pages: [1024, 2048, 1536, 1024],
  dirty_pages: [0, 256, 512, 0],
  dirty_bytes: [0, 256 * 4096, 512 * 4096, 0],
  retained_pages: [1024, 768, 512, 1536],
  nhugifies: [0, 2, 2, 2],
  ndehugifies: [0, 0, 0, 1],
  purge_ranges: [0, 0, 10, 30],
  npurges: [0, 0, 100, 612],
};

/** What is drawn of a table where nothing is chosen. */
export function modelOf(table: StatisticsTable, more: Partial<TimelinesModel> = {}): TimelinesModel {
  return {
    table,
    axis: 'time',
    shards: Array.from({ length: table.shards }, (_, shard) => shard),
    merged: false,
    hidden: new Set(),
    xDomain: null,
    xExtent: null,
    work: 'rate',
    theme: 'light',
    ...more,
  };
}
