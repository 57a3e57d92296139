/** What the keys do on the focused map. Pure. */
import type { MapGeometry, PagePlace } from './layout.js';
import { PAGES_PER_SLAB } from './model.js';

export type MapKeyAction =
  | { readonly kind: 'move'; readonly to: PagePlace }
  | { readonly kind: 'select'; readonly place: number }
  | { readonly kind: 'clear' }
  | null;

export interface MapKeyState {
  readonly geometry: MapGeometry;
  readonly slabs: number;
  /** Where the reading mark is; null before the first key. */
  readonly at: PagePlace | null;
  /** First slab in sight, where reading starts. */
  readonly first: number;
  /** Slabs in sight. */
  readonly shown: number;
}

/** Left and right go from page to page (16 with Shift), up and down from slab to slab. */
export function mapKey(key: string, shift: boolean, state: MapKeyState): MapKeyAction {
  const { geometry, slabs, at } = state;
  if (slabs === 0) return null;
  const start: PagePlace = { place: Math.min(state.first, slabs - 1), page: 0 };
  const move = (slab: number, pages = 0): MapKeyAction => {
    if (at === null) return { kind: 'move', to: start };
    const place = Math.min(Math.max(at.place + slab, 0), slabs - 1);
    const page = Math.min(Math.max(Math.max(at.page, 0) + pages, 0), PAGES_PER_SLAB - 1);
    return { kind: 'move', to: { place, page } };
  };
  switch (key) {
    case 'ArrowDown':
      return move(geometry.across);
    case 'ArrowUp':
      return move(-geometry.across);
    case 'ArrowRight':
      return move(0, shift ? 16 : 1);
    case 'ArrowLeft':
      return move(0, shift ? -16 : -1);
    case 'PageDown':
      return move(Math.max(state.shown, geometry.across));
    case 'PageUp':
      return move(-Math.max(state.shown, geometry.across));
    case 'Home':
      return { kind: 'move', to: { place: 0, page: 0 } };
    case 'End':
      return { kind: 'move', to: { place: slabs - 1, page: 0 } };
    case 'Enter':
    case ' ':
      return { kind: 'select', place: at?.place ?? start.place };
    case 'Escape':
      return { kind: 'clear' };
    default:
      return null;
  }
}
