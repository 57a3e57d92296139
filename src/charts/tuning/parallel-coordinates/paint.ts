/** Paints lines on a canvas in pieces, so that no frame takes long. */
import { PALETTES, type Theme } from '../../shared/palette.js';
import { COLOURS, IN, lineColour, MISSES, OUT, type ParallelLayout } from './layout.js';

/** Lines between two looks at the clock. */
const PIECE = 500;

interface Work {
  readonly look: number;
  from: number;
  readonly to: number;
}

/** What is still to be painted; lines that no brush keeps lie below all others. */
export class LinePainter {
  #geometry = '';
  #painted = 0;
  /** Of the painted lines: another limit makes others of them. */
  #looks: Uint8Array = new Uint8Array(0);
  #work: Work[] = [];

  /** @returns true when the canvas must be cleared first */
  plan(layout: ParallelLayout): boolean {
    const { looks } = layout;
    const anew =
      layout.geometry !== this.#geometry ||
      layout.rows < this.#painted ||
      this.#looks.some((look, row) => looks[row] !== look);
    if (anew) {
      this.#work = [];
      this.#painted = 0;
      this.#geometry = layout.geometry;
    }
    if (layout.rows > this.#painted) {
      for (const look of [OUT, MISSES, IN]) this.#work.push({ look, from: this.#painted, to: layout.rows });
      this.#painted = layout.rows;
      this.#looks = looks.slice(0, layout.rows);
    }
    return anew;
  }

  /** Paints for about `milliseconds`. Returns true when all is painted. */
  paint(
    context: CanvasRenderingContext2D,
    layout: ParallelLayout,
    theme: Theme,
    milliseconds: number,
    now: () => number = () => performance.now(),
  ): boolean {
    const until = now() + milliseconds;
    for (let work = this.#work[0]; work !== undefined; work = this.#work[0]) {
      const to = Math.min(work.to, work.from + PIECE);
      strokeLines(context, layout, theme, work.look, work.from, to);
      work.from = to;
      if (to === work.to) this.#work.shift();
      if (now() >= until) break;
    }
    return this.#work.length === 0;
  }
}

function strokeLines(
  context: CanvasRenderingContext2D,
  layout: ParallelLayout,
  theme: Theme,
  look: number,
  from: number,
  to: number,
): void {
  const palette = PALETTES[theme];
  context.lineWidth = 1;
  if (look !== IN) {
    context.strokeStyle = palette.dim;
    context.globalAlpha = look === MISSES ? 0.35 : 0.12;
    context.setLineDash(look === MISSES ? [3, 3] : []);
    context.beginPath();
    for (let row = from; row < to; row += 1) if (layout.looks[row] === look) trace(context, layout, row);
    context.stroke();
    context.setLineDash([]);
    return;
  }
  context.globalAlpha = layout.rows > 2000 ? 0.35 : layout.rows > 300 ? 0.55 : 0.85;
  const byColour: number[][] = Array.from({ length: COLOURS }, () => []);
  for (let row = from; row < to; row += 1) {
    if (layout.looks[row] === IN) byColour[layout.colours[row] as number]?.push(row);
  }
  byColour.forEach((rows, colour) => {
    if (rows.length === 0) return;
    context.strokeStyle = lineColour({ theme }, colour);
    context.beginPath();
    for (const row of rows) trace(context, layout, row);
    context.stroke();
  });
}

function trace(context: CanvasRenderingContext2D, { xs, ys }: ParallelLayout, row: number): void {
  let open = false;
  for (let i = 0; i < xs.length; i += 1) {
    const y = ys[i]?.[row] as number;
    if (Number.isNaN(y)) open = false;
    else if (open) context.lineTo(xs[i] as number, y);
    else {
      context.moveTo(xs[i] as number, y);
      open = true;
    }
  }
}
