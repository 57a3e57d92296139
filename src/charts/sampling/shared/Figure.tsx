/** Frame of a picture: title, reading aid, marks, crosshair for pointer and keys, values in fixed places. */
import '../../shared/chart.css';
import './sampling.css';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cssVariables } from '../../shared/palette.js';
import { ShapesView } from '../../shared/ShapesView.js';
import { useWidth } from '../../shared/use-element.js';
import { type FigureLayout, type FigureModel, type Reading, readingSentence } from './figure-model.js';
import { nextStop } from './keyboard.js';
import { useSizeLink } from './size-link.js';

/** Narrower than this, a readout may have to scroll. Pixels. */
const PHONE = 640;

export interface FigureProps {
  readonly figure: FigureModel;
  /** Between the reading aid and the picture, such as a choice of what it shows. */
  readonly children?: ReactNode;
}

export function Figure({ figure, children }: FigureProps): ReactElement {
  const { words, theme, empty } = figure;
  const root = useRef<HTMLElement>(null);
  const id = useId();
  const width = useWidth(root, 960);
  return (
    <section
      ref={root}
      className="jl-chart jl-sampling"
      style={cssVariables(theme) as CSSProperties}
      aria-labelledby={id}
    >
      <h3 id={id}>{words.title}</h3>
      <p className="jl-chart-caption">{words.aid}</p>
      {children}
      {empty === null ? <Plot figure={figure} width={width} /> : <p className="jl-chart-empty">{empty}</p>}
    </section>
  );
}

function Plot({ figure, width }: { readonly figure: FigureModel; readonly width: number }): ReactElement {
  const plot = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(-1);
  const [spoken, setSpoken] = useState('');
  const layout = useMemo<FigureLayout>(() => figure.layout(width), [figure, width]);
  const { linked, tell } = useSizeLink(figure.sizes);
  const stop = at >= 0 ? at : linked;
  const shown = stop < layout.stops ? stop : -1;
  const reading = useMemo(() => figure.read(shown), [figure, shown]);

  const stopUnder = (event: { readonly clientX: number; readonly clientY: number }): number => {
    const box = plot.current?.getBoundingClientRect();
    return box === undefined ? -1 : layout.stopAt(event.clientX - box.left, event.clientY - box.top);
  };
  const stand = (next: number): void => {
    setAt(next);
    tell(next);
  };
  const onPointer = (event: PointerEvent): void => stand(stopUnder(event));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const next = nextStop(event.key, shown, layout.stops, figure.axis ?? 'x');
    if (next === null) return;
    event.preventDefault();
    stand(next);
    setSpoken(readingSentence(figure.read(next)));
  };
  const keys = figure.axis === 'y' ? 'Up and down arrow' : 'Left and right arrow';
  return (
    <>
      {/* A picture that takes keys: no HTML element stands for that. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={plot}
        className="jl-chart-plot"
        role="group"
        aria-roledescription="chart"
        aria-label={`${figure.words.title}. ${keys} keys read values.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => stand(-1)}
        style={{ height: layout.height }}
      >
        <svg width={width} height={layout.height} aria-hidden="true">
          <ShapesView shapes={layout.shapes} />
          {shown >= 0 && <ShapesView shapes={layout.crosshair(shown)} />}
        </svg>
      </div>
      {/* oxlint-enable */}
      <Readout reading={reading} title={figure.words.title} scrolls={width < PHONE} />
      <p className="jl-spoken" aria-live="polite">
        {spoken}
      </p>
    </>
  );
}

interface ReadoutProps {
  readonly reading: Reading;
  readonly title: string;
  /** Columns may not fit: then keys must be able to scroll to them. */
  readonly scrolls: boolean;
}

function Readout({ reading, title, scrolls }: ReadoutProps): ReactElement {
  const { heading, columns, rows, note } = reading;
  return (
    <div
      className="jl-sampling-readout"
      {...(scrolls ? { role: 'region', 'aria-label': `Values: ${title}`, tabIndex: 0 } : {})}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, mark, values }) => (
            <tr key={key}>
              <th scope="row" title={label}>
                {mark !== undefined && (
                  <svg width={20} height={10} aria-hidden="true">
                    <path
                      d="M0,5H20"
                      stroke={mark.stroke}
                      strokeWidth={mark.width}
                      strokeDasharray={mark.dash}
                      opacity={mark.opacity}
                    />
                  </svg>
                )}
                <bdi>{label}</bdi>
              </th>
              {columns.map((column, i) => (
                <td key={column}>{values[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note !== undefined && <p className="jl-chart-caption">{note}</p>}
    </div>
  );
}
