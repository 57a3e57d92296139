/** From columns by size to a log-log picture with its regimes. Pure. */
import { scaleLog } from 'd3';
import { formatBytes } from '../../../base/numbers.js';
import { PALETTES } from '../../shared/palette.js';
import { box, circle, crisp, segment, type Shape } from '../../shared/shapes.js';
import { roughWidth } from '../../shared/svg-text.js';
import {
  type Area,
  decadeTicks,
  type EndLabel,
  endLabels,
  linePath,
  nearest,
  readingDot,
  type Scale,
  sizeTicks,
  verticalLine,
  xAxis,
  yAxis,
} from '../shared/axes.js';
import type { FigureLayout } from '../shared/figure-model.js';
import { strategyColour, strategyLabel, strategyStroke } from '../shared/strategy.js';
import type { VarianceCurveModel } from './props.js';

const ROOM = { left: 56, top: 40, rug: 20, axis: 38, height: 320, narrow: 620 } as const;

/** Variances below one byte squared are as good as none: the axis begins there, unless all are small. */
function extent({ lines }: VarianceCurveModel): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const { variance } of lines) {
    for (const value of variance) {
      if (!(value > 0) || !Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (high === 0) return [1, 1e6];
  const floor = high > 1e6 ? Math.max(1, low) : Math.max(low, high * 1e-6);
  return [10 ** Math.floor(Math.log10(floor)), 10 ** Math.max(1, Math.ceil(Math.log10(high)))];
}

export function layoutVarianceCurve(
  model: VarianceCurveModel,
  width: number,
  height: number = ROOM.height,
): FigureLayout {
  const palette = PALETTES[model.theme];
  const { sizes, lines, rate, rug } = model;
  const narrow = width < ROOM.narrow;
  const right = narrow ? 104 : 206;
  const area: Area = { left: ROOM.left, right: width - right, top: ROOM.top, bottom: ROOM.top + height };
  const [low, high] = extent(model);
  const least = sizes[0] ?? 8;
  const most = Math.max(least * 2, sizes[sizes.length - 1] ?? 16);
  const x = scaleLog([least, most], [area.left, area.right]);
  const y = scaleLog([low, high], [area.bottom, area.top]);
  const base = area.bottom + ROOM.rug;
  const shapes: Shape[] = [
    ...regimeShapes(model, area, x),
    ...yAxis(
      area,
      y,
      decadeTicks(low, high, height / 30),
      'variance of the bytes estimate, per allocation (B²)',
      palette,
      8,
    ),
    ...xAxis(
      { ...area, bottom: base },
      x,
      sizeTicks(least, most, area.right - area.left),
      'size of the allocation Z',
      palette,
    ),
  ];
  shapes.push(...referenceLine(rate, least, most, low, high, x, y, area, palette.dim));
  const xs = Array.from(sizes, (size) => x(size));
  const labels: EndLabel[] = [];
  for (const { strategy, variance } of lines) {
    const stroke = strategyStroke(strategy, model.theme);
    const known = xs.flatMap((_, i) => (Number.isNaN(variance[i] as number) ? [] : [i]));
    const ys = known.map((i) =>
      (variance[i] as number) > 0 ? y(variance[i] as number) : Number.POSITIVE_INFINITY,
    );
    const places = known.map((i) => xs[i] as number);
    const d = linePath(places, ys, area);
    // Known at single sizes only: the sizes are what counts, the line between them guides the eye.
    const sparse = known.length < sizes.length;
    if (d !== '') {
      shapes.push({ kind: 'path', d, ...stroke, ...(sparse ? { width: 1 } : {}) });
    }
    const inside = ys.map((place) => place <= area.bottom);
    if (sparse) {
      const dots = places.flatMap((place, i) =>
        inside[i] === true ? [circle(place, ys[i] as number, 2.5)] : [],
      );
      if (dots.length > 0) shapes.push({ kind: 'path', d: dots.join(''), fill: stroke.stroke });
    }
    const end = inside.lastIndexOf(true);
    // Where there is no variance at any size, the name is still there, below the axis.
    if (known.length > 0) {
      const sinks = end < ys.length - 1;
      labels.push({
        text: strategyLabel(strategy, narrow),
        x: sinks ? area.right : (places[end] as number),
        y: sinks ? area.bottom : (ys[end] as number),
        colour: stroke.stroke,
        sinks,
      });
    }
  }
  shapes.push(...endLabels(labels, area, right, palette), ...rugShapes(rug, x, area, palette.ink));
  if (!narrow) {
    shapes.push({
      kind: 'text',
      x: area.right + 6,
      y: area.bottom + 16,
      text: 'live bytes by size class',
      fill: palette.dim,
    });
  }
  return {
    width,
    height: base + ROOM.axis,
    shapes,
    stops: sizes.length,
    crosshair: (stop) => [
      verticalLine(xs[stop] as number, { ...area, bottom: base }, palette),
      ...lines.flatMap(({ strategy, variance }) => {
        const colour = strategyColour(strategy, model.theme);
        return readingDot(xs[stop] as number, y(variance[stop] as number), area, colour);
      }),
    ],
    stopAt: (px) => (px < area.left - 12 || px > area.right + 12 ? -1 : nearest(xs, px)),
  };
}

/** Bands of the three regimes, with what holds in them. */
function regimeShapes({ rate, theme, sizes }: VarianceCurveModel, area: Area, x: Scale): Shape[] {
  const palette = PALETTES[theme];
  const clamp = (value: number): number => Math.max(area.left, Math.min(area.right, value));
  const half = rate * Math.LN2;
  const [from, to] = [x(half), x(rate)];
  const shapes: Shape[] = [];
  const [a, b] = [clamp(from), clamp(to)];
  if (b < area.right) {
    shapes.push({
      kind: 'path',
      d: box(b, area.top, area.right - b, area.bottom - area.top),
      fill: palette.grid,
      opacity: 0.5,
    });
  }
  const text = (left: number, right: number, choices: readonly string[]): void => {
    const fits = choices.find((choice) => roughWidth(choice, 10.5) <= right - left - 8);
    if (fits !== undefined)
      shapes.push({
        kind: 'text',
        x: (left + right) / 2,
        y: area.top + 9,
        text: fits,
        fill: palette.dim,
        anchor: 'middle',
      });
  };
  text(area.left, a, ['Z ≪ R: per byte about R · Z, in proportion', 'Z ≪ R: about R · Z', 'Z ≪ R']);
  text(b, area.right, ['Z ≫ R: towards 0, misses are rare', 'Z ≫ R: towards 0', 'Z ≫ R']);
  const inside = (size: number): boolean => size > (sizes[0] ?? 0) && size < (sizes[sizes.length - 1] ?? 0);
  if (inside(half)) {
    shapes.push({
      kind: 'path',
      d: segment(crisp(from), area.top - 8, crisp(from), area.bottom),
      stroke: palette.axis,
      dash: '3 3',
    });
  }
  if (inside(rate)) {
    const d = segment(crisp(to), area.top - 8, crisp(to), area.bottom);
    shapes.push({ kind: 'path', d, stroke: palette.axis });
  }
  const mark = (x: number, text: string, anchor: 'start' | 'end'): void => {
    shapes.push({ kind: 'text', x, y: area.top - 12, text, fill: palette.dim, anchor });
  };
  const [atHalf, atRate] = [`Z = R ln 2 (${formatBytes(half)}): variance Z²`, `R = ${formatBytes(rate)}`];
  // The two lines lie close together: where there is no room to the left of them, one text names both.
  const fits = from - area.left > roughWidth(atHalf, 10.5) + 4;
  if (inside(half) && fits) mark(from - 4, atHalf, 'end');
  if (inside(rate) || (inside(half) && !fits)) {
    const both = inside(half) && !fits;
    const words = [...(inside(rate) ? [atRate] : []), ...(both ? [atHalf] : [])].join(' · ');
    const over = roughWidth(words, 10.5) > area.right - to;
    mark(over ? area.right : to + 4, words, over ? 'end' : 'start');
  }
  return shapes;
}

/** R times Z, which sampling per byte follows far below R. */
function referenceLine(
  rate: number,
  least: number,
  most: number,
  low: number,
  high: number,
  x: Scale,
  y: Scale,
  area: Area,
  colour: string,
): Shape[] {
  const from = Math.max(least, low / rate);
  const to = Math.min(most, high / rate);
  if (!(to > from)) return [];
  const d = segment(x(from), y(from * rate), x(to), y(to * rate));
  const end = x(to);
  return [
    { kind: 'path', d, stroke: colour, width: 1, dash: '1 3' },
    ...(end > area.left + 60
      ? [
          {
            kind: 'text',
            x: end - 4,
            y: y(to * rate) - 10,
            text: 'R · Z',
            fill: colour,
            anchor: 'end',
          } as const,
        ]
      : []),
  ];
}

/** A tick for each size class of the workload, as long as its share of the live bytes. */
function rugShapes(rug: VarianceCurveModel['rug'], x: Scale, area: Area, colour: string): Shape[] {
  const most = Math.max(0, ...rug.share);
  if (!(most > 0)) return [];
  const base = area.bottom + ROOM.rug;
  const bars = Array.from(rug.sizes, (size, i) => {
    const length = 3 + (ROOM.rug - 6) * ((rug.share[i] as number) / most);
    return box(x(size) - 1, base - length, 2, length);
  });
  return [{ kind: 'path', d: bars.join(''), fill: colour }];
}
