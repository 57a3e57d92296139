import './sampling.css';
import { type ReactElement, type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { createSizeLink, SizeLinkContext } from '../../../charts/sampling/shared/size-link.js';
import { useNearScreen } from '../../../charts/shared/use-element.js';
import type { SamplingSlot } from '../../../state/sampling-results.js';
import { useSampling, useSamplingResults } from '../../app-context.js';
import { FilesPanel } from '../../files/FilesPanel.js';
import { DumpPanel } from './DumpPanel.js';
import { RatePanel } from './RatePanel.js';
import { SummaryTiles } from './SummaryTiles.js';
import {
  BestPicture,
  CostPicture,
  SharesPicture,
  SummingPicture,
  type TheoryPictureProps,
  VariancePicture,
  WriterPicture,
} from './TheoryPictures.js';
import { CounterPicture, ExperimentPicture } from './TrialPictures.js';
import { WorkloadPanel } from './WorkloadPanel.js';

export default function SamplingBench(): ReactElement {
  const [link] = useState(createSizeLink);
  return (
    <div className="ui-sampling">
      <aside className="ui-sampling-side" aria-label="Workload and sampling">
        <FilesPanel />
        <RatePanel />
        <WorkloadPanel />
      </aside>
      <SizeLinkContext value={link}>
        <Stage />
      </SizeLinkContext>
    </div>
  );
}

function Stage(): ReactElement {
  const empty = useSampling(({ workload }) => workload.length === 0);
  const slot = useSamplingResults(({ theory }) => theory);
  const later = useDeferredValue(slot);
  const { answer, request, error, asked, key } = slot;
  if (empty) {
    return (
      <div className="ui-empty">
        <h1>What would a profile of it be worth?</h1>
        <p>
          The workload has no sizes. Add a size class on the left, choose one of the made-up workloads, or
          drop a size histogram (<code>size,allocated,live</code>), jemalloc’s statistics in JSON, a heap dump
          or a page-allocator trace anywhere on this page.
        </p>
      </div>
    );
  }
  return (
    <div className="ui-sampling-stage" data-stale={answer !== null && asked !== key && error === null}>
      <h1 className="ui-sr-only">Sampling</h1>
      {error !== null && (
        <p className="ui-charts-notice" role="alert">
          {error} The pictures below are of the last setting that could be computed.
        </p>
      )}
      {answer === null || request === null ? (
        error === null && (
          <p className="ui-picture-note" role="status">
            Computing…
          </p>
        )
      ) : (
        <>
          <SummaryTiles answer={answer} />
          {/* Keys must be able to scroll it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className="ui-pictures" role="region" aria-label="Pictures" tabIndex={0}>
            <h2 className="ui-sr-only">Eight pictures</h2>
            <InTurn now={slot} later={later}>
              {(theory) => <VariancePicture {...theory} />}
            </InTurn>
            <InTurn now={slot} later={later}>
              {(theory) => <SharesPicture {...theory} />}
            </InTurn>
            <InTurn now={slot} later={later}>
              {(theory) => <CostPicture {...theory} />}
            </InTurn>
            <ExperimentPicture />
            <InTurn now={slot} later={later}>
              {(theory) => <SummingPicture {...theory} />}
            </InTurn>
            <CounterPicture />
            <InTurn now={slot} later={later}>
              {(theory) => <WriterPicture {...theory} />}
            </InTurn>
            <InTurn now={slot} later={later}>
              {(theory) => <BestPicture {...theory} />}
            </InTurn>
            <DumpPanel />
          </div>
        </>
      )}
    </div>
  );
}

/** Pixels above and below the screen that count as on it. */
const MARGIN = 100;

/** A picture in sight follows at once; the others follow when that is done, so that a slider is never held up by them. */
function InTurn({
  now,
  later,
  children,
}: {
  readonly now: SamplingSlot<'theory'>;
  readonly later: SamplingSlot<'theory'>;
  readonly children: (theory: TheoryPictureProps) => ReactNode;
}): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const { near } = useNearScreen(place, MARGIN, false);
  const { answer, request } = near ? now : later;
  return <div ref={place}>{answer !== null && request !== null && children({ answer, request })}</div>;
}
