/** Cells as coloured boxes with their values where these fit. Pure. */
import { LabelFitter } from '../../shared/label.js';
import { type Palette, PALETTES, type Theme } from '../../shared/palette.js';
import { box, segment, type Shape } from '../../shared/shapes.js';
import { roughWidth } from '../../shared/svg-text.js';
import { rampColour, textOn } from '../shared/colours.js';
import { formatDimension, titleOf } from '../shared/dimension.js';
import { hatch, markShapes } from '../shared/marks.js';
import type { PlotLayout } from '../shared/plot.js';
import type { Cell, Cells } from './cells.js';
import type { HeatMapModel } from './props.js';

const ROOM = { left: 96, right: 14, top: 52, bottom: 44 } as const;
const GAP = 2;
const RAMP_STEPS = 24;
/** From mark to mark in one cell. */
const MARK_GAP = 19;
const fitter = new LabelFitter((text) => roughWidth(text, 11));

/** @param cells of the same model */
export function layoutHeatMap(model: HeatMapModel, cells: Cells, width: number, height: number): PlotLayout {
  const palette = PALETTES[model.theme];
  const columns = cells.x.labels.length;
  const rows = cells.y.labels.length;
  const cellWidth = Math.max(1, (width - ROOM.left - ROOM.right) / Math.max(1, columns));
  const cellHeight = Math.max(1, (height - ROOM.top - ROOM.bottom) / Math.max(1, rows));
  const boxOf = (at: number) => ({
    x: ROOM.left + (at % columns) * cellWidth,
    y: ROOM.top + (rows - 1 - Math.floor(at / columns)) * cellHeight,
  });
  const shapes: Shape[] = [...colourLegend(model, cells, width), ...sides(model, cells, width, height)];
  const marked = marksByCell(model, cells);
  cells.cells.forEach((cell, at) => {
    const { x, y } = boxOf(at);
    const room = { x: x + GAP / 2, y: y + GAP / 2, width: cellWidth - GAP, height: cellHeight - GAP };
    shapes.push(...cellShapes(model, cell, cells, room, marked.get(at) ?? 0));
  });
  shapes.push(...marks(model, cells, boxOf, cellWidth, cellHeight));
  const move = (stop: number, dx: number, dy: number): number => {
    if (stop < 0) return 0;
    const i = Math.min(columns - 1, Math.max(0, (stop % columns) + dx));
    const j = Math.min(rows - 1, Math.max(0, Math.floor(stop / columns) + dy));
    return j * columns + i;
  };
  return {
    width,
    height,
    shapes,
    stopAt(px, py) {
      const i = Math.floor((px - ROOM.left) / cellWidth);
      const j = rows - 1 - Math.floor((py - ROOM.top) / cellHeight);
      return i < 0 || j < 0 || i >= columns || j >= rows ? -1 : j * columns + i;
    },
    step(stop, key) {
      if (cells.cells.length === 0) return null;
      switch (key) {
        case 'ArrowRight':
          return move(stop, 1, 0);
        case 'ArrowLeft':
          return move(stop, -1, 0);
        case 'ArrowUp':
          return move(stop, 0, 1);
        case 'ArrowDown':
          return move(stop, 0, -1);
        default:
          return null;
      }
    },
    rowOf: (stop) => cells.cells[stop]?.row ?? -1,
    stopOf: (row) => cells.cellOfRow[row] ?? -1,
    highlight(stop, how) {
      const { x, y } = boxOf(stop);
      const d = box(x, y, cellWidth, cellHeight);
      const wide = how === 'selected';
      return [
        { kind: 'path', d, stroke: palette.surface, width: wide ? 6 : 4 },
        { kind: 'path', d, stroke: palette.ink, width: wide ? 3 : 1.5 },
      ];
    },
  };
}

function shareOf(value: number, extent: readonly [number, number] | null): number {
  if (extent === null) return 0;
  return extent[1] > extent[0] ? (value - extent[0]) / (extent[1] - extent[0]) : 0.5;
}

interface Room {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** @param marked marks that take the left of the cell */
function cellShapes(
  { figure, theme }: HeatMapModel,
  cell: Cell,
  { extent }: Cells,
  { x, y, width, height }: Room,
  marked: number,
): Shape[] {
  const palette = PALETTES[theme];
  if (cell.kind === 'empty')
    return [
      { kind: 'path', d: box(x + 0.5, y + 0.5, width - 1, height - 1), stroke: palette.grid, dash: '2 3' },
    ];
  if (cell.kind === 'missing')
    return [
      { kind: 'path', d: box(x, y, width, height), fill: palette.grid },
      { kind: 'path', d: hatch(x, y, width, height, 6), stroke: palette.dim },
    ];
  const colour = rampColour(theme, shareOf(cell.value, extent));
  const shapes: Shape[] = [{ kind: 'path', d: box(x, y, width, height), fill: colour }];
  if (cell.misses) shapes.push(...limitMarks(palette, x, y, width, height));
  const text = formatDimension(figure, cell.value);
  const taken = marked === 0 ? 0 : 6 + marked * MARK_GAP;
  const middle = x + taken + (width - taken) / 2;
  if (height >= 16 && roughWidth(text, 11) <= width - taken - 8) {
    const ink = textOn(colour);
    if (cell.misses) {
      const room = roughWidth(text, 11) + 6;
      shapes.push({
        kind: 'path',
        d: box(middle - room / 2, y + height / 2 - 8, room, 16),
        fill: colour,
      });
    }
    shapes.push({ kind: 'text', x: middle, y: y + height / 2, text, fill: ink, anchor: 'middle' });
  }
  return shapes;
}

/** Slanted lines in the surface's colour: as if crossed out. */
export function limitMarks(palette: Palette, x: number, y: number, width: number, height: number): Shape[] {
  return [{ kind: 'path', d: hatch(x, y, width, height, 8), stroke: palette.surface, width: 3 }];
}

function colourLegend(model: HeatMapModel, { extent }: Cells, width: number): Shape[] {
  const { figure, theme } = model;
  const palette = PALETTES[theme];
  const from = ROOM.left;
  const length = Math.min(220, Math.max(80, width - ROOM.left - 260));
  const shapes: Shape[] = [
    { kind: 'text', x: from, y: 10, text: titleOf(figure), fill: palette.ink, bold: true },
  ];
  if (extent === null) return shapes;
  for (let i = 0; i < RAMP_STEPS; i += 1) {
    const d = box(from + 74 + (i * length) / RAMP_STEPS, 22, length / RAMP_STEPS + 0.5, 10);
    shapes.push({ kind: 'path', d, fill: rampColour(theme, i / (RAMP_STEPS - 1)) });
  }
  const best = figure.better === 'more' ? 'high' : 'low';
  const low = formatDimension(figure, extent[0]);
  const high = formatDimension(figure, extent[1]);
  shapes.push(
    { kind: 'text', x: from + 68, y: 27, text: low, fill: palette.dim, anchor: 'end', bold: best === 'low' },
    { kind: 'text', x: from + 80 + length, y: 27, text: high, fill: palette.dim, bold: best === 'high' },
  );
  return shapes;
}

function sides(model: HeatMapModel, { x, y }: Cells, width: number, height: number): Shape[] {
  const palette = PALETTES[model.theme];
  const columns = (width - ROOM.left - ROOM.right) / Math.max(1, x.labels.length);
  const rows = (height - ROOM.top - ROOM.bottom) / Math.max(1, y.labels.length);
  const shapes: Shape[] = [];
  const widest = x.labels.reduce((most, label) => Math.max(most, roughWidth(label, 11)), 0);
  const everyX = Math.max(1, Math.ceil((widest + 8) / columns));
  x.labels.forEach((text, i) => {
    if (i % everyX !== 0) return;
    shapes.push({
      kind: 'text',
      x: ROOM.left + (i + 0.5) * columns,
      y: height - ROOM.bottom + 12,
      text,
      fill: palette.dim,
      anchor: 'middle',
    });
  });
  const everyY = Math.max(1, Math.ceil(14 / rows));
  y.labels.forEach((text, j) => {
    if (j % everyY !== 0) return;
    shapes.push({
      kind: 'text',
      x: ROOM.left - 8,
      y: ROOM.top + (y.labels.length - j - 0.5) * rows,
      text: fitter.fit(text, ROOM.left - 12),
      title: text,
      fill: palette.dim,
      anchor: 'end',
    });
  });
  shapes.push(
    { kind: 'text', x: 8, y: ROOM.top - 10, text: `↑ ${model.y.label}`, fill: palette.ink },
    {
      kind: 'text',
      x: width - ROOM.right,
      y: height - 12,
      text: `${model.x.label} →`,
      fill: palette.ink,
      anchor: 'end',
    },
  );
  return shapes;
}

/** How many marks stand in a cell. */
function marksByCell({ marks: all, x, y }: HeatMapModel, cells: Cells): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const { values } of all) {
    const i = cells.x.indexOf(values[x.key] ?? Number.NaN);
    const j = cells.y.indexOf(values[y.key] ?? Number.NaN);
    if (i < 0 || j < 0) continue;
    const at = j * cells.x.labels.length + i;
    found.set(at, (found.get(at) ?? 0) + 1);
  }
  return found;
}

/** Marks stand at the left of their cell, side by side, so that its value stays readable; on its border where they lie between two. */
function marks(
  model: HeatMapModel,
  cells: Cells,
  boxOf: (at: number) => { readonly x: number; readonly y: number },
  width: number,
  height: number,
): Shape[] {
  const taken = new Map<string, number>();
  const { x: left, y: bottom } = boxOf(0);
  return model.marks.flatMap((mark) => {
    const i = cells.x.placeOf(mark.values[model.x.key] ?? Number.NaN);
    const j = cells.y.placeOf(mark.values[model.y.key] ?? Number.NaN);
    if (Number.isNaN(i) || Number.isNaN(j)) return [];
    const before = taken.get(`${i} ${j}`) ?? 0;
    taken.set(`${i} ${j}`, before + 1);
    const x =
      left + i * width + (Number.isInteger(i) ? Math.min(13, width / 2) : width / 2) + before * MARK_GAP;
    return markShapes(mark, x, bottom - j * height + height / 2, model.theme);
  });
}

/** How the kinds of cells look, for the legend. */
export function cellLegend(theme: Theme): {
  readonly empty: Shape[];
  readonly missing: Shape[];
  readonly misses: Shape[];
} {
  const palette = PALETTES[theme];
  return {
    empty: [{ kind: 'path', d: box(0.5, 0.5, 13, 11), stroke: palette.axis, dash: '2 3' }],
    missing: [
      { kind: 'path', d: box(0, 0, 14, 12), fill: palette.grid },
      { kind: 'path', d: hatch(0, 0, 14, 12, 5), stroke: palette.dim },
    ],
    misses: [
      { kind: 'path', d: box(0, 0, 14, 12), fill: rampColour(theme, 0.4) },
      ...limitMarks(palette, 0, 0, 14, 12),
      { kind: 'path', d: segment(0, 12, 14, 12), stroke: palette.surface },
    ],
  };
}
