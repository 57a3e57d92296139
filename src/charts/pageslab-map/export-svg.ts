/** The map as a self-contained SVG file, from the same geometry as the page. */
import { formatBytes, formatCount } from '../../base/numbers.js';
import type { Moment } from '../../engine/inspect/moment.js';
import type { ExportOptions } from '../shared/export-options.js';
import { PALETTES } from '../shared/palette.js';
import { legendRows, svgDocument, type SvgLegendEntry } from '../shared/svg-document.js';
import { element, textElement } from '../shared/svg-text.js';
import { ACTIVE, CACHED, DIRTY, eachRun, kindColours, pageKinds, RETAINED } from './cells.js';
import { FIGURES, figureText } from './figures.js';
import { figureRight } from './draw.js';
import { LEAST_NOTCHED, type MapGeometry, mapGeometry, mapHeight, NOTCH_SHARE, slabBox } from './layout.js';
import { HUGE, type PageslabMapModel, PAGES_PER_SLAB } from './model.js';

/** Pageslabs in one file: more would make it too large for the programs that open it. */
export const MOST_EXPORTED = 1000;
const PAGE_BYTES = 4096;

/** @param model its moment's window is what the file shows. */
export function exportMapSvg(model: PageslabMapModel, options: ExportOptions): string {
  const { moment, theme } = model;
  const width = Math.max(720, Math.round(options.width ?? 1200));
  const details = [...(options.details ?? []), ...(moment === null ? [] : momentLines(moment))];
  return svgDocument(theme, { ...options, details }, width, 'pageslab map', (inner) => {
    const palette = PALETTES[theme];
    const colours = kindColours(theme);
    const swatch = (colour: string, y = 0): string =>
      element('rect', { y, width: 12, height: 10 - y, fill: colour });
    const entries: SvgLegendEntry[] = [
      { text: 'active', swatch: swatch(colours[ACTIVE]) },
      { text: 'held by the SEC', swatch: swatch(colours[CACHED], 3) },
      { text: 'dirty', swatch: swatch(colours[DIRTY]) },
      { text: 'retained', swatch: swatch(colours[RETAINED]) },
      { text: 'huge', swatch: element('rect', { width: 5, height: 10, fill: palette.huge }) },
    ];
    const legend = legendRows(entries, inner, palette);
    if (moment === null) return legend;
    // In a file pages need not be whole pixels, so rows fill the room beside two numbers at least.
    const geometry = mapGeometry(model.layout, model.size, inner, 1);
    const count = Math.min(moment.pageslabs.count, MOST_EXPORTED);
    const out = [legend.svg];
    const top = legend.height + 18;
    out.push(element('g', { transform: `translate(0,${top})` }, slabsSvg(moment, geometry, count, model)));
    if (geometry.figures > 0) {
      const heads = FIGURES.slice(0, geometry.figures).map((figure, f) =>
        textElement(figureRight(geometry, f), top - 4, figure.label, { 'text-anchor': 'end' }),
      );
      out.push(...heads);
    }
    return { svg: out.join(''), height: top + mapHeight(geometry, count) };
  });
}

function momentLines(moment: Moment): string[] {
  const { sums, pageslabs, from } = moment;
  const bytes = (pages: number): string => formatBytes(pages * PAGE_BYTES);
  const lines = [
    `after ${formatCount(moment.events)} events, shard ${moment.shard}: ${formatCount(sums.slabs)} pageslabs, ` +
      `${bytes(sums.nactive)} active, ${bytes(sums.ndirty)} dirty, ${bytes(sums.nretained)} retained`,
  ];
  const shown = Math.min(pageslabs.count, MOST_EXPORTED);
  if (shown < sums.slabs) {
    lines.push(`shown: ${formatCount(shown)} of them, from place ${formatCount(from + 1)} of the order on`);
  }
  return lines;
}

function slabsSvg(moment: Moment, geometry: MapGeometry, count: number, model: PageslabMapModel): string {
  const { pageslabs } = moment;
  const palette = PALETTES[model.theme];
  const colours = kindColours(model.theme);
  const paths: [string[], string[], string[], string[]] = [[], [], [], []];
  const kinds = new Uint8Array(PAGES_PER_SLAB);
  const marks: string[] = [];
  const { columns, rows, pageWidth, pageHeight } = geometry;
  const inRows = geometry.layout === 'rows';
  for (let i = 0; i < count; i += 1) {
    pageKinds(pageslabs, i, kinds);
    const box = slabBox(geometry, i);
    for (let line = 0; line < rows; line += 1) {
      eachRun(
        kinds,
        (kind, from, to) => {
          const notch = kind === CACHED && pageHeight >= LEAST_NOTCHED ? pageHeight * NOTCH_SHARE : 0;
          const x = box.x + (from - line * columns) * pageWidth;
          const y = box.y + line * pageHeight + notch;
          const width = short((to - from) * pageWidth);
          paths[kind].push(`M${short(x)},${short(y)}h${width}v${short(pageHeight - notch)}h-${width}z`);
        },
        line * columns,
        (line + 1) * columns,
      );
    }
    const huge = ((pageslabs.flags[i] ?? 0) & HUGE) !== 0;
    const fill = huge ? palette.huge : palette.grid;
    marks.push(
      inRows
        ? element('rect', { x: box.x - 9, y: box.y, width: 5, height: box.height, fill })
        : element('rect', { x: box.x, y: box.y - 4, width: box.width, height: 3, fill }),
    );
    if (geometry.named) {
      const name = `#${pageslabs.slab[i]}`;
      const middle = box.y + box.height / 2;
      marks.push(
        inRows
          ? textElement(box.x - 13, middle, name, { dy: '0.32em', 'text-anchor': 'end' })
          : textElement(box.x, box.y - 8, name),
      );
      for (let f = 0; f < geometry.figures; f += 1) {
        const figure = FIGURES[f];
        if (figure === undefined) continue;
        const text = figureText(figure, pageslabs, i);
        marks.push(
          textElement(figureRight(geometry, f), middle, text, {
            dy: '0.32em',
            'text-anchor': 'end',
            fill: palette.ink,
          }),
        );
      }
    }
  }
  const pages = paths.map((d, kind) =>
    d.length === 0
      ? ''
      : element('path', { d: d.join(''), fill: colours[kind] ?? '', 'shape-rendering': 'crispEdges' }),
  );
  return pages.join('') + marks.join('');
}

function short(value: number): number {
  return Math.round(value * 100) / 100;
}
