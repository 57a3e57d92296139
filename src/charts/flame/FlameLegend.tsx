import type { ReactElement } from 'react';
import type { LegendEntry } from './colouring.js';

export interface FlameLegendProps {
  readonly entries: readonly LegendEntry[];
  /** Entries left out. */
  readonly more: number;
  /** What the widths stand for. */
  readonly caption: string;
}

/** What the colours and the widths of a flame graph mean. */
export function FlameLegend({ entries, more, caption }: FlameLegendProps): ReactElement {
  return (
    <ul className="jl-legend-list jl-flame-legend" aria-label="Colours of the flame graph">
      {entries.map(({ fill, text, title }, i) => (
        // Names of modules may repeat: the place is what identifies an entry.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={i} title={title}>
          <span className="jl-flame-swatch" style={{ background: fill }} aria-hidden="true" />
          {text}
        </li>
      ))}
      {more > 0 && <li>+ {more} more</li>}
      <li className="jl-flame-caption">{caption}</li>
    </ul>
  );
}
