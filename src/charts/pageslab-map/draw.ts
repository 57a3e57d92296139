/**
 * Paints the visible part of a map. The pages are written pixel by pixel: a map of the smallest rows has a hundred
 * thousand of them, too many to fill one rectangle each within a frame.
 */
import type { ExtentPlace } from '../../engine/inspect/explanation.js';
import type { Moment } from '../../engine/inspect/moment.js';
import { PALETTES, type Palette, type Theme } from '../shared/palette.js';
import { CACHED, kindColours, pageKinds } from './cells.js';
import { FIGURES, figureText } from './figures.js';
import {
  type Box,
  FIGURE_WIDTH,
  GUTTER,
  LEAST_NOTCHED,
  type MapGeometry,
  NOTCH_SHARE,
  pageBoxes,
  type PagePlace,
  slabBox,
  slabCorner,
  visibleSlabs,
} from './layout.js';
import { CHANGED, HUGE, PAGES_PER_SLAB } from './model.js';

export interface MapScene {
  readonly moment: Moment;
  readonly geometry: MapGeometry;
  readonly theme: Theme;
  readonly selected: number | null;
  readonly marked: number | null;
  readonly extents: readonly ExtentPlace[];
  readonly hover: PagePlace | null;
  /** First pixel of the whole map that is seen, and how many. */
  readonly scroll: number;
  readonly height: number;
  /** Device pixels for each CSS pixel. */
  readonly ratio: number;
}

const BAR = { width: 5, gap: 4 } as const;
const FONT = '11px system-ui, sans-serif';
const LABEL_GAP = 13;

const kinds = new Uint8Array(PAGES_PER_SLAB);
let image: ImageData | null = null;

/** A colour as the four bytes of a canvas pixel, in one word. */
function pixelOf(hex: string): number {
  const bits = Number.parseInt(hex.slice(1), 16);
  // Canvas bytes go red, green, blue, alpha; a word of a little-endian machine has them the other way round.
  return (0xff00_0000 | ((bits & 255) << 16) | (bits & 0xff00) | (bits >> 16)) >>> 0;
}

function imageFor(context: CanvasRenderingContext2D, width: number, height: number): ImageData {
  if (image === null || image.width !== width || image.height !== height) {
    image = context.createImageData(width, height);
  }
  return image;
}

/** Writes the pages of the slabs in sight. */
function paintPages(context: CanvasRenderingContext2D, scene: MapScene): void {
  const { moment, geometry, ratio, scroll, theme } = scene;
  const { pageslabs: columns, from } = moment;
  const width = Math.round(geometry.width * ratio);
  const height = Math.round(scene.height * ratio);
  if (width <= 0 || height <= 0) return;
  const target = imageFor(context, width, height);
  const words = new Uint32Array(target.data.buffer);
  words.fill(0);
  const colours = kindColours(theme).map(pixelOf);
  const ground = pixelOf(PALETTES[theme].surface);
  const edges = edgesOf(geometry, ratio);
  const seen = visibleSlabs(geometry, moment.sums.slabs, scroll, scene.height);
  const last = Math.min(seen.from + seen.count, from + columns.count);
  for (let place = Math.max(seen.from, from); place < last; place += 1) {
    pageKinds(columns, place - from, kinds);
    const [x, y] = slabCorner(geometry, place);
    const left = Math.round(x * ratio);
    for (let line = 0; line < geometry.rows; line += 1) {
      const top = Math.round((y + line * geometry.pageHeight - scroll) * ratio);
      const bottom = Math.round((y + (line + 1) * geometry.pageHeight - scroll) * ratio);
      const notch = bottom - top < LEAST_NOTCHED ? 0 : Math.round((bottom - top) * NOTCH_SHARE);
      paintLine(
        words,
        width,
        height,
        left,
        top,
        bottom,
        notch,
        line * geometry.columns,
        edges,
        colours,
        ground,
      );
    }
  }
  context.putImageData(target, 0, 0);
}

/** Left edges of the pages of one line, in device pixels from its left; one more for the end. */
function edgesOf(geometry: MapGeometry, ratio: number): Int32Array {
  const edges = new Int32Array(geometry.columns + 1);
  for (let i = 0; i < edges.length; i += 1) edges[i] = Math.round(i * geometry.pageWidth * ratio);
  return edges;
}

function paintLine(
  words: Uint32Array,
  width: number,
  height: number,
  left: number,
  top: number,
  bottom: number,
  notch: number,
  firstPage: number,
  edges: Int32Array,
  colours: readonly number[],
  ground: number,
): void {
  const end = edges[edges.length - 1] as number;
  const first = Math.max(top, 0);
  const last = Math.min(bottom, height);
  /** Writes one line of pixels, then repeats it downwards. */
  const lines = (from: number, to: number, cached: number): void => {
    if (to <= from) return;
    const at = from * width + left;
    for (let i = 0; i + 1 < edges.length; i += 1) {
      const kind = kinds[firstPage + i] as number;
      const colour = kind === CACHED ? cached : (colours[kind] as number);
      const stop = Math.min(edges[i + 1] as number, width - left);
      for (let x = edges[i] as number; x < stop; x += 1) words[at + x] = colour;
    }
    const stop = at + Math.min(end, width - left);
    for (let y = from + 1; y < to; y += 1) words.copyWithin(y * width + left, at, stop);
  };
  lines(first, Math.min(top + notch, last), ground);
  lines(Math.max(first, top + notch), last, colours[CACHED] as number);
}

function outline(context: CanvasRenderingContext2D, box: Box, colour: string, width: number): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  const grow = width / 2;
  context.strokeRect(box.x - grow, box.y - grow, box.width + width, box.height + width);
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function paintMarks(context: CanvasRenderingContext2D, scene: MapScene, palette: Palette): void {
  const { moment, geometry, scroll } = scene;
  const { pageslabs, from, sums } = moment;
  const seen = visibleSlabs(geometry, sums.slabs, scroll, scene.height);
  const rows = geometry.layout === 'rows';
  context.font = FONT;
  context.textBaseline = 'middle';
  let labelled = Number.NEGATIVE_INFINITY;
  for (let place = seen.from; place < seen.from + seen.count; place += 1) {
    const box = slabBox(geometry, place);
    const i = place - from;
    if (i < 0 || i >= pageslabs.count) {
      // Not there yet: its place is kept, but no page is invented.
      context.fillStyle = palette.grid;
      context.fillRect(box.x, box.y + box.height / 2, box.width, 1);
      continue;
    }
    const slab = pageslabs.slab[i] as number;
    const flags = pageslabs.flags[i] as number;
    const huge = (flags & HUGE) !== 0;
    const changed = (flags & CHANGED) !== 0;
    const middle = box.y + box.height / 2;
    context.fillStyle = huge ? palette.huge : palette.grid;
    if (rows) context.fillRect(box.x - BAR.gap - BAR.width, box.y, BAR.width, box.height);
    else context.fillRect(box.x, box.y - 4, box.width, 3);
    const labelY = rows ? middle : box.y - 12;
    const hasRoom = rows ? labelY - labelled >= LABEL_GAP : geometry.named;
    if (hasRoom || (rows && slab === scene.selected)) {
      labelled = labelY;
      context.fillStyle = changed || slab === scene.selected ? palette.ink : palette.dim;
      context.textAlign = rows ? 'right' : 'left';
      context.fillText(`#${slab}`, rows ? box.x - 13 : box.x + (changed ? 9 : 0), labelY);
    }
    if (changed) paintArrow(context, rows ? 2 : box.x, rows ? middle : labelY, palette.current);
    paintFigures(context, scene, i, box, palette);
    if (slab === scene.marked) {
      context.setLineDash([4, 3]);
      outline(context, box, palette.ink, 2);
      context.setLineDash([]);
    }
    if (slab === scene.selected) {
      // The gap keeps it apart from pages of much the same colour.
      outline(context, box, palette.surface, 1.5);
      outline(context, grown(box, 1.5), palette.current, 2);
    }
  }
  context.textAlign = 'left';
}

/** Points at a pageslab that the last event changed. */
function paintArrow(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x, y - 4);
  context.lineTo(x + 6, y);
  context.lineTo(x, y + 4);
  context.closePath();
  context.fill();
}

function paintFigures(
  context: CanvasRenderingContext2D,
  scene: MapScene,
  index: number,
  box: Box,
  palette: Palette,
): void {
  const { geometry, moment } = scene;
  if (geometry.figures === 0) return;
  context.fillStyle = palette.ink;
  context.textAlign = 'right';
  for (let f = 0; f < geometry.figures; f += 1) {
    const figure = FIGURES[f];
    if (figure === undefined) return;
    const x = figureRight(geometry, f);
    context.fillText(figureText(figure, moment.pageslabs, index), x, box.y + box.height / 2);
  }
}

/** Right edge of a number's column. */
export function figureRight(geometry: MapGeometry, figure: number): number {
  return GUTTER + geometry.pageWidth * PAGES_PER_SLAB + (figure + 1) * FIGURE_WIDTH;
}

/** Frames the pages that the last event took or gave: a dark line on a light one is seen on every colour. */
function paintExtents(context: CanvasRenderingContext2D, scene: MapScene, palette: Palette): void {
  const { moment, geometry } = scene;
  if (scene.extents.length === 0) return;
  const places = new Map<number, number>();
  moment.pageslabs.slab.forEach((slab, i) => places.set(slab, moment.from + i));
  for (const extent of scene.extents) {
    const place = places.get(extent.slab);
    if (place === undefined) continue;
    for (const box of pageBoxes(geometry, place, extent.begin, extent.begin + extent.pages - 1)) {
      outline(context, box, palette.surface, 2.5);
      outline(context, box, palette.ink, 1.25);
    }
  }
}

function paintHover(context: CanvasRenderingContext2D, scene: MapScene, palette: Palette): void {
  const { hover, geometry, moment } = scene;
  if (hover === null || hover.place >= moment.sums.slabs) return;
  outline(context, slabBox(geometry, hover.place), palette.dim, 1);
  if (hover.page < 0) return;
  for (const box of pageBoxes(geometry, hover.place, hover.page, hover.page)) {
    outline(context, box, palette.surface, 3);
    outline(context, box, palette.ink, 1.5);
  }
}

/** @param context of a canvas of the view's size, cleared, in CSS pixels. */
export function drawMap(context: CanvasRenderingContext2D, scene: MapScene): void {
  const palette = PALETTES[scene.theme];
  paintPages(context, scene);
  context.save();
  context.translate(0, -scene.scroll);
  paintMarks(context, scene, palette);
  paintExtents(context, scene, palette);
  paintHover(context, scene, palette);
  context.restore();
}
