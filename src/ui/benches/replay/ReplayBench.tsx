import './replay.css';
import { type MouseEvent, type ReactElement, useRef } from 'react';
import { useFiles, useResults, useSweepResults, useView } from '../../app-context.js';
import { FilesPanel } from '../../files/FilesPanel.js';
import { EmptyBench } from './EmptyBench.js';
import { OptionsPanel } from './OptionsPanel.js';
import { useZoomOfAxis } from './use-drawn-axis.js';
import { shownView } from './views.js';
import { ViewSwitch } from './ViewSwitch.js';

export default function ReplayBench(): ReactElement {
  const empty = useResults((results) => results.run === null && results.status === 'none');
  const reading = useFiles(({ files }) =>
    files.some((file) => file.status === 'reading' || file.status === 'waiting'),
  );
  const swept = useSweepResults((results) => results.run !== null);
  const tuning = useView(({ replayView }) => replayView === 'tune');
  const { label, controls: Controls, component: View } = shownView(useView(({ replayView }) => replayView));
  useZoomOfAxis();
  const stage = useRef<HTMLDivElement>(null);
  // The address belongs to the settings: the link must not change it.
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    stage.current?.focus();
  };
  return (
    <div className="ui-bench">
      <a className="ui-skip" href="#stage" onClick={skip}>
        Skip files and options
      </a>
      <aside className="ui-side" aria-label="Files and options">
        <FilesPanel />
        <OptionsPanel />
      </aside>
      <div ref={stage} id="stage" className="ui-stage" tabIndex={-1}>
        {/* Results of sweeps can be looked at without a trace. */}
        {empty && !reading && !(swept && tuning) ? (
          <EmptyBench />
        ) : (
          <>
            <h1 className="ui-sr-only">Replay</h1>
            <div className="ui-controls" role="toolbar" aria-label={`${label}: view`}>
              <ViewSwitch />
              {Controls !== null && <Controls />}
            </div>
            <View />
          </>
        )}
      </div>
    </div>
  );
}
