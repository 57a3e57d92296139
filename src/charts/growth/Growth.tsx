/** Growth lines of functions over a series of dumps, with bands of two standard errors. */
import '../shared/chart.css';
import './growth.css';
import { type KeyboardEvent, type MouseEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import { ChartPlot, PlotLine, Spoken } from '../shared/ChartPlot.js';
import { labelText } from '../shared/label.js';
import { placeUnder } from '../shared/pointer.js';
import { ShapesView } from '../shared/ShapesView.js';
import { themeStyle } from '../shared/theme-style.js';
import { formatError, formatValue } from '../shared/unit.js';
import { useWidth } from '../shared/use-element.js';
import { dumpTitle, lineSentence, slopeText } from './describe.js';
import { growthKey } from './keyboard.js';
import { dumpAt, GROWTH, layoutGrowth, lineAt, lineStyle } from './layout.js';
import type { GrowthModel, GrowthProps } from './props.js';

export { exportGrowthSvg } from './export-svg.js';
export type { GrowthLine, GrowthModel, GrowthProps } from './props.js';

export const GROWTH_CAPTION =
  'Each line is one function over the dumps; its band spans two standard errors to each side: the true value lies within it in about 95 of 100 cases.';

export function Growth(props: GrowthProps): ReactElement {
  const { lines, unit, xKind, x, dumps, selectedKey, theme, hoverDump, onHover, onSelect } = props;
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root, 960);
  const height = (props.height ?? GROWTH.height) + GROWTH.top + GROWTH.bottom;
  const [spoken, setSpoken] = useState('');
  const model = useMemo<GrowthModel>(
    () => ({ lines, unit, xKind, x, dumps, selectedKey, theme }),
    [lines, unit, xKind, x, dumps, selectedKey, theme],
  );
  const layout = useMemo(() => layoutGrowth(model, width, height), [model, width, height]);
  const shown = hoverDump !== null && hoverDump < x.length ? hoverDump : x.length - 1;

  const placeOf = (event: MouseEvent): readonly [number, number] => placeUnder(event, event.currentTarget);
  const onMouseMove = (event: MouseEvent): void => {
    const [left] = placeOf(event);
    const inside = left >= GROWTH.left - 8 && left <= GROWTH.left + layout.plotWidth + 8;
    const dump = inside ? dumpAt(layout, x, left) : -1;
    const next = dump < 0 ? null : dump;
    if (next !== hoverDump) onHover(next);
  };
  const onClick = (event: MouseEvent): void => {
    const [left, top] = placeOf(event);
    onSelect(lineAt(layout, model, dumpAt(layout, x, left), top));
  };
  const say = (dump: number, key: number | null): void => {
    const line = lines.find((one) => one.key === key);
    const first = dumpTitle(model, dump);
    setSpoken(line === undefined ? first : `${first}. ${lineSentence(line, model, dump)}`);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const action = growthKey(event.key, model, hoverDump);
    if (action === null || (action.kind === 'open' && props.onOpenDump === undefined)) return false;
    if (action.kind === 'open') props.onOpenDump?.(action.dump);
    else if (action.kind === 'select') {
      onSelect(action.key);
      say(shown, action.key);
    } else {
      onHover(action.dump);
      say(action.dump ?? x.length - 1, selectedKey);
    }
    return true;
  };

  if (x.length === 0 || lines.length === 0) {
    return (
      <div className="jl-chart jl-growth" style={themeStyle(theme)} ref={root}>
        <p className="jl-chart-empty">Growth needs a series: at least one dump and one function.</p>
      </div>
    );
  }
  const line = layout.x(x[shown] as number);
  return (
    <div className="jl-chart jl-growth" style={themeStyle(theme)} ref={root}>
      <p className="jl-chart-caption">{GROWTH_CAPTION}</p>
      <ChartPlot
        label={`${labelText(props.label)}: growth of ${lines.length} lines over ${x.length} dumps. Arrow keys read dumps and lines.`}
        onKey={onKey}
        onMouseMove={onMouseMove}
        onMouseLeave={() => hoverDump !== null && onHover(null)}
        onClick={onClick}
        onDoubleClick={(event) => props.onOpenDump?.(dumpAt(layout, x, placeOf(event)[0]))}
        style={{ height }}
      >
        <svg width={width} height={height} aria-hidden="true">
          <ShapesView shapes={layout.shapes} />
          {hoverDump !== null && (
            <PlotLine kind="crosshair" x={line} top={GROWTH.top} bottom={GROWTH.top + layout.plotHeight} />
          )}
        </svg>
      </ChartPlot>
      <table>
        <thead>
          <tr>
            <th scope="col">{dumpTitle(model, shown)}</th>
            <th scope="col">value</th>
            <th scope="col">standard error</th>
            <th scope="col">slope</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((one, i) => {
            const { colour, dash } = lineStyle(i, model);
            const selected = one.key === selectedKey;
            return (
              <tr key={one.key} className={selected ? 'jl-chart-selected' : undefined}>
                <th scope="row" aria-label={labelText(one.name)}>
                  <button
                    type="button"
                    className="jl-chart-pick"
                    aria-pressed={selected}
                    title={labelText(one.name, 2000)}
                    onClick={() => onSelect(selected ? null : one.key)}
                  >
                    <svg width={18} height={10} aria-hidden="true">
                      <path
                        d="M0,5H18"
                        stroke={colour}
                        strokeWidth={2.5}
                        strokeDasharray={dash ?? undefined}
                      />
                    </svg>
                    <bdi>{labelText(one.name)}</bdi>
                  </button>
                </th>
                <td>{formatValue(one.values[shown] ?? Number.NaN, unit)}</td>
                <td>{formatError(one.variance[shown] ?? Number.NaN, unit)}</td>
                <td>{slopeText(one, model)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Spoken text={spoken} />
    </div>
  );
}
