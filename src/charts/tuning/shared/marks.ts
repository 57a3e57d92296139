/** How the settings with a name look in every picture, and the rings around a run under the pointer. */
import { type Palette, PALETTES, type Theme } from '../../shared/palette.js';
import { circle, type Shape } from '../../shared/shapes.js';
import { pixels } from '../../shared/svg-text.js';
import type { LegendEntry } from './plot.js';
import type { TuningMark } from './table.js';

export function diamond(x: number, y: number, r: number): string {
  return `M${pixels(x)},${pixels(y - r)}L${pixels(x + r)},${pixels(y)}L${pixels(x)},${pixels(y + r)}L${pixels(x - r)},${pixels(y)}z`;
}

const SIZE = 6;

export function markColour(kind: TuningMark['kind'], palette: Palette): string {
  return kind === 'current' ? palette.current : palette.ink;
}

/** The mark alone, on a halo of the surface so that it stands out on anything. */
export function markShapes(mark: TuningMark, x: number, y: number, theme: Theme): Shape[] {
  const palette = PALETTES[theme];
  const colour = markColour(mark.kind, palette);
  if (mark.kind === 'default') {
    return [
      { kind: 'path', d: diamond(x, y, SIZE + 2), fill: palette.surface },
      { kind: 'path', d: diamond(x, y, SIZE), fill: 'none', stroke: colour, width: 2 },
    ];
  }
  if (mark.kind === 'current') {
    return [
      { kind: 'path', d: circle(x, y, SIZE + 2), fill: palette.surface },
      { kind: 'path', d: circle(x, y, SIZE), fill: 'none', stroke: colour, width: 2.5 },
      { kind: 'path', d: circle(x, y, 1.5), fill: colour },
    ];
  }
  return [
    { kind: 'path', d: circle(x, y, SIZE + 3), fill: palette.surface },
    { kind: 'path', d: circle(x, y, SIZE + 1.5), fill: colour },
    { kind: 'text', x, y, text: mark.label, fill: palette.surface, anchor: 'middle', bold: true },
  ];
}

export const MARK_NAMES: Readonly<Record<TuningMark['kind'], string>> = {
  default: 'jemalloc’s default',
  current: 'the current setting',
  recommended: 'recommended',
};

/** Legend entries for the kinds of marks there are. */
export function markLegend(marks: readonly TuningMark[], theme: Theme): LegendEntry[] {
  const kinds = new Set(marks.map(({ kind }) => kind));
  return (['default', 'current', 'recommended'] as const)
    .filter((kind) => kinds.has(kind))
    .map((kind) => ({
      text: MARK_NAMES[kind],
      swatch: markShapes({ key: kind, kind, label: '1', row: -1, values: {} }, 7, 6, theme),
    }));
}

export function ring(x: number, y: number, how: 'hover' | 'selected', palette: Palette): Shape[] {
  const selected = how === 'selected';
  return [
    { kind: 'path', d: circle(x, y, 8), stroke: palette.surface, width: selected ? 6 : 4 },
    { kind: 'path', d: circle(x, y, 8), stroke: palette.ink, width: selected ? 3 : 1.5 },
  ];
}

/** Slanting lines across a box. */
export function hatch(x: number, y: number, width: number, height: number, gap: number): string {
  const parts: string[] = [];
  for (let at = gap; at < width + height; at += gap) {
    const x1 = x + Math.min(at, width);
    const y1 = y + Math.max(0, at - width);
    const x2 = x + Math.max(0, at - height);
    const y2 = y + Math.min(at, height);
    parts.push(`M${pixels(x1)},${pixels(y1)}L${pixels(x2)},${pixels(y2)}`);
  }
  return parts.join('');
}
