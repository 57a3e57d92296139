import { describe, expect, it } from 'vitest';
import { COLUMNS, type Column, createStatistics, type StatisticsTable } from './statistics.js';
import { snapshotRange, summarise, valueAt, wholeRange } from './summary.js';

/** A table from rows per snapshot; every cell may be one number (one shard) or one per shard. */
function table(
  rows: readonly Partial<Record<Column, number | readonly number[]>>[],
  shards = 1,
): StatisticsTable {
  const made = createStatistics(shards, rows.length);
  for (const [snapshot, row] of rows.entries()) {
    for (const name of COLUMNS) {
      const cell = row[name] ?? 0;
      for (let shard = 0; shard < shards; shard += 1) {
        made.columns[name][snapshot * shards + shard] = typeof cell === 'number' ? cell : (cell[shard] ?? 0);
      }
    }
  }
  made.snapshots = rows.length;
  return made;
}

describe('summarise', () => {
  it('weights means by the trace clock, from the empty start on', () => {
    const run = table([
      { clock_ns: 100, operation_count: 1, total_pageslabs: 10, dirty_bytes: 4096 },
      { clock_ns: 400, operation_count: 2, total_pageslabs: 20, dirty_bytes: 8192 },
    ]);
    const summary = summarise(run, wholeRange(run), null);
    // (0 + 10) / 2 · 100 + (10 + 20) / 2 · 300, over 400.
    expect(summary?.meanPageslabs).toBe(12.5);
    expect(summary?.peakPageslabs).toBe(20);
    expect(summary?.meanDirtyBytes).toBe((2048 * 100 + 6144 * 300) / 400);
    expect(summary?.weightedBy).toBe('time');
    expect(summary?.nanoseconds).toBe(400);
    expect(summary?.events).toBe(2);
  });

  it('takes the peak of the sum over shards, not the sum of peaks', () => {
    const run = table(
      [
        { clock_ns: 1, total_pageslabs: [10, 0] },
        { clock_ns: 2, total_pageslabs: [0, 7] },
      ],
      2,
    );
    expect(summarise(run, wholeRange(run), null)?.peakPageslabs).toBe(10);
    expect(summarise(run, wholeRange(run), 1)?.peakPageslabs).toBe(7);
  });

  it('gives shares of active pages and of touched pages', () => {
    const run = table([
      { clock_ns: 0, active_pages: 300, active_huge_pages: 150, dirty_bytes: 100 * 4096 },
      { clock_ns: 10, active_pages: 300, active_huge_pages: 150, dirty_bytes: 100 * 4096 },
    ]);
    const summary = summarise(run, wholeRange(run), null);
    expect(summary?.hugeCoverage).toBe(0.5);
    expect(summary?.fragmentation).toBe(0.25);
  });

  it('counts growth within a range only', () => {
    const run = table([
      {
        clock_ns: 10,
        operation_count: 5,
        npurges: 7,
        purge_ranges: 1,
        nhugifies: 2,
        ndehugifies: 1,
        sec_hits: 4,
      },
      {
        clock_ns: 20,
        operation_count: 9,
        npurges: 9,
        purge_ranges: 4,
        nhugifies: 2,
        ndehugifies: 3,
        sec_hits: 7,
        sec_misses: 1,
      },
    ]);
    const summary = summarise(run, { from: 0, to: 1 }, null);
    expect(summary).toMatchObject({
      events: 4,
      purgedPages: 2,
      purgeCalls: 3,
      hugifies: 0,
      dehugifies: 2,
      secHitRatio: 0.75,
    });
  });

  it('falls back to events where the clock stands still or is unknown', () => {
    for (const clock of [5, Number.NaN]) {
      const run = table([
        { clock_ns: clock, operation_count: 100, total_pageslabs: 4 },
        { clock_ns: clock, operation_count: 200, total_pageslabs: 4 },
      ]);
      const summary = summarise(run, { from: 0, to: 1 }, null);
      expect(summary?.weightedBy).toBe('events');
      expect(summary?.meanPageslabs).toBe(4);
    }
  });

  it('gives no weight to a clock that runs backwards', () => {
    const run = table([
      { clock_ns: 10, total_pageslabs: 2 },
      { clock_ns: 4, total_pageslabs: 1000 },
      { clock_ns: 4, total_pageslabs: 2 },
      { clock_ns: 14, total_pageslabs: 2 },
    ]);
    expect(summarise(run, { from: 0, to: 3 }, null)?.meanPageslabs).toBe(2);
  });

  it('says nothing rather than zero where there is nothing to divide by', () => {
    const run = table([{ clock_ns: 10 }]);
    const summary = summarise(run, wholeRange(run), null);
    expect(summary?.hugeCoverage).toBeNaN();
    expect(summary?.fragmentation).toBeNaN();
    expect(summary?.secHitRatio).toBeNaN();
  });

  it('keeps unknown columns unknown', () => {
    const run = table([
      { clock_ns: 1, active_pages: Number.NaN, purge_ranges: Number.NaN, total_pageslabs: 3 },
    ]);
    const summary = summarise(run, wholeRange(run), null);
    expect(summary?.purgeCalls).toBeNaN();
    expect(summary?.hugeCoverage).toBeNaN();
    expect(summary?.peakPageslabs).toBe(3);
  });

  it('has no summary of an empty or impossible range', () => {
    const run = table([{ clock_ns: 1 }]);
    expect(summarise(run, { from: 0, to: 0 }, null)).toBeNull();
    expect(summarise(run, { from: -1, to: 1 }, null)).toBeNull();
    expect(summarise(createStatistics(1, 0), { from: -1, to: -1 }, null)).toBeNull();
  });
});

describe('snapshotRange', () => {
  const run = table([
    { clock_ns: 10, operation_count: 100 },
    { clock_ns: 20, operation_count: 200 },
    { clock_ns: 30, operation_count: 300 },
  ]);

  it('starts at the last snapshot at or before the lower end', () => {
    expect(snapshotRange(run, 'time', 0, 40)).toEqual({ from: -1, to: 2 });
    expect(snapshotRange(run, 'time', 10, 25)).toEqual({ from: 0, to: 1 });
    expect(snapshotRange(run, 'event', 150, 300)).toEqual({ from: 0, to: 2 });
  });

  it('is null where no snapshot lies', () => {
    expect(snapshotRange(run, 'time', 21, 29)).toBeNull();
    expect(snapshotRange(run, 'time', 0, 5)).toBeNull();
  });
});

it('reads the empty start as zero', () => {
  expect(valueAt(table([{ total_pageslabs: 5 }]), 'total_pageslabs', -1, null)).toBe(0);
});
