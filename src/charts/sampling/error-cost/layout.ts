/** Two log-log plots on one cost axis: the error of all bytes, and of a chosen stack. Pure. */
import { scaleLog } from 'd3';
import { formatBytes, formatPercent } from '../../../base/numbers.js';
import { PALETTES } from '../../shared/palette.js';
import { circle, crisp, segment, type Shape } from '../../shared/shapes.js';
import { pixels, roughWidth } from '../../shared/svg-text.js';
import {
  type Area,
  decadeTicks,
  endLabels,
  linePath,
  percentDecade,
  nearest,
  readingDot,
  type Scale,
  verticalLine,
  xAxis,
  yAxis,
} from '../shared/axes.js';
import type { FigureLayout } from '../shared/figure-model.js';
import { formatWidePercent } from '../shared/numbers.js';
import { strategyColour, strategyLabel, strategyStroke } from '../shared/strategy.js';
import type { CostCurve, ErrorCostModel } from './props.js';

const ROOM = {
  left: 64,
  top: 26,
  axis: 40,
  gap: 12,
  height: 230,
  narrow: 620,
  side: 1000,
  rightWide: 206,
  rightNarrow: 110,
} as const;

/** Index of each point of a curve in rising order of its cost. */
export function byCost({ samplesPerGib }: CostCurve): number[] {
  return Array.from(samplesPerGib, (_, i) => i)
    .filter((i) => (samplesPerGib[i] as number) > 0)
    .sort((a, b) => (samplesPerGib[a] as number) - (samplesPerGib[b] as number));
}

export type Measured = 'totalError' | 'stackError';

/** Error of a curve at a cost, on straight lines between its points in logarithms; NaN outside of them. */
export function errorAt(curve: CostCurve, measured: Measured, cost: number): number {
  const order = byCost(curve);
  const x = order.map((i) => curve.samplesPerGib[i] as number);
  const y = order.map((i) => curve[measured][i] as number);
  const after = x.findIndex((value) => value >= cost * (1 - 1e-12));
  if (after < 0) return Number.NaN;
  if ((x[after] as number) <= cost * (1 + 1e-12)) return y[after] as number;
  if (after === 0) return Number.NaN;
  const [x0, x1, y0, y1] = [x[after - 1], x[after], y[after - 1], y[after]] as [
    number,
    number,
    number,
    number,
  ];
  if (!(y0 > 0 && y1 > 0)) return Number.NaN;
  const part = Math.log(cost / x0) / Math.log(x1 / x0);
  return Math.exp(Math.log(y0) + part * Math.log(y1 / y0));
}

/** Costs that the crosshair stands on: the points of the first curve with rates, or of the first. */
export function costStops({ curves }: ErrorCostModel): { readonly cost: number[]; readonly lg: number[] } {
  const curve = curves.find(({ lgSample }) => lgSample !== null) ?? curves[0];
  if (curve === undefined) return { cost: [], lg: [] };
  const order = byCost(curve);
  return {
    cost: order.map((i) => curve.samplesPerGib[i] as number),
    lg: order.map((i) => curve.lgSample?.[i] ?? Number.NaN),
  };
}

function extents({ curves }: ErrorCostModel): { x: [number, number]; y: [number, number] } {
  const range = (columns: readonly Float64Array[]): [number, number] => {
    let [low, high] = [Number.POSITIVE_INFINITY, 0];
    for (const column of columns) {
      for (const value of column) {
        if (!(value > 0) || !Number.isFinite(value)) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    return high > 0 ? [low, Math.max(high, low * 1.01)] : [1, 10];
  };
  const x = range(curves.map(({ samplesPerGib }) => samplesPerGib));
  const [low, high] = range(curves.flatMap(({ totalError, stackError }) => [totalError, stackError]));
  const top = 10 ** Math.ceil(Math.log10(high));
  // Errors of a millionth are as good as none.
  const bottom = Math.max(10 ** Math.floor(Math.log10(low)), Math.min(1e-6, top / 10));
  return { x, y: [Math.min(bottom, top / 10), top] };
}

export function layoutErrorCost(
  model: ErrorCostModel,
  width: number,
  height: number = ROOM.height,
): FigureLayout {
  const { curves, theme } = model;
  const palette = PALETTES[theme];
  const narrow = width < ROOM.narrow;
  const side = width >= ROOM.side;
  const right = narrow ? ROOM.rightNarrow : ROOM.rightWide;
  const { x: xs, y: ys } = extents(model);
  const stops = costStops(model);
  const half = (width - right - 2 * ROOM.left - ROOM.gap) / 2;
  const block = ROOM.top + height + ROOM.axis;
  const firstRight = side ? ROOM.left + half : width - right;
  const areas: readonly [Area, Area] = [
    { left: ROOM.left, right: firstRight, top: ROOM.top, bottom: ROOM.top + height },
    side
      ? {
          left: firstRight + ROOM.gap + ROOM.left,
          right: width - right,
          top: ROOM.top,
          bottom: ROOM.top + height,
        }
      : { left: ROOM.left, right: width - right, top: block + ROOM.top, bottom: block + ROOM.top + height },
  ];
  const shapes: Shape[] = [];
  const panels = areas.map((area, i) => {
    const measured: Measured = i === 0 ? 'totalError' : 'stackError';
    const of =
      i === 0 ? `all ${formatBytes(model.totalBytes)}` : `a stack of ${formatBytes(model.stackBytes)}`;
    const x = scaleLog(xs, [area.left, area.right]);
    const y = scaleLog(ys, [area.bottom, area.top]).clamp(false);
    const clipped = (value: number): number => Math.max(area.top, y(value));
    shapes.push(
      ...yAxis(
        area,
        y,
        decadeTicks(ys[0], ys[1], height / 26, percentDecade),
        `standard error of ${of}`,
        palette,
      ),
      ...xAxis(
        area,
        x,
        decadeTicks(xs[0], xs[1], (area.right - area.left) / 60),
        'samples for each GiB allocated',
        palette,
      ),
      ...curveShapes(model, measured, area, x, clipped),
      ...(i === 1 ? answerShapes(model, area, x, y) : []),
    );
    // Labels at the right edge of the picture only.
    if (i === 1 || !side) {
      const labels = curves.flatMap((curve) => {
        const order = byCost(curve);
        const end = order.findLast((at) => y(curve[measured][at] as number) <= area.bottom);
        if (end === undefined) return [];
        const sinks = end !== order.at(-1);
        return [
          {
            text: strategyLabel(curve.strategy, narrow),
            x: x(curve.samplesPerGib[end] as number),
            y: sinks ? area.bottom : clipped(curve[measured][end] as number),
            colour: strategyColour(curve.strategy, theme),
            sinks,
          },
        ];
      });
      shapes.push(...endLabels(labels, area, right, palette));
    }
    return { area, x, clipped, measured };
  });
  return {
    width,
    height: side ? block : 2 * block,
    shapes,
    stops: stops.cost.length,
    crosshair: (stop) =>
      panels.flatMap(({ area, x, clipped, measured }): Shape[] => {
        const cost = stops.cost[stop] as number;
        return [
          verticalLine(x(cost), area, palette),
          ...curves.flatMap((curve) => {
            const place = clipped(errorAt(curve, measured, cost));
            return readingDot(x(cost), place, area, strategyColour(curve.strategy, theme));
          }),
        ];
      }),
    stopAt: (px, py) => {
      const panel = panels.find(
        ({ area }) =>
          px >= area.left - 12 && px <= area.right + 12 && py >= area.top - 20 && py <= area.bottom + 20,
      );
      return panel === undefined ? -1 : nearest(stops.cost, panel.x.invert(px));
    },
  };
}

function curveShapes(
  { curves, marks, theme }: ErrorCostModel,
  measured: Measured,
  area: Area,
  x: Scale,
  y: (value: number) => number,
): Shape[] {
  const palette = PALETTES[theme];
  const shapes: Shape[] = [];
  for (const curve of curves) {
    const order = byCost(curve);
    const d = linePath(
      order.map((i) => x(curve.samplesPerGib[i] as number)),
      order.map((i) => {
        const error = curve[measured][i] as number;
        return error > 0 ? y(error) : Number.POSITIVE_INFINITY;
      }),
      area,
    );
    if (d !== '') shapes.push({ kind: 'path', d, ...strategyStroke(curve.strategy, theme) });
  }
  const rated = curves.find(({ lgSample }) => lgSample !== null);
  if (rated === undefined) return shapes;
  for (const mark of marks) {
    const px = x(mark.samplesPerGib);
    const error = mark[measured];
    if (!(px >= area.left - 1 && px <= area.right + 1) || !(error >= 0)) continue;
    const py = error > 0 ? y(error) : Number.POSITIVE_INFINITY;
    const sinks = py > area.bottom;
    const text = sinks ? sunkLabel(mark.label, error) : mark.label;
    const left = px + 10 + roughWidth(text, 11) > area.right;
    shapes.push(
      {
        kind: 'path',
        d: sinks ? downArrow(px, area.bottom) : circle(px, py, 4.5),
        fill: strategyColour(rated.strategy, theme),
        stroke: palette.surface,
        width: 1.5,
      },
      {
        kind: 'text',
        x: left ? px - 8 : px + 8,
        // Above what is asked for, which stands on the floor.
        y: sinks ? area.bottom - 22 : py - 10,
        text,
        fill: palette.ink,
        anchor: left ? 'end' : 'start',
        bold: true,
      },
    );
  }
  return shapes;
}

/** An axis of powers of ten has no place for nought, and none for next to nothing. */
function sunkLabel(label: string, error: number): string {
  return error === 0 ? `${label}: all sampled, no error` : `${label}: ± ${formatWidePercent(error)}, below`;
}

function downArrow(x: number, floor: number): string {
  return `M${pixels(x - 5)},${pixels(floor - 10)}h10l-5,9z`;
}

/** The error that was asked for as a line across, and where sampling per byte reaches it. */
function answerShapes({ answer, theme }: ErrorCostModel, area: Area, x: Scale, y: Scale): Shape[] {
  if (answer === null) return [];
  const palette = PALETTES[theme];
  const place = y(answer.error);
  if (!(place >= area.top && place <= area.bottom)) return [];
  const shapes: Shape[] = [
    {
      kind: 'path',
      d: segment(area.left, crisp(place), area.right, crisp(place)),
      stroke: palette.current,
      dash: '4 3',
    },
    {
      kind: 'text',
      x: area.left + 4,
      y: place + 10,
      text: `± ${formatPercent(answer.error)}`,
      fill: palette.current,
    },
  ];
  if (answer.lgSample !== null && answer.samplesPerGib > 0) {
    const at = x(answer.samplesPerGib);
    if (at >= area.left && at <= area.right) {
      shapes.push(
        {
          kind: 'path',
          d: segment(crisp(at), place, crisp(at), area.bottom),
          stroke: palette.current,
          dash: '4 3',
        },
        {
          kind: 'text',
          x: at - 4,
          y: area.bottom - 8,
          text: `lg ${answer.lgSample}`,
          fill: palette.current,
          anchor: 'end',
          bold: true,
        },
      );
    }
  }
  return shapes;
}
