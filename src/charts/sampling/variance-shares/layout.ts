/** From columns by size class to rows of bars: bytes, then each strategy's variance and samples. Pure. */
import { scaleLinear } from 'd3';
import { formatBytes } from '../../../base/numbers.js';
import { PALETTES } from '../../shared/palette.js';
import { box, type Shape } from '../../shared/shapes.js';
import { rateTicks } from '../../shared/ticks.js';
import { type Area, verticalLine, yAxis } from '../shared/axes.js';
import type { FigureLayout } from '../shared/figure-model.js';
import { formatWideBytes } from '../shared/numbers.js';
import { strategyColour, strategyLabel } from '../shared/strategy.js';
import type { VarianceSharesModel } from './props.js';

const ROOM = { left: 56, right: 12, head: 26, gap: 6, axis: 38, height: 62, slot: 110 } as const;

interface Row {
  readonly area: Area;
  /** Share at its top. */
  readonly most: number;
}

/** Each as a share of all; zeros where there is nothing to share. */
export function sharesOf(values: Float64Array): Float64Array {
  let sum = 0;
  for (const value of values) sum += value;
  return values.map((value) => (sum > 0 ? value / sum : 0));
}

export function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export function layoutVarianceShares(
  model: VarianceSharesModel,
  width: number,
  height: number = ROOM.height,
): FigureLayout {
  const { sizes, liveBytes, strategies, theme } = model;
  const palette = PALETTES[theme];
  const count = sizes.length;
  const slot = Math.min(ROOM.slot, (width - ROOM.right - ROOM.left) / Math.max(1, count));
  const left = ROOM.left;
  const right = width - ROOM.right;
  const shapes: Shape[] = [];
  const pad = slot > 6 ? slot * 0.12 : slot > 3 ? 0.5 : 0;
  const wide = slot - 2 * pad;

  const bars = ({ area, most }: Row, shares: Float64Array, outline: boolean): string => {
    const y = scaleLinear([0, most], [area.bottom, area.top]);
    return Array.from(shares, (share, i) => {
      if (!(share > 0)) return '';
      // What is there is seen, however little.
      const size = Math.max(1, area.bottom - y(share));
      const x = left + i * slot + pad;
      return outline
        ? box(x + 0.5, area.bottom - size, Math.max(1, wide - 1), size)
        : box(x, area.bottom - size, wide, size);
    }).join('');
  };
  const row = (index: number, title: string, ...columns: readonly Float64Array[]): Row => {
    const top = index * (height + ROOM.head + ROOM.gap) + ROOM.head;
    const area: Area = { left, right, top, bottom: top + height };
    const tallest = columns.reduce((most, column) => column.reduce((a, b) => Math.max(a, b), most), 0);
    const ticks = rateTicks(tallest * 100, 2);
    const most = ticks.max / 100;
    const percent = {
      values: ticks.values.map((value) => value / 100),
      format: (value: number) => `${ticks.format(value * 100)}\u202f%`,
    };
    shapes.push(...yAxis(area, scaleLinear([0, most], [area.bottom, area.top]), percent, title, palette));
    return { area, most };
  };
  const byteShares = sharesOf(liveBytes);
  const bytes = row(
    0,
    `live bytes: ${formatWideBytes(total(liveBytes))} (share in each size class)`,
    byteShares,
  );
  shapes.push({ kind: 'path', d: bars(bytes, byteShares, false), fill: palette.axis });
  strategies.forEach(({ strategy, variance, samples }, i) => {
    const sum = total(variance);
    const error = sum > 0 ? `standard error ${formatWideBytes(Math.sqrt(sum))}` : 'no variance';
    const [filled, outlined] = [sharesOf(variance), sharesOf(samples)];
    const place = row(i + 1, `${strategyLabel(strategy)}: ${error}`, filled, outlined);
    shapes.push(
      {
        kind: 'path',
        d: bars(place, filled, false),
        fill: strategyColour(strategy, theme),
        opacity: 0.85,
      },
      { kind: 'path', d: bars(place, outlined, true), stroke: palette.ink, width: 1.25 },
    );
  });
  const bottom = (strategies.length + 1) * (height + ROOM.head + ROOM.gap) - ROOM.gap;
  shapes.push(...sizeNames(sizes, slot, bottom, palette.dim, left + (count * slot) / 2));
  const full: Area = { left, right, top: ROOM.head, bottom };
  return {
    width,
    height: bottom + ROOM.axis,
    shapes,
    stops: count,
    crosshair: (stop) => [
      {
        kind: 'path',
        d: box(left + stop * slot, full.top, slot, bottom - full.top),
        fill: palette.current,
        opacity: 0.16,
      },
      ...(slot < 4 ? [verticalLine(left + (stop + 0.5) * slot, full, palette)] : []),
    ],
    stopAt: (px) => {
      const at = Math.floor((px - left) / slot);
      return at < 0 || at >= count ? -1 : at;
    },
  };
}

/** Names of as many size classes as fit below the bars. */
function sizeNames(
  sizes: Float64Array,
  slot: number,
  bottom: number,
  colour: string,
  middle: number,
): Shape[] {
  const step = Math.max(1, Math.ceil(54 / slot));
  const shapes: Shape[] = [];
  for (let i = 0; i < sizes.length; i += step) {
    const x = ROOM.left + (i + 0.5) * slot;
    shapes.push({
      kind: 'text',
      x,
      y: bottom + 12,
      text: formatBytes(sizes[i] as number),
      fill: colour,
      anchor: 'middle',
    });
  }
  shapes.push({
    kind: 'text',
    x: middle,
    y: bottom + 28,
    text: 'size class',
    fill: colour,
    anchor: 'middle',
  });
  return shapes;
}
