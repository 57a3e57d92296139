/** What the keys do on a focused panel. Pure. */
import { indexAt, nearestIndex } from './columns.js';

export type KeyAction =
  | { readonly kind: 'hover'; readonly index: number; readonly x: number }
  | { readonly kind: 'zoom'; readonly domain: readonly [number, number] | null }
  | null;

export interface KeyState {
  /** Places of the snapshots; never fall. */
  readonly x: Float64Array;
  readonly hoverX: number | null;
  readonly domain: readonly [number, number];
  readonly extent: readonly [number, number];
}

/** The snapshot `steps` places further, where snapshots at one place count once. */
function step(x: Float64Array, from: number, steps: number): number {
  let index = from;
  for (let n = Math.abs(steps); n > 0; n -= 1) {
    const place = x[index] as number;
    if (steps > 0) {
      if (index + 1 >= x.length) break;
      index = indexAt(x, x[index + 1] as number);
    } else {
      let before = index;
      while (before >= 0 && (x[before] as number) >= place) before -= 1;
      if (before < 0) break;
      index = before;
    }
  }
  return index;
}

/** A domain `factor` as wide around `centre`, kept inside the extent; null when that is all of it. */
export function zoomAround(
  centre: number,
  domain: readonly [number, number],
  extent: readonly [number, number],
  factor: number,
): readonly [number, number] | null {
  const whole = extent[1] - extent[0];
  const width = (domain[1] - domain[0]) * factor;
  if (width >= whole) return null;
  // Below a ten-thousandth of a millionth of the run, doubles cannot tell ticks apart any more.
  if (width < whole * 1e-9) return domain;
  const share = (centre - domain[0]) / (domain[1] - domain[0]);
  const from = Math.min(Math.max(extent[0], centre - share * width), extent[1] - width);
  return [from, from + width];
}

/** The domain moved so that `place` lies in it; the same one when it does already. */
export function panTo(
  place: number,
  domain: readonly [number, number],
  extent: readonly [number, number],
): readonly [number, number] {
  if (place >= domain[0] && place <= domain[1]) return domain;
  const width = domain[1] - domain[0];
  const from = Math.min(Math.max(extent[0], place - width / 2), extent[1] - width);
  return [from, from + width];
}

export function keyAction(key: string, shift: boolean, state: KeyState): KeyAction {
  const { x, hoverX, domain, extent } = state;
  const stride = shift ? 10 : 1;
  const here = hoverX === null ? -1 : nearestIndex(x, hoverX);
  const to = (index: number): KeyAction =>
    index < 0 || index >= x.length ? null : { kind: 'hover', index, x: x[index] as number };
  switch (key) {
    case 'ArrowRight':
      return to(here < 0 ? nearestIndex(x, domain[0]) : step(x, here, stride));
    case 'ArrowLeft':
      return to(here < 0 ? nearestIndex(x, domain[1]) : step(x, here, -stride));
    case 'Home':
      return to(nearestIndex(x, extent[0]));
    case 'End':
      return to(x.length - 1);
    case '+':
    case '=':
    case '-':
    case '_': {
      const middle = (domain[0] + domain[1]) / 2;
      const inside = hoverX !== null && hoverX >= domain[0] && hoverX <= domain[1];
      const factor = key === '+' || key === '=' ? 0.5 : 2;
      return { kind: 'zoom', domain: zoomAround(inside ? hoverX : middle, domain, extent, factor) };
    }
    case 'Escape':
      return { kind: 'zoom', domain: null };
    default:
      return null;
  }
}
