/** From a call tree, a zoom and a width to rectangles. Pure. */
import type { CallTree } from '../../engine/profile/call-tree.js';
import type { Weights } from './weights.js';

/** Narrower nodes are not drawn, nor is anything below them. CSS pixels. */
export const NARROWEST = 0.5;

/** Rectangles as columns; the row of a rectangle is the depth of its node. */
export interface FlameLayout {
  readonly width: number;
  /** Rows from the root's to the deepest drawn one. */
  readonly rows: number;
  /** Pixels for each unit of weight. */
  readonly scale: number;
  readonly count: number;
  /** The node, or (negative) `~first` of a run of neighbours that are too narrow to be drawn one by one. */
  readonly node: Int32Array;
  readonly row: Uint16Array;
  /** Left edge and width, CSS pixels. */
  readonly x: Float32Array;
  readonly w: Float32Array;
}

/** Columns that grow: their length is not known before. */
class Marks {
  count = 0;
  node = new Int32Array(4096);
  row = new Uint16Array(4096);
  x = new Float32Array(4096);
  w = new Float32Array(4096);

  push(node: number, row: number, x: number, w: number): void {
    if (this.count === this.node.length) this.grow();
    const i = this.count;
    this.node[i] = node;
    this.row[i] = row;
    this.x[i] = x;
    this.w[i] = w;
    this.count = i + 1;
  }

  private grow(): void {
    const length = this.node.length * 2;
    const copy = <Column extends Int32Array | Uint16Array | Float32Array>(
      to: Column,
      from: Column,
    ): Column => {
      to.set(from);
      return to;
    };
    this.node = copy(new Int32Array(length), this.node);
    this.row = copy(new Uint16Array(length), this.row);
    this.x = copy(new Float32Array(length), this.x);
    this.w = copy(new Float32Array(length), this.w);
  }
}

/** The nodes from the root down to `node`, both included. */
export function pathTo(tree: CallTree, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at >= 0; at = at === 0 ? -1 : (tree.parent[at] as number)) path.push(at);
  return path.reverse();
}

/** Runs of neighbours too narrow to draw, one open run a row. */
class Runs {
  private readonly first: Int32Array;
  private readonly start: Float64Array;
  private readonly end: Float64Array;

  constructor(
    rows: number,
    private readonly marks: Marks,
  ) {
    this.first = new Int32Array(rows).fill(-1);
    this.start = new Float64Array(rows);
    this.end = new Float64Array(rows);
  }

  add(node: number, row: number, x: number, right: number): void {
    if (this.first[row] !== -1 && this.end[row] === x) {
      this.end[row] = right;
      return;
    }
    this.flush(row);
    this.first[row] = node;
    this.start[row] = x;
    this.end[row] = right;
  }

  private flush(row: number): void {
    const first = this.first[row] as number;
    if (first === -1) return;
    const x = this.start[row] as number;
    const w = (this.end[row] as number) - x;
    if (w >= NARROWEST) this.marks.push(~first, row, x, w);
  }

  flushAll(): void {
    for (let row = 0; row < this.first.length; row += 1) this.flush(row);
  }
}

/** @param zoomNode takes the whole width; its callers do too. */
export function layoutFlame(tree: CallTree, weights: Weights, zoomNode: number, width: number): FlameLayout {
  const marks = new Marks();
  if (tree.nodes === 0) return { width, rows: 0, scale: 0, ...columnsOf(marks) };
  const { depth, subtreeEnd } = tree;
  const { values, deepest } = weights;
  for (const node of pathTo(tree, zoomNode)) marks.push(node, depth[node] as number, 0, width);

  const whole = values[zoomNode] as number;
  const scale = whole > 0 ? width / whole : 0;
  // Where the next child of the open node one row up begins, and where that node ends.
  const next = new Float64Array(deepest + 2);
  const limit = new Float64Array(deepest + 2);
  const runs = new Runs(deepest + 2, marks);
  const top = depth[zoomNode] as number;
  let lowest = top;
  next[top + 1] = 0;
  limit[top + 1] = width;
  const end = subtreeEnd[zoomNode] as number;
  let i = zoomNode + 1;
  while (i < end) {
    const row = depth[i] as number;
    const x = next[row] as number;
    // Rounding in the sums must not push a child out of its caller.
    const right = Math.min(x + (values[i] as number) * scale, limit[row] as number);
    next[row] = right;
    if (right - x < NARROWEST) {
      if (right > x) runs.add(i, row, x, right);
      i = subtreeEnd[i] as number;
      continue;
    }
    marks.push(i, row, x, right - x);
    if (row > lowest) lowest = row;
    next[row + 1] = x;
    limit[row + 1] = right;
    i += 1;
  }
  runs.flushAll();
  for (let m = marks.count - 1; m >= 0 && (marks.node[m] as number) < 0; m -= 1) {
    lowest = Math.max(lowest, marks.row[m] as number);
  }
  return { width, rows: lowest + 1, scale, ...columnsOf(marks) };
}

function columnsOf({
  count,
  node,
  row,
  x,
  w,
}: Marks): Pick<FlameLayout, 'count' | 'node' | 'row' | 'x' | 'w'> {
  return { count, node, row, x, w };
}

/** The rectangle at a place, or -1. */
export function markAt(layout: FlameLayout, row: number, x: number): number {
  for (let i = 0; i < layout.count; i += 1) {
    if (layout.row[i] !== row) continue;
    const left = layout.x[i] as number;
    if (x >= left && x < left + (layout.w[i] as number)) return i;
  }
  return -1;
}

/** The rectangle of a node, or -1 where it is not drawn. */
export function markOf(layout: FlameLayout, node: number): number {
  for (let i = 0; i < layout.count; i += 1) if (layout.node[i] === node) return i;
  return -1;
}
