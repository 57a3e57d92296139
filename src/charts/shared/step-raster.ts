/**
 * A step line as upright rectangles, one or none a pixel column. Browsers that rasterise without a GPU need over 100 ms
 * to stroke the few thousand corners of a bench full of such lines; filling these takes a few.
 */
import type { StepCurve } from './decimate.js';

let lowest = new Float64Array(0);
let highest = new Float64Array(0);

function mark(column: number, y: number): void {
  if (y < (lowest[column] as number)) lowest[column] = y;
  if (y > (highest[column] as number)) highest[column] = y;
}

/**
 * Calls `paint(x, y, width, height)` for the rectangles that cover the line within `[0, width)`: each pixel column from the
 * line's lowest to its highest place in it, equal neighbours joined.
 * @param thickness of the line, in pixels.
 */
export function rasterLine(
  curve: StepCurve,
  width: number,
  thickness: number,
  paint: (x: number, y: number, width: number, height: number) => void,
): void {
  const columns = Math.ceil(width);
  if (lowest.length < columns) {
    lowest = new Float64Array(columns);
    highest = new Float64Array(columns);
  }
  lowest.fill(Number.POSITIVE_INFINITY, 0, columns);
  highest.fill(Number.NEGATIVE_INFINITY, 0, columns);
  const { x, y, end } = curve;
  for (let i = 0; i < x.length; i += 1) {
    const level = y[i] as number;
    const from = x[i] as number;
    const to = i + 1 < x.length ? (x[i + 1] as number) : end;
    if (Number.isNaN(level) || from > width || to < 0) continue;
    const first = Math.min(Math.max(Math.floor(from), 0), columns - 1);
    const last = Math.min(Math.max(Math.ceil(to) - 1, first), columns - 1);
    for (let column = first; column <= last; column += 1) mark(column, level);
    // The upright between two levels; a gap has none.
    if (i > 0 && !Number.isNaN(y[i - 1])) mark(first, y[i - 1] as number);
  }
  const half = thickness / 2;
  let start = 0;
  for (let column = 1; column <= columns; column += 1) {
    const low = lowest[start] as number;
    const high = highest[start] as number;
    if (column < columns && lowest[column] === low && highest[column] === high) continue;
    if (low <= high) paint(start, low - half, column - start, high - low + thickness);
    start = column;
  }
}
