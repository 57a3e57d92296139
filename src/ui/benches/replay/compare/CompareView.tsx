import './compare.css';
import type { ReactElement } from 'react';
import { usePins } from '../../../app-context.js';
import { ChartControls } from '../ControlsRow.js';
import { Charts } from '../Charts.js';
import { NoPins } from './NoPins.js';
import { RunsTable } from './RunsTable.js';

export function CompareControls(): ReactElement {
  return <ChartControls overlay={false} />;
}

/** All pinned runs with their figures over the pictures of two of them. */
export function CompareView(): ReactElement {
  const none = usePins(({ pins }) => pins.length === 0);
  return (
    <div className="ui-view">
      {none ? <NoPins /> : <RunsTable />}
      <Charts />
    </div>
  );
}
