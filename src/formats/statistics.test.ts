import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createStatistics,
  STATS_COLUMNS,
  STATS_HEADER,
  type StatisticsTable,
} from '../engine/replay/statistics.js';
import { joinBytes, problemCounts, sourceOf } from '../testing/byte-sources.js';
import { openFile } from './open.js';
import { writeStatistics } from './statistics.js';

const text = (table: StatisticsTable) => new TextDecoder().decode(joinBytes(writeStatistics(table)));

async function open(content: string) {
  const outcome = await openFile(sourceOf(content));
  if (outcome.kind !== 'statistics') throw new Error(JSON.stringify(outcome));
  return outcome;
}

/** A row of 19 numbers: count, shard, then `from`, `from + 1`, ... */
const row = (count: number, shard: number, from = 10) =>
  `${[count, shard, ...Array.from({ length: 17 }, (_, i) => from + i)].join(',')}\n`;
const HEADER = `${STATS_HEADER}\n`;

describe('statistics', () => {
  it('come back as written', async () => {
    const cell = fc.oneof(fc.nat(1000), fc.maxSafeNat());
    const tables = fc.record({
      shards: fc.integer({ min: 1, max: 5 }),
      snapshots: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(tables, fc.infiniteStream(cell), async ({ shards, snapshots }, cells) => {
        const table = createStatistics(shards, snapshots + 1);
        table.snapshots = snapshots;
        for (let i = 0; i < shards * snapshots; i++) {
          for (const name of STATS_COLUMNS) table.columns[name][i] = cells.next().value;
          table.columns.operation_count[i] = Math.floor(i / shards) * 1000;
          table.columns.shard_id[i] = i % shards;
        }
        const { statistics, problems } = await open(text(table));
        expect(problems).toEqual([]);
        expect([statistics.shards, statistics.snapshots]).toEqual([shards, snapshots]);
        expect(text(statistics)).toBe(text(table));
      }),
    );
  });

  it('hold NaN for what the columns do not tell, and what they imply', async () => {
    const { columns } = (await open(HEADER + row(5, 0))).statistics;
    expect(columns.sec_hits[0]).toBeNaN();
    expect(columns.clock_ns[0]).toBeNaN();
    // hugified 16, full huge 18, empty huge 20, total 13, full 14, empty 15, dirty bytes 21.
    expect(columns.partial_pageslabs_huge[0]).toBe(16 - 18 - 20);
    expect(columns.partial_pageslabs_non_huge[0]).toBe(13 - 14 - 15 + 22);
    expect(columns.dirty_pages[0]).toBe(21 / 4096);
  });

  it('keep the doubled last snapshot', async () => {
    const content = HEADER + row(10, 0) + row(10, 1) + row(10, 0) + row(10, 1);
    expect(text((await open(content)).statistics)).toBe(content);
  });

  it('leave out snapshots that lack shards', async () => {
    const good = row(10, 0) + row(10, 1) + row(20, 0) + row(20, 1);
    const content = HEADER + row(5, 1) + good + row(30, 0) + row(40, 1) + row(50, 999);
    const opened = await open(content);
    expect(text(opened.statistics)).toBe(HEADER + good);
    expect(problemCounts(opened)).toEqual({ 'incomplete-snapshot': 4 });
  });

  it('leave out rows that cannot be read, and their snapshot', async () => {
    const content = `${HEADER + row(10, 0) + row(10, 1) + row(20, 0)}${row(20, 1, 9e15).replace('9000000000000000', '99007199254740993')}1,2\n`;
    const opened = await open(content);
    expect(opened.statistics.snapshots).toBe(1);
    expect(problemCounts(opened)).toMatchObject({
      'too-large': 1,
      'missing-field': 1,
      'incomplete-snapshot': 1,
    });
  });

  it('are refused when nothing is whole', async () => {
    const outcome = await openFile(sourceOf(HEADER + row(10, 1)));
    expect(outcome).toMatchObject({ kind: 'unusable', problems: [{ kind: 'incomplete-snapshot' }] });
  });

  it('may lack their header', async () => {
    expect((await open(row(1, 0) + row(1, 1))).statistics).toMatchObject({ shards: 2, snapshots: 1 });
  });
});
