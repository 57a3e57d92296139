/**
 * The pageslab map: a shard's pageslabs at one moment. Only a window of them is known; scrolling asks for another one, and
 * what is not there yet keeps its place. The old picture stays until the next moment comes.
 */
import '../shared/chart.css';
import './pageslab-map.css';
import {
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
import { ChartPlot, Spoken } from '../shared/ChartPlot.js';
import { frameQueue } from '../shared/frame-queue.js';
import { bringIntoSight, placeUnder } from '../shared/pointer.js';
import { themeStyle } from '../shared/theme-style.js';
import { useHeight, useWidth } from '../shared/use-element.js';
import { useRestingText } from '../shared/use-resting-text.js';
import { mapSentence, pageText, slabSentence } from './describe.js';
import { drawMap, figureRight } from './draw.js';
import { FIGURES } from './figures.js';
import { mapKey } from './keyboard.js';
import {
  FIGURE_WIDTH,
  GUTTER,
  hitPage,
  keptScroll,
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

  // Rows become tiles, or larger: what one was looking at stays where it is.
  const drawn = useRef({ geometry, top });
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = { geometry, top };
    const node = scroller.current;
    if (before.geometry === geometry || node === null || moment === null || slabs === 0) return;
    const then = visibleSlabs(before.geometry, slabs, before.top, height);
    const inSight = [selected, ...extents.map(({ slab }) => slab)].flatMap((slab) => {
      const index = slab === null ? -1 : findSlab(moment.pageslabs, slab);
      const place = moment.from + index;
      return index >= 0 && place >= then.from && place < then.from + then.count ? [place] : [];
    });
    const place = inSight[0] ?? Math.min(slabs - 1, then.from + Math.floor(then.count / 2));
    node.scrollTop = keptScroll(before.geometry, geometry, place, before.top);
    drawn.current = { geometry, top: node.scrollTop };
    setScroll(node.scrollTop);
  }, [geometry, top, moment, slabs, height, selected, extents]);

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
      bringIntoSight(node, box.y, box.height, height, Math.min(24, height / 4));
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

  const describe = useCallback(() => mapSentence(label, moment, order), [label, moment, order]);
  const description = useRestingText(`${label}, pageslab map`, describe);

  const indexOf = (place: number): number => {
    const index = moment === null ? -1 : place - moment.from;
    return moment !== null && index >= 0 && index < moment.pageslabs.count ? index : -1;
  };
  const placeOf = (event: MouseEvent): PagePlace | null => {
    if (canvas.current === null) return null;
    const [x, y] = placeUnder(event, canvas.current);
    return hitPage(geometry, slabs, x, y + top);
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
  const onKey = (event: KeyboardEvent): boolean => {
    const action = mapKey(event.key, event.shiftKey, {
      geometry,
      slabs,
      at: hover,
      first: seen.from,
      shown: seen.count,
    });
    if (action === null) return false;
    if (action.kind === 'clear') {
      setHover(null);
      onSelect(null);
    } else if (action.kind === 'select') choose(action.place);
    else {
      setHover(action.to);
      show(action.to.place);
      const index = indexOf(action.to.place);
      if (index < 0 || moment === null) return true;
      const page = pageText(moment.pageslabs, index, Math.max(0, action.to.page));
      const sameSlab = hover !== null && hover.place === action.to.place;
      setSpoken(sameSlab ? page : `${slabSentence(moment.pageslabs, index)} ${page}`);
    }
    return true;
  };

  const hovered = hover === null ? -1 : indexOf(hover.place);
  const chosen = selected === null || moment === null ? -1 : findSlab(moment.pageslabs, selected);
  return (
    <div className={stale ? 'jl-chart jl-map jl-stale' : 'jl-chart jl-map'} style={themeStyle(theme)}>
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
      <ChartPlot
        ref={scroller}
        className="jl-map-scroll"
        label={description}
        onKey={onKey}
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
        <div ref={ground} className="jl-chart-ground" style={{ height: Math.max(total, height) }}>
          <canvas ref={canvas} style={{ width, height }} aria-hidden="true" />
        </div>
        {slabs === 0 && (
          <p className="jl-chart-empty jl-map-empty">
            {moment === null
              ? (props.waiting ?? 'The first moment is being computed.')
              : moment.events === 0
                ? 'Before the first event there is no pageslab. Step forward, or drag the cursor in the timelines.'
                : 'The HPA of this shard has no pageslab here.'}
          </p>
        )}
      </ChartPlot>
      {moment !== null && (
        <MapReadout
          columns={moment.pageslabs}
          index={hovered >= 0 ? hovered : chosen}
          page={hovered >= 0 && hover !== null ? hover.page : -1}
          hint={HINT}
        />
      )}
      <Spoken text={spoken} />
    </div>
  );
}
