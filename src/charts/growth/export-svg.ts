/** Growth lines as a self-contained SVG file, from the same layout as the page, with values and slopes below. */
import type { ExportOptions } from '../shared/export-options.js';
import { LabelFitter } from '../shared/label.js';
import { PALETTES } from '../shared/palette.js';
import { segment, type Shape, shapesSvg } from '../shared/shapes.js';
import { svgDocument } from '../shared/svg-document.js';
import { roughWidth } from '../shared/svg-text.js';
import { formatError, formatValue } from '../shared/unit.js';
import { dumpTitle, slopeText } from './describe.js';
import { GROWTH, layoutGrowth, lineStyle } from './layout.js';
import type { GrowthModel } from './props.js';

const ROW = 18;

export function exportGrowthSvg(model: GrowthModel, options: ExportOptions): string {
  const palette = PALETTES[model.theme];
  const width = Math.max(480, Math.round(options.width ?? 1200));
  return svgDocument(model.theme, options, width, 'growth', (inner) => {
    const height = GROWTH.height + GROWTH.top + GROWTH.bottom;
    const layout = layoutGrowth(model, inner, height);
    const last = model.x.length - 1;
    const rows: Shape[] = [];
    const text = (x: number, y: number, content: string, fill: string, anchor: 'start' | 'end'): void => {
      rows.push({ kind: 'text', x, y, text: content, fill, anchor });
    };
    const fitter = new LabelFitter((content) => roughWidth(content, GROWTH.font));
    let y = height + 14;
    if (last >= 0) text(0, y, dumpTitle(model, last), palette.dim, 'start');
    text(inner, y, 'slope', palette.dim, 'end');
    text(inner - 220, y, 'value', palette.dim, 'end');
    model.lines.forEach((line, i) => {
      y += ROW;
      const { colour, dash } = lineStyle(i, model);
      rows.push({
        kind: 'path',
        d: segment(0, y, 18, y),
        stroke: colour,
        width: 2.5,
        ...(dash === null ? {} : { dash }),
      });
      text(24, y, fitter.fit(line.name, inner - 460), palette.ink, 'start');
      const value = formatValue(line.values[last] ?? Number.NaN, model.unit);
      const error = formatError(line.variance[last] ?? Number.NaN, model.unit);
      text(inner - 220, y, `${value} (${error})`, palette.ink, 'end');
      text(inner, y, slopeText(line, model), palette.ink, 'end');
    });
    return { svg: shapesSvg([...layout.shapes, ...rows]), height: y + ROW / 2 };
  });
}
