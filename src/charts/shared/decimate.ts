/** Thins a step curve to what the pixels can show. */

/**
 * A step curve in pixels: `y[i]` holds from `x[i]` to `x[i + 1]`, the last one to `end`. A `y` of NaN is a gap.
 * `x` never falls.
 */
export interface StepCurve {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly end: number;
}

/** More points than this for a pixel column get thinned. */
export const POINTS_PER_PIXEL = 1.5;
/** First, lowest, highest and last point of a pixel column. */
const KEPT = 4;

/**
 * Keeps of each pixel column its first, lowest, highest and last value, in their order, spread evenly over the column
 * so that a spike of one snapshot keeps a width one can see. Curves with few points are returned as they are.
 */
export function decimate(curve: StepCurve): StepCurve {
  const { x, y, end } = curve;
  const length = x.length;
  if (length < 3) return curve;
  const start = Math.floor(x[0] as number);
  const span = (x[length - 1] as number) - start + 1;
  if (length <= span * POINTS_PER_PIXEL) return curve;

  const room = Math.min(length, Math.ceil(span) * KEPT);
  const outX = new Float64Array(room);
  const outY = new Float64Array(room);
  let used = 0;
  let i = 0;
  while (i < length) {
    const column = Math.floor(x[i] as number);
    const first = i;
    let low = -1;
    let high = -1;
    while (i < length && (x[i] as number) < column + 1) {
      const value = y[i] as number;
      // Comparisons with NaN are false: a gap is never the lowest or highest.
      if (low < 0 ? value === value : value < (y[low] as number)) low = i;
      if (high < 0 ? value === value : value > (y[high] as number)) high = i;
      i += 1;
    }
    const last = i - 1;
    if (low < 0) low = high = first;
    const second = Math.min(low, high);
    const third = Math.max(low, high);
    const kept = 1 + Number(second > first) + Number(third > second) + Number(last > third);
    let place = 0;
    for (let k = 0; k < KEPT; k += 1) {
      const index = k === 0 ? first : k === 1 ? second : k === 2 ? third : last;
      if (k > 0 && index === (k === 1 ? first : k === 2 ? second : third)) continue;
      outX[used] = place === 0 ? Math.max(column, x[0] as number) : column + place / kept;
      outY[used] = y[index] as number;
      used += 1;
      place += 1;
    }
  }
  return { x: outX.subarray(0, used), y: outY.subarray(0, used), end };
}
