/** Axes side by side and where each run crosses them. Pure. */
import { LabelFitter } from '../../shared/label.js';
import { type Palette, PALETTES } from '../../shared/palette.js';
import { box, crisp, segment, type Shape } from '../../shared/shapes.js';
import { pixels, roughWidth } from '../../shared/svg-text.js';
import { rampColour } from '../shared/colours.js';
import { markShapes } from '../shared/marks.js';
import type { PlotLayout } from '../shared/plot.js';
import { dimensionScale, type DimensionScale, niceDomain } from '../shared/scale.js';
import { columnOf, extentOf, hasStatus, MISSES_LIMIT, PARTIAL } from '../shared/table.js';
import type { ParallelModel } from './props.js';

const ROOM = { side: 66, top: 42, bottom: 18 } as const;
const REACH = 14;
/** Colours that lines are gathered in. */
export const COLOURS = 24;
const fitter = new LabelFitter((text) => roughWidth(text, 11));

/** How a line is drawn. */
export const OUT = 0;
export const MISSES = 1;
export const IN = 2;
/** Not drawn: the run is of a part of the trace, and its figures are no rivals to those of the whole. */
export const HIDDEN = 3;

export interface ParallelLayout extends PlotLayout {
  readonly rows: number;
  readonly scales: readonly DimensionScale[];
  /** Pixels of the axes. */
  readonly xs: readonly number[];
  readonly top: number;
  readonly bottom: number;
  /** By axis and row: pixels; NaN where the run has no number there. */
  readonly ys: readonly Float32Array[];
  /** {@link OUT} of a brush, missing a limit, in, or {@link HIDDEN}. */
  readonly looks: Uint8Array;
  /** Index of each line's colour. */
  readonly colours: Uint8Array;
  /** Equal as long as lines that were painted stay where they are. */
  readonly geometry: string;
}

/** True for the lines that the brushes keep. */
function isKept(look: number | undefined): boolean {
  return look === IN || look === MISSES;
}

/** @param axis the one that keys walk along */
export function layoutParallel(
  model: ParallelModel,
  axis: number,
  width: number,
  height: number,
): ParallelLayout {
  const { table, axes, brushes, theme } = model;
  const palette = PALETTES[theme];
  const { rows } = table;
  const [top, bottom] = [ROOM.top, height - ROOM.bottom];
  const counts = (row: number): boolean => !hasStatus(table, row, PARTIAL);
  const scales = axes.map((dimension) =>
    dimensionScale(
      dimension,
      extentWithMarks(model, dimension.key, counts),
      bottom,
      top,
      Math.max(2, Math.floor((bottom - top) / 36)),
    ),
  );
  const gap = axes.length > 1 ? (width - 2 * ROOM.side) / (axes.length - 1) : 0;
  const xs = axes.map((_, i) => (axes.length > 1 ? ROOM.side + i * gap : width / 2));
  const ys = scales.map((scale) => {
    const column = columnOf(table, scale.dimension.key);
    const places = new Float32Array(rows);
    for (let row = 0; row < rows; row += 1) places[row] = scale.place(column[row] as number);
    return places;
  });
  const looks = looksOf(model, scales);
  const { colours, domain } = coloursOf(model, counts);
  const geometry = JSON.stringify([
    width,
    height,
    theme,
    model.colourBy.key,
    domain,
    brushes,
    scales.map(({ dimension, ticks }) => [dimension.key, ticks.map(({ value }) => value)]),
  ]);
  const shapes: Shape[] = scales.flatMap((scale, i) =>
    axisShapes(scale, xs[i] as number, gap, top, bottom, i === axis, palette),
  );
  for (const mark of model.marks) {
    scales.forEach((scale, i) => {
      const y = scale.place(mark.values[scale.dimension.key] ?? Number.NaN);
      if (Number.isFinite(y)) shapes.push(...markShapes(mark, xs[i] as number, y, theme));
    });
  }
  const linePath = (row: number): string => pathOf(ys, xs, row);
  let sorted: number[] | null = null;
  const order = (): number[] => {
    sorted ??= Array.from({ length: rows }, (_, row) => row)
      .filter((row) => isKept(looks[row]) && Number.isFinite(ys[axis]?.[row]))
      .sort((a, b) => (ys[axis]?.[b] ?? 0) - (ys[axis]?.[a] ?? 0) || a - b);
    return sorted;
  };
  return {
    width,
    height,
    shapes,
    rows,
    scales,
    xs,
    top,
    bottom,
    ys,
    looks,
    colours,
    geometry,
    stopAt: (px, py) => nearestLine(ys, xs, looks, px, py, top, bottom),
    step(stop, key) {
      if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
      const all = order();
      const at = all.indexOf(stop);
      if (all.length === 0) return null;
      if (at < 0) return (key === 'ArrowUp' ? all[0] : all.at(-1)) as number;
      return all[Math.max(0, Math.min(all.length - 1, at + (key === 'ArrowUp' ? 1 : -1)))] as number;
    },
    rowOf: (stop) => stop,
    stopOf: (row) => (row < rows && counts(row) ? row : -1),
    highlight(stop, how) {
      const d = linePath(stop);
      const strong = how === 'selected';
      return [
        { kind: 'path', d, stroke: palette.surface, width: strong ? 7 : 5 },
        { kind: 'path', d, stroke: palette.ink, width: strong ? 3 : 2 },
      ];
    },
  };
}

function extentWithMarks(
  { table, marks }: ParallelModel,
  key: string,
  counts: (row: number) => boolean,
): readonly [number, number] | null {
  const extent = extentOf(table, key, counts);
  const values = [...(extent ?? []), ...marks.map((mark) => mark.values[key] ?? Number.NaN)].filter((value) =>
    Number.isFinite(value),
  );
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
}

function looksOf({ table, brushes }: ParallelModel, scales: readonly DimensionScale[]): Uint8Array {
  const looks = new Uint8Array(table.rows);
  const brushed = scales.flatMap((scale) => {
    const range = brushes[scale.dimension.key];
    return range === undefined ? [] : [{ scale, range, column: columnOf(table, scale.dimension.key) }];
  });
  for (let row = 0; row < table.rows; row += 1) {
    if (hasStatus(table, row, PARTIAL)) {
      looks[row] = HIDDEN;
      continue;
    }
    const passes = brushed.every(({ scale, range, column }) => {
      const order = scale.order(column[row] as number);
      return order >= range.from && order <= range.to;
    });
    looks[row] = passes ? (hasStatus(table, row, MISSES_LIMIT) ? MISSES : IN) : OUT;
  }
  return looks;
}

function coloursOf({ table, colourBy }: ParallelModel, counts: (row: number) => boolean) {
  const column = columnOf(table, colourBy.key);
  const { domain } = niceDomain(colourBy, extentOf(table, colourBy.key, counts), 4);
  const colours = new Uint8Array(table.rows);
  for (let row = 0; row < table.rows; row += 1) {
    const share = ((column[row] as number) - domain[0]) / (domain[1] - domain[0]);
    colours[row] = Number.isFinite(share)
      ? Math.max(0, Math.min(COLOURS - 1, Math.floor(share * COLOURS)))
      : 0;
  }
  return { colours, domain };
}

export function lineColour(model: Pick<ParallelModel, 'theme'>, colour: number): string {
  return rampColour(model.theme, colour / (COLOURS - 1));
}

/** A run without a number on an axis has a gap there. */
export function pathOf(ys: readonly Float32Array[], xs: readonly number[], row: number): string {
  const parts: string[] = [];
  let open = false;
  for (let i = 0; i < xs.length; i += 1) {
    const y = ys[i]?.[row] as number;
    if (Number.isNaN(y)) {
      open = false;
      continue;
    }
    parts.push(`${open ? 'L' : 'M'}${pixels(xs[i] as number)},${pixels(y)}`);
    open = true;
  }
  return parts.join('');
}

function axisShapes(
  { dimension, ticks }: DimensionScale,
  at: number,
  gap: number,
  top: number,
  bottom: number,
  walked: boolean,
  palette: Palette,
): Shape[] {
  const x = crisp(at);
  const room = Math.max(60, Math.min(gap - 8, 190));
  const [first = '', second = ''] = titleLines(dimension.label, room);
  const arrow = dimension.better === undefined ? '' : dimension.better === 'less' ? '↓' : '↑';
  const below = second !== '' ? `${second} ${arrow}`.trim() : arrow === '' ? '' : `${arrow} better`;
  const shapes: Shape[] = [
    {
      kind: 'path',
      d: segment(x, top, x, bottom),
      stroke: walked ? palette.ink : palette.axis,
      width: walked ? 2 : 1,
    },
    {
      kind: 'text',
      x,
      y: 8,
      text: fitter.fit(first, room),
      title: dimension.label,
      fill: palette.ink,
      anchor: 'middle',
      bold: walked,
    },
    {
      kind: 'text',
      x,
      y: 22,
      text: fitter.fit(below, room),
      fill: second === '' ? palette.dim : palette.ink,
      anchor: 'middle',
    },
  ];
  const widest = Math.max(44, gap - 26);
  for (const { at: y, text } of ticks) {
    const shown = fitter.fit(text, widest);
    const width = roughWidth(shown, 11) + 4;
    shapes.push(
      { kind: 'path', d: segment(x - 4, crisp(y), x + 4, crisp(y)), stroke: palette.axis },
      // Lines run behind the numbers: a ground of the surface keeps them legible.
      { kind: 'path', d: box(x - 8 - width, y - 7, width, 14), fill: palette.surface, opacity: 0.78 },
      { kind: 'text', x: x - 10, y, text: shown, fill: palette.ink, anchor: 'end' },
    );
  }
  return shapes;
}

function titleLines(label: string, room: number): string[] {
  if (roughWidth(label, 11) <= room) return [label];
  const break_ = Math.max(
    label.lastIndexOf(' ', label.length / 2 + 4),
    label.lastIndexOf('_', label.length / 2 + 4),
  );
  return break_ <= 0 ? [label] : [label.slice(0, break_ + 1).trim(), label.slice(break_ + 1)];
}

function nearestLine(
  ys: readonly Float32Array[],
  xs: readonly number[],
  looks: Uint8Array,
  px: number,
  py: number,
  top: number,
  bottom: number,
): number {
  if (py < top - REACH || py > bottom + REACH || xs.length === 0) return -1;
  let right = xs.findIndex((x) => x >= px);
  if (right < 0) right = xs.length - 1;
  const left = Math.max(0, right - 1);
  const [x1, x2] = [xs[left] as number, xs[right] as number];
  const share = x2 > x1 ? Math.max(0, Math.min(1, (px - x1) / (x2 - x1))) : 0;
  const [a, b] = [ys[left], ys[right]];
  let best = -1;
  let least = REACH;
  for (let row = 0; row < looks.length; row += 1) {
    if (!isKept(looks[row])) continue;
    const y = (a?.[row] as number) * (1 - share) + (b?.[row] as number) * share;
    const distance = Math.abs(y - py);
    if (distance < least) {
      least = distance;
      best = row;
    }
  }
  return best;
}
