/** What the eight pictures have in common: marks, places of the crosshair, values at each place. Pure. */
import type { ExportOptions } from '../../shared/export-options.js';
import { type Palette, PALETTES, type Theme } from '../../shared/palette.js';
import { segment, type Shape, shapesSvg } from '../../shared/shapes.js';
import { svgDocument } from '../../shared/svg-document.js';

/** Constant texts of a picture. */
export interface FigureWords {
  readonly title: string;
  /** How to read it, in two sentences. */
  readonly aid: string;
  /** Why it matters. */
  readonly why: string;
}

export interface FigureLayout {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  /** Number of places that the crosshair can stand on. */
  readonly stops: number;
  /** Marks of the crosshair at a place. */
  readonly crosshair: (stop: number) => readonly Shape[];
  /** The place nearest to a point in pixels; -1 where there is none. */
  readonly stopAt: (x: number, y: number) => number;
}

/** Of a line, and of its swatch. */
export interface Stroke {
  readonly stroke: string;
  readonly width: number;
  readonly dash?: string;
  readonly opacity?: number;
}

export interface ReadingRow {
  readonly key: string;
  readonly label: string;
  /** The line or fill it has in the picture. */
  readonly mark?: Stroke;
  /** One for each column. */
  readonly values: readonly string[];
}

/** Rows, columns and their order are the same at all places, so that numbers change and never move. */
export interface Reading {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly ReadingRow[];
  /** A sentence below, such as what a step does. */
  readonly note?: string;
}

export interface FigureModel {
  readonly words: FigureWords;
  readonly theme: Theme;
  /** What is missing, where there is nothing to draw; else null. */
  readonly empty: string | null;
  readonly layout: (width: number) => FigureLayout;
  /** Values at a place; -1 for none: then those that matter most. */
  readonly read: (stop: number) => Reading;
  /** Bytes, rising, where each place is a size: such pictures share one crosshair. */
  readonly sizes?: ArrayLike<number>;
  /** Which keys walk along the places; default `x` (left and right). */
  readonly axis?: 'x' | 'y';
}

/** What a picture over sizes says where there are none. */
export const NO_SIZES = 'The workload has no sizes yet: choose a preset, or add a size class.';

/** For assistive technology: the reading as one text. */
export function readingSentence({ heading, columns, rows, note }: Reading): string {
  const lines = rows.map(
    ({ label, values }) => `${label}: ${values.map((value, i) => `${columns[i] ?? ''} ${value}`).join(', ')}`,
  );
  return [heading, ...lines, ...(note === undefined ? [] : [note])].join('. ');
}

const ROW = 18;

/** The picture as a self-contained SVG file, with the values it shows when no crosshair is on it. */
export function figureSvg(figure: FigureModel, options: ExportOptions): string {
  const palette = PALETTES[figure.theme];
  const width = Math.max(480, Math.round(options.width ?? 1200));
  const { words } = figure;
  const details = [...(options.details ?? []), words.title];
  return svgDocument(figure.theme, { ...options, details }, width, words.title, (inner) => {
    if (figure.empty !== null) {
      const shapes: Shape[] = [{ kind: 'text', x: 0, y: 12, text: figure.empty, fill: palette.dim }];
      return { svg: shapesSvg(shapes), height: 24 };
    }
    const layout = figure.layout(inner);
    const rows = readingShapes(figure.read(-1), inner, layout.height + 14, palette);
    return { svg: shapesSvg([...layout.shapes, ...rows.shapes]), height: rows.bottom };
  });
}

function readingShapes(
  { heading, columns, rows, note }: Reading,
  width: number,
  top: number,
  palette: Palette,
): { readonly shapes: Shape[]; readonly bottom: number } {
  const shapes: Shape[] = [];
  const column = Math.min(180, (width * 0.65) / Math.max(1, columns.length));
  const text = (x: number, y: number, words: string, fill: string, anchor: 'start' | 'end'): void => {
    shapes.push({ kind: 'text', x, y, text: words, fill, anchor });
  };
  const cells = (y: number, values: readonly string[], fill: string): void => {
    values.forEach((value, i) => text(width - (columns.length - 1 - i) * column, y, value, fill, 'end'));
  };
  let y = top;
  text(0, y, heading, palette.dim, 'start');
  cells(y, columns, palette.dim);
  for (const { label, mark, values } of rows) {
    y += ROW;
    if (mark !== undefined) shapes.push(swatch(0, y, mark));
    text(mark === undefined ? 0 : 26, y, label, palette.ink, 'start');
    cells(y, values, palette.ink);
  }
  if (note !== undefined) {
    y += ROW;
    text(0, y, note, palette.dim, 'start');
  }
  return { shapes, bottom: y + ROW / 2 };
}

function swatch(x: number, y: number, mark: Stroke): Shape {
  return { kind: 'path', d: segment(x, y, x + 20, y), ...mark };
}
