/** From columns by size class to bars on a log axis of sizes. Pure. */
import { type ScaleLogarithmic, scaleLinear, scaleLog } from 'd3';
import { formatBytes } from '../../base/numbers.js';
import { numberedGrid, numberedTicks } from '../shared/axes.js';
import { PALETTES } from '../shared/palette.js';
import { box, segment, type Shape } from '../shared/shapes.js';
import { byteTicks, countTicks } from '../shared/ticks.js';
import type { SizeDistributionModel } from './props.js';

export const SIZES = { left: 70, right: 12, head: 18, gap: 8, plot: 84, axis: 36 } as const;

export interface SizeLayout {
  readonly width: number;
  readonly height: number;
  readonly scale: ScaleLogarithmic<number, number>;
  /** Left edge and width of each class' bar. */
  readonly bars: readonly { readonly x: number; readonly width: number }[];
  readonly shapes: readonly Shape[];
}

/** Classes are half-open, (below, size]; the smallest begins half an octave below, since a log axis has no zero. */
function startOf(below: number, size: number): number {
  return below > 0 && below < size ? below : size * Math.SQRT1_2;
}

function sizeTicks(low: number, high: number, width: number): number[] {
  const [from, to] = [Math.ceil(Math.log2(low) - 1e-9), Math.floor(Math.log2(high) + 1e-9)];
  const step = Math.max(1, Math.ceil((to - from + 1) / Math.max(2, Math.floor(width / 64))));
  const ticks: number[] = [];
  for (let power = Math.ceil(from / step) * step; power <= to; power += step) ticks.push(2 ** power);
  return ticks;
}

/** @param plot height of each of the two plots. */
export function layoutSizes(
  model: SizeDistributionModel,
  width: number,
  plot: number = SIZES.plot,
): SizeLayout {
  const palette = PALETTES[model.theme];
  const { sizes, below, bytes, objects, bytesVariance, objectsVariance } = model.table;
  const count = sizes.length;
  const low = count === 0 ? 8 : startOf(below[0] as number, sizes[0] as number);
  const high = count === 0 ? 4096 : Math.max(low * 2, sizes[count - 1] as number);
  const right = Math.max(SIZES.left + 80, width - SIZES.right);
  const scale = scaleLog([low, high], [SIZES.left, right]).base(2);
  const bars = Array.from(sizes, (size, i) => {
    const from = scale(startOf(below[i] as number, size));
    // A hair of room between neighbours, as long as it leaves a bar.
    const full = scale(size) - from;
    return { x: from, width: full > 2 ? full - 1 : Math.max(0.5, full) };
  });
  const shapes: Shape[] = [];
  const ticks = sizeTicks(low, high, right - SIZES.left);

  const panel = (
    top: number,
    title: string,
    values: Float64Array,
    variances: Float64Array,
    colour: string,
    unit: 'bytes' | 'objects',
  ): void => {
    let [least, most] = [0, 0];
    values.forEach((value, i) => {
      if (!Number.isFinite(value)) return;
      const error = 2 * Math.sqrt(variances[i] as number);
      least = Math.min(least, value);
      most = Math.max(most, value + (Number.isFinite(error) ? error : 0));
    });
    const along = (unit === 'bytes' ? byteTicks : countTicks)(most, 3);
    const y = scaleLinear([Math.min(0, least), along.max], [top + SIZES.head + plot, top + SIZES.head]);
    shapes.push({ kind: 'text', x: SIZES.left, y: top + 8, text: title, fill: palette.ink, bold: true });
    shapes.push(...numberedGrid({ left: SIZES.left, right }, y, along, palette, palette.axis));
    const base = y(0);
    const drawn: string[] = [];
    const whiskers: string[] = [];
    values.forEach((value, i) => {
      if (!Number.isFinite(value) || value === 0) return;
      const bar = bars[i] as { x: number; width: number };
      // What is there is seen, however little.
      const height = Math.max(1, Math.abs(y(value) - base));
      drawn.push(box(bar.x, value > 0 ? base - height : base, bar.width, height));
      const error = 2 * Math.sqrt(variances[i] as number);
      if (!Number.isFinite(error) || error === 0) return;
      const middle = bar.x + bar.width / 2;
      whiskers.push(
        segment(middle, y(value + error), middle, y(Math.max(Math.min(0, least), value - error))),
      );
    });
    if (drawn.length > 0) shapes.push({ kind: 'path', d: drawn.join(''), fill: colour });
    if (whiskers.length > 0)
      shapes.push({ kind: 'path', d: whiskers.join(''), stroke: palette.ink, width: 1 });
  };
  panel(0, 'bytes by size class', bytes, bytesVariance, palette.active, 'bytes');
  const second = SIZES.head + plot + SIZES.gap;
  panel(second, 'objects by size class', objects, objectsVariance, palette.pac, 'objects');

  const bottom = second + SIZES.head + plot;
  shapes.push(...numberedTicks(bottom, scale, { values: ticks, format: formatBytes }, palette));
  shapes.push({
    kind: 'text',
    x: (SIZES.left + right) / 2,
    y: bottom + 28,
    text: 'size of an object (log axis)',
    fill: palette.dim,
    anchor: 'middle',
  });
  return { width, height: bottom + SIZES.axis, scale, bars, shapes };
}

/** The class at a place in pixels, or the nearest one; -1 where there is none. */
export function classAt(layout: SizeLayout, place: number): number {
  let best = -1;
  let nearest = Number.POSITIVE_INFINITY;
  layout.bars.forEach(({ x, width }, i) => {
    const distance = place < x ? x - place : place > x + width ? place - x - width : 0;
    if (distance < nearest) [nearest, best] = [distance, i];
  });
  return best;
}
