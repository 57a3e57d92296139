import '../shared/swatch.css';
import type { CSSProperties, ReactElement } from 'react';
import type { Theme } from '../shared/palette.js';
import { themeStyle } from '../shared/theme-style.js';
import { ACTIVE, CACHED, DIRTY, kindColours, type PageKind, RETAINED } from './cells.js';

const ENTRIES: readonly { readonly kind: PageKind; readonly label: string; readonly help: string }[] = [
  { kind: ACTIVE, label: 'active', help: 'In use by the program.' },
  {
    kind: CACHED,
    label: 'SEC',
    help: 'Held by the SEC: active too, but freed by the program; the small extent cache keeps it for the next request. Drawn lower.',
  },
  { kind: DIRTY, label: 'dirty', help: 'Free, but the kernel still backs it with memory.' },
  {
    kind: RETAINED,
    label: 'retained',
    help: 'Address space only: never touched, or purged. Holds no memory.',
  },
];

/** What the colours and marks mean. */
export function MapLegend({ theme }: { readonly theme: Theme }): ReactElement {
  const colours = kindColours(theme);
  return (
    <ul className="jl-legend-list jl-map-legend" style={themeStyle(theme)} aria-label="Colours of the map">
      {ENTRIES.map(({ kind, label, help }) => (
        <li key={kind} title={help}>
          <span
            className={`jl-swatch jl-swatch-solid${kind === CACHED ? ' jl-map-swatch-low' : ''}`}
            style={{ '--jl-swatch': colours[kind] } as CSSProperties}
            aria-hidden="true"
          />
          {label}
        </li>
      ))}
      <li title="Backed by a huge page. A grey bar: by small pages.">
        <span className="jl-swatch jl-map-swatch-bar" aria-hidden="true" />
        huge
      </li>
      <li title="The last event changed it; the pages it took or gave are framed.">
        <span className="jl-map-arrow" aria-hidden="true" />
        changed
      </li>
    </ul>
  );
}
