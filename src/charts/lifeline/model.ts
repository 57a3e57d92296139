/** What a life line shows. */
import type { Lifeline } from '../../engine/inspect/moment.js';
import type { Theme } from '../shared/palette.js';

export const PAGES_PER_SLAB = 512;
export const HUGE = 1;

export interface LifelineModel {
  readonly life: Lifeline;
  readonly axis: 'time' | 'event';
  /** Shown part of the axis: the whole trace, or what the timelines are zoomed to. Nanoseconds or events. */
  readonly domain: readonly [number, number];
  /** Where the time cursor is, on that axis; null for none. */
  readonly cursor: number | null;
  readonly theme: Theme;
}

export interface LifelineProps extends LifelineModel {
  /** Pixels of the plot's height. */
  readonly height?: number;
  /** The reader wants to see the state after so many events. */
  readonly onPick: (events: number) => void;
}

/** Where each entry lies on the axis. */
export function placesOf({ life, axis }: LifelineModel): Float64Array | Uint32Array {
  return axis === 'time' ? life.clockNs : life.events;
}

/** Index of the last entry at or before `place`; -1 before the first. */
export function entryAt(model: LifelineModel, place: number): number {
  const places = placesOf(model);
  let low = 0;
  let high = model.life.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
