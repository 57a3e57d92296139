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
    <table className="jl-readout" aria-label={label}>
      <tbody>
        {rows.map((row) => {
          const off = row.series !== null && hidden.has(row.series.id);
          return (
            <tr key={row.key} className={off ? 'jl-off' : row.series === null ? 'jl-sum' : undefined}>
              <th scope="row">
                {row.series === null ? (
                  <span className="jl-swatch" aria-hidden="true" />
                ) : (
                  <Swatch colour={row.series.colour} kind={swatchKind(row.series)} />
                )}
                {row.label}
              </th>
              <td>{columns !== null && index >= 0 ? row.text(columns, index) : ''}</td>
              <td className="jl-pinned-value">
                {pinned !== null && pinnedIndex >= 0 ? row.text(pinned, pinnedIndex) : ''}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
