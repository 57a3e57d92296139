/** Which place the crosshair goes to by a key. Pure. */

export interface StopKeys {
  /** Which arrows walk along the places: left and right, or up and down. */
  readonly axis: 'x' | 'y';
  /** Places that Page Up and Page Down go; 0 leaves these keys to the page. */
  readonly page: number;
}

/** The new place (-1 before: none); -1 to leave the picture, null where the key does nothing. */
export function nextStop(key: string, at: number, stops: number, { axis, page }: StopKeys): number | null {
  if (stops === 0) return null;
  const last = stops - 1;
  const back = (by: number): number => (at < 0 ? last : Math.max(0, at - by));
  const on = (by: number): number => (at < 0 ? 0 : Math.min(last, at + by));
  switch (key) {
    case axis === 'x' ? 'ArrowLeft' : 'ArrowUp':
      return back(1);
    case axis === 'x' ? 'ArrowRight' : 'ArrowDown':
      return on(1);
    case 'PageUp':
      return page === 0 ? null : back(page);
    case 'PageDown':
      return page === 0 ? null : on(page);
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
