import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { prepareCanvas } from '../../shared/canvas.js';
import type { ExportOptions } from '../../shared/export-options.js';
import type { Theme } from '../../shared/palette.js';
import { box } from '../../shared/shapes.js';
import { plotSvg } from '../shared/plot.js';
import { PlotFrame, type PlotLinks } from '../shared/PlotFrame.js';
import { parallelFigure, withLines } from './figure.js';
import type { ParallelLayout } from './layout.js';
import { LinePainter } from './paint.js';
import type { AxisRange, Brushes, ParallelModel } from './props.js';

export type { AxisRange, Brushes, ParallelModel } from './props.js';

export interface ParallelCoordinatesProps extends PlotLinks {
  readonly model: ParallelModel;
  readonly onBrush: (brushes: Brushes) => void;
  readonly controls?: ReactNode;
}

const HEIGHT = 300;
/** Work on the canvas in one frame, milliseconds. */
const FRAME_MS = 10;

export function ParallelCoordinates({
  model,
  onBrush,
  controls,
  ...links
}: ParallelCoordinatesProps): ReactElement {
  const [axis, setAxis] = useState(0);
  const walked = Math.min(axis, Math.max(0, model.axes.length - 1));
  const figure = useMemo(() => parallelFigure(model, walked), [model, walked]);
  const set = (key: string, range: AxisRange | null): void => {
    const { [key]: _, ...others } = model.brushes;
    onBrush(range === null ? others : { ...others, [key]: range });
  };
  const onKey = (event: KeyboardEvent, stop: number): boolean => {
    const dimension = model.axes[walked];
    if (dimension === undefined) return false;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const next = walked + (event.key === 'ArrowLeft' ? -1 : 1);
      setAxis(Math.max(0, Math.min(model.axes.length - 1, next)));
      return true;
    }
    if (event.key === 'Backspace' || event.key === 'Delete') {
      set(dimension.key, null);
      return true;
    }
    if ((event.key !== '[' && event.key !== ']') || stop < 0) return false;
    const scale = figure.layout(720, HEIGHT).scales[walked];
    const order = scale?.order(model.table.columns[dimension.key]?.[stop] ?? Number.NaN) ?? Number.NaN;
    if (Number.isNaN(order)) return false;
    const before = model.brushes[dimension.key] ?? {
      from: Number.NEGATIVE_INFINITY,
      to: Number.POSITIVE_INFINITY,
    };
    const range = event.key === '[' ? { ...before, from: order } : { ...before, to: order };
    set(dimension.key, { from: Math.min(range.from, range.to), to: Math.max(range.from, range.to) });
    return true;
  };
  return (
    <PlotFrame
      figure={figure}
      height={HEIGHT}
      controls={controls}
      {...links}
      onKey={onKey}
      renderUnder={({ width, height }) => <Lines layout={figure.layout(width, height)} theme={model.theme} />}
      renderOver={({ width, height }) => (
        <BrushLayer
          layout={figure.layout(width, height)}
          brushes={model.brushes}
          onBrush={(index, range) => {
            const key = model.axes[index]?.key;
            setAxis(index);
            if (key !== undefined) set(key, range);
          }}
        />
      )}
    />
  );
}

/** The lines: new ones are added to the picture, a few thousand a frame. */
function Lines({ layout, theme }: { readonly layout: ParallelLayout; readonly theme: Theme }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<LinePainter | null>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    painter.current ??= new LinePainter();
    const lines = painter.current;
    const ratio = window.devicePixelRatio || 1;
    const context = lines.plan(layout)
      ? prepareCanvas(element, layout.width, layout.height, ratio)
      : element.getContext('2d');
    if (context === null) return undefined;
    let frame = 0;
    const paint = (): void => {
      if (!lines.paint(context, layout, theme, FRAME_MS)) frame = requestAnimationFrame(paint);
    };
    frame = requestAnimationFrame(paint);
    return () => cancelAnimationFrame(frame);
  }, [layout, theme]);
  return <canvas ref={canvas} aria-hidden="true" style={{ width: layout.width, height: layout.height }} />;
}

/** Half the width of the strip that takes a drag. Pixels. */
const STRIP = 12;
/** A shorter drag is a click. */
const CLICK = 4;

interface BrushLayerProps {
  readonly layout: ParallelLayout;
  readonly brushes: Brushes;
  readonly onBrush: (axis: number, range: AxisRange | null) => void;
}

function BrushLayer({ layout, brushes, onBrush }: BrushLayerProps): ReactElement {
  const drag = useRef<{ readonly axis: number; readonly y: number } | null>(null);
  const [shown, setShown] = useState<{ axis: number; from: number; to: number } | null>(null);
  const { xs, top, bottom, scales } = layout;
  const placeOf = (event: PointerEvent): number => {
    const frame = event.currentTarget.closest('svg')?.getBoundingClientRect();
    return Math.max(top, Math.min(bottom, event.clientY - (frame?.top ?? 0)));
  };
  const end = (event: PointerEvent): void => {
    const begun = drag.current;
    drag.current = null;
    setShown(null);
    if (begun === null) return;
    const y = placeOf(event);
    const scale = scales[begun.axis];
    if (scale === undefined) return;
    if (Math.abs(y - begun.y) < CLICK) onBrush(begun.axis, null);
    else {
      const ends = [scale.invert(Math.max(y, begun.y)), scale.invert(Math.min(y, begun.y))];
      onBrush(begun.axis, { from: Math.min(...ends), to: Math.max(...ends) });
    }
  };
  const boxes = scales.flatMap((scale, axis) => {
    if (shown?.axis === axis)
      return [{ axis, y1: Math.min(shown.from, shown.to), y2: Math.max(shown.from, shown.to) }];
    const range = brushes[scale.dimension.key];
    if (range === undefined) return [];
    const [y1, y2] = [pixelOf(scale, range.to, top, bottom), pixelOf(scale, range.from, top, bottom)];
    return [{ axis, y1: Math.max(top, y1 - 1), y2: Math.min(bottom, y2 + 1) }];
  });
  return (
    <svg className="jl-tuning-brushes" width={layout.width} height={layout.height} aria-hidden="true">
      {boxes.map(({ axis, y1, y2 }) => (
        <path
          key={axis}
          className="jl-tuning-brush"
          d={box((xs[axis] ?? 0) - 7, y1, 14, Math.max(2, y2 - y1))}
        />
      ))}
      {xs.map((x, axis) => (
        <rect
          // Axes are the same as long as their keys are.
          key={scales[axis]?.dimension.key}
          className="jl-tuning-strip"
          x={x - STRIP}
          y={top}
          width={2 * STRIP}
          height={bottom - top}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            const y = placeOf(event);
            drag.current = { axis, y };
            setShown({ axis, from: y, to: y });
          }}
          onPointerMove={(event) => {
            if (drag.current !== null) setShown({ axis, from: drag.current.y, to: placeOf(event) });
          }}
          onPointerUp={end}
          onPointerCancel={() => {
            drag.current = null;
            setShown(null);
          }}
          onClick={(event) => event.stopPropagation()}
        />
      ))}
    </svg>
  );
}

/** Pixel of an order; infinite ones are the ends. */
function pixelOf(
  scale: ParallelLayout['scales'][number],
  order: number,
  top: number,
  bottom: number,
): number {
  if (order === Number.POSITIVE_INFINITY) return top;
  if (order === Number.NEGATIVE_INFINITY) return bottom;
  // The axis runs evenly in pixels: find the place whose order it is.
  let [low, high] = [top, bottom];
  for (let i = 0; i < 24; i += 1) {
    const middle = (low + high) / 2;
    if (scale.invert(middle) > order) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

export function exportParallelSvg(model: ParallelModel, options: ExportOptions): string {
  const figure = parallelFigure(model, -1);
  return plotSvg(
    { ...figure, layout: (width, height) => withLines(model, figure.layout(width, height)) },
    options,
    480,
  );
}
