/** Paints a laid-out panel on a canvas. Canvas, because a slider step repaints every panel at once. */
import { mix, PALETTES, type Palette, type Theme } from '../shared/palette.js';
import { traceArea } from '../shared/step-path.js';
import { rasterLine } from '../shared/step-raster.js';
import { type Band, traceBand } from '../shared/step-pair.js';
import { GEOMETRY } from './geometry.js';
import type { PanelLayout } from './layout.js';
import type { Series } from './series.js';

/** Stripes: period and line width in CSS pixels. */
export const STRIPE = { period: 6, width: 1.6 } as const;
/** How stripes of the right axis are broken, as its ghost is: drawn and left out, in CSS pixels downwards. */
export const BROKEN = { on: 7, off: 5 } as const;
/** Share of the colour in the ground under stripes, and in a pale fill. */
export const PALE = { striped: 0.28, pale: 0.38 } as const;

/**
 * How the bands between two runs are filled: stripes in the colour of the run that is higher, leaning the other way for
 * each, over a veil that leaves what lies below just visible. Side, lean and colour all tell the same; broken stripes
 * belong to the right axis, as B's broken line does.
 */
export const BAND = {
  veil: 0.62,
  a: { colour: 'current', lean: 'back' },
  b: { colour: 'pinned', lean: 'forward' },
} as const;

const DASH = { on: 5, off: 4 } as const;

const patterns = new Map<string, CanvasPattern>();

type Lean = 'forward' | 'back';

function stripes(
  context: CanvasRenderingContext2D,
  colour: string,
  ground: string,
  ratio: number,
  lean: Lean = 'forward',
  broken = false,
): CanvasPattern | string {
  const key = `${colour}${ground}${ratio}${lean}${broken ? 'broken' : ''}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const size = Math.max(2, Math.round(STRIPE.period * ratio));
  const tile = context.canvas.ownerDocument.createElement('canvas');
  // Two periods high: then the stripes still join at its edges.
  const height = broken ? 2 * size : size;
  tile.width = size;
  tile.height = height;
  const brush = tile.getContext('2d');
  if (brush === null) return ground;
  brush.fillStyle = ground;
  brush.fillRect(0, 0, size, height);
  brush.strokeStyle = colour;
  brush.lineWidth = STRIPE.width * ratio;
  if (broken) {
    brush.beginPath();
    brush.rect(0, 0, size, (height * BROKEN.on) / (BROKEN.on + BROKEN.off));
    brush.clip();
  }
  brush.beginPath();
  // One stripe through the tile and its two corners, so that tiles join without a seam.
  for (let shift = -height; shift <= height; shift += size) {
    const [from, to] = [shift - 1, shift + height + 1];
    brush.moveTo(lean === 'forward' ? from : to, height + 1);
    brush.lineTo(lean === 'forward' ? to : from, -1);
  }
  brush.stroke();
  const pattern = context.createPattern(tile, 'repeat');
  if (pattern === null) return ground;
  pattern.setTransform(new DOMMatrix([1 / ratio, 0, 0, 1 / ratio, 0, 0]));
  patterns.set(key, pattern);
  return pattern;
}

/** Ground colour of a series' fill: opaque, because areas are painted over each other. */
export function fillColour(series: Series, palette: Palette): string {
  const colour = palette[series.colour];
  return series.fill === 'solid' ? colour : mix(colour, palette.surface, PALE[series.fill]);
}

/** A colour with an opacity, as canvas and CSS read it. */
function faded(hex: string, opacity: number): string {
  return `${hex}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

function drawBands(
  context: CanvasRenderingContext2D,
  bands: readonly Band[],
  { colour, lean }: (typeof BAND)['a' | 'b'],
  palette: Palette,
  ratio: number,
  broken = false,
): void {
  if (bands.length === 0) return;
  context.beginPath();
  for (const band of bands) traceBand(context, band);
  context.fillStyle = stripes(
    context,
    palette[colour],
    faded(palette.surface, BAND.veil),
    ratio,
    lean,
    broken,
  );
  context.fill();
}

/** A rim in the surface's colour keeps B's line readable on the bands of a stack; among lines it needs none. */
export function hasRim(layout: PanelLayout): boolean {
  return layout.right === null && layout.areas.length > 0;
}

/** Paints on a canvas that is `GEOMETRY.bleed` higher than the plot at both ends. */
export function drawPanel(
  context: CanvasRenderingContext2D,
  layout: PanelLayout,
  theme: Theme,
  ratio: number,
  pending: boolean,
): void {
  const palette = PALETTES[theme];
  const { width, height } = layout;
  context.save();
  context.translate(0, GEOMETRY.bleed);
  context.beginPath();
  context.rect(0, -GEOMETRY.bleed, width, height + 2 * GEOMETRY.bleed);
  context.clip();

  if (pending && layout.pendingFrom !== null) {
    context.fillStyle = stripes(context, palette.grid, palette.surface, ratio);
    context.fillRect(layout.pendingFrom, 0, width - layout.pendingFrom, height);
  }
  for (const { series, curve } of layout.areas) {
    const ground = fillColour(series, palette);
    context.beginPath();
    traceArea(context, curve, height);
    context.fillStyle =
      series.fill === 'striped' ? stripes(context, palette[series.colour], ground, ratio) : ground;
    context.fill();
  }
  drawBands(context, layout.rightBands.a, BAND.a, palette, ratio, true);
  drawBands(context, layout.rightBands.b, BAND.b, palette, ratio, true);
  drawBands(context, layout.bands.a, BAND.a, palette, ratio);
  drawBands(context, layout.bands.b, BAND.b, palette, ratio);
  for (const { curve, dashed } of layout.ghosts) {
    if (hasRim(layout)) {
      context.fillStyle = palette.surface;
      rasterLine(curve, width, 3.25, (x, y, w, h) => context.fillRect(x - 1, y, w + 2, h));
    }
    context.fillStyle = palette.pinned;
    rasterLine(curve, width, 1.25, (x, y, w, h) => {
      if (dashed) dashes(context, x, y, w, h);
      else context.fillRect(x, y, w, h);
    });
  }
  for (const { series, curve } of layout.lines) {
    context.fillStyle = palette[series.colour];
    rasterLine(curve, width, 1.5, (x, y, w, h) => context.fillRect(x, y, w, h));
  }
  for (const { series, pieces } of layout.onBase) {
    context.fillStyle = palette[series.colour];
    for (const [from, to] of pieces) context.fillRect(from, height - 0.75, to - from, 1.5);
  }
  context.restore();
}

/** The level part of a line in dashes whose places do not depend on where the part begins. */
function dashes(context: CanvasRenderingContext2D, x: number, y: number, w: number, h: number): void {
  const period = DASH.on + DASH.off;
  for (let from = Math.floor(x / period) * period; from < x + w; from += period) {
    const [left, right] = [Math.max(x, from), Math.min(x + w, from + DASH.on)];
    if (right > left) context.fillRect(left, y, right - left, h);
  }
}
