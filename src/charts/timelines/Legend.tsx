import type { ReactElement } from 'react';
import { Swatch } from '../shared/Swatch.js';
import { PANELS, type PanelId, type Series, type SeriesId } from './series.js';

export interface LegendProps {
  readonly panels: readonly PanelId[];
  readonly hidden: ReadonlySet<SeriesId>;
  /** Series the run cannot give; their buttons are disabled and say so. */
  readonly missing: ReadonlySet<SeriesId>;
  /** True when a pinned run is drawn. */
  readonly pinned: boolean;
  readonly onToggleSeries: (id: SeriesId) => void;
}

export function swatchKind(series: Series): 'solid' | 'striped' | 'pale' | 'line' {
  return series.mark === 'line' ? 'line' : series.fill;
}

/** One legend for all panels: a button for each series, pressed while the series is shown. */
export function Legend({ panels, hidden, missing, pinned, onToggleSeries }: LegendProps): ReactElement {
  return (
    <ul className="jl-legend" aria-label="Series shown in the charts">
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
              title={missing.has(series.id) ? `${series.help} Not in this file.` : series.help}
              onClick={() => onToggleSeries(series.id)}
            >
              <Swatch colour={series.colour} kind={swatchKind(series)} />
              {series.label}
            </button>
          ))}
        </li>
      ))}
      {pinned && (
        <li className="jl-legend-panel">
          <Swatch colour="pinned" kind="line" />
          run A (pinned): totals and lines
        </li>
      )}
    </ul>
  );
}
