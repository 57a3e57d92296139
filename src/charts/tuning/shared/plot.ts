/** What every picture of a sweep gives the frame: marks, and the places that a pointer or a key can reach. */
import type { ExportOptions } from '../../shared/export-options.js';
import { PALETTES, type Theme } from '../../shared/palette.js';
import { type Shape, shapesSvg } from '../../shared/shapes.js';
import { legendRows, svgDocument } from '../../shared/svg-document.js';

export interface PlotWords {
  readonly title: string;
  /** How to read it, two lines at most. */
  readonly aid: string;
  /** What the keys do, for those who hear it. */
  readonly keys: string;
}

export interface LegendEntry {
  readonly text: string;
  /** In 14 x 12 pixels. */
  readonly swatch: readonly Shape[];
}

export interface PlotLayout {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  /** The place nearest to a point in pixels; -1 where there is none. */
  readonly stopAt: (x: number, y: number) => number;
  /** Where a key leads from a place (-1: from outside); null where it does nothing. */
  readonly step: (stop: number, key: string) => number | null;
  /** The run at a place, and the place of a run; -1 for none. */
  readonly rowOf: (stop: number) => number;
  readonly stopOf: (row: number) => number;
  /** Marks that single a place out. */
  readonly highlight: (stop: number, how: 'hover' | 'selected') => readonly Shape[];
}

export interface PlotFigure {
  readonly words: PlotWords;
  readonly theme: Theme;
  /** What is missing, where there is nothing to draw; else null. */
  readonly empty: string | null;
  readonly legend: readonly LegendEntry[];
  readonly layout: (width: number, height: number) => PlotLayout;
  /** One line about a place; -1 for none. */
  readonly say: (stop: number, layout: PlotLayout) => string;
  /** The whole picture in words. */
  readonly overview: string;
}

/** The picture as a self-contained SVG file. */
export function plotSvg(figure: PlotFigure, options: ExportOptions, height: number): string {
  const palette = PALETTES[figure.theme];
  const width = Math.max(480, Math.round(options.width ?? 1200));
  const { words, legend } = figure;
  const details = [...(options.details ?? []), words.title];
  return svgDocument(figure.theme, { ...options, details }, width, words.title, (inner) => {
    if (figure.empty !== null) {
      const shapes: Shape[] = [{ kind: 'text', x: 0, y: 12, text: figure.empty, fill: palette.dim }];
      return { svg: shapesSvg(shapes), height: 24 };
    }
    const rows = legendRows(
      legend.map(({ text, swatch }) => ({ text, swatch: shapesSvg(swatch) })),
      inner,
      palette,
    );
    const layout = figure.layout(inner, height);
    return {
      svg: `${rows.svg}<g transform="translate(0,${rows.height + 6})">${shapesSvg(layout.shapes)}</g>`,
      height: rows.height + 6 + layout.height,
    };
  });
}
