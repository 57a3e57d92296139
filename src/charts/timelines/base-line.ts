/**
 * Lines of one panel that lie on its base line at the same place: each is given every so many pixels of it, so that all
 * of them are seen. Pure.
 */
import type { StepCurve } from '../shared/decimate.js';

/** Length of a piece. Pixels. */
const PIECE = 8;
/** So near to the base, a line is on it to the eye. Pixels. */
const ON_BASE = 0.25;

/** From where to where a curve lies on the base line, within `[0, width]`; neighbours joined. */
function stretchesOnBase({ x, y, end }: StepCurve, base: number, width: number): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < x.length; i += 1) {
    if (!((y[i] as number) >= base - ON_BASE)) continue;
    const from = Math.max(x[i] as number, 0);
    const to = Math.min(i + 1 < x.length ? (x[i + 1] as number) : end, width);
    if (to <= from) continue;
    const last = found.at(-1);
    if (last !== undefined && last[1] >= from) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}

/**
 * The pieces of the base line that belong to the `turn`-th of `turns` lines. Where they lie depends on the place alone,
 * so pieces of several lines never meet.
 */
export function piecesOnBase(
  curve: StepCurve,
  base: number,
  width: number,
  turn: number,
  turns: number,
): readonly (readonly [number, number])[] {
  const period = PIECE * turns;
  return stretchesOnBase(curve, base, width).flatMap(([from, to]) => {
    const pieces: [number, number][] = [];
    const first = Math.floor(from / period) * period + turn * PIECE;
    for (let at = first; at < to; at += period) {
      const [left, right] = [Math.max(at, from), Math.min(at + PIECE, to)];
      if (right > left) pieces.push([left, right]);
    }
    return pieces;
  });
}
