/**
 * Flame graph and icicle of a call tree. Zoom, selection and search come in as props and go out as callbacks, so that
 * the page can link them with the other views and the address; the component itself holds only size, scrolling and hover.
 */
import '../shared/chart.css';
import './flame.css';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatPercent } from '../../base/numbers.js';
import { prepareCanvas } from '../shared/canvas.js';
import { ChartPlot, Spoken } from '../shared/ChartPlot.js';
import { frameQueue } from '../shared/frame-queue.js';
import { labelText } from '../shared/label.js';
import { bringIntoSight, placeUnder } from '../shared/pointer.js';
import { themeStyle } from '../shared/theme-style.js';
import { formatError, formatValue } from '../shared/unit.js';
import { useWidth } from '../shared/use-element.js';
import { colouring } from './colouring.js';
import { nodeDetails, nodeSentence } from './describe.js';
import { Details } from './Details.js';
import { drawFlame } from './draw.js';
import { FlameLegend } from './FlameLegend.js';
import { FLAME, rowAt, rowTop } from './geometry.js';
import { flameKey } from './keyboard.js';
import { layoutFlame, markAt, markOf, NARROWEST, pathTo } from './layout.js';
import type { FlameGraphProps, FlameModel } from './props.js';
import type { FlameScene } from './scene.js';
import { matchedTotal } from './search.js';
import { weightsOf, WIDTH_CAPTION } from './weights.js';

export { exportFlameSvg } from './export-svg.js';
export { FlameLegend, type FlameLegendProps } from './FlameLegend.js';
export { pathTo } from './layout.js';
export type {
  FlameColour,
  FlameDiff,
  FlameDirection,
  FlameGraphProps,
  FlameModel,
  SizeClassOfName,
} from './props.js';
export { type Matched, matchedTotal, matchNames } from './search.js';

const redraws = frameQueue<object>();

const HINT =
  'Arrow keys move the selection to callees, callers and neighbours. Enter zooms to it, Escape zooms out, Home shows all.';

export function FlameGraph(props: FlameGraphProps): ReactElement {
  const { tree, unit, direction, colour, selectedName, matches, theme, onZoom, onSelect, onHover } = props;
  const diff = props.diff ?? null;
  const sizeClass = props.sizeClass ?? null;
  // A tree may be replaced by a smaller one before the page has let go of its nodes.
  const zoomNode = props.zoomNode < tree.nodes ? props.zoomNode : 0;
  const selectedNode =
    props.selectedNode !== null && props.selectedNode < tree.nodes ? props.selectedNode : null;
  const viewport = props.height ?? FLAME.height;

  const hintId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(content, 960);
  const [hovered, setHovered] = useState(-1);

  const model = useMemo<FlameModel>(
    () => ({
      tree,
      unit,
      direction,
      colour,
      sizeClass,
      diff,
      zoomNode,
      selectedNode,
      selectedName,
      matches,
      theme,
    }),
    [tree, unit, direction, colour, sizeClass, diff, zoomNode, selectedNode, selectedName, matches, theme],
  );
  const weights = useMemo(() => weightsOf(tree, diff !== null), [tree, diff]);
  const layout = useMemo(() => layoutFlame(tree, weights, zoomNode, width), [tree, weights, zoomNode, width]);
  const colours = useMemo(
    () => colouring({ tree, colour, sizeClass, diff, theme }, weights),
    [tree, colour, sizeClass, diff, theme, weights],
  );
  const scene = useMemo<FlameScene>(
    () => ({ model, weights, layout, colours }),
    [model, weights, layout, colours],
  );
  const contentHeight = Math.max(viewport, layout.rows * FLAME.row);

  const redraw = useCallback(() => {
    redraws.schedule(canvas, () => {
      if (canvas.current === null || scroller.current === null) return;
      const context = prepareCanvas(canvas.current, width, viewport, globalThis.devicePixelRatio || 1);
      if (context !== null) drawFlame(context, scene, contentHeight, scroller.current.scrollTop, viewport);
    });
  }, [scene, width, viewport, contentHeight]);
  useLayoutEffect(() => {
    redraw();
    return () => redraws.cancel(canvas);
  }, [redraw]);

  // A zoomed node comes into sight with a few of its callers; scrolling is then the user's.
  const zoomRow = tree.nodes === 0 ? 0 : (tree.depth[zoomNode] as number);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (node === null) return;
    const fromRoot = Math.max(0, zoomRow - FLAME.context) * FLAME.row;
    node.scrollTop = direction === 'icicle' ? fromRoot : contentHeight - viewport - fromRoot;
  }, [zoomRow, direction, contentHeight, viewport]);

  // A node selected by key or elsewhere scrolls into sight.
  useEffect(() => {
    const node = scroller.current;
    if (node === null || selectedNode === null || markOf(layout, selectedNode) < 0) return;
    const y = rowTop(tree.depth[selectedNode] as number, direction, contentHeight);
    bringIntoSight(node, y, FLAME.row, viewport);
  }, [selectedNode, layout, tree, direction, contentHeight, viewport]);

  const zoom = (node: number): void => onZoom(node, pathTo(tree, node));
  const markUnder = (event: MouseEvent): number => {
    if (content.current === null) return -1;
    const [x, y] = placeUnder(event, content.current);
    return markAt(layout, rowAt(y, direction, contentHeight), x);
  };
  const nodeAt = (mark: number): number | null => {
    const node = mark >= 0 && mark < layout.count ? (layout.node[mark] as number) : -1;
    return node < 0 ? null : node;
  };
  const hover = (mark: number): void => {
    if (mark === hovered) return;
    if (nodeAt(mark) !== nodeAt(hovered)) onHover?.(nodeAt(mark));
    setHovered(mark);
  };
  const onClick = (event: MouseEvent): void => {
    const mark = markUnder(event);
    if (mark < 0) return;
    const node = layout.node[mark] as number;
    if (node < 0) {
      // Nodes too narrow to draw: their caller shows them wider.
      zoom(tree.parent[~node] as number);
      return;
    }
    onSelect(node);
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) zoom(node);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const narrowest = layout.scale > 0 ? NARROWEST / layout.scale : Number.POSITIVE_INFINITY;
    const action = flameKey(event.key, { tree, weights, direction, zoomNode, selectedNode, narrowest });
    if (action === null) return false;
    if (action.kind === 'zoom') zoom(action.node);
    else if (action.kind === 'scroll')
      scroller.current?.scrollBy(0, action.pages * (viewport - 2 * FLAME.row));
    else onSelect(action.node);
    return true;
  };

  // The layout may have changed since the pointer moved.
  const hoveredMark = hovered < layout.count ? hovered : -1;
  const hoveredNode = hoveredMark < 0 ? -1 : (layout.node[hoveredMark] as number);
  const shownNode = hoveredNode >= 0 ? hoveredNode : (selectedNode ?? zoomNode);
  const which = hoveredNode >= 0 ? 'under the pointer' : selectedNode === null ? 'shown' : 'selected';
  const details = useMemo(
    () => (tree.nodes === 0 ? null : nodeDetails(model, shownNode)),
    [model, tree, shownNode],
  );
  const spoken = useMemo(
    () => (selectedNode === null || tree.nodes === 0 ? '' : nodeSentence(model, selectedNode)),
    [model, tree, selectedNode],
  );
  const found = useMemo(
    () => (matches === null || tree.nodes === 0 ? null : matchedTotal(tree, matches, zoomNode)),
    [tree, matches, zoomNode],
  );
  const narrowRun = hoveredMark >= 0 && hoveredNode < 0;
  const runTotal =
    narrowRun && layout.scale > 0 ? (layout.w[hoveredMark] as number) / layout.scale : Number.NaN;

  return (
    <div className="jl-chart jl-flame" style={themeStyle(theme)}>
      {props.onSkipToTable !== undefined && (
        <button type="button" className="jl-flame-skip" onClick={props.onSkipToTable}>
          Skip to the table with these numbers
        </button>
      )}
      {props.legend !== false && (
        <FlameLegend entries={colours.legend} more={colours.more} caption={WIDTH_CAPTION[weights.meaning]} />
      )}
      <ChartPlot
        ref={scroller}
        className="jl-chart-scroll jl-flame-scroll"
        role="application"
        kind={direction === 'flame' ? 'flame graph' : 'icicle'}
        label={labelText(props.label)}
        aria-describedby={hintId}
        style={{ height: viewport }}
        onScroll={redraw}
        onKey={onKey}
        onClick={onClick}
        onPointerMove={(event) => hover(markUnder(event))}
        onPointerLeave={() => hover(-1)}
      >
        <div ref={content} className="jl-chart-ground" style={{ height: contentHeight }}>
          <canvas ref={canvas} style={{ width, height: viewport }} aria-hidden="true" />
          {hoveredMark >= 0 && (
            <div
              className="jl-flame-hover"
              style={{
                left: layout.x[hoveredMark],
                width: layout.w[hoveredMark],
                top: rowTop(layout.row[hoveredMark] as number, direction, contentHeight),
                height: FLAME.row - FLAME.gap,
              }}
            />
          )}
          {tree.nodes === 0 && <p className="jl-flame-empty">There is nothing to draw here.</p>}
        </div>
      </ChartPlot>
      <div className="jl-flame-foot">
        {details !== null && <Details details={details} which={which} />}
        <p className="jl-flame-note">
          {narrowRun
            ? `Nodes too narrow to draw, together about ${formatValue(runTotal, unit)}. Click to see them wider.`
            : found !== null
              ? `Search: ${formatPercent(found.share)} of ${zoomNode === 0 ? 'all' : 'what is shown'}, ${formatValue(found.total, unit)} (${formatError(found.variance, unit)}), each stack counted once.`
              : 'Click zooms, Shift + click only selects. Keys: arrows, Enter, Escape, Home.'}
        </p>
      </div>
      <p id={hintId} hidden>
        {HINT}
      </p>
      <Spoken text={spoken} />
    </div>
  );
}
