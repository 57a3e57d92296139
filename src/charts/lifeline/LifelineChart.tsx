/** One pageslab's life, with the time cursor; a click asks for the state there. */
import '../shared/chart.css';
import './lifeline.css';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cssVariables } from '../shared/palette.js';
import { ShapesView } from '../shared/ShapesView.js';
import { useWidth } from '../shared/use-element.js';
import { entrySentence, lifeSentence } from './describe.js';
import { layoutLifeline, LIFE } from './layout.js';
import { entryAt, type LifelineProps } from './model.js';

export { exportLifelineSvg } from './export-svg.js';
export type { LifelineModel, LifelineProps } from './model.js';

export function LifelineChart(props: LifelineProps): ReactElement {
  const { life, axis, domain, cursor, theme, onPick } = props;
  const root = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(root, 340);
  const height = (props.height ?? LIFE.height) + LIFE.top + LIFE.bottom;
  const [hover, setHover] = useState<number | null>(null);
  const model = useMemo(() => ({ life, axis, domain, cursor: null, theme }), [life, axis, domain, theme]);
  const layout = useMemo(() => layoutLifeline(model, width, height), [model, width, height]);
  const entry = hover ?? (cursor === null ? life.length - 1 : entryAt(model, cursor));
  const [low, high] = domain;
  const line = cursor === null || cursor < low || cursor > high ? null : LIFE.left + layout.x(cursor);

  const entryUnder = (event: MouseEvent): number => {
    const box = plot.current?.getBoundingClientRect();
    if (box === undefined) return -1;
    return entryAt(model, layout.x.invert(event.clientX - box.left - LIFE.left));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Enter' && entry >= 0) onPick(life.events[entry] as number);
    else if (steps !== undefined && life.length > 0) {
      const stride = event.shiftKey ? 10 : 1;
      setHover(Math.min(Math.max(entry + steps * stride, 0), life.length - 1));
    } else if (event.key === 'Escape' && hover !== null) setHover(null);
    else return;
    event.preventDefault();
  };
  const mark = hover === null || hover < 0 ? null : placeOfEntry(hover);
  function placeOfEntry(index: number): number {
    const place = axis === 'time' ? (life.clockNs[index] ?? 0) : (life.events[index] ?? 0);
    return LIFE.left + Math.min(Math.max(layout.x(place), 0), layout.plotWidth);
  }
  return (
    <div className="jl-chart jl-life" style={cssVariables(theme) as CSSProperties} ref={root}>
      <p className="jl-life-text" aria-live="polite" title={entrySentence(model, entry)}>
        {entrySentence(model, entry)}
      </p>
      {/* A picture that takes keys: no HTML element stands for that. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={plot}
        className="jl-chart-plot"
        role="group"
        aria-roledescription="chart"
        aria-label={`Life line. ${lifeSentence(model)} Arrow keys read its changes, Enter goes there.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onMouseMove={(event) => setHover(entryUnder(event))}
        onMouseLeave={() => setHover(null)}
        onClick={(event) => {
          const index = entryUnder(event);
          if (index >= 0) onPick(life.events[index] as number);
        }}
        style={{ height }}
      >
        <svg width={width} height={height} aria-hidden="true">
          <ShapesView shapes={layout.shapes} />
          {mark !== null && (
            <line
              className="jl-chart-crosshair"
              x1={mark}
              x2={mark}
              y1={LIFE.top}
              y2={LIFE.top + layout.plotHeight}
            />
          )}
          {line !== null && (
            <line
              className="jl-life-cursor"
              x1={line}
              x2={line}
              y1={LIFE.top - 4}
              y2={LIFE.top + layout.plotHeight + 4}
            />
          )}
        </svg>
      </div>
      {/* oxlint-enable */}
      <ul className="jl-life-marks" aria-label="Marks of the life line">
        <li>
          <span className="jl-life-bar" aria-hidden="true" /> huge
        </li>
        <li>
          <span className="jl-life-up" aria-hidden="true" /> became huge, {life.hugifies} by hugify
        </li>
        <li>
          <span className="jl-life-down" aria-hidden="true" /> split {life.dehugifies}
        </li>
        <li>
          <span className="jl-life-tick" aria-hidden="true" /> purged {life.purges}
        </li>
        <li>emptied {life.emptied}</li>
      </ul>
    </div>
  );
}
