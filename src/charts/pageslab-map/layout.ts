/** Where pageslabs and their pages lie. CSS pixels; pages are whole device pixels wide wherever there is room. Pure. */
import { type MapLayout, PAGES_PER_SLAB, type SlabWindow } from './model.js';

export interface MapGeometry {
  readonly layout: MapLayout;
  /** Width of the place the map stands in. */
  readonly width: number;
  /** Slabs side by side: 1 for rows. */
  readonly across: number;
  /** Distance from one slab to the next, to the right and down. */
  readonly pitchX: number;
  readonly pitchY: number;
  /** Left and top of the first slab's pages. */
  readonly left: number;
  readonly top: number;
  /** Pages side by side and below each other. */
  readonly columns: number;
  readonly rows: number;
  /** Size of a page. */
  readonly pageWidth: number;
  readonly pageHeight: number;
  /** Names of slabs fit beside (rows) or above (tiles) their pages. */
  readonly named: boolean;
  /** Numbers right of a row that there is room for. */
  readonly figures: number;
}

export interface PagePlace {
  /** Place in the order, from 0. */
  readonly place: number;
  /** Page of it, or -1 beside its pages. */
  readonly page: number;
}

const ROW_HEIGHTS = [4, 8, 13, 18, 26] as const;
const PAGE_SIZES = [1, 2, 3, 4, 6] as const;
/** Left of a row: mark of change, name, bar of huge pages. */
export const GUTTER = 62;
export const FIGURE_WIDTH = 58;
const MOST_FIGURES = 5;
const TILE_COLUMNS = 32;
const TILE_GAPS = [4, 6, 8, 8, 10] as const;
const TILE_HEAD = 14;
const TILE_BAR = 4;
/** Pages that the SEC holds are lower by this share: a second cue beside their colour. */
export const NOTCH_SHARE = 0.3;
/** Pages lower than this have no room for it. Pixels. */
export const LEAST_NOTCHED = 4;

/** @param ratio device pixels for each CSS pixel. */
export function mapGeometry(layout: MapLayout, size: number, width: number, ratio: number): MapGeometry {
  return layout === 'rows' ? rowGeometry(size, width, ratio) : tileGeometry(size, width);
}

function rowGeometry(size: number, width: number, ratio: number): MapGeometry {
  const pageHeight = ROW_HEIGHTS[size] ?? ROW_HEIGHTS[2];
  const room = Math.max(64, width - GUTTER - 2);
  const whole = Math.floor((room * ratio) / PAGES_PER_SLAB) / ratio;
  const pageWidth = whole > 0 ? whole : room / PAGES_PER_SLAB;
  const figures = pageHeight < 12 ? 0 : Math.floor((room - pageWidth * PAGES_PER_SLAB) / FIGURE_WIDTH);
  return {
    layout: 'rows',
    width,
    across: 1,
    pitchX: width,
    pitchY: pageHeight + (pageHeight < 12 ? 1 : 3),
    left: GUTTER,
    top: 1,
    columns: PAGES_PER_SLAB,
    rows: 1,
    pageWidth,
    pageHeight,
    named: pageHeight >= 12,
    figures: Math.min(MOST_FIGURES, Math.max(0, figures)),
  };
}

function tileGeometry(size: number, width: number): MapGeometry {
  const page = PAGE_SIZES[size] ?? PAGE_SIZES[2];
  const gap = TILE_GAPS[size] ?? TILE_GAPS[2];
  const named = page >= 2;
  const rows = PAGES_PER_SLAB / TILE_COLUMNS;
  const pitchX = TILE_COLUMNS * page + gap;
  return {
    layout: 'tiles',
    width,
    across: Math.max(1, Math.floor((width - 2) / pitchX)),
    pitchX,
    pitchY: rows * page + TILE_BAR + gap + (named ? TILE_HEAD : 0),
    left: gap / 2,
    top: TILE_BAR + gap / 2 + (named ? TILE_HEAD : 0),
    columns: TILE_COLUMNS,
    rows,
    pageWidth: page,
    pageHeight: page,
    named,
    figures: 0,
  };
}

/** Height of all slabs. */
export function mapHeight(geometry: MapGeometry, slabs: number): number {
  return Math.ceil(slabs / geometry.across) * geometry.pitchY + 2;
}

/** Left and top of a slab's pages, from the top of the whole map. */
export function slabCorner(geometry: MapGeometry, place: number): readonly [number, number] {
  const { across, pitchX, pitchY, left, top } = geometry;
  return [left + (place % across) * pitchX, top + Math.floor(place / across) * pitchY];
}

/** The slabs whose lines of slabs a view of `height` from `scroll` on touches. */
export function visibleSlabs(
  geometry: MapGeometry,
  slabs: number,
  scroll: number,
  height: number,
): SlabWindow {
  const { across, pitchY } = geometry;
  const first = Math.max(0, Math.floor(scroll / pitchY));
  const last = Math.max(first, Math.ceil((scroll + height) / pitchY));
  const from = Math.min(first * across, slabs);
  return { from, count: Math.max(0, Math.min(slabs, last * across) - from) };
}

/** Slabs asked for at most: what a tall screen of the smallest tiles shows, and then some. */
const MOST_WANTED = 4096;

/** The window to ask for: what is visible and as much again before and after, so that scrolling finds it there. */
export function wantedWindow(geometry: MapGeometry, visible: SlabWindow): SlabWindow {
  const { across } = geometry;
  const view = Math.ceil(Math.max(visible.count, 1) / across) * across;
  const spare = visible.count * 3 > MOST_WANTED ? 0 : view;
  const from = Math.max(0, visible.from - spare);
  return { from, count: Math.min(visible.from + view + spare - from, MOST_WANTED) };
}

/** The scroll place at which a slab keeps its height in the view when the map's shape changes. */
export function keptScroll(before: MapGeometry, after: MapGeometry, place: number, scroll: number): number {
  const middle = (geometry: MapGeometry): number => {
    const box = slabBox(geometry, place);
    return box.y + box.height / 2;
  };
  return Math.max(0, middle(after) - (middle(before) - scroll));
}

/** What lies at a pixel, from the top of the whole map; null between tiles and beyond the last slab. */
export function hitPage(geometry: MapGeometry, slabs: number, x: number, y: number): PagePlace | null {
  const { across, pitchX, pitchY, left, top, columns, rows, pageWidth, pageHeight } = geometry;
  const column = Math.floor(x / pitchX);
  const line = Math.floor(y / pitchY);
  if (column < 0 || column >= across || line < 0) return null;
  const place = line * across + column;
  if (place >= slabs) return null;
  const pageX = Math.floor((x - column * pitchX - left) / pageWidth);
  const pageY = Math.floor((y - line * pitchY - top) / pageHeight);
  const outside = pageX < 0 || pageX >= columns;
  if (geometry.layout === 'rows') return { place, page: outside ? -1 : pageX };
  return { place, page: outside || pageY < 0 || pageY >= rows ? -1 : pageY * columns + pageX };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Boxes around pages `first` to `last` of a slab: one in a row, up to one a line of pages in a tile. */
export function pageBoxes(geometry: MapGeometry, place: number, first: number, last: number): Box[] {
  const { columns, pageWidth, pageHeight } = geometry;
  const [left, top] = slabCorner(geometry, place);
  const boxes: Box[] = [];
  for (let page = first; page <= last; ) {
    const line = Math.floor(page / columns);
    const end = Math.min(last, (line + 1) * columns - 1);
    boxes.push({
      x: left + (page - line * columns) * pageWidth,
      y: top + line * pageHeight,
      width: (end - page + 1) * pageWidth,
      height: pageHeight,
    });
    page = end + 1;
  }
  return boxes;
}

/** The box around all of a slab's pages. */
export function slabBox(geometry: MapGeometry, place: number): Box {
  const { columns, rows, pageWidth, pageHeight } = geometry;
  const [x, y] = slabCorner(geometry, place);
  return { x, y, width: columns * pageWidth, height: rows * pageHeight };
}
