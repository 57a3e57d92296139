import { describe, expect, it } from 'vitest';
import { buildTrace, type TestEvent } from '../../testing/trace-builder.js';
import { presetValues } from '../replay/options.js';
import { Replay } from '../replay/run.js';
import { createStatistics } from '../replay/statistics.js';
import { PAGE } from '../units.js';
import { figuresOf, whyMissing } from './figures-of.js';
import { FIGURES } from './figures.js';
import { runPoint, sweepSnapshots } from './run-point.js';

const MODE = { hpaOnly: false, shards: null };
const SECOND = 1_000_000_000n;

/** Two shards, three snapshots at 0, 2 and 4 seconds. */
function table() {
  const made = createStatistics(2, 3);
  made.snapshots = 3;
  const set = (name: keyof typeof made.columns, ...values: number[]): void => {
    made.columns[name].set(values);
  };
  set('operation_count', 1, 1, 10, 10, 20, 20);
  set('clock_ns', 0, 0, 2e9, 2e9, 4e9, 4e9);
  set('dirty_bytes', 0, 0, 2 * PAGE, 0, 0, 2 * PAGE);
  set('retained_pages', 4, 0, 4, 0, 4, 0);
  set('touched_pages', 0, 0, 8, 2, 8, 4);
  set('active_pages', 0, 0, 6, 2, 8, 2);
  set('active_huge_pages', 0, 0, 3, 0, 5, 0);
  set('pac_bytes', 0, 0, PAGE, 0, 0, 0);
  set('purge_ranges', 0, 0, 3, 1, 4, 4);
  set('nhugifies', 0, 0, 1, 1, 2, 2);
  set('ndehugifies', 0, 0, 0, 1, 1, 1);
  set('sec_hits', 0, 0, 0, 0, 9, 0);
  set('sec_misses', 0, 0, 0, 0, 0, 3);
  set('total_pageslabs', 1, 0, 2, 1, 2, 0);
  return made;
}

describe('figures of a run', () => {
  it('are means over time, peaks, and rates per second of the clock, over all shards', () => {
    expect(figuresOf(table())).toEqual({
      // Sums at the snapshots: dirty 0, 2, 2 pages; retained 4, 4, 4; touched 0, 10, 12; PAC 0, 1, 0.
      mean_dirty_bytes: 1.5 * PAGE,
      mean_overhead_bytes: 5.5 * PAGE,
      mean_memory_bytes: (8 + 0.5) * PAGE,
      peak_memory_bytes: 12 * PAGE,
      purge_calls_per_second: 2,
      hugify_calls_per_second: 1.5,
      dehugify_calls_per_second: 0.5,
      kernel_calls_per_second: 3.5,
      huge_coverage: 2.75 / 6.5,
      sec_hit_ratio: 0.75,
      peak_pageslabs: 3,
    });
  });

  it('are NaN with a reason where they have no meaning', () => {
    const still = table();
    still.columns.clock_ns.fill(0);
    still.columns.active_pages.fill(0);
    still.columns.sec_hits.fill(0);
    still.columns.sec_misses.fill(0);
    const figures = figuresOf(still);
    expect(whyMissing('purge_calls_per_second', figures)).toMatch(/clock of this run does not move/);
    expect(whyMissing('kernel_calls_per_second', figures)).toMatch(/no rate/);
    expect(whyMissing('huge_coverage', figures)).toMatch(/HPA served no memory/);
    expect(whyMissing('sec_hit_ratio', figures)).toMatch(/SEC had no requests/);
    // Without a clock, means are over events.
    expect(figures.mean_dirty_bytes).toBeCloseTo(((2 * 9) / 2 + 2 * 10) * (PAGE / 20), 6);
    expect(whyMissing('mean_dirty_bytes', figures)).toBeNull();
  });

  it('are all NaN for no snapshots, and have a reason each', () => {
    const figures = figuresOf(createStatistics(1, 1));
    for (const { name } of FIGURES) expect(whyMissing(name, figures)).not.toBeNull();
  });
});

describe('a run of a sweep', () => {
  const events: TestEvent[] = Array.from({ length: 400 }, (_, i) => ({
    shard: i % 2,
    operation: i % 4 < 2 ? 0 : 1,
    value: i % 4 < 2 ? 1 + (i % 7) : Math.floor(i / 4) * 2 + (i % 2),
    ns: BigInt(i) * SECOND,
    frequent: true,
  }));
  const trace = buildTrace(events);
  const options = presetValues('jemalloc');

  it('equals a replay of its own', () => {
    const replay = new Replay(trace, options, MODE, { kind: 'points', count: 50, axis: 'time' });
    replay.advance(1000);
    const result = runPoint(
      trace,
      { point: { id: 7, options }, mode: MODE, events: null, snapshots: 50 },
      () => 0,
    );
    expect(result).toEqual({
      point: { id: 7, options },
      events: 400,
      whole: true,
      figures: figuresOf(replay.statistics),
      milliseconds: 0,
    });
  });

  it('replays the first part of a trace as that part alone', () => {
    const request = { point: { id: 0, options }, mode: MODE, snapshots: 20 };
    const part = runPoint(trace, { ...request, events: 150 }, () => 0);
    const alone = runPoint(buildTrace(events.slice(0, 150)), { ...request, events: null }, () => 0);
    expect(part).toEqual({ ...alone, whole: false });
    expect(runPoint(trace, { ...request, events: 400 }, () => 0).whole).toBe(true);
  });

  it('spreads its snapshots over the clock, or over the events where that stands still', () => {
    expect(sweepSnapshots(trace, 9)).toEqual({ kind: 'points', count: 9, axis: 'time' });
    const still = buildTrace(events.map((event) => ({ ...event, ns: 5n })));
    expect(sweepSnapshots(still, 9)).toEqual({ kind: 'points', count: 9, axis: 'event' });
    const result = runPoint(
      still,
      { point: { id: 0, options }, mode: MODE, events: null, snapshots: 9 },
      () => 0,
    );
    expect(result.figures.kernel_calls_per_second).toBeNaN();
    expect(result.figures.mean_memory_bytes).toBeGreaterThan(0);
  });
});
