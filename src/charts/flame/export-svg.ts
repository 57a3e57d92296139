/** The flame graph as a self-contained SVG file, from the same scene as the page; all rows, no scrolling. */
import { roughWidth, element, pixels, textElement } from '../shared/svg-text.js';
import type { ExportOptions } from '../shared/export-options.js';
import { legendRows, svgDocument } from '../shared/svg-document.js';
import { LabelFitter } from '../shared/label.js';
import { mix, PALETTES } from '../shared/palette.js';
import { FLAME } from './geometry.js';
import type { FlameModel } from './props.js';
import { FADED, flameScene, paintScene } from './scene.js';
import { WIDTH_CAPTION } from './weights.js';

export function exportFlameSvg(model: FlameModel, options: ExportOptions): string {
  const palette = PALETTES[model.theme];
  const width = Math.max(480, Math.round(options.width ?? 1200));
  return svgDocument(model.theme, options, width, 'flame graph', (inner) => {
    const scene = flameScene(model, inner);
    const { fills, faded, legend, more } = scene.colours;
    const height = scene.layout.rows * FLAME.row;
    const narrow = mix(palette.axis, palette.surface, 0.35);
    // One path for each fill: a file of 100,000 elements opens nowhere.
    const paths = new Map<string, string[]>();
    const labels: string[] = [];
    const outlines: string[] = [];
    const fitter = new LabelFitter((text) => roughWidth(text, FLAME.font));
    paintScene(scene, height, 0, height, {
      rectangle(x, y, w, h, fill) {
        const colour = fill >= 0 ? (fills[fill]?.fill ?? faded.fill) : fill === FADED ? faded.fill : narrow;
        let path = paths.get(colour);
        if (path === undefined) paths.set(colour, (path = []));
        path.push(`M${pixels(x)},${pixels(y)}h${pixels(w)}v${pixels(h)}h${pixels(-w)}z`);
      },
      label(text, x, y, room, fill) {
        const fitted = fitter.fit(text, room);
        if (fitted !== '') labels.push(textElement(x, y, fitted, { dy: '0.35em', fill: fill.text }));
      },
      outline(x, y, w, h, isSelectedNode) {
        const stroke = isSelectedNode ? 3 : 1.5;
        outlines.push(
          element('rect', {
            x: x + stroke / 2,
            y: y + stroke / 2,
            width: Math.max(0, w - stroke),
            height: h - stroke,
            fill: 'none',
            stroke: palette.current,
            'stroke-width': stroke,
          }),
        );
      },
    });
    const entries = [
      ...legend,
      ...(more > 0 ? [{ fill: palette.surface, text: `+ ${more} more` }] : []),
      { fill: palette.surface, text: WIDTH_CAPTION[scene.weights.meaning] },
    ];
    const key = legendRows(
      entries.map(({ fill, text }) => ({ text, swatch: element('rect', { width: 12, height: 10, fill }) })),
      inner,
      palette,
    );
    const rectangles = Array.from(paths, ([fill, d]) => element('path', { d: d.join(''), fill }));
    const picture = [...rectangles, ...labels, ...outlines].join('');
    return {
      svg: key.svg + element('g', { transform: `translate(0,${key.height + 4})` }, picture),
      height: key.height + 4 + height,
    };
  });
}
