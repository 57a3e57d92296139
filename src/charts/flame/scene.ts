/** What is painted, on the screen and in files: rectangles with fills and labels. Pure. */
import type { Fill } from '../shared/fills.js';
import { type Colouring, colouring } from './colouring.js';
import { FLAME, rowTop } from './geometry.js';
import { type FlameLayout, layoutFlame } from './layout.js';
import type { FlameModel } from './props.js';
import { type Weights, weightsOf } from './weights.js';

export interface FlameScene {
  readonly model: FlameModel;
  readonly weights: Weights;
  readonly colours: Colouring;
  readonly layout: FlameLayout;
}

export function flameScene(model: FlameModel, width: number): FlameScene {
  const weights = weightsOf(model.tree, Boolean(model.diff));
  return {
    model,
    weights,
    colours: colouring(model, weights),
    layout: layoutFlame(model.tree, weights, model.zoomNode, width),
  };
}

/** Where rectangles go: a canvas, or the text of a file. All rectangles come before the first outline and label. */
export interface FlamePen {
  /** @param fill index into the colouring's fills; -1 faded; -2 a run of nodes too narrow to draw. */
  rectangle(x: number, y: number, width: number, height: number, fill: number): void;
  rectanglesDone?(): void;
  label(text: string, x: number, y: number, room: number, fill: Fill): void;
  outline(x: number, y: number, width: number, height: number, isSelectedNode: boolean): void;
}

export const FADED = -1;
export const NARROW = -2;

/** Fill of a node: faded above the zoomed node, and where a search does not match. */
function fillIndex(scene: FlameScene, node: number, top: number): number {
  const { tree, matches } = scene.model;
  if ((tree.depth[node] as number) < top) return FADED;
  if (matches !== null && matches[tree.name[node] as number] !== 1) return FADED;
  return scene.colours.fillOf(node);
}

/** Paints the rows that reach into [from, to] of a picture `contentHeight` high, moved up by `from`. */
export function paintScene(
  scene: FlameScene,
  contentHeight: number,
  from: number,
  to: number,
  pen: FlamePen,
): void {
  const { model, layout, colours } = scene;
  const { tree, direction, selectedName, selectedNode } = model;
  const { count, node, row, x, w } = layout;
  const { row: rowHeight, gap, padding } = FLAME;
  const top = tree.nodes === 0 ? 0 : (tree.depth[model.zoomNode] as number);
  const shown: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const y = rowTop(row[i] as number, direction, contentHeight);
    if (y + rowHeight <= from || y >= to) continue;
    const at = node[i] as number;
    const left = x[i] as number;
    const width = w[i] as number;
    const drawn = width > 2 * gap ? width - gap : width;
    if (at < 0) {
      pen.rectangle(left, y - from, width, rowHeight - gap, NARROW);
      continue;
    }
    pen.rectangle(left, y - from, drawn, rowHeight - gap, fillIndex(scene, at, top));
    if (width >= FLAME.label || at === selectedNode || tree.name[at] === selectedName) shown.push(i);
  }
  pen.rectanglesDone?.();
  for (const i of shown) {
    const at = node[i] as number;
    const y = rowTop(row[i] as number, direction, contentHeight) - from;
    const left = x[i] as number;
    const width = w[i] as number;
    if (at === selectedNode || tree.name[at] === selectedName) {
      pen.outline(left, y, Math.max(3, width - gap), rowHeight - gap, at === selectedNode);
    }
    if (width >= FLAME.label) {
      const index = fillIndex(scene, at, top);
      const fill = index === FADED ? colours.faded : (colours.fills[index] as Fill);
      const name = tree.names[tree.name[at] as number] ?? '';
      pen.label(name, left + padding, y + (rowHeight - gap) / 2, width - gap - 2 * padding, fill);
    }
  }
}
