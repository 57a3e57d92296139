import './sampling.css';
import { Button, useComputedColorScheme } from '@mantine/core';
import { WORKLOAD_PRESETS } from '../../../engine/sampling/workload-presets.js';
import { type ComponentType, memo, type ReactElement, useState } from 'react';
import { createSizeLink, SizeLinkContext } from '../../../charts/sampling/shared/size-link.js';
import type { Theme } from '../../../charts/shared/palette.js';
import type { SamplingResults, SamplingSlot } from '../../../state/sampling-results.js';
import type { ExperimentPart } from '../../../workers/sampling.api.js';
import { useApp, useSampling, useSamplingResults } from '../../app-context.js';
import { FilesPanel } from '../../files/FilesPanel.js';
import { DumpPanel } from './DumpPanel.js';
import { InTurn } from './InTurn.js';
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
import { useLate } from './use-late.js';
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
  const error = useSamplingResults(({ theory }) => theory.error);
  const answered = useSamplingResults(({ theory }) => theory.answer !== null);
  const nothingLive = useSamplingResults(({ theory }) => theory.answer?.totals.liveBytes === 0);
  const { inputs } = useApp().sampling;
  const late = useLate();
  if (empty) {
    return (
      <div className="ui-empty">
        <h1>What would a profile of it be worth?</h1>
        <p>
          The workload has no sizes. Add a size class on the left, choose one of the made-up workloads, or
          drop a size histogram (<code>size,allocated,live</code>), jemalloc’s statistics in JSON, a heap dump
          or a page-allocator trace anywhere on this page. No file leaves your machine.
        </p>
        <div className="ui-empty-samples">
          {WORKLOAD_PRESETS.map(({ id, label, about }, index) => (
            <div key={id} className="ui-empty-sample">
              <Button
                variant={index === 0 ? 'filled' : 'default'}
                size="xs"
                onClick={() => inputs.choosePreset(id)}
              >
                {label}
              </Button>
              <span>{about}</span>
            </div>
          ))}
        </div>
      </div>
    );
  }
  return (
    <div className="ui-sampling-stage" data-stale={late}>
      <h1 className="ui-sr-only">Sampling</h1>
      {error !== null && (
        <p className="ui-charts-notice" role="alert">
          {error} The pictures below are of the last setting that could be computed.
        </p>
      )}
      {nothingLive && (
        <p className="ui-charts-notice" role="status">
          Nothing of this workload is live, so there is nothing to estimate and no error: only what sampling
          costs means anything below.
        </p>
      )}
      {answered ? (
        <Pictures />
      ) : (
        error === null && (
          <p className="ui-picture-note" role="status">
            Computing…
          </p>
        )
      )}
    </div>
  );
}

const Pictures = memo(function Pictures(): ReactElement {
  const theme = useComputedColorScheme('light');
  return (
    <>
      <SummaryTiles />
      {/* Keys must be able to scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="ui-pictures" role="region" aria-label="Pictures" tabIndex={0}>
        <h2 className="ui-sr-only">Eight pictures</h2>
        <Theory of={VariancePicture} theme={theme} />
        <Theory of={SharesPicture} theme={theme} />
        <Theory of={CostPicture} theme={theme} />
        <InTurn select={experimentOf} same={Object.is}>
          {(part) => <ExperimentPicture part={part} theme={theme} />}
        </InTurn>
        <Theory of={SummingPicture} theme={theme} />
        <InTurn select={counterOf} same={sameAnswer}>
          {({ answer, error }) => <CounterPicture answer={answer} error={error} theme={theme} />}
        </InTurn>
        <Theory of={WriterPicture} theme={theme} />
        <Theory of={BestPicture} theme={theme} />
        <DumpPanel />
      </div>
    </>
  );
});

const theoryOf = ({ theory }: SamplingResults): SamplingSlot<'theory'> => theory;
const counterOf = ({ counter }: SamplingResults): SamplingSlot<'counter'> => counter;
const experimentOf = ({ experiment }: SamplingResults): ExperimentPart | null => experiment.part;

interface Answered {
  readonly answer: object | null;
  readonly error: string | null;
}

/** Which question was asked last makes no difference to a picture. */
function sameAnswer(one: Answered, other: Answered): boolean {
  return one.answer === other.answer && one.error === other.error;
}

interface TheoryProps {
  readonly of: ComponentType<TheoryPictureProps>;
  readonly theme: Theme;
}

function Theory({ of: Picture, theme }: TheoryProps): ReactElement {
  return (
    <InTurn select={theoryOf} same={sameAnswer}>
      {({ answer, request }) =>
        answer !== null && request !== null && <Picture answer={answer} request={request} theme={theme} />
      }
    </InTurn>
  );
}
