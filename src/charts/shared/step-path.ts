/** Turns step curves into paths. Works on a canvas context, a Path2D and a d3 path alike. */
import type { StepCurve } from './decimate.js';

export interface PathSink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

/** A point that has no width (a lone last snapshot) is drawn this wide, so that it can be seen. Pixels. */
const LEAST_WIDTH = 2;

/** Calls `run(from, to)` for each stretch without a gap; `to` is exclusive. */
function eachRun(curve: StepCurve, run: (from: number, to: number) => void): void {
  const { y } = curve;
  let from = -1;
  for (let i = 0; i <= y.length; i += 1) {
    const gap = i === y.length || Number.isNaN(y[i]);
    if (!gap && from < 0) from = i;
    if (gap && from >= 0) {
      run(from, i);
      from = -1;
    }
  }
}

function traceRun(sink: PathSink, curve: StepCurve, from: number, to: number, base: number | null): void {
  const { x, y } = curve;
  let end = to < x.length ? (x[to] as number) : curve.end;
  let start = x[from] as number;
  if (end - start < LEAST_WIDTH) {
    start = end - LEAST_WIDTH;
    end = Math.max(end, start + LEAST_WIDTH);
  }
  let level = y[from] as number;
  if (base === null) sink.moveTo(start, level);
  else {
    sink.moveTo(start, base);
    sink.lineTo(start, level);
  }
  for (let i = from + 1; i < to; i += 1) {
    const next = y[i] as number;
    if (next === level) continue;
    const at = x[i] as number;
    sink.lineTo(at, level);
    sink.lineTo(at, next);
    level = next;
  }
  sink.lineTo(end, level);
  if (base === null) return;
  sink.lineTo(end, base);
  sink.closePath();
}

/** The curve as a line. */
export function traceLine(sink: PathSink, curve: StepCurve): void {
  eachRun(curve, (from, to) => traceRun(sink, curve, from, to, null));
}

/** The area between the curve and `base` (pixels). */
export function traceArea(sink: PathSink, curve: StepCurve, base: number): void {
  eachRun(curve, (from, to) => traceRun(sink, curve, from, to, base));
}
