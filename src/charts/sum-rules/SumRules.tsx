/** The four rules of summing side by side: a row for each stack, function or module, a mark for each rule. */
import '../shared/chart.css';
import './sum-rules.css';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ChartPlot, Spoken } from '../shared/ChartPlot.js';
import { nextStop } from '../shared/keyboard.js';
import { labelText } from '../shared/label.js';
import { bringIntoSight, placeUnder } from '../shared/pointer.js';
import { ShapesView } from '../shared/ShapesView.js';
import { themeStyle } from '../shared/theme-style.js';
import { useWidth } from '../shared/use-element.js';
import { caption, readings, referenceText, rowSentence } from './describe.js';
import { layoutSumRules, rulePath, ruleTitle, SUM_RULES } from './layout.js';
import type { SumRulesModel, SumRulesProps } from './props.js';
import { knownRules, ruleColour, RULES } from './rules.js';

export { exportSumRulesSvg } from './export-svg.js';
export type { RowKind, RuleId, SumRulesModel, SumRulesProps, SumRulesTable } from './props.js';
export { RULE_IDS } from './props.js';
export { RULES } from './rules.js';

export function SumRules(props: SumRulesProps): ReactElement {
  const { table, unit, reference, selectedRow, theme, onSelect } = props;
  const best = props.best ?? null;
  const sortBy = props.sortBy ?? 'whole';
  const mostRows = props.mostRows ?? 100;
  const content = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root, 960);
  const [hovered, setHovered] = useState<number | null>(null);
  const model = useMemo<SumRulesModel>(
    () => ({ table, unit, reference, best, sortBy, mostRows, selectedRow, theme }),
    [table, unit, reference, best, sortBy, mostRows, selectedRow, theme],
  );
  const layout = useMemo(() => layoutSumRules(model, width), [model, width]);
  const { rows } = layout;
  const viewport = Math.min(props.height ?? SUM_RULES.height, layout.height);
  const place = selectedRow === null ? -1 : rows.indexOf(selectedRow);

  useEffect(() => {
    if (scroller.current === null || place < 0) return;
    bringIntoSight(scroller.current, place * SUM_RULES.row, SUM_RULES.row, viewport);
  }, [place, viewport]);

  const rowUnder = (event: MouseEvent): number | null => {
    if (content.current === null) return null;
    const [, top] = placeUnder(event, content.current);
    return rows[Math.floor(top / SUM_RULES.row)] ?? null;
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const next = nextStop(event.key, place, rows.length, { axis: 'y', page: 10 });
    if (next === null) return false;
    onSelect(rows[next] ?? null);
    return true;
  };
  const known = knownRules(model);
  const shown =
    hovered !== null && rows.includes(hovered) ? hovered : place >= 0 ? selectedRow : (rows[0] ?? null);
  return (
    <div ref={root} className="jl-chart jl-rules" style={themeStyle(theme)}>
      <p className="jl-chart-caption">{caption(model, rows.length)}</p>
      <ul className="jl-legend-list jl-chart-legend" aria-label="Rules">
        {known.map((rule) => (
          <li key={rule} title={RULES[rule].help}>
            <svg width={12} height={12} aria-hidden="true">
              <path d={rulePath(rule, 6, 6)} fill={ruleColour(rule, theme)} />
            </svg>
            {ruleTitle(rule)}
          </li>
        ))}
      </ul>
      {shown === null ? (
        <p className="jl-chart-empty">No row to compare: load a dump with at least one stack.</p>
      ) : (
        <>
          <svg className="jl-rules-axis" width={width} height={SUM_RULES.axis} aria-hidden="true">
            <ShapesView shapes={layout.axis} />
          </svg>
          <ChartPlot
            ref={scroller}
            className="jl-chart-plot jl-chart-scroll"
            label={`${labelText(props.label)}: four rules of summing, ${rows.length} rows. Arrow keys read row by row.`}
            style={{ height: viewport }}
            onKey={onKey}
            onMouseMove={(event) => setHovered(rowUnder(event))}
            onMouseLeave={() => setHovered(null)}
            onClick={(event) => onSelect(rowUnder(event))}
          >
            <div ref={content} style={{ height: layout.height }}>
              <svg width={width} height={layout.height} aria-hidden="true">
                <ShapesView shapes={layout.shapes} />
              </svg>
            </div>
          </ChartPlot>
          <div className="jl-rules-readout">
            <p>
              <bdi title={labelText(table.names[shown] ?? '', 2000)}>
                {labelText(table.names[shown] ?? '')}
              </bdi>
              <span>reference {referenceText(model, shown)}</span>
            </p>
            <dl>
              {readings(model, shown).map(({ rule, title, value, ratio }) => (
                <div key={rule}>
                  <dt>{title}</dt>
                  <dd>
                    {value} <span>{ratio}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </>
      )}
      <Spoken text={place >= 0 && selectedRow !== null ? rowSentence(model, selectedRow) : ''} />
    </div>
  );
}
