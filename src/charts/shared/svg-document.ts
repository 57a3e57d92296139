/** The frame of exported pictures: title, details, legend, ground. Needs no font, style sheet or script from elsewhere. */
import type { ExportOptions } from './export-options.js';
import { type Palette, PALETTES, type Theme } from './palette.js';
import { element, escapeXml, roughWidth, textElement } from './svg-text.js';

export const SVG_MARGIN = 16;
export const SVG_FONT_SIZE = 11;
const LEGEND_ROW = 18;

export interface SvgPart {
  readonly svg: string;
  /** Pixels. */
  readonly height: number;
}

export interface SvgLegendEntry {
  /** May be hostile. */
  readonly text: string;
  /** SVG of 12 x 10 pixels. */
  readonly swatch: string;
}

/** Swatches with their texts, in as many rows as they need. */
export function legendRows(entries: readonly SvgLegendEntry[], width: number, palette: Palette): SvgPart {
  const out: string[] = [];
  let x = 0;
  let y = 0;
  for (const { text, swatch } of entries) {
    const needs = roughWidth(text, SVG_FONT_SIZE) + 34;
    if (x > 0 && x + needs > width) {
      x = 0;
      y += LEGEND_ROW;
    }
    const content = swatch + textElement(17, 9, text, { fill: palette.ink });
    out.push(element('g', { transform: `translate(${x},${y})` }, content));
    x += needs;
  }
  return { svg: out.join(''), height: entries.length === 0 ? 0 : y + LEGEND_ROW };
}

/** Title and further lines at the margin; `height` is from the top of the file to what follows. */
export function svgHeading(title: string, lines: readonly string[], palette: Palette): SvgPart {
  let y = SVG_MARGIN + 14;
  const heading = { fill: palette.ink, 'font-size': '15', 'font-weight': '600' };
  const out = [textElement(SVG_MARGIN, y, title, heading)];
  for (const line of lines) {
    y += 16;
    out.push(textElement(SVG_MARGIN, y, line));
  }
  return { svg: out.join(''), height: y + 14 };
}

/** @param name of the picture, for those who hear it; may be hostile */
export function svgFile(
  width: number,
  height: number,
  name: string,
  palette: Palette,
  content: string,
): string {
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      'font-family': 'system-ui, sans-serif',
      'font-size': SVG_FONT_SIZE,
      fill: palette.dim,
      role: 'img',
    },
    element('title', {}, escapeXml(name)) +
      element('rect', { width, height, fill: palette.surface }) +
      content,
  );
}

/**
 * @param kind names the picture where it has no title.
 * @param content draws inside the margins, in a width that it is given.
 */
export function svgDocument(
  theme: Theme,
  options: ExportOptions,
  width: number,
  kind: string,
  content: (inner: number) => SvgPart,
): string {
  const palette = PALETTES[theme];
  const heading = svgHeading(options.title, options.details ?? [], palette);
  const part = content(width - 2 * SVG_MARGIN);
  const body = element('g', { transform: `translate(${SVG_MARGIN},${heading.height})` }, part.svg);
  const height = Math.round(heading.height + part.height + SVG_MARGIN);
  return svgFile(width, height, exportName(options, kind), palette, heading.svg + body);
}

/** What a file is called that may have no title. */
export function exportName({ title }: ExportOptions, kind: string): string {
  return title === '' ? `jelab ${kind}` : title;
}
