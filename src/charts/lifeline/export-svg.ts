/** A life line as a self-contained SVG file, from the same layout as the page. */
import type { ExportOptions } from '../shared/export-options.js';
import { mix, PALETTES } from '../shared/palette.js';
import { segment, type Shape, shapesSvg } from '../shared/shapes.js';
import { legendRows, svgDocument } from '../shared/svg-document.js';
import { element } from '../shared/svg-text.js';
import { lifeSentence } from './describe.js';
import { layoutLifeline, LIFE } from './layout.js';
import type { LifelineModel } from './model.js';

export function exportLifelineSvg(model: LifelineModel, options: ExportOptions): string {
  const palette = PALETTES[model.theme];
  const width = Math.max(480, Math.round(options.width ?? 1200));
  const details = [...(options.details ?? []), lifeSentence(model)];
  return svgDocument(model.theme, { ...options, details }, width, 'life line', (inner) => {
    const height = 2 * LIFE.height + LIFE.top + LIFE.bottom;
    const layout = layoutLifeline(model, inner, height);
    const swatch = (fill: string, heightOf = 10): string =>
      element('rect', { y: 10 - heightOf, width: 12, height: heightOf, fill });
    const legend = legendRows(
      [
        { text: 'active', swatch: swatch(palette.active) },
        { text: 'dirty', swatch: swatch(palette.dirty) },
        { text: 'retained', swatch: swatch(mix(palette.retained, palette.surface, 0.28)) },
        { text: 'huge', swatch: swatch(palette.huge, 5) },
        { text: 'purged', swatch: element('rect', { x: 5, width: 2, height: 10, fill: palette.purge }) },
        {
          text: 'hugified',
          swatch: element('path', { d: 'M2,9L10,9L6,1z', fill: palette.hugify }),
        },
        { text: 'split', swatch: element('path', { d: 'M2,1L10,1L6,9z', fill: palette.dehugify }) },
      ],
      inner,
      palette,
    );
    const cursor: Shape[] =
      model.cursor === null
        ? []
        : [
            {
              kind: 'path',
              d: segment(
                LIFE.left + layout.x(model.cursor),
                LIFE.top,
                LIFE.left + layout.x(model.cursor),
                LIFE.top + layout.plotHeight,
              ),
              stroke: palette.current,
              width: 2,
            },
          ];
    const plot = element(
      'g',
      { transform: `translate(0,${legend.height})` },
      shapesSvg([...layout.shapes, ...cursor]),
    );
    return { svg: legend.svg + plot, height: legend.height + height };
  });
}
