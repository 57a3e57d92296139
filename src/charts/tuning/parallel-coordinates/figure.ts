import { formatCount } from '../../../base/numbers.js';
import { PALETTES } from '../../shared/palette.js';
import { box, type Shape } from '../../shared/shapes.js';
import { formatDimension, titleOf } from '../shared/dimension.js';
import { markLegend } from '../shared/marks.js';
import type { LegendEntry, PlotFigure, PlotLayout } from '../shared/plot.js';
import { extentOf, hasStatus, PARTIAL } from '../shared/table.js';
import {
  COLOURS,
  IN,
  layoutParallel,
  lineColour,
  MISSES,
  OUT,
  type ParallelLayout,
  pathOf,
} from './layout.js';
import type { ParallelModel } from './props.js';

export const PARALLEL_WORDS = {
  title: 'All options and figures at once',
  aid: 'Each line is a run; its colour is one figure. Drag along an axis to keep the runs that pass there; click the axis to let all through again.',
  keys: 'Left and right arrow keys choose an axis, up and down go from run to run along it, opening and closing square brackets limit the axis to that run and above or below, Backspace lifts its limits, Enter opens the run.',
} as const;

export interface ParallelFigure extends PlotFigure {
  readonly layout: (width: number, height: number) => ParallelLayout;
}

/** @param axis the one that keys walk along */
export function parallelFigure(model: ParallelModel, axis: number): ParallelFigure {
  const { table, axes, colourBy, brushes, marks, theme } = model;
  const extent = extentOf(table, colourBy.key, (row) => !hasStatus(table, row, PARTIAL));
  const brushed = axes.filter(({ key }) => brushes[key] !== undefined);
  const layouts = new Map<string, ParallelLayout>();
  const layout = (width: number, height: number): ParallelLayout => {
    const key = `${width} ${height}`;
    const known = layouts.get(key) ?? layoutParallel(model, axis, width, height);
    layouts.set(key, known);
    return known;
  };
  return {
    words: PARALLEL_WORDS,
    theme,
    empty: axes.length === 0 ? 'There is nothing to lay side by side.' : null,
    legend: [...ramp(model, extent), ...markLegend(marks, theme)],
    layout,
    say: (stop) => {
      if (stop >= 0) return model.sayRow(stop);
      return brushed.length === 0
        ? 'Point at a line for its settings; click it for all its figures.'
        : `Limited by ${brushed.map(({ label }) => label).join(', ')}.`;
    },
    overview: `${formatCount(table.rows)} runs over ${axes.map(({ label }) => label).join(', ')}; coloured by ${colourBy.label}.`,
  };
}

function ramp(model: ParallelModel, extent: readonly [number, number] | null): LegendEntry[] {
  const { colourBy } = model;
  if (extent === null) return [];
  const swatch = (from: number): Shape[] =>
    Array.from({ length: 7 }, (_, i) => ({
      kind: 'path' as const,
      d: box(2 * i, 1, 2.2, 10),
      fill: lineColour(model, Math.round((from + i / 14) * (COLOURS - 1))),
    }));
  return [
    { text: `${colourBy.label} from ${formatDimension(colourBy, extent[0])}`, swatch: swatch(0) },
    {
      text: `to ${formatDimension(colourBy, extent[1])}${titleOf(colourBy).slice(colourBy.label.length)}`,
      swatch: swatch(0.5),
    },
  ];
}

/** For a file, which has no canvas: the lines as shapes, a path for each colour. */
export function withLines(model: ParallelModel, layout: ParallelLayout): PlotLayout {
  const palette = PALETTES[model.theme];
  const lines = (pick: (row: number) => boolean): string => {
    const parts: string[] = [];
    for (let row = 0; row < layout.rows; row += 1)
      if (pick(row)) parts.push(pathOf(layout.ys, layout.xs, row));
    return parts.join('');
  };
  const { looks, colours } = layout;
  const shapes: Shape[] = [
    { kind: 'path', d: lines((row) => looks[row] === OUT), stroke: palette.dim, opacity: 0.12 },
    {
      kind: 'path',
      d: lines((row) => looks[row] === MISSES),
      stroke: palette.dim,
      dash: '3 3',
      opacity: 0.35,
    },
    ...Array.from(
      { length: COLOURS },
      (_, colour): Shape => ({
        kind: 'path',
        d: lines((row) => looks[row] === IN && colours[row] === colour),
        stroke: lineColour(model, colour),
        opacity: layout.rows > 300 ? 0.45 : 0.85,
      }),
    ).filter((shape) => shape.kind === 'path' && shape.d !== ''),
  ];
  return { ...layout, shapes: [...shapes, ...layout.shapes] };
}
