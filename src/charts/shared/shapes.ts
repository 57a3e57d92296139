/**
 * Marks of small charts as plain data: a layout makes them once, the page shows them as elements ({@link ShapesView}) and
 * an export writes them as text. Colours are values, texts are shown as texts wherever they come from.
 */
import { element, pixels, textElement } from './svg-text.js';

export interface PathShape {
  readonly kind: 'path';
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly dash?: string;
  readonly opacity?: number;
}

export interface TextShape {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly fill: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  /** The whole text, where `text` is cut. */
  readonly title?: string;
}

export type Shape = PathShape | TextShape;

/** Attributes of a path, as SVG writes them. */
export function pathAttributes(shape: PathShape): Record<string, string | number> {
  return {
    d: shape.d,
    fill: shape.fill ?? 'none',
    ...(shape.stroke === undefined ? {} : { stroke: shape.stroke, 'stroke-width': shape.width ?? 1 }),
    ...(shape.dash === undefined ? {} : { 'stroke-dasharray': shape.dash }),
    ...(shape.opacity === undefined ? {} : { opacity: shape.opacity }),
  };
}

/** Texts stand on their middle. */
export const MIDDLE = '0.35em';

export function shapesSvg(shapes: readonly Shape[]): string {
  return shapes
    .map((shape) =>
      shape.kind === 'path'
        ? element('path', pathAttributes(shape))
        : textElement(shape.x, shape.y, shape.text, {
            dy: MIDDLE,
            fill: shape.fill,
            ...(shape.anchor === undefined ? {} : { 'text-anchor': shape.anchor }),
            ...(shape.bold === true ? { 'font-weight': '600' } : {}),
          }),
    )
    .join('');
}

export function segment(x1: number, y1: number, x2: number, y2: number): string {
  return `M${pixels(x1)},${pixels(y1)}L${pixels(x2)},${pixels(y2)}`;
}

export function box(x: number, y: number, width: number, height: number): string {
  return `M${pixels(x)},${pixels(y)}h${pixels(width)}v${pixels(height)}h${pixels(-width)}z`;
}

export function circle(x: number, y: number, r: number): string {
  return `M${pixels(x - r)},${pixels(y)}a${pixels(r)},${pixels(r)} 0 1,0 ${pixels(2 * r)},0a${pixels(r)},${pixels(r)} 0 1,0 ${pixels(-2 * r)},0z`;
}

/** On the middle of a pixel, where a line of one pixel is sharp. */
export function crisp(value: number): number {
  return Math.round(value) + 0.5;
}
