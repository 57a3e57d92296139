/** Which snapshots the readouts show: those at the crosshair, else at the time cursor, else the last ones of the shown part. */
import { type GroupColumns, indexAt, nearestIndex } from './columns.js';

/** Where a run's values are read. -1: nothing is known there. */
export interface ReadPlace {
  /** The snapshot whose levels hold there. */
  readonly level: number;
  /** The snapshot that ends the interval there: of it are rates and ratios. */
  readonly interval: number;
}

/** What is drawn at a place: levels hold until the next snapshot, rates belong to the interval they lie in. */
export function drawnAt({ x, length }: GroupColumns, place: number): ReadPlace {
  if (length === 0 || place > (x[length - 1] as number)) return { level: -1, interval: -1 };
  const level = indexAt(x, place);
  const interval = level >= 0 && x[level] === place ? level : level + 1;
  return { level, interval };
}

/** Places the crosshair stops at: the run's snapshots, and behind its end those of the run laid over it. */
export function stopsOf(columns: GroupColumns | null, other: GroupColumns | null): Float64Array {
  const own = columns?.x ?? new Float64Array(0);
  if (other === null) return own;
  const end = own[own.length - 1] ?? Number.NEGATIVE_INFINITY;
  const more = other.x.subarray(indexAt(other.x, end) + 1);
  if (more.length === 0) return own;
  const stops = new Float64Array(own.length + more.length);
  stops.set(own);
  stops.set(more, own.length);
  return stops;
}

const NOWHERE: ReadPlace = { level: -1, interval: -1 };

export interface Reading {
  readonly at: 'crosshair' | 'cursor' | 'rest';
  /** Where the crosshair stands; null where there is none. */
  readonly crosshair: number | null;
  readonly a: ReadPlace;
  readonly b: ReadPlace;
}

export interface ReadingQuestion {
  readonly columns: GroupColumns | null;
  readonly other: GroupColumns | null;
  /** {@link stopsOf} the two. */
  readonly stops: Float64Array;
  /** Snaps to the nearest stop; null while nothing is pointed at. */
  readonly hoverX: number | null;
  /** The time cursor; counts where the shown part has it. Events tell snapshots at one place of the axis apart. */
  readonly cursor: { readonly x: number; readonly events: number } | null;
  readonly domain: readonly [number, number];
}

export function readingOf({ columns, other, stops, hoverX, cursor, domain }: ReadingQuestion): Reading {
  const stop = hoverX === null ? undefined : stops[nearestIndex(stops, hoverX)];
  const crosshair = stop ?? null;
  const at = (run: GroupColumns | null, place: number): ReadPlace =>
    run === null ? NOWHERE : drawnAt(run, place);
  if (crosshair !== null) {
    // Beyond its end nothing is known of a run; the one laid over it may go on.
    return { at: 'crosshair', crosshair, a: at(columns, crosshair), b: at(other, crosshair) };
  }
  if (cursor !== null && cursor.x >= domain[0] && cursor.x <= domain[1]) {
    const before = (run: GroupColumns | null): ReadPlace =>
      run === null ? NOWHERE : notAfter(run, at(run, cursor.x), cursor);
    return { at: 'cursor', crosshair, a: before(columns), b: before(other) };
  }
  const a = lastShown(columns, domain);
  return { at: 'rest', crosshair, a, b: restOfOther(other, columns?.x[a.level], domain) };
}

/** Where the clock stands still, several snapshots lie at the cursor's place: those to come do not hold yet. */
function notAfter(
  { x, events }: GroupColumns,
  { level, interval }: ReadPlace,
  cursor: NonNullable<ReadingQuestion['cursor']>,
): ReadPlace {
  let held = level;
  while (held >= 0 && x[held] === cursor.x && (events[held] as number) > cursor.events) held -= 1;
  return { level: held, interval };
}

function lastShown(columns: GroupColumns | null, domain: readonly [number, number]): ReadPlace {
  if (columns === null || columns.length === 0) return NOWHERE;
  const last = Math.max(indexAt(columns.x, domain[1]), 0);
  return { level: last, interval: last };
}

/** At rest both runs are read at one place; where B ended before it, B's own end is read, and the picture tells both places. */
function restOfOther(
  other: GroupColumns | null,
  place: number | undefined,
  domain: readonly [number, number],
): ReadPlace {
  if (other === null) return NOWHERE;
  const there = place === undefined ? NOWHERE : drawnAt(other, place);
  return there.level >= 0 ? there : lastShown(other, domain);
}
