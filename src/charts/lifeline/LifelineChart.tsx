/** One pageslab's life, with the time cursor; a click asks for the state there. */
import '../shared/chart.css';
import './lifeline.css';
import { type KeyboardEvent, type MouseEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import { ChartPlot, PlotLine } from '../shared/ChartPlot.js';
import { placeUnder } from '../shared/pointer.js';
import { ShapesView } from '../shared/ShapesView.js';
import { themeStyle } from '../shared/theme-style.js';
import { useWidth } from '../shared/use-element.js';
import { entrySentence, lifeSentence } from './describe.js';
import { layoutLifeline, LIFE } from './layout.js';
import { entryAt, type LifelineProps } from './model.js';

export { exportLifelineSvg } from './export-svg.js';
export type { LifelineModel, LifelineProps } from './model.js';

export function LifelineChart(props: LifelineProps): ReactElement {
  const { life, axis, domain, cursor, theme, onPick } = props;
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root, 340);
  const height = (props.height ?? LIFE.height) + LIFE.top + LIFE.bottom;
  const [hover, setHover] = useState<number | null>(null);
  const model = useMemo(() => ({ life, axis, domain, cursor: null, theme }), [life, axis, domain, theme]);
  const layout = useMemo(() => layoutLifeline(model, width, height), [model, width, height]);
  const entry = hover ?? (cursor === null ? life.length - 1 : entryAt(model, cursor));
  const [low, high] = domain;
  const line = cursor === null || cursor < low || cursor > high ? null : LIFE.left + layout.x(cursor);

  const entryUnder = (event: MouseEvent): number => {
    const [left] = placeUnder(event, event.currentTarget);
    return entryAt(model, layout.x.invert(left - LIFE.left));
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const steps = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Enter' && entry >= 0) onPick(life.events[entry] as number);
    else if (steps !== undefined && life.length > 0) {
      const stride = event.shiftKey ? 10 : 1;
      setHover(Math.min(Math.max(entry + steps * stride, 0), life.length - 1));
    } else if (event.key === 'Escape' && hover !== null) setHover(null);
    else return false;
    return true;
  };
  const mark = hover === null || hover < 0 ? null : placeOfEntry(hover);
  function placeOfEntry(index: number): number {
    const place = axis === 'time' ? (life.clockNs[index] ?? 0) : (life.events[index] ?? 0);
    return LIFE.left + Math.min(Math.max(layout.x(place), 0), layout.plotWidth);
  }
  return (
    <div className="jl-chart jl-life" style={themeStyle(theme)} ref={root}>
      <p className="jl-life-text" aria-live="polite" title={entrySentence(model, entry)}>
        {entrySentence(model, entry)}
      </p>
      <ChartPlot
        label={`Life line. ${lifeSentence(model)} Arrow keys read its changes, Enter goes there.`}
        onKey={onKey}
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
            <PlotLine kind="crosshair" x={mark} top={LIFE.top} bottom={LIFE.top + layout.plotHeight} />
          )}
          {line !== null && (
            <PlotLine kind="cursor" x={line} top={LIFE.top - 4} bottom={LIFE.top + layout.plotHeight + 4} />
          )}
        </svg>
      </ChartPlot>
      <ul className="jl-legend-list jl-life-marks" aria-label="Marks of the life line">
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
