import './legend.css';
import { memo, type ReactElement } from 'react';
import { Swatch } from '../shared/Swatch.js';
import { PANELS, type PanelId, type Series, type SeriesId } from './series.js';

export interface LegendProps {
  readonly panels: readonly PanelId[];
  readonly hidden: ReadonlySet<SeriesId>;
  /** Series the run cannot give; their buttons are disabled and say so. */
  readonly missing: ReadonlySet<SeriesId>;
  /** What A and B are, where B is laid over A; null for one run. */
  readonly pair: { readonly a: string; readonly b: string } | null;
  readonly onToggleSeries: (id: SeriesId) => void;
}

export function swatchKind(series: Series): 'solid' | 'striped' | 'pale' | 'line' {
  return series.mark === 'line' ? 'line' : series.fill;
}

/** One legend for all panels: a button for each series, pressed while the series is shown. */
export const Legend = memo(function Legend({
  panels,
  hidden,
  missing,
  pair,
  onToggleSeries,
}: LegendProps): ReactElement {
  return (
    <ul className="jl-legend-list jl-legend" aria-label="Series shown in the charts">
      {panels.map((id) => (
        <li key={id} className="jl-legend-panel">
          <span className="jl-legend-title">{PANELS[id].title}</span>
          {PANELS[id].series.map((series) => (
            <button
              key={series.id}
              type="button"
              className="jl-legend-button"
              aria-pressed={!hidden.has(series.id)}
              disabled={missing.has(series.id)}
              title={
                missing.has(series.id)
                  ? `${series.help} Not in this run, or not in the one it is compared with.`
                  : series.help
              }
              onClick={() => onToggleSeries(series.id)}
            >
              <Swatch colour={series.colour} kind={swatchKind(series)} />
              {series.label}
            </button>
          ))}
        </li>
      ))}
      {pair !== null && (
        <li className="jl-legend-pair">
          <span className="jl-legend-run">
            <b className="jl-current-value">A</b> <bdi title={pair.a}>{pair.a}</bdi>
          </span>
          <span className="jl-legend-run">
            <Swatch colour="pinned" kind="line" /> <b className="jl-pinned-value">B</b>{' '}
            <bdi title={pair.b}>{pair.b}</bdi>
          </span>
          <span className="jl-legend-band">
            <Swatch colour="current" kind="higher-a" /> A is higher
          </span>
          <span className="jl-legend-band">
            <Swatch colour="pinned" kind="higher-b" /> B is higher
          </span>
          <span
            className="jl-legend-tip"
            title="The thin line of B and the stripes compare what the shown series hold together; retained address space holds no memory and is left out. Switch series off to compare the others alone, on their own scale."
          >
            switch series off to compare the rest alone
          </span>
        </li>
      )}
    </ul>
  );
});
