import { expect, it, vi } from 'vitest';
import type { ShardMoment } from '../engine/inspect/moment.js';
import { createStatistics } from '../engine/replay/statistics.js';
import { findJump, type JumpQuestion } from './inside-jumps.js';

const TOTAL = 10_000;
/** Purges of 3 pages at these numbers of events done. */
const PURGES = [17, 4000, 4001, 9999];

function sumsAt(events: number): Promise<ShardMoment> {
  const npurges = 3 * PURGES.filter((at) => at <= events).length;
  return Promise.resolve({
    slabs: 1 + Number(events >= 500),
    nactive: 0,
    ndirty: 0,
    nretained: 0,
    dirtyMax: 0,
    sinceLastPurgeNs: null,
    secBytes: 0,
    pacPages: 0,
    nhugifies: 0,
    ndehugifies: 0,
    npurgePasses: 0,
    npurges,
    purgeRanges: 0,
  });
}

const question: JumpQuestion = {
  kind: 'purge',
  direction: 1,
  from: 0,
  total: TOTAL,
  shard: 0,
  table: null,
};

it('finds each next event, and none after the last', async () => {
  const found: (number | null)[] = [];
  for (let from: number | null = 0; from !== null; ) {
    // oxlint-disable-next-line no-await-in-loop
    from = await findJump({ ...question, from }, sumsAt);
    found.push(from);
  }
  expect(found).toEqual([...PURGES, null]);
});

it('finds each event before, and none before the first', async () => {
  const found: (number | null)[] = [];
  for (let from: number | null = TOTAL; from !== null; ) {
    // oxlint-disable-next-line no-await-in-loop
    from = await findJump({ ...question, direction: -1, from }, sumsAt);
    found.push(from);
  }
  expect(found).toEqual([...PURGES.toReversed(), null]);
});

it('looks for other counters too, and finds nothing where nothing happened', async () => {
  expect(await findJump({ ...question, kind: 'growth', from: 3 }, sumsAt)).toBe(500);
  expect(await findJump({ ...question, kind: 'hugify', from: 3 }, sumsAt)).toBeNull();
});

it('asks less where the statistics narrow it down, with the same answer', async () => {
  const table = createStatistics(1, 100);
  for (let p = 0; p < 100; p += 1) {
    const events = (p + 1) * 100;
    table.columns.operation_count[p] = events;
    table.columns.npurges[p] = 3 * PURGES.filter((at) => at <= events).length;
  }
  table.snapshots = 100;
  for (const direction of [1, -1] as const) {
    const wide = vi.fn(sumsAt);
    const narrow = vi.fn(sumsAt);
    // oxlint-disable-next-line no-await-in-loop
    const answer = await findJump({ ...question, direction, from: 4500 }, wide);
    // oxlint-disable-next-line no-await-in-loop
    expect(await findJump({ ...question, direction, from: 4500, table }, narrow)).toBe(answer);
    expect(narrow.mock.calls.length).toBeLessThan(wide.mock.calls.length);
    expect(narrow.mock.calls.length).toBeLessThanOrEqual(10);
  }
});
