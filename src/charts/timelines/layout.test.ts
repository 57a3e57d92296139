import { expect, it } from 'vitest';
import { groupColumns } from './columns.js';
import { layoutPanel, type PanelRequest, panelPeak } from './layout.js';
import type { PanelId, SeriesId } from './series.js';
import { FOUR, type Rows, tableOf } from './statistics.fixture.js';

const NOTHING: ReadonlySet<SeriesId> = new Set();
const columns = groupColumns(tableOf([FOUR]), [0], 'time', 'rate');
const DOMAIN: readonly [number, number] = [0, 4e9];

function request(panel: PanelId, more: Partial<PanelRequest> = {}): PanelRequest {
  const hidden = more.hidden ?? NOTHING;
  return {
    panel,
    columns,
    other: null,
    width: 400,
    height: 100,
    domain: DOMAIN,
    hidden,
    work: 'rate',
    growing: false,
    peak: panelPeak(panel, columns, more.domain ?? DOMAIN, hidden),
    ...more,
  };
}

const round = (values: Float64Array): number[] =>
  Array.from(values, (value) => Math.round(value * 10) / 10 + 0);

it('stacks bands from the base up and paints them from the top down', () => {
  const { areas, left } = layoutPanel(request('memory'));
  expect(left.ticks.max).toBe(12 * 2 ** 20);
  const picture = areas.map(({ series, curve }) => [series.id, round(curve.x), round(curve.y), curve.end]);
  expect(picture).toEqual([
    ['retained', [100, 200, 300, 400], [33.3, 0, 16.7, 16.7], 400],
    ['dirty', [100, 200, 300, 400], [66.7, 25, 33.3, 66.7], 400],
    ['active', [100, 200, 300, 400], [66.7, 33.3, 50, 66.7], 400],
  ]);
});

it('draws a rate over the interval before its snapshot', () => {
  const { lines, left } = layoutPanel(request('work'));
  expect(left.ticks.max).toBe(20);
  const purge = lines.find(({ series }) => series.id === 'purge');
  expect(round(purge?.curve.x ?? new Float64Array())).toEqual([0, 100, 200, 300]);
  expect(round(purge?.curve.y ?? new Float64Array())).toEqual([100, 100, 50, 0]);
});

it('leaves hidden series out of the stack and of the scale', () => {
  const hidden = new Set<SeriesId>(['retained', 'dirty']);
  const { areas, left } = layoutPanel(request('memory', { hidden }));
  expect(areas.map(({ series }) => series.id)).toEqual(['active']);
  expect(left.ticks.max).toBe(8 * 2 ** 20);
});

it('shows the snapshots of a zoomed domain, and the step that reaches into it', () => {
  const { areas } = layoutPanel(request('memory', { domain: [1.5e9, 2.5e9] }));
  const active = areas.at(-1);
  expect(round(active?.curve.x ?? new Float64Array())).toEqual([0, 200, 600]);
  expect(active?.curve.end).toBe(400);
});

it('keeps the domain of the whole run while it streams', () => {
  expect(layoutPanel(request('memory', { domain: [0, 8e9] })).pendingFrom).toBe(200);
  expect(layoutPanel(request('memory')).pendingFrom).toBeNull();
});

it('labels the visible bands, none over another', () => {
  const { labels } = layoutPanel(request('pageslabs'));
  expect(labels.map(({ key }) => key)).toEqual([
    'empty_non_huge',
    'partial_non_huge',
    'partial_huge',
    'full_huge',
  ]);
  labels.slice(1).forEach(({ y }, i) => expect(y - (labels[i]?.y ?? 0)).toBeGreaterThanOrEqual(12));
});

it('lays the total of B over A, of the shown series', () => {
  const hidden = new Set<SeriesId>(['retained']);
  const { ghosts, bands, labels } = layoutPanel(request('memory', { hidden, other: columns }));
  expect(ghosts).toHaveLength(1);
  const total = layoutPanel(request('memory', { hidden })).areas[0];
  const kept = layoutPanel(request('memory', { other: columns }));
  expect(kept.ghosts[0]?.curve.y, 'retained holds no memory').toEqual(kept.areas[1]?.curve.y);
  expect(ghosts[0]?.curve.y).toEqual(total?.curve.y);
  expect(labels.some(({ key }) => key === 'other')).toBe(true);
  expect(bands, 'equal runs have nothing between them').toEqual({ a: [], b: [] });
});

it('fills between A and B by the side that is higher', () => {
  const dirty = [0, 0, 1024 * 4096, 0];
  const other = groupColumns(tableOf([{ ...FOUR, dirty_bytes: dirty }]), [0], 'time', 'rate');
  const { bands } = layoutPanel(request('memory', { other, peak: { left: 12 * 2 ** 20, right: 0 } }));
  // A has 256 pages more from 2 s to 3 s, B 512 pages more from 3 s to 4 s.
  expect(bands.a.map(({ x }) => [...x])).toEqual([[200, 300]]);
  expect(bands.b.map(({ x }) => [...x])).toEqual([[300, 400]]);
  const [a, b] = [bands.a[0], bands.b[0]];
  expect((a?.bottom[0] ?? 0) - (a?.top[0] ?? 0)).toBeCloseTo(100 / 12, 6);
  expect((b?.bottom[0] ?? 0) - (b?.top[0] ?? 0)).toBeCloseTo(200 / 12, 6);
});

it('fills between the lines of calls, each with its own', () => {
  const other = groupColumns(
    tableOf([{ ...FOUR, purge_ranges: [5, 5, 5, 5], nhugifies: [0, 0, 0, 2] }]),
    [0],
    'time',
    'rate',
  );
  const { ghosts, bands } = layoutPanel(request('work', { other }));
  expect(ghosts).toHaveLength(3);
  // B purges before the first second, A from the second on; A hugifies in the second second, B in the fourth.
  expect(bands.b.map(({ x }) => [x[0], x.at(-1)])).toEqual([
    [0, 100],
    [300, 400],
  ]);
  expect(bands.a.map(({ x }) => [x[0], x.at(-1)])).toEqual([
    [200, 400],
    [100, 200],
  ]);
});

it('tells the bands of the SEC’s two axes apart', () => {
  const sec = { sec_hits: [1, 2, 3, 9], sec_misses: [1, 2, 3, 4], sec_bytes: [10, 20, 30, 40] };
  const of = (rows: Rows) => groupColumns(tableOf([{ ...FOUR, ...sec, ...rows }]), [0], 'time', 'rate');
  const laid = (rows: Rows) => layoutPanel(request('sec', { columns: of({}), other: of(rows) }));
  const bytes = laid({ sec_bytes: [10, 10, 30, 40] });
  expect([bytes.bands, bytes.rightBands.a.length, bytes.rightBands.b]).toEqual([{ a: [], b: [] }, 1, []]);
  const ratio = laid({ sec_hits: [1, 4, 5, 11] });
  expect([ratio.rightBands, ratio.bands.a, ratio.bands.b.length]).toEqual([{ a: [], b: [] }, [], 1]);
});

it('shares the base line out among the calls that are at zero there', () => {
  const { onBase } = layoutPanel(request('work'));
  const covered = (id: SeriesId, place: number): boolean =>
    onBase.find(({ series }) => series.id === id)?.pieces.some(([a, b]) => a <= place && place < b) ?? false;
  // In the first second none was called: all three are there in turn, none over another.
  const ids = ['purge', 'hugify', 'dehugify'] as const;
  const owners = Array.from({ length: 100 }, (_, x) => ids.filter((id) => covered(id, x + 0.5)));
  expect(owners.every((found) => found.length === 1)).toBe(true);
  expect(new Set(owners.flat())).toEqual(new Set(ids));
  // From 2 s on there are purges, so nothing on the base line is theirs.
  expect(
    ids.map((id) => Array.from({ length: 100 }, (_, x) => covered(id, 250.5 + x)).includes(true))[0],
  ).toBe(false);
});

it('names at the right edge only what reaches it', () => {
  const longer = groupColumns(tableOf([{ ...FOUR, clock_ns: [1e9, 2e9, 3e9, 8e9] }]), [0], 'time', 'rate');
  const domain: readonly [number, number] = [0, 8e9];
  const keys = (more: Partial<PanelRequest>): readonly string[] =>
    layoutPanel(request('memory', { domain, ...more })).labels.map(({ key }) => key);
  expect(keys({ other: longer })).toEqual(['other']);
  expect(keys({ other: longer, growing: true })).toContain('active');
  expect(keys({ columns: longer, other: columns })).not.toContain('other');
});

it('draws B alone where A has no such shard', () => {
  const { areas, ghosts, bands } = layoutPanel(request('memory', { columns: null, other: columns }));
  expect(areas).toEqual([]);
  expect(ghosts).toHaveLength(1);
  expect(bands).toEqual({ a: [], b: [] });
});

it('gives the SEC a percent axis on the left and bytes on the right', () => {
  const table = tableOf([
    { ...FOUR, sec_hits: [1, 2, 3, 4], sec_misses: [1, 2, 3, 4], sec_bytes: [0, 4096, 8192, 8192] },
  ]);
  const sec = groupColumns(table, [0], 'time', 'rate');
  const { left, right, areas, lines } = layoutPanel(
    request('sec', { columns: sec, peak: panelPeak('sec', sec, DOMAIN, NOTHING) }),
  );
  expect(left.ticks.max).toBe(1);
  expect(right?.ticks.max).toBe(8192);
  expect(round(areas[0]?.curve.y ?? new Float64Array())).toEqual([100, 50, 0, 0]);
  expect(round(lines[0]?.curve.y ?? new Float64Array())).toEqual([50, 50, 50, 50]);
});

it('lays out the bare frame when there is nothing yet', () => {
  const bare = layoutPanel(request('memory', { columns: null, peak: { left: 0, right: 0 } }));
  expect(bare.areas).toEqual([]);
  expect(bare.left.ticks.values.length).toBeGreaterThan(1);
  expect(
    layoutPanel(request('memory', { columns: groupColumns(tableOf([]), [], 'time', 'rate') })).areas,
  ).toEqual([]);
});

it('has room for one point per pixel and its extremes, however many snapshots there are', () => {
  const count = 20_000;
  const ramp = Array.from({ length: count }, (_, i) => i);
  const table = tableOf([
    { operation_count: ramp, clock_ns: ramp, active_pages: ramp.map((i) => (i === 12_345 ? 9e4 : i % 7)) },
  ]);
  const many = groupColumns(table, [0], 'time', 'rate');
  const domain: readonly [number, number] = [0, count];
  const { areas } = layoutPanel(
    request('memory', { columns: many, domain, peak: panelPeak('memory', many, domain, NOTHING) }),
  );
  const active = areas.at(-1)?.curve;
  expect(active?.x.length).toBeLessThanOrEqual(4 * 401);
  const highest = many.series.active.reduce((most, value) => Math.max(most, value), 0);
  const peak = panelPeak('memory', many, domain, NOTHING).left;
  expect(peak).toBe(highest);
  expect(Math.min(...(active?.y ?? []))).toBeLessThan(40);
});

it('labels a zoomed view by its own right edge, not by the snapshot beyond it', () => {
  const { areas, labels } = layoutPanel(request('memory', { domain: [1.5e9, 2.5e9] }));
  const active = areas.find(({ series }) => series.id === 'active');
  const atEdge = active?.curve.y[active.curve.x.findLastIndex((x) => x <= 400)] ?? Number.NaN;
  expect(labels.find(({ key }) => key === 'active')?.from).toBeCloseTo((100 + atEdge) / 2, 6);
});
