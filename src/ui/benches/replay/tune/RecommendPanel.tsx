import { Button } from '@mantine/core';
import { ArrowRight, Crosshair, TriangleAlert } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { describeOption } from '../../../../engine/replay/options.js';
import { describeFigure } from '../../../../engine/tuning/figures.js';
import type { Recommendation } from '../../../../engine/tuning/recommend.js';
import { isActive, type SweepRun } from '../../../../state/sweep-results.js';
import { useApp } from '../../../app-context.js';
import { CopyButton } from '../../../controls/CopyButton.js';
import { useLinks, useObjectives } from './use-sweep-model.js';
import { figureChange, figureText, optionText } from './words.js';

/** Two or three settings that one would run, why, and what to doubt. */
export function RecommendPanel({ run }: { readonly run: SweepRun }): ReactElement {
  const id = useId();
  const { judgement, judgeError } = run;
  const advice = judgement?.advice ?? null;
  return (
    <section className="ui-tune-advice" aria-labelledby={id}>
      <h3 id={id}>Recommended{isActive(run) ? ', so far' : ''}</h3>
      {judgeError !== null && (
        <p className="ui-tune-warning" role="alert">
          {judgeError}
        </p>
      )}
      {advice === null ? (
        <p className="ui-tune-dim">It takes some runs over the whole trace.</p>
      ) : (
        <>
          <div className="ui-tune-cards">
            {advice.recommendations.map((recommendation, i) => (
              <RecommendCard
                key={recommendation.role}
                number={i + 1}
                run={run}
                recommendation={recommendation}
              />
            ))}
          </div>
          {advice.warnings.map((sentence) => (
            <p key={sentence} className="ui-tune-warning">
              <TriangleAlert size={13} aria-hidden /> {sentence}
            </p>
          ))}
          <details className="ui-tune-limits">
            <summary>What a replay cannot know</summary>
            <ul>
              {advice.limits.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        </>
      )}
    </section>
  );
}

interface RecommendCardProps {
  readonly number: number;
  readonly run: SweepRun;
  readonly recommendation: Recommendation;
}

function RecommendCard({ number, run, recommendation }: RecommendCardProps): ReactElement {
  const { sweeps } = useApp();
  const { onSelect } = useLinks();
  const objectives = useObjectives(run);
  const { title, result, reasons, changed, mallocConf, warnings, isDefault } = recommendation;
  const reference = run.judgement?.advice.reference ?? null;
  const row = run.results.indexOf(
    run.results.find(({ point, whole }) => whole && point.id === result.point.id) ?? result,
  );
  return (
    <article className="ui-tune-recommended">
      <h4>
        <span className="ui-tune-number" aria-hidden>
          {number}
        </span>
        {title}
        {isDefault ? ' (the default)' : ''}
      </h4>
      <dl>
        {objectives.map((name) => (
          <div key={name}>
            <dt>{describeFigure(name).label}</dt>
            <dd>
              {figureText(name, result.figures[name])}
              <small>
                {reference === null ? '' : figureChange(name, result.figures[name], reference.figures[name])}
              </small>
            </dd>
          </div>
        ))}
      </dl>
      {reasons.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {changed.length > 0 && (
        <ul className="ui-tune-changed">
          {changed.map(({ option, value, standard }) => (
            <li key={option}>
              <strong>
                {describeOption(option).label} {optionText(option, value)}
              </strong>{' '}
              <span className="ui-tune-dim">instead of {optionText(option, standard)}</span>
            </li>
          ))}
        </ul>
      )}
      {warnings.map((sentence) => (
        <p key={sentence} className="ui-tune-warning">
          <TriangleAlert size={13} aria-hidden /> {sentence}
        </p>
      ))}
      <details>
        <summary>MALLOC_CONF line</summary>
        {/* It may scroll, so keys can reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className="ui-export-code" aria-label={`MALLOC_CONF line, ${title}`} tabIndex={0}>
          {mallocConf.line}
        </pre>
        {mallocConf.notes.map((note) => (
          <p key={note} className="ui-tune-dim">
            {note}
          </p>
        ))}
      </details>
      <footer>
        <Button
          size="compact-xs"
          leftSection={<ArrowRight size={14} aria-hidden />}
          disabled={run.traceId === null}
          aria-label={`Load in the bench: ${title}`}
          onClick={() => sweeps.load(result)}
        >
          Load in the bench
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Crosshair size={14} aria-hidden />}
          aria-label={`Show in the pictures: ${title}`}
          disabled={row < 0}
          onClick={() => onSelect(row, false)}
        >
          Show
        </Button>
        <CopyButton text={mallocConf.line} label={`Copy MALLOC_CONF line: ${title}`} />
      </footer>
    </article>
  );
}
