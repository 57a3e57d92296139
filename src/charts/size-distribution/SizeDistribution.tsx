/** Bytes and objects by size class: two bar charts on one log axis of sizes. */
import '../shared/chart.css';
import './size-distribution.css';
import { type KeyboardEvent, type MouseEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import { ChartPlot, Spoken } from '../shared/ChartPlot.js';
import { nextStop } from '../shared/keyboard.js';
import { labelText } from '../shared/label.js';
import { placeUnder } from '../shared/pointer.js';
import { ShapesView } from '../shared/ShapesView.js';
import { themeStyle } from '../shared/theme-style.js';
import { useWidth } from '../shared/use-element.js';
import { sizeReading, sizeSentence } from './describe.js';
import { classAt, layoutSizes, SIZES } from './layout.js';
import type { SizeDistributionProps } from './props.js';

export { exportSizesSvg } from './export-svg.js';
export type { SizeDistributionModel, SizeDistributionProps, SizeTable } from './props.js';

export function SizeDistribution({ table, theme, label, height }: SizeDistributionProps): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root, 480);
  const [at, setAt] = useState(-1);
  const [spoken, setSpoken] = useState('');
  const layout = useMemo(() => layoutSizes({ table, theme }, width, height), [table, theme, width, height]);
  const count = table.sizes.length;
  const shown = at < count ? at : -1;

  const onMouseMove = (event: MouseEvent): void =>
    setAt(classAt(layout, placeUnder(event, event.currentTarget)[0]));
  const onKey = (event: KeyboardEvent): boolean => {
    const next = nextStop(event.key, shown, count, { axis: 'x', page: 0 });
    if (next === null) return false;
    setAt(next);
    setSpoken(sizeSentence(table, next));
    return true;
  };
  const reading = sizeReading(table, shown);
  const bar = layout.bars[shown];
  return (
    <div className="jl-chart jl-sizes" ref={root} style={themeStyle(theme)}>
      {count === 0 ? (
        <p className="jl-chart-empty">No size class is known here.</p>
      ) : (
        <>
          <ChartPlot
            label={`${labelText(label)}: bytes and objects by size class; ${sizeSentence(table, -1)}. Arrow keys read the classes.`}
            onKey={onKey}
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
          </ChartPlot>
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
      <Spoken text={spoken} />
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
