import { Button } from '@mantine/core';
import { type ReactElement, useCallback, useState } from 'react';
import { useElementSize } from '@mantine/hooks';
import { type SeriesId, Timelines, type TimelinesPhase } from '../../../charts/timelines/Timelines.js';
import type { Results } from '../../../state/results.js';
import { toggleSeries } from '../../../state/view.js';
import { useApp, useInside, useResults } from '../../app-context.js';
import { useTimeCursor } from './inside/use-time-cursor.js';
import { usePair } from './use-pair.js';
import { useTimelinesModel } from './use-timelines-model.js';

/** Beside the map there may be little room: then the legend goes below the panels, since readouts, labels and titles name colours and stripes too. Pixels. */
const LEGEND_FROM = 420;

/** Binds the stores to the timelines. */
export function Charts(): ReactElement {
  const { view, replays } = useApp();
  const model = useTimelinesModel();
  const status = useResults((results) => results.status);
  const error = useResults((results) => results.error);
  const currentPhase = useResults(phaseOf);
  const { a } = usePair();
  // A pinned run is whole, whatever the current one does; until it is replayed there is nothing of it.
  const phase = a.pin === null ? currentPhase : a.run === null ? 'loading' : 'ready';
  const [hoverX, setHoverX] = useState<number | null>(null);
  const onZoom = useCallback(
    (domain: readonly [number, number] | null) => view.setState({ zoom: wholeUnits(domain) }),
    [view],
  );
  const onToggle = useCallback((id: SeriesId) => toggleSeries(view, id), [view]);
  const { ref, height } = useElementSize();
  const { ref: noticeRef, height: noticeHeight } = useElementSize();
  const cursor = useTimeCursor();
  const open = useInside((inputs) => inputs.open);
  return (
    <div ref={ref} className="ui-charts">
      <div ref={noticeRef}>
        {(status === 'failed' || status === 'cancelled') && (
          <div className="ui-charts-notice" role={status === 'failed' ? 'alert' : 'status'}>
            <span>
              {status === 'failed' ? error : 'The replay was cancelled; what it had done is shown.'}
            </span>
            <Button size="compact-xs" variant="default" onClick={() => replays.again()}>
              Replay again
            </Button>
          </div>
        )}
      </div>
      <h2 className="ui-sr-only">Timelines</h2>
      <Timelines
        {...model}
        revision={model.table?.snapshots ?? 0}
        phase={phase}
        stale={a.stale}
        {...(height > 0 ? { viewHeight: height - noticeHeight } : {})}
        hoverX={hoverX}
        {...cursor}
        legend={!open || height >= LEGEND_FROM ? 'above' : 'below'}
        onHover={setHoverX}
        onZoom={onZoom}
        onToggleSeries={onToggle}
      />
    </div>
  );
}

/** Nanoseconds and events are whole; parts of them only make links long. */
function wholeUnits(domain: readonly [number, number] | null): readonly [number, number] | null {
  if (domain === null) return null;
  const low = Math.floor(domain[0]);
  return [low, Math.max(low + 1, Math.ceil(domain[1]))];
}

/** A failure has its own line above the charts, with a way on. */
function phaseOf({ run, status }: Results): TimelinesPhase {
  if (run === null) return status === 'failed' ? 'error' : 'loading';
  if (run.complete) return 'ready';
  return status === 'running' ? 'streaming' : 'partial';
}
