import './readout.css';
import type { ReactElement } from 'react';
import { Swatch } from '../shared/Swatch.js';
import type { GroupColumns } from './columns.js';
import { swatchKind } from './Legend.js';
import type { Reading } from './reading.js';
import type { SeriesId } from './series.js';
import { differenceText, placeIn, type Row } from './values.js';

interface ReadoutProps {
  readonly rows: readonly Row[];
  readonly columns: GroupColumns | null;
  /** Run B; null for none. */
  readonly other: GroupColumns | null;
  readonly reading: Reading;
  readonly hidden: ReadonlySet<SeriesId>;
  readonly label: string;
}

/** Exact values, each in its fixed place: of the run, or of both and their difference. */
export function Readout({ rows, columns, other, reading, hidden, label }: ReadoutProps): ReactElement {
  return (
    <div className="jl-readout">
      <div className="jl-readout-head" aria-hidden="true">
        {other !== null && (
          <>
            <span className="jl-current-value">A</span>
            <span className="jl-pinned-value">B</span>
            <span>A − B</span>
          </>
        )}
      </div>
      <dl aria-label={label}>
        {rows.map((row) => {
          const off = row.series !== null && hidden.has(row.series.id);
          const a = columns === null ? Number.NaN : row.value(columns, placeIn(row, reading.a));
          const b = other === null ? Number.NaN : row.value(other, placeIn(row, reading.b));
          const silent = other === null && (columns === null || columns.length === 0);
          return (
            <div key={row.key} className={off ? 'jl-off' : row.series === null ? 'jl-sum' : undefined}>
              <dt>
                {row.series === null ? (
                  <span className="jl-swatch" aria-hidden="true" />
                ) : (
                  <Swatch colour={row.series.colour} kind={swatchKind(row.series)} />
                )}
                {row.label} <span className="jl-readout-unit">{row.unit}</span>
              </dt>
              <dd>{silent ? '' : row.text(a)}</dd>
              {other !== null && (
                <>
                  <dd className="jl-pinned-value">{row.text(b)}</dd>
                  <dd className="jl-difference">{differenceText(row, a, b)}</dd>
                </>
              )}
            </div>
          );
        })}
      </dl>
    </div>
  );
}
