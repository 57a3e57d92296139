/** The four rules of summing side by side: a row for each stack, function or module, a mark for each rule. */
import '../shared/chart.css';
import './sum-rules.css';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { labelText } from '../shared/label.js';
import { cssVariables } from '../shared/palette.js';
import { ShapesView } from '../shared/ShapesView.js';
import { useWidth } from '../shared/use-element.js';
import { caption, readings, referenceText, rowSentence } from './describe.js';
import { layoutSumRules, rulePath, ruleTitle, SUM_RULES } from './layout.js';
import type { SumRulesModel, SumRulesProps } from './props.js';
import { knownRules, ruleColour, RULES } from './rules.js';

export { exportSumRulesSvg } from './export-svg.js';
export type { RowKind, RuleId, SumRulesModel, SumRulesProps, SumRulesTable } from './props.js';
export { RULE_IDS } from './props.js';
export { RULES } from './rules.js';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

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
    const node = scroller.current;
    if (node === null || place < 0) return;
    const top = place * SUM_RULES.row;
    if (top < node.scrollTop) node.scrollTop = top;
    else if (top + SUM_RULES.row > node.scrollTop + viewport) node.scrollTop = top + SUM_RULES.row - viewport;
  }, [place, viewport]);

  const rowUnder = (event: MouseEvent): number | null => {
    const box = content.current?.getBoundingClientRect();
    return box === undefined ? null : (rows[Math.floor((event.clientY - box.top) / SUM_RULES.row)] ?? null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) return;
    const step = STEPS[event.key];
    const last = rows.length - 1;
    let to: number | null = null;
    if (step !== undefined)
      to = place < 0 ? (step > 0 ? 0 : last) : Math.max(0, Math.min(last, place + step));
    else if (event.key === 'Home') to = 0;
    else if (event.key === 'End') to = last;
    else if (event.key !== 'Escape') return;
    event.preventDefault();
    onSelect(to === null ? null : (rows[to] as number));
  };
  const known = knownRules(model);
  const shown =
    hovered !== null && rows.includes(hovered) ? hovered : place >= 0 ? selectedRow : (rows[0] ?? null);
  return (
    <div ref={root} className="jl-chart jl-rules" style={cssVariables(theme) as CSSProperties}>
      <p className="jl-chart-caption">{caption(model, rows.length)}</p>
      <ul className="jl-chart-legend" aria-label="Rules">
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
          {/* A picture that takes keys: no HTML element stands for that. */}
          {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
          <div
            ref={scroller}
            className="jl-chart-plot jl-rules-scroll"
            role="group"
            aria-roledescription="chart"
            aria-label={`${labelText(props.label)}: four rules of summing, ${rows.length} rows. Arrow keys read row by row.`}
            tabIndex={0}
            style={{ height: viewport }}
            onKeyDown={onKeyDown}
            onMouseMove={(event) => setHovered(rowUnder(event))}
            onMouseLeave={() => setHovered(null)}
            onClick={(event) => onSelect(rowUnder(event))}
          >
            <div ref={content} style={{ height: layout.height }}>
              <svg width={width} height={layout.height} aria-hidden="true">
                <ShapesView shapes={layout.shapes} />
              </svg>
            </div>
          </div>
          {/* oxlint-enable */}
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
      <p className="jl-spoken" aria-live="polite">
        {place >= 0 && selectedRow !== null ? rowSentence(model, selectedRow) : ''}
      </p>
    </div>
  );
}
