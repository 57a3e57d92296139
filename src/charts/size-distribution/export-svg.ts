/** The size distribution as a self-contained SVG file, from the same layout as the page. */
import type { ExportOptions } from '../shared/export-options.js';
import { shapesSvg } from '../shared/shapes.js';
import { svgDocument } from '../shared/svg-document.js';
import { layoutSizes } from './layout.js';
import type { SizeDistributionModel } from './props.js';

export function exportSizesSvg(model: SizeDistributionModel, options: ExportOptions): string {
  const width = Math.max(480, Math.round(options.width ?? 1200));
  return svgDocument(model.theme, options, width, 'size distribution', (inner) => {
    const layout = layoutSizes(model, inner, 160);
    return { svg: shapesSvg(layout.shapes), height: layout.height };
  });
}
