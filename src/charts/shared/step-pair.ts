/** Two step curves over each other: where which one is higher, and the bands between them. Pure. */
import type { StepCurve } from './decimate.js';
import type { PathSink } from './step-path.js';

/** Levels closer than this are one line to the eye. Pixels. */
const LEAST_GAP = 0.05;

/**
 * Calls `visit(from, to, a, b)` for each stretch on which both curves are known and neither changes, in order.
 * Curves of which one begins later or ends sooner are only compared where they overlap.
 */
export function walkPair(
  a: StepCurve,
  b: StepCurve,
  visit: (from: number, to: number, a: number, b: number) => void,
): void {
  if (a.x.length === 0 || b.x.length === 0) return;
  let place = Math.max(a.x[0] as number, b.x[0] as number);
  const end = Math.min(a.end, b.end);
  let i = 0;
  let j = 0;
  while (place < end) {
    while (i + 1 < a.x.length && (a.x[i + 1] as number) <= place) i += 1;
    while (j + 1 < b.x.length && (b.x[j + 1] as number) <= place) j += 1;
    const next = Math.min(a.x[i + 1] ?? end, b.x[j + 1] ?? end, end);
    const [one, other] = [a.y[i] as number, b.y[j] as number];
    if (!Number.isNaN(one) && !Number.isNaN(other)) visit(place, next, one, other);
    place = next;
  }
}

/** A closed stretch between two step lines: `top[i]` and `bottom[i]` hold from `x[i]` to `x[i + 1]`. */
export interface Band {
  readonly x: readonly number[];
  readonly top: readonly number[];
  readonly bottom: readonly number[];
}

export interface Bands {
  /** Where A is higher (its `y` is smaller: pixels count downwards), and where B is. */
  readonly a: readonly Band[];
  readonly b: readonly Band[];
}

interface OpenBand {
  x: number[];
  top: number[];
  bottom: number[];
}

/** The bands between two curves in pixels. */
export function bandsBetween(a: StepCurve, b: StepCurve): Bands {
  const found: { a: OpenBand[]; b: OpenBand[] } = { a: [], b: [] };
  let side: 'a' | 'b' | null = null;
  let reached = Number.NaN;
  walkPair(a, b, (from, to, one, other) => {
    const now = Math.abs(one - other) < LEAST_GAP ? null : one < other ? 'a' : 'b';
    if (now !== null) {
      if (now !== side || reached !== from) found[now].push({ x: [from], top: [], bottom: [] });
      const open = found[now].at(-1);
      open?.x.push(to);
      open?.top.push(Math.min(one, other));
      open?.bottom.push(Math.max(one, other));
    }
    side = now;
    reached = to;
  });
  return found;
}

/** Along the top, and back along the bottom. */
export function traceBand(sink: PathSink, { x, top, bottom }: Band): void {
  const last = top.length;
  sink.moveTo(x[0] as number, top[0] as number);
  for (let i = 0; i < last; i += 1) {
    if (i > 0 && top[i] !== top[i - 1]) sink.lineTo(x[i] as number, top[i] as number);
    if (top[i] !== top[i + 1]) sink.lineTo(x[i + 1] as number, top[i] as number);
  }
  for (let i = last - 1; i >= 0; i -= 1) {
    if (bottom[i] !== bottom[i + 1]) sink.lineTo(x[i + 1] as number, bottom[i] as number);
    if (i === 0 || bottom[i] !== bottom[i - 1]) sink.lineTo(x[i] as number, bottom[i] as number);
  }
  sink.closePath();
}

/** On how much of a stretch of the axis which curve is higher: shares of the width on which both are known. */
export interface PairShares {
  readonly a: number;
  readonly b: number;
  /** Width on which both are known; 0: there is nothing to compare, and the shares are 0. */
  readonly width: number;
}

/** Curves of values (more is higher), within a domain of the axis. */
export function pairShares(a: StepCurve, b: StepCurve, domain: readonly [number, number]): PairShares {
  let [higher, lower, width] = [0, 0, 0];
  walkPair(a, b, (from, to, one, other) => {
    const part = Math.min(to, domain[1]) - Math.max(from, domain[0]);
    if (part <= 0) return;
    width += part;
    if (one > other) higher += part;
    else if (one < other) lower += part;
  });
  return width > 0 ? { a: higher / width, b: lower / width, width } : { a: 0, b: 0, width: 0 };
}
