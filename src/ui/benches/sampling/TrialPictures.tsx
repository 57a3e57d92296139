/** The pictures that are measured, not computed: many trials, and the counter against the coin. */
import { Button } from '@mantine/core';
import { RotateCw, X } from 'lucide-react';
import { memo, type ReactElement, useMemo } from 'react';
import { formatCount, formatMilliseconds, formatPercent } from '../../../base/numbers.js';
import {
  COUNTER_TRICK_WORDS,
  CounterTrick,
  exportCounterTrickSvg,
} from '../../../charts/sampling/counter-trick/CounterTrick.js';
import {
  Experiment,
  EXPERIMENT_WORDS,
  exportExperimentSvg,
} from '../../../charts/sampling/experiment/Experiment.js';
import type { Theme } from '../../../charts/shared/palette.js';
import type { CounterAnswer, ExperimentPart } from '../../../workers/sampling.api.js';
import { useApp, useSamplingResults } from '../../app-context.js';
import { counterCsv, experimentCsv } from './csv.js';
import { counterModel, experimentModel } from './models.js';
import { Picture } from './Picture.js';
import { useExportTitle } from './use-export-title.js';

export const ExperimentPicture = memo(function ExperimentPicture({
  part,
  theme,
}: {
  readonly theme: Theme;
  readonly part: ExperimentPart | null;
}): ReactElement {
  const title = useExportTitle();
  const model = useMemo(() => (part === null ? null : experimentModel(part, theme)), [part, theme]);
  return (
    <Picture
      id="experiment"
      {...EXPERIMENT_WORDS}
      files={
        model === null || part === null
          ? null
          : { svg: () => exportExperimentSvg(model, { title: title() }), csv: () => experimentCsv(part) }
      }
    >
      {model === null ? (
        <ExperimentBar />
      ) : (
        <Experiment {...model}>
          <ExperimentBar />
        </Experiment>
      )}
    </Picture>
  );
});

/** How far it is, in fixed places; cancel, or run it again. */
function ExperimentBar(): ReactElement {
  const { runner } = useApp().sampling;
  const { status, error, part, milliseconds } = useSamplingResults(({ experiment }) => experiment);
  const done = part?.trialsDone ?? 0;
  const total = part?.trialsTotal ?? 0;
  return (
    <div className="ui-question" role="group" aria-label="Experiment">
      <progress
        className="ui-experiment-bar"
        aria-label="Trials made"
        value={done}
        max={Math.max(1, total)}
      />
      <span className="ui-experiment-cell">{total > 0 ? formatPercent(done / total) : ''}</span>
      {status === 'running' ? (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<X size={13} aria-hidden />}
          onClick={() => runner.cancel()}
        >
          Cancel
        </Button>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<RotateCw size={13} aria-hidden />}
          onClick={() => runner.again()}
        >
          Run again
        </Button>
      )}
      <span
        role={status === 'failed' ? 'alert' : 'status'}
        className="ui-experiment-said"
        data-status={status}
      >
        {status === 'failed' && error}
        {status === 'cancelled' && `Cancelled; the ${formatCount(done)} trials made are shown.`}
        {status === 'done' &&
          milliseconds !== null &&
          `${formatCount(done)} trials in ${formatMilliseconds(milliseconds)}`}
      </span>
    </div>
  );
}

export const CounterPicture = memo(function CounterPicture({
  answer,
  error,
  theme,
}: {
  readonly theme: Theme;
  readonly answer: CounterAnswer | null;
  readonly error: string | null;
}): ReactElement {
  const title = useExportTitle();
  const model = useMemo(() => (answer === null ? null : counterModel(answer, theme)), [answer, theme]);
  return (
    <Picture
      id="counter"
      {...COUNTER_TRICK_WORDS}
      files={
        model === null || answer === null
          ? null
          : { svg: () => exportCounterTrickSvg(model, { title: title() }), csv: () => counterCsv(answer) }
      }
    >
      {error !== null && (
        <p className="ui-picture-note" role="alert">
          {error}
        </p>
      )}
      {model === null ? <p className="ui-picture-note">Not measured yet.</p> : <CounterTrick {...model} />}
    </Picture>
  );
});
