import { select } from 'd3';
import {
  createContext,
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactElement,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { prepareCanvas } from '../shared/canvas.js';
import { ChartPlot, PlotLine } from '../shared/ChartPlot.js';
import { frameQueue } from '../shared/frame-queue.js';
import type { Theme } from '../shared/palette.js';
import { Swatch } from '../shared/Swatch.js';
import { useRestingText } from '../shared/use-resting-text.js';
import { bindPointer, type PointerHandlers } from './brush.js';
import { nearestIndex } from './columns.js';
import { describePanel, describeSnapshot, emptyNote } from './describe.js';
import { drawPanel } from './draw.js';
import { GEOMETRY, type GroupGeometry } from './geometry.js';
import { keyAction, panTo } from './keyboard.js';
import { layoutPanel } from './layout.js';
import { type Group, type Picture, xTicks } from './model.js';
import { drawOverlay } from './overlay.js';
import { briefParts, comparePanel, comparisonParts, comparisonText, type PanelComparison } from './pair.js';
import { drawnAt, type Reading } from './reading.js';
import { Readout } from './Readout.js';
import { axisUnit, caption, PANELS, type PanelId, type SeriesId, type WorkKind } from './series.js';
import { readoutRows } from './values.js';

export interface PanelHandlers {
  readonly onHover: (x: number | null) => void;
  readonly onZoom: (domain: readonly [number, number] | null) => void;
  readonly announce: (text: string) => void;
}

export interface PanelProps extends PanelHandlers {
  readonly picture: Picture;
  readonly group: Group;
  readonly panel: PanelId;
  readonly geometry: GroupGeometry;
  readonly hidden: ReadonlySet<SeriesId>;
  readonly work: WorkKind;
  readonly theme: Theme;
  /** Places the crosshair stops at. */
  readonly stops: Float64Array;
  readonly reading: Reading;
  readonly streaming: boolean;
}

/** Names the stripes of the picture, which need no other legend then. */
function Compared({ comparisons }: { readonly comparisons: readonly PanelComparison[] }): ReactElement {
  const partsOf = comparisons.length > 1 ? briefParts : comparisonParts;
  return (
    <span className="jl-compared" title={comparisonText(comparisons)}>
      {comparisons.map((comparison, i) => (
        <Fragment key={comparison.axis}>
          {i > 0 && ' · '}
          {partsOf(comparison).map(({ side, text }) => (
            <Fragment key={text}>
              {side !== null && (
                <Swatch
                  colour={side === 'a' ? 'current' : 'pinned'}
                  kind={comparison.axis === 'left' ? `higher-${side}` : `higher-${side}-broken`}
                />
              )}
              {text}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

/** Where the time cursor is in the plots of a group, in pixels; null where it is not. It moves with each frame: past the panels. */
export const CursorPlace = createContext<number | null>(null);

function CursorLine({ bottom }: { readonly bottom: number }): ReactElement | null {
  const x = use(CursorPlace);
  return x === null ? null : <PlotLine kind="cursor" x={x} top={-4} bottom={bottom} />;
}

/** One queue for all panels: a slider step repaints them in one frame. */
const redraws = frameQueue<object>();

/** One panel: title and caption, plot, readout. */
export const ChartPanel = memo(function ChartPanel(props: PanelProps): ReactElement {
  const { picture, group, panel, geometry, hidden, work, theme, stops, reading, streaming } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<SVGGElement>(null);
  const brush = useRef<SVGGElement>(null);
  const width = geometry.plotWidth;
  const height = geometry.plotHeight;
  const { left, right, top, bottom, bleed } = GEOMETRY;
  const columns = picture.columns(group);
  const other = picture.other(group);
  const peak = picture.peak(group, panel);
  const { axis, domain, extent } = picture;

  useLayoutEffect(() => {
    const key = canvas;
    redraws.schedule(key, () => {
      if (canvas.current === null || overlay.current === null) return;
      const layout = layoutPanel({
        panel,
        columns,
        other,
        width,
        height,
        domain,
        hidden,
        work,
        growing: streaming,
        peak,
      });
      const ratio = globalThis.devicePixelRatio || 1;
      const context = prepareCanvas(canvas.current, width, height + 2 * bleed, ratio);
      if (context !== null) drawPanel(context, layout, theme, ratio, streaming);
      drawOverlay(select<SVGGElement, unknown>(overlay.current), layout, xTicks(axis, domain, width), theme);
    });
    return () => redraws.cancel(key);
  }, [panel, columns, other, width, height, domain, hidden, work, peak, theme, axis, streaming, bleed]);

  const handlers = useRef<PointerHandlers>({ hover: () => {}, zoom: () => {}, reset: () => {} });
  useLayoutEffect(() => {
    const toX = (pixel: number): number =>
      domain[0] + (Math.min(Math.max(pixel, 0), width) / width) * (domain[1] - domain[0]);
    handlers.current = {
      hover: (pixel) => {
        const nearest = pixel === null ? -1 : nearestIndex(stops, toX(pixel));
        props.onHover(nearest < 0 ? null : (stops[nearest] ?? null));
      },
      zoom: (from, to) => props.onZoom([toX(from), toX(to)]),
      reset: () => props.onZoom(null),
    };
  });
  useEffect(() => {
    if (brush.current === null) return;
    const bound = bindPointer(brush.current, () => handlers.current);
    bound.resize(width, height);
    return () => bound.unbind();
  }, [width, height]);

  const onKey = (event: KeyboardEvent): boolean => {
    if (stops.length === 0) return false;
    const action = keyAction(event.key, event.shiftKey, {
      x: stops,
      hoverX: reading.crosshair,
      domain,
      extent,
    });
    if (action === null) return false;
    if (action.kind === 'zoom') {
      props.onZoom(action.domain);
      return true;
    }
    const moved = panTo(action.x, domain, extent);
    if (moved !== domain) props.onZoom(moved);
    props.onHover(action.x);
    const inA = columns !== null && action.index < columns.length;
    const laid = other === null ? null : { columns: other, at: drawnAt(other, action.x) };
    if (inA) props.announce(describeSnapshot(panel, columns, action.index, axis, work, peak, laid));
    else if (laid !== null) {
      const spoken = describeSnapshot(panel, laid.columns, laid.at.level, axis, work, peak);
      props.announce(`A has ended. B: ${spoken}`);
    }
    return true;
  };

  const compared = useMemo(
    () => comparePanel(panel, columns, other, domain, hidden, work),
    [panel, columns, other, domain, hidden, work],
  );
  const describe = useCallback(() => {
    const words = describePanel(group.title, panel, columns, hidden, axis, work);
    return compared.length === 0 ? words : `${words} Compared with B, ${comparisonText(compared)}.`;
  }, [group.title, panel, columns, hidden, axis, work, compared]);
  const label = useRestingText(`${group.title}, ${PANELS[panel].title}`, describe);
  const note = useMemo(
    () => (streaming ? null : emptyNote(panel, columns, domain, hidden, other)),
    [panel, columns, other, domain, hidden, streaming],
  );
  const rows = useMemo(() => readoutRows(panel, axis, work, peak), [panel, axis, work, peak]);
  const pixelOf = (place: number | null): number | null =>
    place === null ? null : ((place - domain[0]) / (domain[1] - domain[0])) * width;
  const line = pixelOf(reading.crosshair);
  return (
    <div className="jl-panel">
      <div className="jl-panel-head">
        <h4>{PANELS[panel].title}</h4>
        <span className="jl-panel-unit">{axisUnit(panel, axis, work)}</span>
        <p title={caption(panel, axis, work)}>{caption(panel, axis, work)}</p>
        {compared.length > 0 && <Compared comparisons={compared} />}
      </div>
      <div className="jl-panel-body">
        <ChartPlot
          className="jl-plot"
          label={label}
          onKey={onKey}
          style={{ width: left + width + right, height: top + height + bottom }}
          data-a-higher={compared[0]?.shares.a.toFixed(4)}
          data-b-higher={compared[0]?.shares.b.toFixed(4)}
        >
          <canvas
            ref={canvas}
            style={{ left, top: top - bleed, width, height: height + 2 * bleed }}
            aria-hidden="true"
          />
          <svg width={left + width + right} height={top + height + bottom} aria-hidden="true">
            {note !== null && (
              <text className="jl-note" x={left + width / 2} y={top + height / 2} textAnchor="middle">
                {note}
              </text>
            )}
            <g ref={overlay} transform={`translate(${left},${top})`} />
            <g transform={`translate(${left},${top})`}>
              <g ref={brush} className="jl-brush" />
              <CursorLine bottom={height + bottom} />
              {line !== null && line >= 0 && line <= width && (
                <PlotLine kind="crosshair" x={line} top={-4} bottom={height + bottom} />
              )}
            </g>
          </svg>
        </ChartPlot>
        <Readout
          rows={rows}
          columns={columns}
          other={other}
          reading={reading}
          hidden={hidden}
          label={`${PANELS[panel].title}: values read out`}
        />
      </div>
    </div>
  );
});
