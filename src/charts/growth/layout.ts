/** From lines over dumps to scales and marks in pixels. Pure. */
import { type ScaleLinear, scaleLinear } from 'd3';
import { numberedGrid, numberedTicks } from '../shared/axes.js';
import { SERIES_COLOURS } from '../shared/fills.js';
import { LabelFitter } from '../shared/label.js';
import { PALETTES, type Palette } from '../shared/palette.js';
import { box, circle, type Shape } from '../shared/shapes.js';
import { spread } from '../shared/spread.js';
import { pixels, roughWidth } from '../shared/svg-text.js';
import { byteTicks, countTicks, type Ticks } from '../shared/ticks.js';
import { eventTicks, timeTicks, type AxisTicks } from '../shared/time-ticks.js';
import type { GrowthLine, GrowthModel } from './props.js';

export const GROWTH = { left: 70, top: 12, bottom: 40, height: 300, label: 13, font: 11, wide: 800 } as const;

export interface GrowthLayout {
  readonly width: number;
  readonly height: number;
  /** Of the plot area, inside the margins. */
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  readonly shapes: readonly Shape[];
}

/** More dumps than this are drawn without a dot each. */
const MOST_DOTS = 60;

export interface LineStyle {
  readonly colour: string;
  readonly dash: string | null;
}

export function lineStyle(index: number, model: Pick<GrowthModel, 'theme'>): LineStyle {
  const colours = SERIES_COLOURS[model.theme];
  const dashes = [null, '6 3', '2 3', '9 3 2 3'];
  return {
    colour: colours[index % colours.length] as string,
    dash: dashes[Math.floor(index / colours.length) % dashes.length] ?? null,
  };
}

function extent(lines: readonly GrowthLine[]): [number, number] {
  let [low, high] = [0, 0];
  for (const { values, variance } of lines) {
    values.forEach((value, i) => {
      if (!Number.isFinite(value)) return;
      const error = 2 * Math.sqrt(variance[i] as number);
      const reach = Number.isFinite(error) ? error : 0;
      high = Math.max(high, value + reach);
      // A band below zero says nothing of a value that cannot be negative: it is cut there.
      low = Math.min(low, value);
    });
  }
  return [low, high];
}

function yTicks(model: GrowthModel): { readonly min: number; readonly ticks: Ticks } {
  const [low, high] = extent(model.lines);
  const make = model.unit === 'bytes' ? byteTicks : countTicks;
  const ticks = make(Math.max(high, -low));
  const step = ticks.values[1] ?? ticks.max;
  const below = low < 0 ? Math.ceil(-low / step - 1e-9) : 0;
  const above = Math.max(high > 0 ? Math.ceil(high / step - 1e-9) : 0, below === 0 ? 1 : 0);
  const values = Array.from({ length: below + above + 1 }, (_, i) => (i - below) * step);
  return { min: -below * step, ticks: { ...ticks, max: above * step, values } };
}

export function xTicks(model: GrowthModel, from: number, to: number, most: number): AxisTicks {
  if (model.xKind === 'index') return { ...eventTicks(from, to, most), unit: '' };
  const ticks = timeTicks(from * 1e9, to * 1e9, most);
  return { ...ticks, values: ticks.values.map((ns) => ns / 1e9), format: (s) => ticks.format(s * 1e9) };
}

/** Runs of dumps (first and last) in which `known` holds. */
function runs(length: number, known: (i: number) => boolean): [number, number][] {
  const found: [number, number][] = [];
  let from = -1;
  for (let i = 0; i <= length; i += 1) {
    if (i < length && known(i)) {
      if (from < 0) from = i;
    } else if (from >= 0) {
      found.push([from, i - 1]);
      from = -1;
    }
  }
  return found;
}

type Place = (i: number) => string;

function path(from: number, to: number, place: Place): string {
  const points: string[] = [];
  const step = from <= to ? 1 : -1;
  for (let i = from; i !== to + step; i += step) points.push(place(i));
  return points.join('L');
}

function lineShapes(
  model: GrowthModel,
  index: number,
  x: (i: number) => number,
  y: ScaleLinear<number, number>,
  floor: number,
): Shape[] {
  const line = model.lines[index] as GrowthLine;
  const { values, variance } = line;
  const { colour, dash } = lineStyle(index, model);
  const selected = model.selectedKey === line.key;
  const dimmed =
    model.selectedKey !== null && !selected && model.lines.some(({ key }) => key === model.selectedKey);
  const n = Math.min(model.x.length, values.length);
  const out: Shape[] = [];
  const at = (i: number, value: number): string => `${pixels(x(i))},${pixels(y(value))}`;
  const error = (i: number): number => 2 * Math.sqrt(variance[i] as number);
  for (const [from, to] of runs(n, (i) => Number.isFinite(values[i]) && Number.isFinite(error(i)))) {
    const low = (i: number): string => at(i, Math.max(floor, (values[i] as number) - error(i)));
    const high = (i: number): string => at(i, (values[i] as number) + error(i));
    if (from === to) {
      const [top, bottom] = [
        y((values[from] as number) + error(from)),
        y(Math.max(floor, (values[from] as number) - error(from))),
      ];
      out.push({ kind: 'path', d: box(x(from) - 2, top, 4, bottom - top), fill: colour, opacity: 0.2 });
    } else {
      out.push({
        kind: 'path',
        d: `M${path(from, to, high)}L${path(to, from, low)}z`,
        fill: colour,
        opacity: dimmed ? 0.08 : 0.2,
      });
    }
  }
  const opacity = dimmed ? { opacity: 0.45 } : {};
  const finite = runs(n, (i) => Number.isFinite(values[i]));
  const d = finite
    .filter(([from, to]) => to > from)
    .map(([from, to]) => `M${path(from, to, (i) => at(i, values[i] as number))}`)
    .join('');
  if (d !== '')
    out.push({
      kind: 'path',
      d,
      stroke: colour,
      width: selected ? 3 : 1.75,
      ...(dash === null ? {} : { dash }),
      ...opacity,
    });
  // A dump alone between gaps has no line to be seen by.
  const dots = n <= MOST_DOTS ? finite : finite.filter(([from, to]) => from === to);
  const r = selected ? 3.5 : 2.5;
  const circles: string[] = [];
  for (const [from, to] of dots) {
    for (let i = from; i <= to; i += 1) {
      circles.push(circle(x(i), y(values[i] as number), r));
    }
  }
  if (circles.length > 0) out.push({ kind: 'path', d: circles.join(''), fill: colour, ...opacity });
  return out;
}

function lastKnown(values: Float64Array): number {
  return values.findLast((value) => Number.isFinite(value)) ?? Number.NaN;
}

/** Names at the right edge, each as near to its line's end as the others allow; the smallest go without. */
function labelShapes(
  model: GrowthModel,
  y: ScaleLinear<number, number>,
  left: number,
  room: number,
  palette: Palette,
): Shape[] {
  const fitter = new LabelFitter((text) => roughWidth(text, GROWTH.font));
  const [bottom, top] = y.range() as [number, number];
  const most = Math.floor((bottom - top) / GROWTH.label) + 1;
  const wishes = model.lines
    .map((line, index) => ({ line, index, value: lastKnown(line.values) }))
    .filter(({ value }) => Number.isFinite(value))
    .sort(
      (a, b) =>
        (b.line.key === model.selectedKey ? 1 : 0) - (a.line.key === model.selectedKey ? 1 : 0) ||
        b.value - a.value,
    )
    .slice(0, most)
    .sort((a, b) => b.value - a.value);
  const from = wishes.map(({ value }) => y(value));
  const places = spread(from, GROWTH.label, top, bottom);
  return wishes.flatMap(({ line, index }, i): Shape[] => {
    const [wish, place] = [from[i] as number, places[i] as number];
    const { colour } = lineStyle(index, model);
    return [
      {
        kind: 'path',
        d: `M${pixels(left + 2)},${pixels(wish)}L${pixels(left + 6)},${pixels(wish)}L${pixels(left + 12)},${pixels(place)}`,
        stroke: colour,
        width: 2,
      },
      {
        kind: 'text',
        x: left + 16,
        y: place,
        text: fitter.fit(line.name, room - 18),
        fill: palette.ink,
        bold: line.key === model.selectedKey,
      },
    ];
  });
}

/** @param width and `height` of the whole picture, with axes and labels. */
export function layoutGrowth(model: GrowthModel, width: number, height: number): GrowthLayout {
  const palette = PALETTES[model.theme];
  const right = width >= GROWTH.wide ? 190 : 120;
  const plotWidth = Math.max(80, width - GROWTH.left - right);
  const plotHeight = Math.max(40, height - GROWTH.top - GROWTH.bottom);
  const first = model.x[0] ?? 0;
  const last = model.x[model.x.length - 1] ?? 1;
  // One dump stands in the middle of a span of one.
  const [from, to] = last > first ? [first, last] : [first - 0.5, first + 0.5];
  const x = scaleLinear([from, to], [GROWTH.left, GROWTH.left + plotWidth]);
  const { min, ticks } = yTicks(model);
  const y = scaleLinear([min, ticks.max], [GROWTH.top + plotHeight, GROWTH.top]);
  const shapes: Shape[] = [];
  const end = GROWTH.left + plotWidth;
  const format = (value: number): string =>
    value < 0 ? `\u2212${ticks.format(-value)}` : ticks.format(value);
  const sides = { left: GROWTH.left, right: end };
  shapes.push(...numberedGrid(sides, y, { values: ticks.values, format }, palette, palette.axis));
  const bottom = GROWTH.top + plotHeight;
  const along = xTicks(model, from, to, Math.max(2, Math.floor(plotWidth / 90)));
  shapes.push(...numberedTicks(bottom, x, along, palette));
  const title = model.xKind === 'index' ? 'dump' : `time since the first dump (${along.unit})`;
  shapes.push({
    kind: 'text',
    x: GROWTH.left + plotWidth / 2,
    y: bottom + 30,
    text: title,
    fill: palette.dim,
    anchor: 'middle',
  });
  const place = (i: number): number => x(model.x[i] as number);
  // The selected line lies on top.
  const order = model.lines
    .map((_, i) => i)
    .sort(
      (a, b) =>
        Number(model.lines[a]?.key === model.selectedKey) - Number(model.lines[b]?.key === model.selectedKey),
    );
  const floor = Math.min(0, min);
  for (const i of order) shapes.push(...lineShapes(model, i, place, y, floor));
  shapes.push(...labelShapes(model, y, end, right, palette));
  return { width, height, plotWidth, plotHeight, x, y, shapes };
}

/** The dump nearest to a place in pixels, or -1 where there is none. */
export function dumpAt(layout: GrowthLayout, x: Float64Array, place: number): number {
  const wanted = layout.x.invert(place);
  let best = -1;
  for (let i = 0; i < x.length; i += 1) {
    if (best < 0 || Math.abs((x[i] as number) - wanted) < Math.abs((x[best] as number) - wanted)) best = i;
  }
  return best;
}

/** Key of the line nearest to a height at a dump, within `reach` pixels; null for none. */
export function lineAt(
  layout: GrowthLayout,
  model: GrowthModel,
  dump: number,
  place: number,
  reach = 14,
): number | null {
  let best: number | null = null;
  let nearest = reach;
  for (const line of model.lines) {
    const distance = Math.abs(layout.y(line.values[dump] as number) - place);
    if (distance <= nearest) [nearest, best] = [distance, line.key];
  }
  return best;
}
