import type { ReactElement } from 'react';
import type { PageslabColumns } from '../../engine/inspect/moment.js';
import { formatCount } from '../../base/numbers.js';
import { pageText, slabFacts } from './describe.js';

/** One pageslab and one page of it, each fact in its fixed place. */
export function MapReadout({
  columns,
  index,
  page,
  hint,
}: {
  readonly columns: PageslabColumns;
  readonly index: number;
  readonly page: number;
  readonly hint: string;
}): ReactElement {
  if (index < 0) {
    return (
      <div className="jl-map-readout">
        <p className="jl-map-hint">{hint}</p>
      </div>
    );
  }
  const facts = slabFacts(columns, index);
  const waits = [facts.purge, facts.hugify].filter((part) => part !== '').join('; ');
  return (
    <div className="jl-map-readout">
      <p>
        <b>#{facts.slab}</b>
        <span className="jl-map-fact-wide">{facts.huge ? 'huge' : 'not huge'}</span>
        <Fact label="active" value={facts.active} />
        <Fact label="dirty" value={facts.dirty} />
        <Fact label="retained" value={facts.retained} />
        <Fact label="longest free run" value={facts.longestFreeRun} />
        <Fact label="age" value={facts.age} />
      </p>
      <p className="jl-map-second">
        {page >= 0 && <span className="jl-map-page">{pageText(columns, index, page)}</span>}
        <span title={waits}>{waits === '' ? 'waits for neither purge nor hugify' : waits}</span>
      </p>
    </div>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: number }): ReactElement {
  return (
    <span className="jl-map-fact">
      {label} <span>{formatCount(value)}</span>
    </span>
  );
}
