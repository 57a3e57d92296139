/** Where things are in a flame graph. CSS pixels; fixed, so that no redraw moves anything. */
import type { FlameDirection } from './props.js';

export const FLAME = {
  row: 18,
  /** Between neighbours, in both directions. */
  gap: 1,
  font: 11,
  /** Left and right of a label. */
  padding: 4,
  /** Narrower rectangles carry no label. */
  label: 26,
  height: 480,
  /** Callers kept in sight above a zoomed node. */
  context: 2,
} as const;

/** Top of a row within the whole picture. */
export function rowTop(row: number, direction: FlameDirection, contentHeight: number): number {
  return direction === 'icicle' ? row * FLAME.row : contentHeight - (row + 1) * FLAME.row;
}

/** The row at a place of the whole picture; may lie outside of what is drawn. */
export function rowAt(y: number, direction: FlameDirection, contentHeight: number): number {
  return Math.floor((direction === 'icicle' ? y : contentHeight - y) / FLAME.row);
}
