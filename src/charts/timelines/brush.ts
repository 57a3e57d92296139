/** Pointer input of a plot: hover, drag to zoom, double click for all. */
import { type BrushBehavior, brushX, type D3BrushEvent, pointer, select } from 'd3';

export interface PointerHandlers {
  /** Pixel within the plot, or null when the pointer has left. */
  readonly hover: (pixel: number | null) => void;
  readonly zoom: (from: number, to: number) => void;
  readonly reset: () => void;
}

/** Shorter drags are clicks. Pixels. */
const LEAST_DRAG = 4;

/** Binds a brush to `group`; the returned function sets its size. `handlers` is asked anew for each event. */
export function bindPointer(
  group: SVGGElement,
  handlers: () => PointerHandlers,
): { resize(width: number, height: number): void; unbind(): void } {
  const root = select<SVGGElement, unknown>(group);
  const brush: BrushBehavior<unknown> = brushX<unknown>();
  brush.on('end', (event: D3BrushEvent<unknown>) => {
    // Without a source event it is the clearing below.
    if (event.sourceEvent === undefined || event.sourceEvent === null || event.selection === null) return;
    const [from, to] = event.selection as [number, number];
    brush.move(root, null);
    if (to - from >= LEAST_DRAG) handlers().zoom(from, to);
  });
  root
    .on('pointermove', (event: PointerEvent) => handlers().hover(pointer(event, group)[0]))
    .on('pointerleave', () => handlers().hover(null))
    .on('dblclick', () => handlers().reset());
  return {
    resize(width, height) {
      brush.extent([
        [0, 0],
        [width, height],
      ]);
      root.call(brush);
    },
    unbind() {
      root.on('.brush', null).on('pointermove pointerleave dblclick', null).selectAll('*').remove();
    },
  };
}
