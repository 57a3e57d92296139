/**
 * The few numbers that sum up a replay, over all of it or over a range of snapshots, for all shards or for one.
 *
 * Only snapshots are known, so a state (pageslabs, bytes) is taken to move in a straight line from one snapshot to
 * the next; before the first event it is zero, which is exact. With `t` the trace clock and `v` the sum over shards:
 *
 *   mean(v)       = Σ (v[i-1] + v[i]) / 2 · (t[i] - t[i-1])  /  Σ (t[i] - t[i-1])
 *   hugeCoverage  = mean(active pages in huge pageslabs) / mean(active pages)
 *   fragmentation = 1 - mean(active pages) / mean(active + dirty pages)
 *
 * Steps on which the clock runs backwards weigh nothing. Where the clock is unknown (a measured run) or stands still,
 * events take its place. Peaks are the highest snapshot; a counter's value is its growth over the range.
 */
import { PAGE } from '../units.js';
import type { Column, StatisticsTable } from './statistics.js';

/** Snapshots `from + 1` to `to`, starting in the state of snapshot `from`; -1 is the start of the trace. */
export interface SnapshotRange {
  readonly from: number;
  readonly to: number;
}

export interface Summary {
  /** What the means are weighted by. */
  readonly weightedBy: 'time' | 'events';
  /** Span of the trace clock, nanoseconds; NaN where the clock is unknown. */
  readonly nanoseconds: number;
  readonly events: number;
  readonly peakPageslabs: number;
  readonly meanPageslabs: number;
  readonly peakDirtyBytes: number;
  readonly meanDirtyBytes: number;
  /** Share of active pages that lie in huge pageslabs, 0 to 1; NaN without active pages. */
  readonly hugeCoverage: number;
  /** Share of touched pages that are not active, 0 to 1; NaN without touched pages. */
  readonly fragmentation: number;
  /** Address ranges given to the kernel, and the pages they held. */
  readonly purgeCalls: number;
  readonly purgedPages: number;
  readonly hugifies: number;
  readonly dehugifies: number;
  /** Share of SEC requests it served itself, 0 to 1; NaN without requests. */
  readonly secHitRatio: number;
}

/** Value of a column at a snapshot: the sum over shards, or one shard's. Snapshot -1 is the empty start. */
export function valueAt(
  table: StatisticsTable,
  column: Column,
  snapshot: number,
  shard: number | null,
): number {
  if (snapshot < 0) return 0;
  const values = table.columns[column];
  const row = snapshot * table.shards;
  if (shard !== null) return values[row + shard] ?? Number.NaN;
  let sum = 0;
  for (let index = 0; index < table.shards; index += 1) sum += values[row + index] ?? Number.NaN;
  return sum;
}

/** Trace clock of a snapshot (the same for every shard), nanoseconds since the first event. */
export function clockAt(table: StatisticsTable, snapshot: number): number {
  return snapshot < 0 ? 0 : (table.columns.clock_ns[snapshot * table.shards] ?? Number.NaN);
}

/** Events replayed when a snapshot was taken. */
export function eventsAt(table: StatisticsTable, snapshot: number): number {
  return snapshot < 0 ? 0 : (table.columns.operation_count[snapshot * table.shards] ?? Number.NaN);
}

/** All snapshots of a table. */
export function wholeRange(table: StatisticsTable): SnapshotRange {
  return { from: -1, to: table.snapshots - 1 };
}

/**
 * The snapshots from `low` to `high` on an axis (nanoseconds, or events), both ends included. The range starts in the
 * state of the last snapshot at or before `low`. Null when it holds no snapshot.
 */
export function snapshotRange(
  table: StatisticsTable,
  axis: 'time' | 'event',
  low: number,
  high: number,
): SnapshotRange | null {
  const positionAt = axis === 'time' ? clockAt : eventsAt;
  let from = -1;
  let to = -1;
  for (let snapshot = 0; snapshot < table.snapshots; snapshot += 1) {
    const position = positionAt(table, snapshot);
    if (position <= low) from = snapshot;
    if (position <= high) to = snapshot;
  }
  return to > from ? { from, to } : null;
}

/** Sums up a range; null when there is no snapshot in it. */
export function summarise(
  table: StatisticsTable,
  range: SnapshotRange,
  shard: number | null,
): Summary | null {
  const { from, to } = range;
  if (to <= from || to >= table.snapshots || from < -1) return null;
  const span = clockAt(table, to) - clockAt(table, from);
  const weightedBy = forwardTime(table, range) > 0 ? 'time' : 'events';
  const mean = (column: Column): number => meanOver(table, column, range, shard, weightedBy);
  const peak = (column: Column): number => {
    let highest = valueAt(table, column, from, shard);
    for (let snapshot = from + 1; snapshot <= to; snapshot += 1) {
      const value = valueAt(table, column, snapshot, shard);
      if (!(value <= highest)) highest = value;
    }
    return highest;
  };
  const growth = (column: Column): number =>
    valueAt(table, column, to, shard) - valueAt(table, column, from, shard);

  const active = mean('active_pages');
  const hits = growth('sec_hits');
  return {
    weightedBy,
    nanoseconds: span,
    events: eventsAt(table, to) - eventsAt(table, from),
    peakPageslabs: peak('total_pageslabs'),
    meanPageslabs: mean('total_pageslabs'),
    peakDirtyBytes: peak('dirty_bytes'),
    meanDirtyBytes: mean('dirty_bytes'),
    hugeCoverage: ratio(mean('active_huge_pages'), active),
    fragmentation: ratio(mean('dirty_bytes') / PAGE, active + mean('dirty_bytes') / PAGE),
    purgeCalls: growth('purge_ranges'),
    purgedPages: growth('npurges'),
    hugifies: growth('nhugifies'),
    dehugifies: growth('ndehugifies'),
    secHitRatio: ratio(hits, hits + growth('sec_misses')),
  };
}

/** Mean of a column over a range, as the head of this file defines it. */
export function meanOver(
  table: StatisticsTable,
  column: Column,
  { from, to }: SnapshotRange,
  shard: number | null,
  weightedBy: Summary['weightedBy'],
): number {
  const positionAt = weightedBy === 'time' ? clockAt : eventsAt;
  let area = 0;
  let width = 0;
  let before = valueAt(table, column, from, shard);
  for (let snapshot = from + 1; snapshot <= to; snapshot += 1) {
    const value = valueAt(table, column, snapshot, shard);
    const step = Math.max(0, positionAt(table, snapshot) - positionAt(table, snapshot - 1));
    area += ((before + value) / 2) * step;
    width += step;
    before = value;
  }
  return width > 0 ? area / width : before;
}

/** Nanoseconds that the clock moved forward within a range; 0 where it is unknown. */
export function forwardTime(table: StatisticsTable, range: SnapshotRange): number {
  let total = 0;
  for (let snapshot = range.from + 1; snapshot <= range.to; snapshot += 1) {
    const step = clockAt(table, snapshot) - clockAt(table, snapshot - 1);
    if (step > 0) total += step;
  }
  return total;
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : Number.NaN;
}
