import { expect, it } from 'vitest';
import { CHART_COLUMNS } from '../../engine/replay/statistics.js';
import { groupColumns, hasClock, indexAt, nearestIndex, usableAxis, usesSec } from './columns.js';
import { FOUR, tableOf } from './statistics.fixture.js';

const numbers = (column: Float64Array): number[] => Array.from(column);

it('finds the partial pageslabs in what the totals leave over', () => {
  const { series } = groupColumns(tableOf([FOUR]), [0], 'time', 'rate');
  expect(numbers(series.partial_huge)).toEqual([0, 1, 1, 1]);
  expect(numbers(series.partial_non_huge)).toEqual([2, 2, 1, 2]);
});

it('sums the chosen shards only', () => {
  const table = tableOf([FOUR, FOUR, { ...FOUR, active_pages: [1, 1, 1, 1] }]);
  const { series } = groupColumns(table, [0, 2], 'time', 'rate');
  expect(numbers(series.active)).toEqual([1025, 2049, 1537, 1025].map((pages) => pages * 4096));
});

it('gives rates per second of the interval before the snapshot', () => {
  const { series, intervalStart } = groupColumns(tableOf([FOUR]), [0], 'time', 'rate');
  expect(numbers(series.purge)).toEqual([0, 0, 10, 20]);
  expect(numbers(series.hugify)).toEqual([0, 2, 0, 0]);
  expect(numbers(intervalStart)).toEqual([0, 1e9, 2e9, 3e9]);
});

it('gives rates per 1000 events on the event axis', () => {
  const table = tableOf([{ ...FOUR, operation_count: [500, 1000, 1500, 2000] }]);
  expect(numbers(groupColumns(table, [0], 'event', 'rate').series.purge)).toEqual([0, 0, 20, 40]);
});

it('gives sums when asked for', () => {
  expect(numbers(groupColumns(tableOf([FOUR]), [0], 'time', 'cumulative').series.purge)).toEqual([
    0, 0, 10, 30,
  ]);
});

it('loses no call while the clock stands still, and divides by no zero', () => {
  const table = tableOf([{ ...FOUR, clock_ns: [0, 2e9, 2e9, 2e9], purge_ranges: [5, 5, 10, 30] }]);
  const { series } = groupColumns(table, [0], 'time', 'rate');
  // All 30 calls fell into the 2 seconds; the snapshot at the very start has no interval.
  expect(numbers(series.purge)).toEqual([Number.NaN, 15, 15, 15]);
});

it('holds a clock that runs back, and counts how often it did', () => {
  const table = tableOf([{ ...FOUR, clock_ns: [1e9, 3e9, 2e9, 4e9] }]);
  const { x, clockReturns, clock } = groupColumns(table, [0], 'time', 'rate');
  expect(numbers(x)).toEqual([1e9, 3e9, 3e9, 4e9]);
  expect(clockReturns).toBe(1);
  expect(numbers(clock)).toEqual([1e9, 3e9, 2e9, 4e9]);
  expect(groupColumns(table, [0], 'event', 'rate').clockReturns).toBe(0);
});

it('gives the hit ratio of the interval, and none where nothing was asked for', () => {
  const table = tableOf([{ ...FOUR, sec_hits: [30, 30, 40, 100], sec_misses: [10, 10, 30, 30] }]);
  const { series } = groupColumns(table, [0], 'time', 'rate');
  expect(numbers(series.sec_hit_ratio)).toEqual([0.75, Number.NaN, 10 / 30, 1]);
});

it('says what a benchmark CSV does not tell', () => {
  const known: Partial<typeof FOUR> = { ...FOUR };
  for (const name of CHART_COLUMNS) delete known[name];
  const table = tableOf([known], CHART_COLUMNS);
  expect(hasClock(table)).toBe(false);
  expect(usableAxis(table, 'time')).toBe('event');
  expect(usesSec(table)).toBe(false);
  const { missing, series } = groupColumns(table, [0], 'event', 'rate');
  expect([...missing].sort()).toEqual(['active', 'purge', 'retained', 'sec_bytes', 'sec_hit_ratio']);
  expect(numbers(series.dirty)).toEqual(FOUR.dirty_bytes);
  expect(numbers(series.partial_huge)).toEqual([0, 1, 1, 1]);
});

it('knows a SEC by its use', () => {
  expect(usesSec(tableOf([FOUR]))).toBe(false);
  expect(usesSec(tableOf([FOUR, { ...FOUR, sec_misses: [0, 0, 0, 1] }]))).toBe(true);
  expect(usesSec(tableOf([]))).toBe(false);
});

it('finds snapshots by place', () => {
  const x = Float64Array.of(10, 20, 20, 30);
  expect([5, 10, 19, 20, 99].map((place) => indexAt(x, place))).toEqual([-1, 0, 0, 2, 3]);
  expect([5, 14, 16, 24, 26, 99].map((place) => nearestIndex(x, place))).toEqual([0, 0, 2, 2, 3, 3]);
  expect(nearestIndex(new Float64Array(0), 1)).toBe(-1);
});
