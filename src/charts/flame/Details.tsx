import type { ReactElement } from 'react';
import type { NodeDetails } from './describe.js';

export interface DetailsProps {
  readonly details: NodeDetails;
  /** Which node this is: the one under the pointer, the selected one, or all that is shown. */
  readonly which: string;
}

/** The numbers of one node, always in the same places. */
export function Details({ details, which }: DetailsProps): ReactElement {
  return (
    <div className="jl-flame-details">
      <p className="jl-flame-name">
        <span className="jl-flame-which">{which}</span>
        <bdi title={details.name}>{details.name}</bdi>
      </p>
      <p className="jl-flame-module" title={details.module}>
        <bdi>{details.module}</bdi>
      </p>
      <dl>
        {details.rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
