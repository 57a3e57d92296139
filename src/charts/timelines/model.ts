/** What the timelines show: the input that the page and the exports share. */
import type { StatisticsTable } from '../../engine/replay/statistics.js';
import type { Theme } from '../shared/palette.js';
import { type AxisTicks, eventTicks, timeTicks } from '../shared/time-ticks.js';
import { type GroupColumns, groupColumns, panelsOf, usableAxis, usesSec } from './columns.js';
import { pairNotices } from './pair-notices.js';
import { higherPeak, type Peak, panelPeak } from './layout.js';
import { type AxisKind, type PanelId, SERIES, type SeriesId, type WorkKind } from './series.js';

export interface TimelinesModel {
  /** The run to show, A; null while there is none. It may grow in place. */
  readonly table: StatisticsTable | null;
  /** Run B, laid over A: totals and lines as thin ghosts, with bands where the two differ. */
  readonly other?: StatisticsTable | null;
  /** What A and B are, for legend and export: text from users and files. */
  readonly names?: { readonly a: string; readonly b: string };
  /** B replays another trace than A: equal places on the axis are not the same events. */
  readonly otherTrace?: boolean;
  /** Wanted x axis. Without a clock in both runs it is the event axis ({@link usableAxis}), and the picture says so. */
  readonly axis: AxisKind;
  /** Shards to show, in order. */
  readonly shards: readonly number[];
  /** One group that sums the shards, instead of a group for each. */
  readonly merged: boolean;
  /** Series that are switched off. */
  readonly hidden: ReadonlySet<SeriesId>;
  /** Shown part of the x axis drawn: nanoseconds since the first event, or events. Null for all of it. */
  readonly xDomain: readonly [number, number] | null;
  /** All of the run's x axis, so that nothing moves while a replay streams. Null: what the table reaches. */
  readonly xExtent: readonly [number, number] | null;
  readonly work: WorkKind;
  readonly theme: Theme;
  /** Show the SEC's panel. By default it shows when the table has a SEC that was used. */
  readonly sec?: boolean;
  /**
   * One vertical scale for all shards (so heights compare) or one for each. By default shared up to 16 shards.
   */
  readonly yScale?: 'shared' | 'own';
}

/** Vertical scales are shared up to so many groups, unless the model says otherwise. */
const SHARED_SCALE_GROUPS = 16;

export interface Group {
  /** Stable key: the shard's number, or -1 for the sum. */
  readonly key: number;
  readonly title: string;
  readonly shards: readonly number[];
}

export interface Picture {
  readonly axis: AxisKind;
  readonly extent: readonly [number, number];
  readonly domain: readonly [number, number];
  /** False while nothing is known of the run: extent and domain are placeholders. */
  readonly known: boolean;
  readonly groups: readonly Group[];
  readonly panels: readonly PanelId[];
  /** What the reader must know: what is missing, and why. */
  readonly notices: readonly string[];
  columns(group: Group): GroupColumns | null;
  other(group: Group): GroupColumns | null;
  peak(group: Group, panel: PanelId): Peak;
}

function groupsOf(model: TimelinesModel): readonly Group[] {
  const count =
    model.table === null ? Number.POSITIVE_INFINITY : Math.max(model.table.shards, model.other?.shards ?? 0);
  const shards = model.shards.filter((shard) => shard >= 0 && shard < count);
  if (!model.merged) return shards.map((shard) => ({ key: shard, title: `Shard ${shard}`, shards: [shard] }));
  if (shards.length === 0) return [];
  const all = showsAllShards(model, shards);
  const title =
    model.table === null
      ? 'Waiting for the first snapshot'
      : shards.length === 1
        ? `Shard ${shards[0]}`
        : all && (model.other ?? null) !== null && model.other?.shards !== model.table.shards
          ? `All shards, summed: A has ${model.table.shards}, B ${model.other?.shards}`
          : all
            ? `All ${shards.length} shards, summed`
            : shards.length <= 6
              ? `Shards ${shards.join(', ')}, summed`
              : `${shards.length} of ${model.table?.shards ?? shards.length} shards, summed`;
  return [{ key: -1, title, shards }];
}

/** Asked for every shard of A: then it is every one of B, too, however many that are. */
function showsAllShards({ table }: TimelinesModel, shards: readonly number[]): boolean {
  return table !== null && shards.filter((shard) => shard < table.shards).length === table.shards;
}

function reachOf(table: StatisticsTable | null, axis: AxisKind): number {
  if (table === null || table.snapshots === 0) return 0;
  const column = table.columns[axis === 'time' ? 'clock_ns' : 'operation_count'];
  let most = 0;
  for (let p = 0; p < table.snapshots; p += 1) {
    const value = column[p * table.shards] as number;
    if (value > most) most = value;
  }
  return most;
}

function noticesOf(model: TimelinesModel, axis: AxisKind): string[] {
  const notices: string[] = [];
  const { table } = model;
  const other = model.other ?? null;
  if (other !== null)
    return pairNotices(table, other, {
      drawn: axis,
      wanted: model.axis,
      otherTrace: model.otherTrace === true,
      growing: model.xExtent !== null,
    });
  if (table !== null && axis !== model.axis) {
    notices.push('This file has no clock, so the axis counts events and rates are per 1000 events.');
  }
  if (table !== null && table.snapshots > 0 && Number.isNaN(table.columns.active_pages[0])) {
    notices.push(
      'A statistics CSV does not tell active and retained pages, purge calls, or the SEC: those series are left out.',
    );
  }
  return notices;
}

/** Columns of run B, kept over many pictures: it does not change while A does. */
export type KeptColumns = Map<string, GroupColumns>;

/** Prepares everything the layout needs. Columns are made when first asked for, once for each group. */
export function picture(model: TimelinesModel, kept: KeptColumns = new Map()): Picture {
  const { table, hidden, work } = model;
  const otherTable = model.other ?? null;
  const axis = usableAxis(table, model.axis, otherTable);
  const reach = Math.max(reachOf(table, axis), 0);
  const given = model.xExtent !== null && model.xExtent[1] > model.xExtent[0] ? model.xExtent : null;
  const own: readonly [number, number] = given ?? [0, reach > 0 ? reach : 1];
  // The axis holds both runs whole, each from its own first event on.
  const extent: readonly [number, number] = [own[0], Math.max(own[1], reachOf(otherTable, axis))];
  const zoom = model.xDomain;
  const domain = zoom !== null && zoom[1] > zoom[0] ? zoom : extent;
  const groups = groupsOf(model);
  const panels = panelsOf(
    (model.sec ?? (table !== null && usesSec(table))) || (otherTable !== null && usesSec(otherTable)),
  );

  const mine = new Map<number, Pair>();
  const pairOf = (group: Group): Pair => {
    let found = mine.get(group.key);
    if (found === undefined) {
      const shards = table === null ? [] : group.shards.filter((shard) => shard < table.shards);
      const a = table === null || shards.length === 0 ? null : groupColumns(table, shards, axis, work);
      found = comparable(a, laidOver(group));
      mine.set(group.key, found);
    }
    return found;
  };
  const laidOver = (group: Group): GroupColumns | null => {
    if (otherTable === null) return null;
    const every = group.key < 0 && showsAllShards(model, group.shards);
    const shards = every
      ? Array.from({ length: otherTable.shards }, (_, shard) => shard)
      : group.shards.filter((shard) => shard < otherTable.shards);
    if (shards.length === 0) return null;
    const key = `${axis} ${work} ${shards.join(' ')}`;
    let found = kept.get(key);
    if (found === undefined) {
      found = groupColumns(otherTable, shards, axis, work);
      kept.set(key, found);
    }
    return found;
  };
  const columns = (group: Group): GroupColumns | null => pairOf(group).a;
  const other = (group: Group): GroupColumns | null => pairOf(group).b;
  const ownPeak = (group: Group, panel: PanelId): Peak => {
    let peak: Peak = { left: 0, right: 0 };
    for (const source of [columns(group), other(group)]) {
      if (source !== null && source.length > 0)
        peak = higherPeak(peak, panelPeak(panel, source, domain, hidden));
    }
    return peak;
  };
  const shared = (model.yScale ?? (groups.length <= SHARED_SCALE_GROUPS ? 'shared' : 'own')) === 'shared';
  const peaks = new Map<PanelId, Peak>();
  const peak = (group: Group, panel: PanelId): Peak => {
    if (!shared) return ownPeak(group, panel);
    let found = peaks.get(panel);
    if (found === undefined) {
      found = groups.map((one) => ownPeak(one, panel)).reduce(higherPeak, { left: 0, right: 0 });
      peaks.set(panel, found);
    }
    return found;
  };
  const notices = noticesOf(model, axis);
  const firstGroup = groups[0];
  const returns = firstGroup === undefined ? 0 : (columns(firstGroup)?.clockReturns ?? 0);
  if (returns > 0) {
    notices.push(
      `The trace's clock runs back ${returns === 1 ? 'once' : `${returns} times`}; there the axis stands still.`,
    );
  }
  if (!shared && groups.length > 1) notices.push('Each shard has its own vertical scale.');
  const known = reach > 0 || given !== null || extent[1] > own[1];
  return { axis, extent, domain, known, groups, panels, notices, columns, other, peak };
}

interface Pair {
  readonly a: GroupColumns | null;
  readonly b: GroupColumns | null;
}

/** Series that lie on each other; the SEC's bytes stand alone. */
const STACKED = SERIES.filter(({ mark, panel }) => mark === 'area' && panel !== 'sec');

/** Stacks can be compared only over the series that both runs know: the others are left out of both. */
function comparable(a: GroupColumns | null, b: GroupColumns | null): Pair {
  if (a === null || b === null) return { a, b };
  const lacks = (of: GroupColumns): Set<SeriesId> =>
    new Set(STACKED.filter(({ id }) => of.missing.has(id)).map(({ id }) => id));
  const [fromB, fromA] = [lacks(b), lacks(a)];
  return {
    a: fromB.size === 0 ? a : { ...a, undrawn: fromB },
    b: fromA.size === 0 ? b : { ...b, undrawn: fromA },
  };
}

/** Ticks of the x axis with room for their labels. */
export function xTicks(axis: AxisKind, domain: readonly [number, number], width: number): AxisTicks {
  const most = Math.max(2, Math.floor(width / 90));
  return axis === 'time' ? timeTicks(domain[0], domain[1], most) : eventTicks(domain[0], domain[1], most);
}

/** Title of the x axis. */
/** Beside the ticks, where one line is all there is. */
export function xShortTitle(axis: AxisKind, unit: string): string {
  return axis === 'time' ? `time (${unit})` : 'events';
}

export function xTitle(axis: AxisKind, unit: string): string {
  return axis === 'time' ? `time since the first event (${unit})` : 'events of the trace';
}
