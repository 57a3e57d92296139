/** Two histograms over each other, and what each way of sampling costs. Pure. */
import { scaleLinear } from 'd3';
import { formatNanoseconds, formatShortCount } from '../../../base/numbers.js';
import { PALETTES, type Theme } from '../../shared/palette.js';
import { box, segment, type Shape } from '../../shared/shapes.js';
import { pixels } from '../../shared/svg-text.js';
import { decimalStep, rateTicks } from '../../shared/ticks.js';
import { type Area, type AxisTicks, xAxis, yAxis } from '../shared/axes.js';
import { byteSpanTicks } from '../experiment/spans.js';
import type { FigureLayout, Stroke } from '../shared/figure-model.js';
import { strategyColour } from '../shared/strategy.js';
import type { CounterTrickModel, SamplingWay, WayId } from './props.js';

const ROOM = {
  left: 56,
  right: 14,
  top: 26,
  axis: 40,
  height: 190,
  between: 40,
  side: 800,
  name: 64,
  value: 76,
} as const;

export const WAYS: readonly WayId[] = ['counter', 'coins'];
export const WAY_LABELS: Readonly<Record<WayId, string>> = {
  counter: 'counter: a draw for each sample',
  coins: 'coins: a draw for each allocation',
};

export function wayStroke(way: WayId, theme: Theme): Stroke {
  return way === 'counter'
    ? { stroke: strategyColour('per-byte', theme), width: 8, opacity: 0.75 }
    : { stroke: PALETTES[theme].ink, width: 1.75 };
}

/** Ticks of whole numbers between two values. */
function countSpanTicks(low: number, high: number, most: number): AxisTicks {
  const step = Math.max(1, decimalStep(Math.max(1, high - low), Math.max(1, most)));
  const values: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) values.push(value);
  return { values, format: formatShortCount };
}

const shareOf = (way: SamplingWay, part: number): number =>
  way.trials > 0 ? (way.counts[part] as number) / way.trials : 0;

export function layoutCounterTrick(
  model: CounterTrickModel,
  width: number,
  height: number = ROOM.height,
): FigureLayout {
  const { low, high, quantity, theme, ways } = model;
  const palette = PALETTES[theme];
  const side = width >= ROOM.side;
  const right = side ? ROOM.left + (width - ROOM.left) * 0.58 : width - ROOM.right;
  const area: Area = { left: ROOM.left, right, top: ROOM.top, bottom: ROOM.top + height };
  const run = WAYS.flatMap((id) => (ways[id] === null ? [] : [ways[id]]));
  const parts = run[0]?.counts.length ?? 0;
  let most = 0;
  for (const way of run)
    for (let i = 0; i < way.counts.length; i += 1) most = Math.max(most, shareOf(way, i));
  const ticks = rateTicks(most * 100, 4);
  const x = scaleLinear([low, high], [area.left, area.right]);
  const y = scaleLinear([0, ticks.max / 100], [area.bottom, area.top]);
  const part = (area.right - area.left) / Math.max(1, parts);
  const percent: AxisTicks = {
    values: ticks.values.map((value) => value / 100),
    format: (value) => `${ticks.format(value * 100)}\u202f%`,
  };
  const room = (area.right - area.left) / 76;
  const along = quantity === 'bytes' ? byteSpanTicks(low, high, room) : countSpanTicks(low, high, room);
  const title = quantity === 'bytes' ? 'estimate of the live bytes' : 'samples taken in a trial';
  const shapes: Shape[] = [
    ...yAxis(area, y, percent, 'share of the trials', palette),
    ...xAxis(area, x, along, title, palette),
  ];
  const { counter, coins } = ways;
  if (counter !== null) {
    const d = Array.from(counter.counts, (count, i) => {
      const top = y(shareOf(counter, i));
      return count === 0
        ? ''
        : box(area.left + i * part + 0.5, top, Math.max(0.5, part - 1), area.bottom - top);
    }).join('');
    shapes.push({ kind: 'path', d, fill: strategyColour('per-byte', theme), opacity: 0.75 });
  }
  if (coins !== null) {
    const d = Array.from(coins.counts, (_, i) => {
      const [from, top] = [area.left + i * part, pixels(y(shareOf(coins, i)))];
      return `${i === 0 ? 'M' : 'L'}${pixels(from)},${top}H${pixels(from + part)}`;
    }).join('');
    if (d !== '') shapes.push({ kind: 'path', d, stroke: palette.ink, width: 1.75 });
  }
  const costTop = side ? 0 : area.bottom + ROOM.axis;
  const costLeft = side ? right + ROOM.between : ROOM.left;
  const costs = costShapes(model, costLeft, width - ROOM.right, costTop);
  shapes.push(...costs.shapes);
  return {
    width,
    height: Math.max(area.bottom + ROOM.axis, costs.bottom),
    shapes,
    stops: parts,
    crosshair: (stop) => [
      {
        kind: 'path',
        d: box(area.left + stop * part, area.top, part, height),
        fill: palette.current,
        opacity: 0.22,
      },
    ],
    stopAt: (px, py) => {
      const at = Math.floor((px - area.left) / part);
      return at < 0 || at >= parts || py > area.bottom + ROOM.axis ? -1 : at;
    },
  };
}

/** Draws and time of a trial as bars from zero, side by side for both ways. */
function costShapes(
  { ways, theme }: CounterTrickModel,
  left: number,
  right: number,
  top: number,
): { readonly shapes: Shape[]; readonly bottom: number } {
  const palette = PALETTES[theme];
  const shapes: Shape[] = [];
  const groups: readonly [string, (way: SamplingWay) => number, (value: number) => string][] = [
    ['random numbers drawn in a trial', (way) => way.draws / way.trials, formatShortCount],
    ['time of a trial, measured', (way) => way.nanoseconds / way.trials, formatNanoseconds],
  ];
  let y = top + 14;
  for (const [title, measure, format] of groups) {
    shapes.push({ kind: 'text', x: left, y, text: title, fill: palette.dim });
    const values = WAYS.map((id) => {
      const way = ways[id];
      return way === null || way.trials === 0 ? Number.NaN : measure(way);
    });
    const most = Math.max(0, ...values.filter(Number.isFinite));
    const from = left + ROOM.name;
    const scale = scaleLinear([0, most || 1], [0, Math.max(20, right - from - ROOM.value)]);
    WAYS.forEach((id, i) => {
      y += 24;
      const value = values[i] as number;
      const long = Number.isFinite(value) ? Math.max(1, scale(value)) : 0;
      shapes.push({ kind: 'text', x: left, y, text: id, fill: palette.ink });
      if (long > 0) {
        shapes.push(
          id === 'counter'
            ? {
                kind: 'path',
                d: box(from, y - 8, long, 16),
                fill: strategyColour('per-byte', theme),
                opacity: 0.75,
              }
            : { kind: 'path', d: box(from, y - 8, long, 16), stroke: palette.ink, width: 1.5 },
        );
      }
      shapes.push({
        kind: 'text',
        x: from + long + 6,
        y,
        text: format(value),
        fill: palette.ink,
        bold: true,
      });
    });
    shapes.push({ kind: 'path', d: segment(from, y - 36, from, y + 12), stroke: palette.axis });
    y += 36;
  }
  return { shapes, bottom: y };
}
