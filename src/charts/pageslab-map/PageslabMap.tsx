/**
 * The pageslab map: a shard's pageslabs at one moment. Only a window of them is known; scrolling asks for another one, and
 * what is not there yet keeps its place. The old picture stays until the next moment comes.
 */
import './pageslab-map.css';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { prepareCanvas } from '../shared/canvas.js';
import { frameQueue } from '../shared/frame-queue.js';
import { cssVariables } from '../shared/palette.js';
import { useHeight, useWidth } from '../shared/use-element.js';
import { mapSentence, pageText, slabSentence } from './describe.js';
import { drawMap, figureRight } from './draw.js';
import { FIGURES } from './figures.js';
import { mapKey } from './keyboard.js';
import {
  FIGURE_WIDTH,
  GUTTER,
  hitPage,
  mapGeometry,
  mapHeight,
  type PagePlace,
  slabBox,
  visibleSlabs,
  wantedWindow,
} from './layout.js';
import { findSlab, type PageslabMapProps } from './model.js';
import { MapReadout } from './Readout.js';

export { MapLegend } from './Legend.js';
export { slabFacts, type SlabFacts } from './describe.js';
export { exportMapSvg, MOST_EXPORTED } from './export-svg.js';
export {
  findSlab,
  type MapLayout,
  type PageslabMapModel,
  type PageslabMapProps,
  type SlabWindow,
} from './model.js';

const redraws = frameQueue<object>();
/** A picture that has not changed for so long is at rest. */
const REST_MS = 250;
const HINT = 'Point at a page to read it; click a pageslab for its life line.';

export function PageslabMap(props: PageslabMapProps): ReactElement {
  const { moment, layout, size, theme, selected, label, order, marked, extents, stale, onWindow, onSelect } =
    props;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const width = useWidth(ground, 640);
  const height = useHeight(scroller, 240);
  const ratio = globalThis.devicePixelRatio || 1;
  const [scroll, setScroll] = useState(0);
  const [hover, setHover] = useState<PagePlace | null>(null);
  const [spoken, setSpoken] = useState('');
  const geometry = useMemo(() => mapGeometry(layout, size, width, ratio), [layout, size, width, ratio]);
  const slabs = moment?.sums.slabs ?? 0;
  const total = mapHeight(geometry, slabs);
  // The list may have become shorter than the place one had scrolled to.
  const top = Math.max(0, Math.min(scroll, total - height));
  const seen = visibleSlabs(geometry, slabs, top, height);
  const wanted = wantedWindow(geometry, seen);

  useLayoutEffect(() => {
    const key = canvas;
    redraws.schedule(key, () => {
      if (canvas.current === null) return;
      const context = prepareCanvas(canvas.current, width, height, ratio);
      if (context === null || moment === null) return;
      drawMap(context, {
        moment,
        geometry,
        theme,
        selected,
        marked,
        extents,
        hover,
        scroll: top,
        height,
        ratio,
      });
    });
    return () => redraws.cancel(key);
  }, [moment, geometry, theme, selected, marked, extents, hover, top, width, height, ratio]);

  useEffect(() => {
    onWindow({ from: wanted.from, count: wanted.count });
  }, [onWindow, wanted.from, wanted.count]);

  const show = useCallback(
    (place: number): void => {
      const node = scroller.current;
      if (node === null) return;
      const box = slabBox(geometry, place);
      const margin = Math.min(24, height / 4);
      if (box.y < node.scrollTop) node.scrollTop = box.y - margin;
      else if (box.y + box.height > node.scrollTop + height)
        node.scrollTop = box.y + box.height - height + margin;
    },
    [geometry, height],
  );
  const { reveal } = props;
  const revealed = useRef<object | null>(null);
  useEffect(() => {
    if (reveal === undefined || reveal === null || revealed.current === reveal) return;
    revealed.current = reveal;
    show(reveal.place);
  }, [reveal, show]);

  // The description follows when the picture rests: while the cursor moves nobody could hear it.
  const [description, setDescription] = useState(`${label}, pageslab map`);
  useEffect(() => {
    const timer = setTimeout(() => setDescription(mapSentence(label, moment, order)), REST_MS);
    return () => clearTimeout(timer);
  }, [label, moment, order]);

  const indexOf = (place: number): number => {
    const index = moment === null ? -1 : place - moment.from;
    return moment !== null && index >= 0 && index < moment.pageslabs.count ? index : -1;
  };
  const placeOf = (event: MouseEvent): PagePlace | null => {
    const box = canvas.current?.getBoundingClientRect();
    if (box === undefined) return null;
    return hitPage(geometry, slabs, event.clientX - box.left, event.clientY - box.top + top);
  };
  /** A pageslab that was chosen before its part of the map had come. */
  const coming = useRef<number | null>(null);
  const choose = (place: number): void => {
    const index = indexOf(place);
    coming.current = index < 0 && place < slabs ? place : null;
    if (index < 0 || moment === null) return;
    const slab = moment.pageslabs.slab[index] as number;
    onSelect(slab === selected ? null : slab);
  };
  useEffect(() => {
    const place = coming.current;
    if (place === null || moment === null || place < moment.from) return;
    const slab = moment.pageslabs.slab[place - moment.from];
    if (slab === undefined) return;
    coming.current = null;
    onSelect(slab);
  }, [moment, onSelect]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = mapKey(event.key, event.shiftKey, {
      geometry,
      slabs,
      at: hover,
      first: seen.from,
      shown: seen.count,
    });
    if (action === null) return;
    event.preventDefault();
    if (action.kind === 'clear') {
      setHover(null);
      onSelect(null);
    } else if (action.kind === 'select') choose(action.place);
    else {
      setHover(action.to);
      show(action.to.place);
      const index = indexOf(action.to.place);
      if (index < 0 || moment === null) return;
      const page = pageText(moment.pageslabs, index, Math.max(0, action.to.page));
      const sameSlab = hover !== null && hover.place === action.to.place;
      setSpoken(sameSlab ? page : `${slabSentence(moment.pageslabs, index)} ${page}`);
    }
  };

  const hovered = hover === null ? -1 : indexOf(hover.place);
  const chosen = selected === null || moment === null ? -1 : findSlab(moment.pageslabs, selected);
  return (
    <div className={stale ? 'jl-map jl-map-stale' : 'jl-map'} style={cssVariables(theme) as CSSProperties}>
      <div className="jl-map-head" aria-hidden="true">
        {layout === 'rows' && (
          <>
            <span style={{ left: GUTTER }}>page 0</span>
            <span style={{ left: GUTTER + 512 * geometry.pageWidth - 60, width: 60, textAlign: 'right' }}>
              511
            </span>
            {FIGURES.slice(0, geometry.figures).map((figure, i) => (
              <span
                key={figure.label}
                title={figure.help}
                style={{
                  left: figureRight(geometry, i) - FIGURE_WIDTH,
                  width: FIGURE_WIDTH,
                  textAlign: 'right',
                }}
              >
                {figure.label}
              </span>
            ))}
          </>
        )}
        {layout === 'tiles' && <span style={{ left: 4 }}>32 × 16 pages each, page 0 top left</span>}
      </div>
      {/* A picture that takes keys: no HTML element stands for that. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role */}
      <div
        ref={scroller}
        className="jl-map-scroll"
        role="group"
        aria-roledescription="chart"
        aria-label={description}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
        onMouseMove={(event) => {
          const at = placeOf(event);
          if (at?.place !== hover?.place || at?.page !== hover?.page) setHover(at);
        }}
        onMouseLeave={() => setHover(null)}
        onClick={(event) => {
          const at = placeOf(event);
          if (at !== null) choose(at.place);
        }}
      >
        <div ref={ground} className="jl-map-ground" style={{ height: Math.max(total, height) }}>
          <canvas ref={canvas} style={{ width, height }} aria-hidden="true" />
        </div>
        {slabs === 0 && (
          <p className="jl-map-empty">
            {moment === null
              ? (props.waiting ?? 'The first moment is being computed.')
              : moment.events === 0
                ? 'Before the first event there is no pageslab. Step forward, or drag the cursor in the timelines.'
                : 'The HPA of this shard has no pageslab here.'}
          </p>
        )}
      </div>
      {/* oxlint-enable */}
      {moment !== null && (
        <MapReadout
          columns={moment.pageslabs}
          index={hovered >= 0 ? hovered : chosen}
          page={hovered >= 0 && hover !== null ? hover.page : -1}
          hint={HINT}
        />
      )}
      <p className="jl-spoken" aria-live="polite">
        {spoken}
      </p>
    </div>
  );
}
