/** What a pageslab map shows. */
import type { ExtentPlace } from '../../engine/inspect/explanation.js';
import type { Moment, PageslabColumns, PageslabOrder } from '../../engine/inspect/moment.js';
import type { Theme } from '../shared/palette.js';

export const PAGES_PER_SLAB = 512;
export const WORDS_PER_SLAB = 16;

/** Bits of {@link PageslabColumns.flags}, as the engine sets them. */
export const HUGE = 1;
export const PURGE_ALLOWED = 4;
export const HUGIFY_ALLOWED = 8;
export const CHANGED = 16;

export const MAP_LAYOUTS = ['rows', 'tiles'] as const;
export type MapLayout = (typeof MAP_LAYOUTS)[number];
/** How large slabs are drawn, small to large. */
export const MAP_SIZES = 5;

export interface PageslabMapModel {
  /** A moment with a window of its pageslabs; null before the first. */
  readonly moment: Moment | null;
  readonly layout: MapLayout;
  /** 0 to {@link MAP_SIZES} - 1. */
  readonly size: number;
  readonly theme: Theme;
  /** Index of the chosen pageslab, or null. */
  readonly selected: number | null;
}

export interface SlabWindow {
  readonly from: number;
  readonly count: number;
}

/** Props of {@link PageslabMap}. `marked` and `extents` are compared by identity. */
export interface PageslabMapProps extends PageslabMapModel {
  /** What the picture is of: "Shard 0". */
  readonly label: string;
  readonly order: PageslabOrder;
  /** Pageslab that is pointed out from elsewhere, or null. */
  readonly marked: number | null;
  /** Pages that the last event took or gave. */
  readonly extents: readonly ExtentPlace[];
  /** The picture belongs to older settings or another place: it stays, dimmed. */
  readonly stale: boolean;
  /** What stands there while there is no moment. */
  readonly waiting?: string;
  /** The shown part has changed. */
  readonly onWindow: (window: SlabWindow) => void;
  readonly onSelect: (slab: number | null) => void;
  /** Bring the pageslab at this place of the order into view; a new object each time. */
  readonly reveal?: { readonly place: number } | null;
}

/** Place of a pageslab in the window, or -1. */
export function findSlab(columns: PageslabColumns, slab: number): number {
  for (let i = 0; i < columns.count; i += 1) if (columns.slab[i] === slab) return i;
  return -1;
}
