/** Runs as dots over two figures, the front as a line, named settings as marks. Pure. */
import { type Palette, PALETTES } from '../../shared/palette.js';
import { box, circle, crisp, segment, type Shape } from '../../shared/shapes.js';
import { pixels, roughWidth } from '../../shared/svg-text.js';
import { titleOf } from '../shared/dimension.js';
import { MARK_NAMES, markShapes, ring } from '../shared/marks.js';
import type { PlotLayout } from '../shared/plot.js';
import { dimensionScale, type DimensionScale } from '../shared/scale.js';
import { columnOf, hasStatus, MISSES_LIMIT, ON_FRONT, PARTIAL, type TuningTable } from '../shared/table.js';
import type { ParetoFrontModel } from './props.js';

const ROOM = { left: 74, right: 26, top: 26, bottom: 42 } as const;
/** A pointer this far from a dot still means it. Pixels. */
const REACH = 24;

export const LOOKS = {
  front: (palette: Palette) => ({ fill: palette.current, opacity: 1 }),
  dominated: (palette: Palette) => ({ fill: palette.dim, opacity: 0.45 }),
  misses: (palette: Palette) => ({ stroke: palette.dim, opacity: 0.6 }),
} as const;

/** Extent over the runs that count and the marks: these must be seen as well. */
function extentWith({ table, marks }: ParetoFrontModel, key: string): readonly [number, number] | null {
  const column = columnOf(table, key);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const take = (value: number): void => {
    if (!Number.isFinite(value)) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (let row = 0; row < table.rows; row += 1)
    if (!hasStatus(table, row, PARTIAL)) take(column[row] as number);
  for (const { values } of marks) take(values[key] ?? Number.NaN);
  return low <= high ? [low, high] : null;
}

export function layoutParetoFront(model: ParetoFrontModel, width: number, height: number): PlotLayout {
  const { table, theme, twoObjectives } = model;
  const palette = PALETTES[theme];
  const area = { left: ROOM.left, right: width - ROOM.right, top: ROOM.top, bottom: height - ROOM.bottom };
  const x = dimensionScale(
    model.x,
    extentWith(model, model.x.key),
    area.left,
    area.right,
    Math.max(2, Math.floor((area.right - area.left) / 90)),
  );
  const y = dimensionScale(
    model.y,
    extentWith(model, model.y.key),
    area.bottom,
    area.top,
    Math.max(2, Math.floor((area.bottom - area.top) / 44)),
  );
  const { xs, ys } = places(table, x, y);
  const shapes: Shape[] = [...axes(x, y, area, palette)];
  shapes.push(...dots(table, xs, ys, palette));
  const front = frontOf(table, xs, ys);
  if (twoObjectives && front.length > 1)
    shapes.push({ kind: 'path', d: stairs(front, xs, ys, model), stroke: palette.current, width: 1.5 });
  const frontDots = front.map((row) => circle(xs[row] as number, ys[row] as number, 3.5)).join('');
  if (frontDots !== '') shapes.push({ kind: 'path', d: frontDots, ...LOOKS.front(palette) });
  shapes.push(...markLayer(model, x, y, area, { xs, ys }));
  const inOrder = orderOf(xs, ys);
  const stepIn = (rows: readonly number[], stop: number, by: 1 | -1): number | null => {
    if (rows.length === 0) return null;
    const at = rows.indexOf(stop);
    if (at >= 0) return rows[Math.max(0, Math.min(rows.length - 1, at + by))] as number;
    return (by > 0 ? rows[0] : rows.at(-1)) as number;
  };
  return {
    width,
    height,
    shapes,
    stopAt: (px, py) => nearestDot(xs, ys, px, py),
    step(stop, key) {
      switch (key) {
        case 'ArrowRight':
          return stepIn(front, stop, 1);
        case 'ArrowLeft':
          return stepIn(front, stop, -1);
        case 'ArrowDown':
          return stepIn(inOrder(), stop, 1);
        case 'ArrowUp':
          return stepIn(inOrder(), stop, -1);
        case 'Home':
          return front[0] ?? null;
        case 'End':
          return front.at(-1) ?? null;
        default:
          return null;
      }
    },
    rowOf: (stop) => stop,
    stopOf: (row) => (Number.isFinite(xs[row]) ? row : -1),
    highlight: (stop, how) => ring(xs[stop] as number, ys[stop] as number, how, palette),
  };
}

function places(table: TuningTable, x: DimensionScale, y: DimensionScale) {
  const xs = new Float64Array(table.rows).fill(Number.NaN);
  const ys = new Float64Array(table.rows).fill(Number.NaN);
  const [xv, yv] = [columnOf(table, x.dimension.key), columnOf(table, y.dimension.key)];
  for (let row = 0; row < table.rows; row += 1) {
    // A part of the trace has other figures than the whole.
    if (hasStatus(table, row, PARTIAL)) continue;
    const [px, py] = [x.place(xv[row] as number), y.place(yv[row] as number)];
    if (!Number.isFinite(px) || !Number.isFinite(py)) continue;
    xs[row] = px;
    ys[row] = py;
  }
  return { xs, ys };
}

/** Many runs give the same figures: one dot a pixel is enough. */
function dots(table: TuningTable, xs: Float64Array, ys: Float64Array, palette: Palette): Shape[] {
  const seen = new Set<number>();
  const plain: string[] = [];
  const missing: string[] = [];
  for (let row = 0; row < table.rows; row += 1) {
    const [x, y] = [xs[row] as number, ys[row] as number];
    if (!Number.isFinite(x) || hasStatus(table, row, ON_FRONT)) continue;
    const misses = hasStatus(table, row, MISSES_LIMIT);
    const place = (Math.round(x) * 8192 + Math.round(y)) * 2 + (misses ? 1 : 0);
    if (seen.has(place)) continue;
    seen.add(place);
    (misses ? missing : plain).push(misses ? cross(x, y) : circle(x, y, 2.5));
  }
  return [
    { kind: 'path', d: missing.join(''), ...LOOKS.misses(palette) },
    { kind: 'path', d: plain.join(''), ...LOOKS.dominated(palette) },
  ];
}

export function cross(x: number, y: number): string {
  const r = 2.5;
  return `M${pixels(x - r)},${pixels(y - r)}L${pixels(x + r)},${pixels(y + r)}M${pixels(x - r)},${pixels(y + r)}L${pixels(x + r)},${pixels(y - r)}`;
}

/** Rows on the front from left to right; of equal ones the first. */
function frontOf(table: TuningTable, xs: Float64Array, ys: Float64Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row += 1)
    if (hasStatus(table, row, ON_FRONT) && Number.isFinite(xs[row])) rows.push(row);
  rows.sort((a, b) => (xs[a] as number) - (xs[b] as number) || (ys[a] as number) - (ys[b] as number));
  return rows.filter((row, i) => {
    const before = rows[i - 1];
    return before === undefined || xs[before] !== xs[row] || ys[before] !== ys[row];
  });
}

function orderOf(xs: Float64Array, ys: Float64Array): () => number[] {
  let rows: number[] | null = null;
  return () => {
    rows ??= Array.from(xs.keys())
      .filter((row) => Number.isFinite(xs[row]))
      .sort((a, b) => (xs[a] as number) - (xs[b] as number) || (ys[a] as number) - (ys[b] as number));
    return rows;
  };
}

/** The border of what can be had: between two of the best runs lies nothing better than the worse of both. */
function stairs(
  front: readonly number[],
  xs: Float64Array,
  ys: Float64Array,
  { x }: ParetoFrontModel,
): string {
  return front
    .map((row, i) => {
      const [px, py] = [pixels(xs[row] as number), pixels(ys[row] as number)];
      if (i === 0) return `M${px},${py}`;
      const before = front[i - 1] as number;
      return x.better === 'more'
        ? `L${pixels(xs[before] as number)},${py}L${px},${py}`
        : `L${px},${pixels(ys[before] as number)}L${px},${py}`;
    })
    .join('');
}

function nearestDot(xs: Float64Array, ys: Float64Array, px: number, py: number): number {
  let best = -1;
  let least = REACH * REACH;
  for (let row = 0; row < xs.length; row += 1) {
    const distance = ((xs[row] as number) - px) ** 2 + ((ys[row] as number) - py) ** 2;
    if (distance < least) {
      least = distance;
      best = row;
    }
  }
  return best;
}

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function axes(x: DimensionScale, y: DimensionScale, area: Area, palette: Palette): Shape[] {
  const shapes: Shape[] = [];
  for (const { at, text } of y.ticks) {
    const line = crisp(at);
    shapes.push(
      { kind: 'path', d: segment(area.left, line, area.right, line), stroke: palette.grid },
      { kind: 'text', x: area.left - 8, y: at, text, fill: palette.dim, anchor: 'end' },
    );
  }
  for (const { at, text } of x.ticks) {
    const line = crisp(at);
    shapes.push(
      { kind: 'path', d: segment(line, area.top, line, area.bottom), stroke: palette.grid },
      { kind: 'text', x: at, y: area.bottom + 13, text, fill: palette.dim, anchor: 'middle' },
    );
  }
  const bottom = crisp(area.bottom);
  shapes.push(
    { kind: 'path', d: segment(area.left, bottom, area.right, bottom), stroke: palette.axis },
    { kind: 'path', d: segment(crisp(area.left), area.top, crisp(area.left), bottom), stroke: palette.axis },
    { kind: 'text', x: 8, y: area.top - 14, text: `↑ ${titleOf(y.dimension)}`, fill: palette.ink },
    {
      kind: 'text',
      x: area.right,
      y: area.bottom + 31,
      text: `${titleOf(x.dimension)} →`,
      fill: palette.ink,
      anchor: 'end',
    },
  );
  return shapes;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

const NAME_HEIGHT = 14;
/** From a mark's middle to its name. Pixels. */
const BESIDE = 14;

/** Places for a name, the usual one first: right, left, above, below, and their corners. */
function placesAround(px: number, py: number, width: number): readonly Box[] {
  const middle = py - NAME_HEIGHT / 2;
  const [right, left] = [px + BESIDE, px - BESIDE - width];
  const [above, below] = [py - BESIDE - NAME_HEIGHT, py + BESIDE];
  return [
    { left: right, top: middle, width },
    { left, top: middle, width },
    { left: px - width / 2, top: above, width },
    { left: px - width / 2, top: below, width },
    { left: right, top: above, width },
    { left: right, top: below, width },
    { left, top: above, width },
    { left, top: below, width },
  ];
}

function isIn({ left, top, width }: Box, x: number, y: number, margin: number): boolean {
  return x > left - margin && x < left + width + margin && y > top - margin && y < top + NAME_HEIGHT + margin;
}

/** Marks, and the names of those that the legend does not number: where they cover least. */
function markLayer(
  model: ParetoFrontModel,
  x: DimensionScale,
  y: DimensionScale,
  area: Area,
  dots: { readonly xs: Float64Array; readonly ys: Float64Array },
): Shape[] {
  const palette = PALETTES[model.theme];
  const placed = model.marks
    .map((mark) => ({
      mark,
      px: x.place(mark.values[model.x.key] ?? Number.NaN),
      py: y.place(mark.values[model.y.key] ?? Number.NaN),
    }))
    .filter(({ px, py }) => Number.isFinite(px) && Number.isFinite(py));
  const names: Box[] = [];
  const shapes: Shape[] = [];
  const cost = (box: Box): number => {
    const outside =
      box.left < area.left ||
      box.left + box.width > area.right + 20 ||
      box.top < area.top ||
      box.top + NAME_HEIGHT > area.bottom;
    let covered = outside ? 1e6 : 0;
    for (const { px, py } of placed) if (isIn(box, px, py, 8)) covered += 1000;
    for (const name of names) {
      const apart = box.left > name.left + name.width || name.left > box.left + box.width;
      if (!apart && Math.abs(box.top - name.top) < NAME_HEIGHT) covered += 10_000;
    }
    for (let row = 0; row < dots.xs.length; row += 1)
      if (isIn(box, dots.xs[row] as number, dots.ys[row] as number, 3)) covered += 1;
    return covered;
  };
  for (const { mark, px, py } of placed) {
    if (mark.kind === 'recommended') continue;
    const text = MARK_NAMES[mark.kind];
    const costs = placesAround(px, py, roughWidth(text, 11) + 2).map((place) => ({
      place,
      cost: cost(place),
    }));
    const best = costs.reduce((least, one) => (one.cost < least.cost ? one : least)).place;
    names.push(best);
    shapes.push(
      {
        kind: 'path',
        d: box(best.left, best.top, best.width, NAME_HEIGHT),
        fill: palette.surface,
        opacity: 0.8,
      },
      { kind: 'text', x: best.left + 1, y: best.top + NAME_HEIGHT / 2, text, fill: palette.ink },
    );
  }
  // Outlines over discs: both can be seen where they meet.
  const order = { recommended: 0, current: 1, default: 2 } as const;
  for (const { mark, px, py } of placed.toSorted((a, b) => order[a.mark.kind] - order[b.mark.kind]))
    shapes.push(...markShapes(mark, px, py, model.theme));
  return shapes;
}
