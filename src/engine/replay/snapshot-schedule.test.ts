import { describe, expect, it } from 'vitest';
import { buildTrace } from '../../testing/trace-builder.js';
import { type SnapshotPlan, SnapshotSchedule, latestTime, timeSinceStart } from './snapshot-schedule.js';
import type { TraceTable } from './trace-table.js';

function traceAt(...times: bigint[]): TraceTable {
  return buildTrace(times.map((ns) => ({ shard: 0, operation: 0, value: 1, ns, frequent: true })));
}

/** Events after which the schedule asks for a snapshot, the end's included. */
function stops(trace: TraceTable, plan: SnapshotPlan): number[] {
  const schedule = new SnapshotSchedule(trace, plan);
  const all: number[] = [];
  while (schedule.next <= trace.length) {
    all.push(schedule.next);
    schedule.advance();
  }
  all.push(trace.length);
  expect(all.length).toBeLessThanOrEqual(schedule.capacity);
  return all;
}

describe('snapshot schedule', () => {
  const ten = traceAt(...Array.from({ length: 10 }, (_, i) => BigInt(100 + i)));

  it('interval: every N events, and the end again even where it falls on the interval', () => {
    expect(stops(ten, { kind: 'interval', events: 4 })).toEqual([4, 8, 10]);
    expect(stops(ten, { kind: 'interval', events: 5 })).toEqual([5, 10, 10]);
    expect(stops(ten, { kind: 'interval', events: 0 })).toEqual([10]);
    expect(stops(ten, { kind: 'interval', events: 11 })).toEqual([10]);
  });

  it('points over events: evenly, never more than there are events', () => {
    expect(stops(ten, { kind: 'points', count: 5, axis: 'event' })).toEqual([2, 4, 6, 8, 10]);
    expect(stops(ten, { kind: 'points', count: 1000, axis: 'event' })).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(stops(ten, { kind: 'points', count: 1, axis: 'event' })).toEqual([10]);
  });

  it('points over time: by the clock, one for several steps without events', () => {
    const gaps = traceAt(0n, 10n, 20n, 900n, 1000n);
    expect(stops(gaps, { kind: 'points', count: 10, axis: 'time' })).toEqual([1, 4, 5]);
  });

  it('time step: one for each step that has events', () => {
    const trace = traceAt(0n, 1n, 2n, 10n, 11n, 35n);
    expect(stops(trace, { kind: 'time-step', ns: 10 })).toEqual([1, 4, 6]);
  });

  it('a clock that stands still or runs backwards asks for no more than the start and the end', () => {
    expect(stops(traceAt(5n, 5n, 5n), { kind: 'points', count: 100, axis: 'time' })).toEqual([1, 3]);
    expect(stops(traceAt(9n, 5n, 1n), { kind: 'time-step', ns: 1 })).toEqual([1, 3]);
  });

  it('an empty trace has the end only', () => {
    for (const plan of [
      { kind: 'interval', events: 3 },
      { kind: 'points', count: 9, axis: 'event' },
      { kind: 'points', count: 9, axis: 'time' },
      { kind: 'time-step', ns: 5 },
    ] as const) {
      expect(stops(traceAt(), plan)).toEqual([0]);
    }
  });

  it('knows times beyond 2^53 exactly, relative to the first event', () => {
    const start = (1n << 63n) + 1n;
    const trace = traceAt(start, start + 3n, start - 2n);
    expect(timeSinceStart(trace, 1)).toBe(3);
    expect(timeSinceStart(trace, 2)).toBe(-2);
    expect(latestTime(trace)).toBe(3);
  });
});
