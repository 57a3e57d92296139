import { expect, it } from 'vitest';
import { CHART_COLUMNS } from '../../engine/replay/statistics.js';
import { groupColumns } from './columns.js';
import { type Group, picture, type TimelinesModel } from './model.js';
import { briefParts, comparePanel, comparisonText } from './pair.js';
import type { SeriesId } from './series.js';
import { FOUR, modelOf, type Rows, tableOf } from './statistics.fixture.js';
import { differenceText, readoutRows } from './values.js';

const NOTHING: ReadonlySet<SeriesId> = new Set();

function model(more: Partial<TimelinesModel>): TimelinesModel {
  return modelOf(tableOf([FOUR]), { merged: true, ...more });
}

function firstGroup(of: { readonly groups: readonly Group[] }): Group {
  const [group] = of.groups;
  if (group === undefined) throw new Error('no group');
  return group;
}

const LONGER: Rows = {
  operation_count: [500, 6000],
  clock_ns: [2.5e9, 9e9],
  total_pageslabs: [5, 8],
  active_pages: [2000, 100],
};

/** As the original tool writes it: no clock, no active pages. */
function measured(): ReturnType<typeof tableOf> {
  const known: Record<string, readonly number[]> = { ...FOUR };
  for (const name of CHART_COLUMNS) delete known[name];
  return tableOf([known], CHART_COLUMNS);
}

it('the axis holds both runs, each from its own first event on', () => {
  const both = picture(model({ other: tableOf([LONGER]), otherTrace: true }));
  expect(both.extent).toEqual([0, 9e9]);
  expect(both.notices.join(' ')).toContain('different traces');
  expect(both.notices.join(' ')).toContain('A has 4 snapshots, B 2');
  expect(picture(model({ other: tableOf([FOUR]) })).notices).toEqual([]);
});

it('sums all shards of either run, however many they are', () => {
  const both = picture(model({ shards: [0, 1], table: tableOf([FOUR, FOUR]), other: tableOf([FOUR]) }));
  const group = firstGroup(both);
  expect(group.title).toBe('All shards, summed: A has 2, B 1');
  expect(both.columns(group)?.series.active[1]).toBe(2 * 2048 * 4096);
  expect(both.other(group)?.series.active[1]).toBe(2048 * 4096);
  const fewer = picture(model({ other: tableOf([FOUR, FOUR, FOUR]) }));
  expect(fewer.other(firstGroup(fewer))?.series.active[1]).toBe(3 * 2048 * 4096);
  expect(fewer.notices.join(' ')).toContain('A has 1 shard, B 3');
});

it('shows shards one by one, also those only one run has', () => {
  const both = picture(model({ shards: [0, 1], merged: false, other: tableOf([FOUR, FOUR]) }));
  expect(both.groups.map(({ title }) => title)).toEqual(['Shard 0', 'Shard 1']);
  const second = both.groups[1] ?? firstGroup(both);
  expect(both.columns(second)).toBeNull();
  expect(both.other(second)?.length).toBe(4);
});

it('lays a measured run over a replay by events, and compares what both tell', () => {
  const both = picture(model({ other: measured() }));
  expect(both.axis).toBe('event');
  expect(both.notices.join(' ')).toContain('Run B has no clock');
  const group = firstGroup(both);
  expect([...(both.columns(group)?.undrawn ?? [])]).toEqual(expect.arrayContaining(['active', 'retained']));
  const [a, b] = [both.columns(group), both.other(group)];
  expect(a?.undrawn.has('sec_bytes'), 'is in no stack').toBe(false);
  expect(comparePanel('memory', a, b, both.domain, NOTHING, 'rate')[0]?.shares).toMatchObject({ a: 0, b: 0 });
  // The other way round nothing changes but the letters.
  const turned = picture(model({ table: measured(), other: tableOf([FOUR]) }));
  expect(turned.notices.join(' ')).toContain('Run A has no clock');
  expect(turned.axis).toBe('event');
});

it('tells on how much of the axis which run is higher', () => {
  const other = groupColumns(tableOf([{ ...FOUR, total_pageslabs: [4, 6, 6, 4] }]), [0], 'time', 'rate');
  const own = groupColumns(tableOf([FOUR]), [0], 'time', 'rate');
  const found = comparePanel('pageslabs', own, other, [0, 4e9], NOTHING, 'rate');
  // From 1 s, where the first snapshot is, to 4 s: B is higher in the last second of the three.
  expect(found).toHaveLength(1);
  expect(found[0]?.shares.a).toBe(0);
  expect(found[0]?.shares.b).toBeCloseTo(1 / 3, 9);
  expect(comparisonText(found)).toMatch(/^pageslabs: B higher on 33\.3.% of the axis, A nowhere$/);
  expect(comparePanel('pageslabs', own, null, [0, 4e9], NOTHING, 'rate')).toEqual([]);
});

it('tells of the SEC both: the hit ratio, and the bytes on the right axis', () => {
  const sec = { sec_hits: [1, 2, 3, 9], sec_misses: [1, 2, 3, 4], sec_bytes: [10, 20, 30, 40] };
  const of = (rows: Rows) => groupColumns(tableOf([{ ...FOUR, ...sec, ...rows }]), [0], 'time', 'rate');
  const [own, other] = [of({}), of({ sec_bytes: [10, 25, 15, 40] })];
  const compare = (hidden: readonly SeriesId[]) =>
    comparePanel('sec', own, other, [0, 4e9], new Set(hidden), 'rate');
  expect(compare([]).map(({ of: what, axis }) => [what, axis])).toEqual([
    ['hit ratio', 'left'],
    ['cached bytes', 'right'],
  ]);
  expect(compare([]).map((one) => briefParts(one).map(({ text }) => text.replace('\u202f', ' ')))).toEqual([
    ['hit ratio: ', 'the same'],
    ['cached bytes: ', 'A 33.3 %', ', ', 'B 33.3 %'],
  ]);
  expect(comparisonText(compare([]))).toMatch(
    /^hit ratio: the same throughout; cached bytes: A higher on 33/,
  );
  expect(compare(['sec_hit_ratio']).map(({ axis }) => axis)).toEqual(['right']);
  expect(compare(['sec_hit_ratio', 'sec_bytes'])).toEqual([]);
});

it('writes differences in the row’s own places', () => {
  const row = readoutRows('memory', 'time', 'rate', { left: 8 * 2 ** 20, right: 0 }).find(
    ({ key }) => key === 'dirty',
  );
  if (row === undefined) throw new Error('no such row');
  expect(differenceText(row, 3 * 2 ** 20, 2 ** 20)).toBe('+2.00');
  expect(differenceText(row, 0, 2 ** 20)).toBe('\u22121.00');
  expect(differenceText(row, 5, 5)).toBe('=');
  expect(differenceText(row, 5, 4)).toBe('≈ 0.00');
  expect(differenceText(row, Number.NaN, 4)).toBe('–');
});
