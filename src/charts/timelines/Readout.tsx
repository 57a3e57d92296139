import type { ReactElement } from 'react';
import { Swatch } from '../shared/Swatch.js';
import type { GroupColumns } from './columns.js';
import { swatchKind } from './Legend.js';
import type { SeriesId } from './series.js';
import type { Row } from './values.js';

interface ReadoutProps {
  readonly rows: readonly Row[];
  readonly columns: GroupColumns | null;
  readonly index: number;
  readonly pinned: GroupColumns | null;
  readonly pinnedIndex: number;
  readonly hidden: ReadonlySet<SeriesId>;
  readonly label: string;
}

/** Exact values at the crosshair, each in its fixed place. */
export function Readout({
  rows,
  columns,
  index,
  pinned,
  pinnedIndex,
  hidden,
  label,
}: ReadoutProps): ReactElement {
  return (
    <div className="jl-readout">
      <div className="jl-readout-head" aria-hidden="true">
        {pinned === null ? '' : 'run A'}
      </div>
      <dl aria-label={label}>
        {rows.map((row) => {
          const off = row.series !== null && hidden.has(row.series.id);
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
              <dd>{columns !== null && index >= 0 ? row.text(columns, index) : ''}</dd>
              <dd className="jl-pinned-value">
                {pinned !== null && pinnedIndex >= 0 ? row.text(pinned, pinnedIndex) : ''}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
