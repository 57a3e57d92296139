/** Frame of a picture: title, reading aid, legend, marks, keys, and what is said of the place under the pointer. */
import '../../shared/chart.css';
import './tuning.css';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cssVariables } from '../../shared/palette.js';
import { ShapesView } from '../../shared/ShapesView.js';
import { useWidth } from '../../shared/use-element.js';
import type { LegendEntry, PlotFigure, PlotLayout } from './plot.js';

/** What all pictures of a sweep share: one run singled out, wherever it was found. */
export interface PlotLinks {
  readonly selected: number | null;
  readonly hovered: number | null;
  readonly onHover: (row: number | null) => void;
  /** @param byKey then the focus should follow to what opens */
  readonly onSelect: (row: number, byKey: boolean) => void;
}

export interface PlotFrameProps extends PlotLinks {
  readonly figure: PlotFigure;
  readonly height: number;
  /** Between the reading aid and the picture: choices of what it shows. */
  readonly controls?: ReactNode;
  /** Below and above the marks, in the plot's box. */
  readonly renderUnder?: (layout: PlotLayout) => ReactNode;
  readonly renderOver?: (layout: PlotLayout) => ReactNode;
  /** Keys of the picture's own; true where they did something. */
  readonly onKey?: (event: KeyboardEvent, stop: number, layout: PlotLayout) => boolean;
  readonly plotRef?: Ref<HTMLDivElement>;
}

export function PlotFrame(props: PlotFrameProps): ReactElement {
  const { figure, controls } = props;
  const { words, theme, empty } = figure;
  const root = useRef<HTMLElement>(null);
  const id = useId();
  const width = useWidth(root, 720);
  return (
    <section
      ref={root}
      className="jl-chart jl-tuning"
      style={cssVariables(theme) as CSSProperties}
      aria-labelledby={id}
    >
      <h3 id={id}>{words.title}</h3>
      <p className="jl-chart-caption">{words.aid}</p>
      {controls}
      {empty === null ? <Plot {...props} width={width} /> : <p className="jl-chart-empty">{empty}</p>}
    </section>
  );
}

function Plot({
  figure,
  height,
  width,
  selected,
  hovered,
  onHover,
  onSelect,
  renderUnder,
  renderOver,
  onKey,
}: PlotFrameProps & { readonly width: number }): ReactElement {
  const plot = useRef<HTMLDivElement>(null);
  /** A place that is no run, such as an empty cell; runs are kept by the owner. */
  const [place, setPlace] = useState(-1);
  const [spoken, setSpoken] = useState('');
  const describedBy = useId();
  const layout = useMemo(() => figure.layout(width, height), [figure, width, height]);
  const hoverStop = hovered === null ? place : layout.stopOf(hovered);
  const selectedStop = selected === null ? -1 : layout.stopOf(selected);

  const goTo = (stop: number): void => {
    const row = layout.rowOf(stop);
    setPlace(row < 0 ? stop : -1);
    if ((row < 0 ? null : row) !== hovered) onHover(row < 0 ? null : row);
  };
  const stopUnder = (event: { readonly clientX: number; readonly clientY: number }): number => {
    const box = plot.current?.getBoundingClientRect();
    return box === undefined ? -1 : layout.stopAt(event.clientX - box.left, event.clientY - box.top);
  };
  const onPointer = (event: PointerEvent): void => goTo(stopUnder(event));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const from = hoverStop >= 0 ? hoverStop : selectedStop;
    if (onKey?.(event, from, layout) === true) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      const row = layout.rowOf(from);
      if (row < 0) return;
      event.preventDefault();
      onSelect(row, true);
      return;
    }
    const next = event.key === 'Escape' ? -1 : layout.step(from, event.key);
    if (next === null) return;
    event.preventDefault();
    goTo(next);
    setSpoken(figure.say(next, layout));
  };
  return (
    <>
      <Legend entries={figure.legend} />
      {/* A picture that takes keys: no HTML element stands for that. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        ref={plot}
        className="jl-chart-plot"
        role="group"
        aria-roledescription="chart"
        aria-label={`${figure.words.title}. ${figure.words.keys}`}
        aria-describedby={describedBy}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerLeave={() => goTo(-1)}
        onClick={(event) => {
          const row = layout.rowOf(stopUnder(event));
          if (row >= 0) onSelect(row, false);
        }}
        style={{ height: layout.height }}
      >
        {renderUnder?.(layout)}
        <svg width={width} height={layout.height} aria-hidden="true">
          <ShapesView shapes={layout.shapes} />
          {selectedStop >= 0 && <ShapesView shapes={layout.highlight(selectedStop, 'selected')} />}
          {hoverStop >= 0 && <ShapesView shapes={layout.highlight(hoverStop, 'hover')} />}
        </svg>
        {renderOver?.(layout)}
      </div>
      {/* oxlint-enable */}
      <p className="jl-tuning-say">{figure.say(hoverStop >= 0 ? hoverStop : selectedStop, layout)}</p>
      <p id={describedBy} className="jl-spoken">
        {figure.overview}
      </p>
      <p className="jl-spoken" aria-live="polite">
        {spoken}
      </p>
    </>
  );
}

function Legend({ entries }: { readonly entries: readonly LegendEntry[] }): ReactElement | null {
  if (entries.length === 0) return null;
  return (
    <ul className="jl-chart-legend">
      {entries.map(({ text, swatch }) => (
        <li key={text}>
          <svg width={14} height={12} aria-hidden="true" overflow="visible">
            <ShapesView shapes={swatch} />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
