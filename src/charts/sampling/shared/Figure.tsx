/** Frame of a picture: title, reading aid, marks, crosshair for pointer and keys, values in fixed places. */
import './sampling.css';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useMemo,
  useState,
} from 'react';
import { ChartPlot, Spoken } from '../../shared/ChartPlot.js';
import { ChartSection } from '../../shared/ChartSection.js';
import { nextStop } from '../../shared/keyboard.js';
import { placeUnder } from '../../shared/pointer.js';
import { ShapesView } from '../../shared/ShapesView.js';
import { type FigureLayout, type FigureModel, type Reading, readingSentence } from './figure-model.js';
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
  return (
    <ChartSection
      className="jl-sampling"
      theme={theme}
      title={words.title}
      aid={words.aid}
      controls={children}
      empty={empty}
      firstWidth={960}
    >
      {(width) => <Plot figure={figure} width={width} />}
    </ChartSection>
  );
}

function Plot({ figure, width }: { readonly figure: FigureModel; readonly width: number }): ReactElement {
  const [at, setAt] = useState(-1);
  const [spoken, setSpoken] = useState('');
  const layout = useMemo<FigureLayout>(() => figure.layout(width), [figure, width]);
  const { linked, tell } = useSizeLink(figure.sizes);
  const stop = at >= 0 ? at : linked;
  const shown = stop < layout.stops ? stop : -1;
  const reading = useMemo(() => figure.read(shown), [figure, shown]);

  const stand = (next: number): void => {
    setAt(next);
    tell(next);
  };
  const onPointer = (event: PointerEvent): void =>
    stand(layout.stopAt(...placeUnder(event, event.currentTarget)));
  const onKey = (event: KeyboardEvent): boolean => {
    const next = nextStop(event.key, shown, layout.stops, { axis: figure.axis ?? 'x', page: 10 });
    if (next === null) return false;
    stand(next);
    setSpoken(readingSentence(figure.read(next)));
    return true;
  };
  const keys = figure.axis === 'y' ? 'Up and down arrow' : 'Left and right arrow';
  return (
    <>
      <ChartPlot
        label={`${figure.words.title}. ${keys} keys read values.`}
        onKey={onKey}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => stand(-1)}
        style={{ height: layout.height }}
      >
        <svg width={width} height={layout.height} aria-hidden="true">
          <ShapesView shapes={layout.shapes} />
          {shown >= 0 && <ShapesView shapes={layout.crosshair(shown)} />}
        </svg>
      </ChartPlot>
      <Readout reading={reading} title={figure.words.title} scrolls={width < PHONE} />
      <Spoken text={spoken} />
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
