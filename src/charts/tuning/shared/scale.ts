/**
 * Where a value lies on an axis. Axes of options are those of the values to be tried; axes of figures end at round
 * numbers around all values there are, so while runs come in they only ever grow, and seldom. Pure.
 */
import { scaleLinear, scaleSymlog } from 'd3';
import { decimalStep } from '../../shared/ticks.js';
import { type Dimension, formatDimension } from './dimension.js';

export interface AxisTick {
  readonly at: number;
  readonly value: number;
  readonly text: string;
}

export interface DimensionScale {
  readonly dimension: Dimension;
  /** Pixels; NaN for what is no number. */
  place(value: number): number;
  /** The number that orders values along the axis: a special value is above all, a choice is its position. */
  order(value: number): number;
  /** The order at a pixel. */
  invert(pixel: number): number;
  readonly ticks: readonly AxisTick[];
}

/** Share of an axis that a special value takes at its far end. */
const NOTCH = 0.12;
/** Options with at most so many values have a tick for each. */
const FEW = 7;

/**
 * @param extent smallest and largest number so far; null where there is none
 * @param from pixel of the small end; @param to of the large end
 * @param most ticks there is room for
 */
export function dimensionScale(
  dimension: Dimension,
  extent: readonly [number, number] | null,
  from: number,
  to: number,
  most: number,
): DimensionScale {
  const { unit, choices, values } = dimension;
  if (unit === 'choice' || unit === 'boolean') {
    const all = values ?? (choices === undefined ? [0, 1] : choices.map((_, i) => i));
    return pointScale(dimension, all, from, to);
  }
  return values === undefined
    ? figureScale(dimension, extent, from, to, most)
    : optionScale(dimension, values, from, to, most);
}

function pointScale(
  dimension: Dimension,
  values: readonly number[],
  from: number,
  to: number,
): DimensionScale {
  const place = (value: number): number => {
    const at = values.indexOf(value);
    return at < 0 ? Number.NaN : from + ((to - from) * (at + 0.5)) / values.length;
  };
  const ticks = values.map((value) => ({ at: place(value), value, text: formatDimension(dimension, value) }));
  return {
    dimension,
    place,
    ticks,
    order: (value) => values.indexOf(value),
    invert: (pixel) => ((pixel - from) / (to - from)) * values.length - 0.5,
  };
}

function optionScale(
  dimension: Dimension,
  values: readonly number[],
  from: number,
  to: number,
  most: number,
): DimensionScale {
  const special = dimension.special?.value;
  const numbers = values.filter((value) => value !== special).toSorted((a, b) => a - b);
  const hasSpecial = numbers.length < values.length;
  const [low, high] = [numbers[0] ?? 0, numbers.at(-1) ?? 1];
  const end = hasSpecial ? to - (to - from) * NOTCH : to;
  // One value alone stands in the middle.
  const domain = low === high ? [low - Math.max(1, low / 2), high + Math.max(1, high / 2)] : [low, high];
  const along =
    dimension.scale === 'log' && low !== high
      ? scaleSymlog(domain, [from, end]).constant(low > 0 ? low / 1e3 : Math.max(1, high / 500))
      : scaleLinear(domain, [from, end]);
  const place = (value: number): number => (value === special ? to : along(value));
  const shown = thinned(numbers, place, Math.max(2, most), numbers.length <= FEW);
  if (hasSpecial && special !== undefined) shown.push(special);
  const ticks = shown.map((value) => ({ at: place(value), value, text: formatDimension(dimension, value) }));
  const order = (value: number): number => (value === special ? Number.POSITIVE_INFINITY : value);
  const invert = (pixel: number): number =>
    hasSpecial && Math.abs(pixel - to) < Math.abs(to - end) / 2
      ? Number.POSITIVE_INFINITY
      : along.invert(pixel);
  return { dimension, place, ticks, order, invert };
}

/** Values whose places keep a distance, the first and the last always among them. */
function thinned(
  values: readonly number[],
  place: (value: number) => number,
  most: number,
  all: boolean,
): number[] {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (all && values.length <= most) return [...values];
  const gap = Math.abs(place(last) - place(first)) / most;
  const shown: number[] = [first];
  for (const value of values.slice(1, -1)) {
    const before = place(shown.at(-1) ?? first);
    if (Math.abs(place(value) - before) >= gap && Math.abs(place(last) - place(value)) >= gap)
      shown.push(value);
  }
  if (last !== first) shown.push(last);
  return shown;
}

function figureScale(
  dimension: Dimension,
  extent: readonly [number, number] | null,
  from: number,
  to: number,
  most: number,
): DimensionScale {
  const { domain, step } = niceDomain(dimension, extent, most);
  const along = scaleLinear(domain, [from, to]);
  const count = Math.round((domain[1] - domain[0]) / step);
  const ticks = Array.from({ length: count + 1 }, (_, i) => {
    // A thousand steps of 0.1 must not end at 99.99999.
    const value = Number((domain[0] + i * step).toPrecision(12));
    return { at: along(value), value, text: formatDimension(dimension, value) };
  });
  return {
    dimension,
    place: (value) => along(value),
    ticks,
    order: (value) => value,
    invert: (pixel) => along.invert(pixel),
  };
}

/** Round ends around the values, from zero on unless they all lie far from it. */
export function niceDomain(
  { unit }: Dimension,
  extent: readonly [number, number] | null,
  most: number,
): { readonly domain: [number, number]; readonly step: number } {
  let [low, high] = extent ?? [0, 1];
  if (low >= 0 && low < 0.6 * high) low = 0;
  if (!(high > low)) {
    const pad = high === 0 ? 1 : Math.abs(high) * 0.1;
    if (low !== 0) low -= pad;
    high += pad;
  }
  const span = high - low;
  const whole = unit === 'count' ? 1 : 0;
  const step = Math.max(
    whole,
    unit === 'bytes'
      ? 2 ** Math.ceil(Math.log2(span / Math.max(1, most)) - 1e-9)
      : decimalStep(span, Math.max(1, most)),
  );
  const bottom = Math.max(low >= 0 ? 0 : Number.NEGATIVE_INFINITY, Math.floor(low / step + 1e-9) * step);
  const top = Math.ceil(high / step - 1e-9) * step;
  return { domain: [bottom, top], step };
}
