/** Frame of a picture: title, reading aid, legend, marks, keys, and what is said of the place under the pointer. */
import './tuning.css';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useMemo,
  useState,
} from 'react';
import { ChartPlot, Spoken } from '../../shared/ChartPlot.js';
import { ChartSection } from '../../shared/ChartSection.js';
import { placeUnder } from '../../shared/pointer.js';
import { ShapesView } from '../../shared/ShapesView.js';
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
}

export function PlotFrame(props: PlotFrameProps): ReactElement {
  const { figure, controls } = props;
  const { words, theme, empty } = figure;
  return (
    <ChartSection
      className="jl-tuning"
      theme={theme}
      title={words.title}
      aid={words.aid}
      controls={controls}
      empty={empty}
      firstWidth={720}
    >
      {(width) => <Plot {...props} width={width} />}
    </ChartSection>
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
  const stopUnder = (event: MouseEvent): number => layout.stopAt(...placeUnder(event, event.currentTarget));
  const takeKey = (event: KeyboardEvent): boolean => {
    const from = hoverStop >= 0 ? hoverStop : selectedStop;
    if (onKey?.(event, from, layout) === true) return true;
    if (event.key === 'Enter' || event.key === ' ') {
      const row = layout.rowOf(from);
      if (row >= 0) onSelect(row, true);
      return row >= 0;
    }
    const next = event.key === 'Escape' ? -1 : layout.step(from, event.key);
    if (next === null) return false;
    goTo(next);
    setSpoken(figure.say(next, layout));
    return true;
  };
  return (
    <>
      <Legend entries={figure.legend} />
      <ChartPlot
        label={`${figure.words.title}. ${figure.words.keys}`}
        aria-describedby={describedBy}
        onKey={takeKey}
        onPointerMove={(event) => goTo(stopUnder(event))}
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
      </ChartPlot>
      <p className="jl-tuning-say">{figure.say(hoverStop >= 0 ? hoverStop : selectedStop, layout)}</p>
      <p id={describedBy} className="jl-spoken">
        {figure.overview}
      </p>
      <Spoken text={spoken} />
    </>
  );
}

function Legend({ entries }: { readonly entries: readonly LegendEntry[] }): ReactElement | null {
  if (entries.length === 0) return null;
  return (
    <ul className="jl-legend-list jl-chart-legend">
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
