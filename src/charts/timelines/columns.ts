/**
 * The columns one group of panels draws: one shard, or several summed.
 *
 * Counts and bytes are levels: known at a snapshot and held to the next one. Rates and the hit ratio belong to the
 * interval that *ends* at a snapshot: they hold from the snapshot before it.
 */
import type { Column, StatisticsTable } from '../../engine/replay/statistics.js';
import type { AxisKind, PanelId, SeriesId, WorkKind } from './series.js';

export const PAGE_BYTES = 4096;

const NONE: ReadonlySet<SeriesId> = new Set();

export interface GroupColumns {
  /** Snapshots. */
  readonly length: number;
  /** Place of each snapshot: nanoseconds or events. Never falls: a clock that runs back is held. */
  readonly x: Float64Array;
  /** Where the interval that ends at the snapshot begins. */
  readonly intervalStart: Float64Array;
  readonly events: Float64Array;
  /** Nanoseconds since the first event, as the trace says; empty where the table has no clock. */
  readonly clock: Float64Array;
  readonly series: Readonly<Record<SeriesId, Float64Array>>;
  /** Cumulative counts for the readout. */
  readonly pagesPurged: Float64Array;
  readonly hits: Float64Array;
  readonly misses: Float64Array;
  /** Series the table cannot give. */
  readonly missing: ReadonlySet<SeriesId>;
  /** Series that are left out of the picture though they are known: the run laid over this one cannot give them. */
  readonly undrawn: ReadonlySet<SeriesId>;
  /** How often the clock ran back. */
  readonly clockReturns: number;
  readonly hasSec: boolean;
}

/** True if the table knows the trace's clock. */
export function hasClock(table: StatisticsTable): boolean {
  return table.snapshots === 0 || !Number.isNaN(table.columns.clock_ns[0]);
}

/** The axis that can be drawn: where a table has no clock, there are only events to lay runs over each other by. */
export function usableAxis(
  table: StatisticsTable | null,
  wanted: AxisKind,
  other: StatisticsTable | null = null,
): AxisKind {
  const clockless = [table, other].some((one) => one !== null && !hasClock(one));
  return clockless ? 'event' : wanted;
}

/** True if the SEC has been asked for anything or holds anything in any shard. */
export function usesSec(table: StatisticsTable): boolean {
  const { shards, snapshots, columns } = table;
  for (let row = (snapshots - 1) * shards; row >= 0 && row < snapshots * shards; row += 1) {
    if ((columns.sec_hits[row] as number) > 0 || (columns.sec_misses[row] as number) > 0) return true;
    if ((columns.sec_bytes[row] as number) > 0) return true;
  }
  return false;
}

/** One column of the shards, summed for each snapshot. NaN stays NaN. */
function gather(table: StatisticsTable, shards: readonly number[], name: Column): Float64Array {
  const { snapshots, shards: stride } = table;
  const source = table.columns[name];
  const out = new Float64Array(snapshots);
  for (const shard of shards) {
    for (let p = 0, row = shard; p < snapshots; p += 1, row += stride) {
      out[p] = (out[p] as number) + (source[row] as number);
    }
  }
  return out;
}

function risingCopy(source: Float64Array): { rising: Float64Array; returns: number } {
  const rising = new Float64Array(source.length);
  let most = Number.NEGATIVE_INFINITY;
  let returns = 0;
  for (let i = 0; i < source.length; i += 1) {
    const value = source[i] as number;
    if (i > 0 && value < (source[i - 1] as number)) returns += 1;
    if (value > most) most = value;
    rising[i] = most;
  }
  return { rising, returns };
}

/**
 * Where each snapshot's interval begins and which snapshot that is (-1: the start of the trace). Snapshots at one and the
 * same place share an interval, so what happened while the clock stood still is counted, and nothing is divided by zero.
 */
function intervals(x: Float64Array): { start: Float64Array; before: Int32Array; last: Int32Array } {
  const start = new Float64Array(x.length);
  const before = new Int32Array(x.length);
  const last = new Int32Array(x.length);
  let previous = -1;
  let from = 0;
  while (from < x.length) {
    const place = x[from] as number;
    let to = from;
    while (to + 1 < x.length && x[to + 1] === place) to += 1;
    const begin = previous < 0 ? Math.min(0, place) : (x[previous] as number);
    start.fill(begin, from, to + 1);
    before.fill(previous, from, to + 1);
    last.fill(to, from, to + 1);
    // A first interval without width has no rate: its counts go to the next one.
    if (place > begin) previous = to;
    from = to + 1;
  }
  return { start, before, last };
}

type Intervals = ReturnType<typeof intervals>;

function growth(counter: Float64Array, of: Intervals, i: number): number {
  const before = of.before[i] as number;
  return (counter[of.last[i] as number] as number) - (before < 0 ? 0 : (counter[before] as number));
}

function rate(counter: Float64Array, x: Float64Array, of: Intervals, per: number): Float64Array {
  const out = new Float64Array(counter.length);
  for (let i = 0; i < out.length; i += 1) {
    const width = (x[i] as number) - (of.start[i] as number);
    out[i] = width > 0 ? (growth(counter, of, i) * per) / width : Number.NaN;
  }
  return out;
}

function scaled(column: Float64Array, factor: number): Float64Array {
  for (let i = 0; i < column.length; i += 1) column[i] = (column[i] as number) * factor;
  return column;
}

/**
 * @param shards rows to sum; must lie in the table.
 * @param axis must be one the table can give ({@link usableAxis}).
 */
export function groupColumns(
  table: StatisticsTable,
  shards: readonly number[],
  axis: AxisKind,
  work: WorkKind,
): GroupColumns {
  const length = table.snapshots;
  const first = shards.slice(0, 1);
  const column = (name: Column): Float64Array => gather(table, shards, name);
  const events = gather(table, first, 'operation_count');
  const clock = hasClock(table) ? gather(table, first, 'clock_ns') : new Float64Array(0);
  const { rising: x, returns: clockReturns } = risingCopy(axis === 'time' ? clock : events);
  const spans = intervals(x);
  const per = axis === 'time' ? 1e9 : 1000;

  const fullHuge = column('full_pageslabs_huge');
  const fullNonHuge = column('full_pageslabs_non_huge');
  const emptyHuge = column('empty_pageslabs_huge');
  const emptyNonHuge = column('empty_pageslabs_non_huge');
  // The benchmark's CSV has no partial pageslabs, but what the totals leave over are exactly those.
  const partialHuge = column('hugified_pageslabs');
  const partialNonHuge = column('total_pageslabs');
  for (let i = 0; i < length; i += 1) {
    const huge = partialHuge[i] as number;
    partialHuge[i] = huge - (fullHuge[i] as number) - (emptyHuge[i] as number);
    partialNonHuge[i] =
      (partialNonHuge[i] as number) - huge - (fullNonHuge[i] as number) - (emptyNonHuge[i] as number);
  }

  const calls = (name: Column): Float64Array => {
    const counter = column(name);
    return work === 'rate' ? rate(counter, x, spans, per) : counter;
  };
  const hits = column('sec_hits');
  const misses = column('sec_misses');
  const hitRatio = new Float64Array(length);
  for (let i = 0; i < length; i += 1) {
    const hit = growth(hits, spans, i);
    const asked = hit + growth(misses, spans, i);
    hitRatio[i] = asked > 0 ? hit / asked : Number.NaN;
  }

  const series: Record<SeriesId, Float64Array> = {
    full_huge: fullHuge,
    full_non_huge: fullNonHuge,
    partial_huge: partialHuge,
    partial_non_huge: partialNonHuge,
    empty_huge: emptyHuge,
    empty_non_huge: emptyNonHuge,
    active: scaled(column('active_pages'), PAGE_BYTES),
    dirty: column('dirty_bytes'),
    retained: scaled(column('retained_pages'), PAGE_BYTES),
    hugify: calls('nhugifies'),
    dehugify: calls('ndehugifies'),
    purge: calls('purge_ranges'),
    sec_hit_ratio: hitRatio,
    sec_bytes: column('sec_bytes'),
  };
  const missing = new Set<SeriesId>();
  const unknown = (name: Column): boolean => length > 0 && Number.isNaN(table.columns[name][first[0] ?? 0]);
  if (unknown('active_pages')) missing.add('active');
  if (unknown('retained_pages')) missing.add('retained');
  if (unknown('purge_ranges')) missing.add('purge');
  if (unknown('sec_hits')) missing.add('sec_hit_ratio');
  if (unknown('sec_bytes')) missing.add('sec_bytes');
  return {
    length,
    x,
    intervalStart: spans.start,
    events,
    clock,
    series,
    pagesPurged: column('npurges'),
    hits,
    misses,
    missing,
    undrawn: NONE,
    clockReturns: axis === 'time' ? clockReturns : 0,
    hasSec: usesSec(table),
  };
}

/** True for series that belong to the interval before a snapshot, not to the snapshot. */
export function isInterval(id: SeriesId, work: WorkKind): boolean {
  if (id === 'sec_hit_ratio') return true;
  return work === 'rate' && (id === 'purge' || id === 'hugify' || id === 'dehugify');
}

/** Index of the last snapshot at or before `place`; -1 if there is none. */
export function indexAt(x: Float64Array, place: number): number {
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((x[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Index of the snapshot nearest to `place`; of several at one place the last. -1 if there is none. */
export function nearestIndex(x: Float64Array, place: number): number {
  const before = indexAt(x, place);
  if (before < 0) return x.length === 0 ? -1 : indexAt(x, x[0] as number);
  if (before + 1 >= x.length) return before;
  const next = x[before + 1] as number;
  return next - place < place - (x[before] as number) ? indexAt(x, next) : before;
}

/** The panels a run has: the SEC's only where there is one. */
export function panelsOf(hasSec: boolean): readonly PanelId[] {
  return hasSec ? ['pageslabs', 'memory', 'work', 'sec'] : ['pageslabs', 'memory', 'work'];
}
