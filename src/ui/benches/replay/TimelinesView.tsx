import type { ReactElement } from 'react';
import { Charts } from './Charts.js';
import { SummaryStrip } from './SummaryStrip.js';

/** The run's numbers over its pictures. */
export function TimelinesView(): ReactElement {
  return (
    <div className="ui-view">
      <SummaryStrip />
      <Charts />
    </div>
  );
}
