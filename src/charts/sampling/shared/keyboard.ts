/** Which place the crosshair goes to by a key. Pure. */

const BIG_STEP = 10;

/** The new place; -1 to leave the picture, null where the key does nothing. */
export function nextStop(key: string, at: number, stops: number, axis: 'x' | 'y'): number | null {
  if (stops === 0) return null;
  const last = stops - 1;
  const back = axis === 'x' ? 'ArrowLeft' : 'ArrowUp';
  const on = axis === 'x' ? 'ArrowRight' : 'ArrowDown';
  switch (key) {
    case back:
      return at < 0 ? last : Math.max(0, at - 1);
    case on:
      return Math.min(last, at + 1);
    case 'PageUp':
      return at < 0 ? last : Math.max(0, at - BIG_STEP);
    case 'PageDown':
      return Math.min(last, Math.max(0, at) + BIG_STEP);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return -1;
    default:
      return null;
  }
}
