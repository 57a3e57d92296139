import './sampling.css';
import type { ReactElement } from 'react';
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
  VariancePicture,
  WriterPicture,
} from './TheoryPictures.js';
import { CounterPicture, ExperimentPicture } from './TrialPictures.js';
import { WorkloadPanel } from './WorkloadPanel.js';

export default function SamplingBench(): ReactElement {
  return (
    <div className="ui-sampling">
      <aside className="ui-sampling-side" aria-label="Workload and sampling">
        <FilesPanel />
        <RatePanel />
        <WorkloadPanel />
      </aside>
      <Stage />
    </div>
  );
}

function Stage(): ReactElement {
  const empty = useSampling(({ workload }) => workload.length === 0);
  const { answer, request, error, asked, key } = useSamplingResults(({ theory }) => theory);
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
            <VariancePicture answer={answer} request={request} />
            <SharesPicture answer={answer} request={request} />
            <CostPicture answer={answer} request={request} />
            <ExperimentPicture />
            <SummingPicture answer={answer} request={request} />
            <CounterPicture />
            <WriterPicture answer={answer} request={request} />
            <BestPicture answer={answer} request={request} />
            <DumpPanel />
          </div>
        </>
      )}
    </div>
  );
}
