/** Numbers along the sides of a plot, as shapes. Pure. */
import type { Palette } from './palette.js';
import { crisp, segment, type Shape } from './shapes.js';

export interface NumberedTicks {
  readonly values: readonly number[];
  readonly format: (value: number) => string;
}

type Place = (value: number) => number;

/**
 * Lines across the plot with their numbers at its left.
 *
 * @param y pixel of a number
 * @param zero colour of the line at zero, where that is to stand out
 */
export function numberedGrid(
  { left, right }: { readonly left: number; readonly right: number },
  y: Place,
  { values, format }: NumberedTicks,
  palette: Palette,
  zero: string = palette.grid,
): Shape[] {
  return values.flatMap((value): Shape[] => {
    const at = crisp(y(value));
    return [
      { kind: 'path', d: segment(left, at, right, at), stroke: value === 0 ? zero : palette.grid },
      { kind: 'text', x: left - 8, y: at, text: format(value), fill: palette.dim, anchor: 'end' },
    ];
  });
}

/** Short marks below the plot with their numbers. @param x pixel of a number */
export function numberedTicks(
  bottom: number,
  x: Place,
  { values, format }: NumberedTicks,
  palette: Palette,
): Shape[] {
  return values.flatMap((value): Shape[] => {
    const at = crisp(x(value));
    return [
      { kind: 'path', d: segment(at, bottom, at, bottom + 4), stroke: palette.axis },
      { kind: 'text', x: at, y: bottom + 12, text: format(value), fill: palette.dim, anchor: 'middle' },
    ];
  });
}
