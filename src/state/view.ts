/** How things are looked at: which bench, theme, axis, zoom, shard. Changing it never runs the engine differently. */
import { createStore, type StoreApi } from 'zustand/vanilla';

export const BENCHES = ['replay', 'heap', 'sampling'] as const;
export type Bench = (typeof BENCHES)[number];

export type Axis = 'time' | 'event';

/** What stands in the Replay bench beside the options: the pictures, runs side by side, or the search for settings. */
export const REPLAY_VIEWS = ['timelines', 'compare', 'tune'] as const;
export type ReplayView = (typeof REPLAY_VIEWS)[number];

export interface View {
  readonly bench: Bench;
  readonly replayView: ReplayView;
  readonly axis: Axis;
  /** All shards added up in one picture, or one picture a shard. */
  readonly merged: boolean;
  /** The one shard looked at, or null for all. */
  readonly shard: number | null;
  /** Calls as counts since the start, instead of per time. */
  readonly cumulative: boolean;
  /** Shown part of the axis, nanoseconds or events; null = all. */
  readonly zoom: readonly [number, number] | null;
  /** Series switched off in the legend. */
  readonly hidden: readonly string[];
  /** Column that the table of compared runs is sorted by, with a minus in front where it is turned round. */
  readonly runsSort: string;
  /** The table of compared runs sums up the zoomed range instead of whole runs. */
  readonly runsZoomed: boolean;
}

export type ViewStore = StoreApi<View>;

export function defaultView(): View {
  return {
    bench: 'replay',
    replayView: 'timelines',
    axis: 'time',
    merged: true,
    shard: null,
    cumulative: false,
    zoom: null,
    hidden: [],
    runsSort: 'number',
    runsZoomed: false,
  };
}

export function createView(start: View = defaultView()): ViewStore {
  return createStore<View>(() => start);
}

/** Another axis has other units: a zoom does not survive it. */
export function setAxis(view: ViewStore, axis: Axis): void {
  if (view.getState().axis !== axis) view.setState({ axis, zoom: null });
}

export function toggleSeries(view: ViewStore, series: string): void {
  const { hidden } = view.getState();
  view.setState({
    hidden: hidden.includes(series) ? hidden.filter((name) => name !== series) : [...hidden, series],
  });
}
