import './replay.css';
import type { ReactElement } from 'react';
import { useFiles, useResults } from '../../app-context.js';
import { FilesPanel } from '../../files/FilesPanel.js';
import { Charts } from './Charts.js';
import { ControlsRow } from './ControlsRow.js';
import { EmptyBench } from './EmptyBench.js';
import { OptionsPanel } from './OptionsPanel.js';
import { SummaryStrip } from './SummaryStrip.js';

export default function ReplayBench(): ReactElement {
  const empty = useResults((results) => results.run === null && results.status === 'none');
  const reading = useFiles(({ files }) =>
    files.some((file) => file.status === 'reading' || file.status === 'waiting'),
  );
  return (
    <div className="ui-bench">
      <aside className="ui-side" aria-label="Files and options">
        <FilesPanel />
        <OptionsPanel />
      </aside>
      <div className="ui-stage">
        {empty && !reading ? (
          <EmptyBench />
        ) : (
          <>
            <h1 className="ui-sr-only">Replay</h1>
            <SummaryStrip />
            <ControlsRow />
            <Charts />
          </>
        )}
      </div>
    </div>
  );
}
