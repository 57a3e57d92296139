/** Paints a flame graph on a canvas: 100,000 rectangles would be too many for elements. */
import { LabelFitter } from '../shared/label.js';
import { mix, PALETTES } from '../shared/palette.js';
import { FLAME } from './geometry.js';
import { type FlameScene, NARROW, paintScene } from './scene.js';

export const FLAME_FONT = `${FLAME.font}px system-ui, sans-serif`;

/** One for each context: fonts may differ with the page. */
const fitters = new WeakMap<CanvasRenderingContext2D, LabelFitter>();

function fitterOf(context: CanvasRenderingContext2D): LabelFitter {
  let fitter = fitters.get(context);
  if (fitter === undefined) {
    fitter = new LabelFitter((text) => context.measureText(text).width);
    fitters.set(context, fitter);
  }
  return fitter;
}

/**
 * @param context cleared, in CSS pixels, as wide as the layout.
 * @param contentHeight height of the whole picture; `scrollTop` of it are above the canvas, `height` are on it.
 */
export function drawFlame(
  context: CanvasRenderingContext2D,
  scene: FlameScene,
  contentHeight: number,
  scrollTop: number,
  height: number,
): void {
  const palette = PALETTES[scene.model.theme];
  const { fills, faded } = scene.colours;
  const narrow = mix(palette.axis, palette.surface, 0.35);
  context.font = FLAME_FONT;
  // Widths of characters then add up to the width of the text.
  context.fontKerning = 'none';
  context.textBaseline = 'middle';
  const fitter = fitterOf(context);
  let now = '';
  const paint = (colour: string): void => {
    if (colour !== now) context.fillStyle = now = colour;
  };
  // Rectangles never overlap: all of one colour go together, since changing the colour costs more than a rectangle.
  const byFill = new Map<number, number[]>();
  const flush = (): void => {
    for (const [fill, rectangles] of byFill) {
      paint(fill === NARROW ? narrow : (fills[fill] ?? faded).fill);
      for (let i = 0; i < rectangles.length; i += 4) {
        const [x, y, w, h] = [rectangles[i], rectangles[i + 1], rectangles[i + 2], rectangles[i + 3]];
        context.fillRect(x as number, y as number, w as number, h as number);
      }
    }
    byFill.clear();
  };
  paintScene(scene, contentHeight, scrollTop, scrollTop + height, {
    rectangle(x, y, width, h, fill) {
      let rectangles = byFill.get(fill);
      if (rectangles === undefined) byFill.set(fill, (rectangles = []));
      rectangles.push(x, y, width, h);
    },
    rectanglesDone: flush,
    label(text, x, y, room, fill) {
      const fitted = fitter.fit(text, room);
      if (fitted === '') return;
      paint(fill.text);
      context.fillText(fitted, x, y + 0.5);
    },
    outline(x, y, width, h, isSelectedNode) {
      const line = isSelectedNode ? 2 : 1.5;
      const frame = (inset: number, thick: number, colour: string): void => {
        context.strokeStyle = colour;
        context.lineWidth = thick;
        const shift = inset + thick / 2;
        context.strokeRect(x + shift, y + shift, Math.max(0, width - 2 * shift), h - 2 * shift);
      };
      frame(0, line, palette.current);
      // The rim keeps the accent apart from a fill that looks like it.
      if (width > 8) frame(line, 0.75, palette.surface);
    },
  });
}
