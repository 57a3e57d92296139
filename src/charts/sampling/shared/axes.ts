/** Axes, direct labels and lines of the pictures, as shapes. Pure. */
import type { ScaleContinuousNumeric } from 'd3';
import { formatBytes, formatCount } from '../../../base/numbers.js';
import { numberedGrid, numberedTicks, type NumberedTicks } from '../../shared/axes.js';
import type { Palette } from '../../shared/palette.js';
import { circle, crisp, segment, type Shape } from '../../shared/shapes.js';
import { spread } from '../../shared/spread.js';
import { pixels, roughWidth } from '../../shared/svg-text.js';
import { LabelFitter } from '../../shared/label.js';

export type Scale = ScaleContinuousNumeric<number, number>;

/** Room of the plot area in pixels. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export type AxisTicks = NumberedTicks;

const FONT = 11;
/** Least distance of labels above each other. */
const LABEL_GAP = 13;

const SUPERSCRIPTS = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/** 1e6 as `10⁶`. */
export function powerOfTen(value: number): string {
  const power = Math.round(Math.log10(value));
  const digits = Array.from(String(Math.abs(power)), (digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `10${power < 0 ? '⁻' : ''}${digits}`;
}

/** `0.001`, `10 000`. */
function decade(value: number): string {
  return value < 1 ? String(Number(value.toPrecision(1))) : formatCount(Math.round(value));
}

/** Decades of a share: `0.1 %`, `10 %`, `10⁵ %`. */
export function percentDecade(share: number): string {
  const percent = share * 100;
  const plain = percent > 0.9e-3 && percent < 1.1e4;
  return `${plain ? decade(percent) : powerOfTen(percent)}\u202f%`;
}

function powers(base: number, low: number, high: number, most: number, steps: readonly number[]): number[] {
  const from = Math.ceil(Math.log(low) / Math.log(base) - 1e-9);
  const to = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
  const step = steps.find((candidate) => (to - from) / candidate < most) ?? steps.at(-1) ?? 1;
  const values: number[] = [];
  for (let power = Math.ceil(from / step) * step; power <= to; power += step) values.push(base ** power);
  return values;
}

/** Powers of ten, every one, second, third … so that there are at most about `most`. */
export function decadeTicks(
  low: number,
  high: number,
  most: number,
  format: AxisTicks['format'] = powerOfTen,
): AxisTicks {
  return { values: powers(10, low, high, Math.max(2, most), [1, 2, 3, 6, 12, 24, 48, 96]), format };
}

/** Sizes at powers of two. */
export function sizeTicks(low: number, high: number, width: number): AxisTicks {
  const most = Math.max(2, Math.floor(width / 62));
  return { values: powers(2, low, high, most, [1, 2, 3, 5, 10, 20, 40]), format: formatBytes };
}

/** @param titleTop where the title stands; above the plot by itself */
export function yAxis(
  area: Area,
  y: Scale,
  ticks: AxisTicks,
  title: string,
  palette: Palette,
  titleTop = area.top - 11,
): Shape[] {
  return [
    { kind: 'text', x: area.left, y: titleTop, text: title, fill: palette.dim },
    ...numberedGrid(area, y, ticks, palette),
  ];
}

export function xAxis(area: Area, x: Scale, ticks: AxisTicks, title: string, palette: Palette): Shape[] {
  const { left, right, bottom } = area;
  return [
    { kind: 'path', d: segment(left, crisp(bottom), right, crisp(bottom)), stroke: palette.axis },
    ...numberedTicks(bottom, x, ticks, palette),
    { kind: 'text', x: (left + right) / 2, y: bottom + 28, text: title, fill: palette.dim, anchor: 'middle' },
  ];
}

/** A line through the points that are numbers; broken at the others, cut at the plot's floor where it leaves it. */
export function linePath(x: readonly number[], y: readonly number[], area: Area): string {
  const parts: string[] = [];
  let open = false;
  for (let i = 0; i < x.length; i += 1) {
    const [px, py] = [x[i] as number, y[i] as number];
    if (!Number.isFinite(px) || Number.isNaN(py)) {
      open = false;
      continue;
    }
    if (py > area.bottom) {
      // Down to the floor, on the way to the point below it.
      const before = y[i - 1] as number;
      if (open && before < area.bottom) {
        const part = (area.bottom - before) / (py - before);
        const from = x[i - 1] as number;
        const cut = Number.isFinite(part) ? from + (px - from) * part : px;
        parts.push(`L${pixels(cut)},${pixels(area.bottom)}`);
      }
      open = false;
      continue;
    }
    const before = y[i - 1];
    if (!open && i > 0 && before !== undefined && before > area.bottom && Number.isFinite(before)) {
      const from = x[i - 1] as number;
      const part = (area.bottom - before) / (py - before);
      parts.push(`M${pixels(from + (px - from) * part)},${pixels(area.bottom)}L${pixels(px)},${pixels(py)}`);
    } else parts.push(`${open ? 'L' : 'M'}${pixels(px)},${pixels(py)}`);
    open = true;
  }
  return parts.join('');
}

/** Where a line is read; nothing below the floor of its plot. */
export function readingDot(x: number, y: number, { bottom }: Area, colour: string): Shape[] {
  return y <= bottom ? [{ kind: 'path', d: circle(x, y, 3.5), fill: colour }] : [];
}

export interface EndLabel {
  readonly text: string;
  /** Where its line ends, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  /** The line leaves the plot through its floor: no connector leads to it. */
  readonly sinks?: boolean;
}

const fitter = new LabelFitter((text) => roughWidth(text, FONT));

/** Names at the right edge, each as near to its line's end as the others allow. */
export function endLabels(labels: readonly EndLabel[], area: Area, room: number, palette: Palette): Shape[] {
  const most = Math.floor((area.bottom - area.top) / LABEL_GAP) + 1;
  const sorted = [...labels].sort((a, b) => a.y - b.y).slice(0, most);
  const clamp = (y: number): number => Math.max(area.top, Math.min(area.bottom, y));
  const places = spread(
    sorted.map(({ y }) => clamp(y)),
    LABEL_GAP,
    area.top,
    area.bottom,
  );
  return sorted.flatMap(({ text, x, y, colour, sinks }, i): Shape[] => {
    const place = pixels(places[i] as number);
    const stub = `M${pixels(area.right + 6)},${place}H${pixels(area.right + 14)}`;
    const from = clamp(y);
    const connector = `M${pixels(x + 2)},${pixels(from)}L${pixels(area.right + 1)},${pixels(from)}L${pixels(area.right + 6)},${place}`;
    return [
      ...(sinks === true ? [] : [{ kind: 'path', d: connector, stroke: colour, opacity: 0.5 } as const]),
      { kind: 'path', d: stub, stroke: colour, width: 2.5 },
      {
        kind: 'text',
        x: area.right + 18,
        y: places[i] as number,
        text: fitter.fit(`${sinks === true ? '↓ ' : ''}${text}`, room - 20),
        fill: palette.ink,
      },
    ];
  });
}

export function fitText(text: string, room: number): string {
  return fitter.fit(text, room);
}

/** Index of the number nearest to `wanted` among rising ones; -1 where there is none. */
export function nearest(values: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  if (low > 0 && wanted - (values[low - 1] as number) < (values[low] as number) - wanted) return low - 1;
  return high < 0 ? -1 : low;
}

export function verticalLine(x: number, area: Area, palette: Palette): Shape {
  return { kind: 'path', d: segment(crisp(x), area.top, crisp(x), area.bottom), stroke: palette.ink };
}
