/** Bytes and objects by size class: two bar charts on one log axis of sizes. */
import '../shared/chart.css';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useMemo,
  useRef,
  useState,
} from 'react';
import { labelText } from '../shared/label.js';
import { cssVariables } from '../shared/palette.js';
import { ShapesView } from '../shared/ShapesView.js';
import { useWidth } from '../shared/use-element.js';
import { sizeReading, sizeSentence } from './describe.js';
import { classAt, layoutSizes, SIZES } from './layout.js';
import type { SizeDistributionProps } from './props.js';

export { exportSizesSvg } from './export-svg.js';
export type { SizeDistributionModel, SizeDistributionProps, SizeTable } from './props.js';

export function SizeDistribution({ table, theme, label, height }: SizeDistributionProps): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(root, 480);
  const [at, setAt] = useState(-1);
  const [spoken, setSpoken] = useState('');
  const layout = useMemo(() => layoutSizes({ table, theme }, width, height), [table, theme, width, height]);
  const count = table.sizes.length;
  const shown = at < count ? at : -1;

  const onMouseMove = (event: MouseEvent): void => {
    const box = plot.current?.getBoundingClientRect();
    if (box !== undefined) setAt(classAt(layout, event.clientX - box.left));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: shown < 0 ? count - 1 : Math.max(0, shown - 1),
      ArrowRight: Math.min(count - 1, shown + 1),
      Home: 0,
      End: count - 1,
      Escape: -1,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    setSpoken(sizeSentence(table, next));
  };
  const reading = sizeReading(table, shown);
  const bar = layout.bars[shown];
  return (
    <div className="jl-chart jl-sizes" ref={root} style={cssVariables(theme) as CSSProperties}>
      {count === 0 ? (
        <p className="jl-chart-empty">No size class is known here.</p>
      ) : (
        <>
          {/* A picture that takes keys: no HTML element stands for that. */}
          {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
          <div
            ref={plot}
            className="jl-chart-plot"
            role="group"
            aria-roledescription="chart"
            aria-label={`${labelText(label)}: bytes and objects by size class; ${sizeSentence(table, -1)}. Arrow keys read the classes.`}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onMouseMove={onMouseMove}
            onMouseLeave={() => setAt(-1)}
            style={{ height: layout.height }}
          >
            <svg width={width} height={layout.height} aria-hidden="true">
              {bar !== undefined && (
                <rect
                  className="jl-sizes-mark"
                  x={bar.x - 1}
                  width={bar.width + 2}
                  y={SIZES.head}
                  height={layout.height - SIZES.head - SIZES.axis}
                />
              )}
              <ShapesView shapes={layout.shapes} />
            </svg>
          </div>
          {/* oxlint-enable */}
          <table>
            <thead>
              <tr>
                <th scope="col">size of an object</th>
                <th scope="col">bytes</th>
                <th scope="col">objects</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">{reading.size}</th>
                <td>
                  <Reading text={reading.bytes} />
                </td>
                <td>
                  <Reading text={reading.objects} />
                </td>
              </tr>
            </tbody>
          </table>
        </>
      )}
      <p className="jl-spoken" aria-live="polite">
        {spoken}
      </p>
    </div>
  );
}

/** Value and error: in a narrow place they stand below each other, neither is broken. */
function Reading({ text }: { readonly text: string }): ReactElement {
  const at = text.indexOf(' (');
  return (
    <>
      <span className="jl-sizes-part">{text.slice(0, at)}</span>{' '}
      <span className="jl-sizes-part">{text.slice(at + 1)}</span>
    </>
  );
}
