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
  const active = isActive(run);
  return (
    <section className="ui-tune-advice" aria-labelledby={id}>
      <h3 id={id}>Recommended{active ? ', so far' : ''}</h3>
      {judgeError !== null && (
        <p className="ui-tune-warning" role="alert">
          {judgeError}
        </p>
      )}
      {advice !== null && !active && advice.verdict !== null && (
        <p className="ui-tune-verdict">{advice.verdict}</p>
      )}
      <div className="ui-tune-cards" data-waiting={active}>
        {advice?.recommendations.map((recommendation, i) => (
          <RecommendCard key={recommendation.role} number={i + 1} run={run} recommendation={recommendation} />
        ))}
        {(advice === null || advice.recommendations.length === 0) && (
          <p className="ui-tune-dim">
            {active || judgement === null
              ? 'It takes some runs over the whole trace.'
              : 'Nothing can be recommended; the sentences below say why.'}
          </p>
        )}
      </div>
      {/* While runs come in, sentences that come and go would push the pictures about. */}
      {advice !== null && !active && (
        <>
          {advice.warnings.map((sentence) => (
            <Warning key={sentence} sentence={sentence} />
          ))}
          <details className="ui-tune-limits">
            <summary>Honest limits: what a replay cannot know</summary>
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

function Warning({ sentence }: { readonly sentence: string }): ReactElement {
  return (
    <p className="ui-tune-warning">
      <TriangleAlert size={13} aria-hidden /> {sentence}
    </p>
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
  const { title, result, reasons, mallocConf, warnings, isDefault } = recommendation;
  const row = run.results.findIndex(({ point, whole }) => whole && point.id === result.point.id);
  const [first, ...others] = reasons;
  return (
    <article className="ui-tune-recommended">
      <h4>
        <span className="ui-tune-number" aria-hidden>
          {number}
        </span>
        <span>
          {title}
          {isDefault ? ' (the default)' : ''}
        </span>
        <button
          type="button"
          className="ui-icon-button"
          aria-label={`Show in the pictures: ${title}`}
          title="Show in the pictures"
          disabled={row < 0}
          onClick={() => onSelect(row, false)}
        >
          <Crosshair size={15} aria-hidden />
        </button>
      </h4>
      <Aims run={run} recommendation={recommendation} />
      <p>{first}</p>
      <Changes recommendation={recommendation} />
      <details>
        <summary>
          Why
          {warnings.length > 0 && (
            <span className="ui-tune-warning">
              {' '}
              <TriangleAlert size={13} aria-hidden /> {warnings.length}{' '}
              {warnings.length === 1 ? 'warning' : 'warnings'}
            </span>
          )}
        </summary>
        {others.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {warnings.map((sentence) => (
          <Warning key={sentence} sentence={sentence} />
        ))}
      </details>
      <details>
        <summary>MALLOC_CONF line</summary>
        {/* It may scroll, so keys can reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className="ui-export-code" aria-label={`MALLOC_CONF line: ${title}`} tabIndex={0}>
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
          title="Load in the bench"
          onClick={() => sweeps.load(result)}
        >
          Load
        </Button>
        <CopyButton size="compact-xs" text={mallocConf.line} label={`Copy MALLOC_CONF line: ${title}`} />
      </footer>
    </article>
  );
}

type CardPart = Pick<RecommendCardProps, 'run' | 'recommendation'>;

function Aims({ run, recommendation: { result } }: CardPart): ReactElement {
  const objectives = useObjectives(run);
  const reference = run.judgement?.advice.reference ?? null;
  return (
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
  );
}

function Changes({ recommendation: { changed } }: Pick<CardPart, 'recommendation'>): ReactElement | null {
  if (changed.length === 0) return null;
  return (
    <ul className="ui-tune-changed">
      {changed.map(({ option, value, standard }) => (
        <li key={option} title={`jemalloc’s default: ${optionText(option, standard)}`}>
          {describeOption(option).label} <strong>{optionText(option, value)}</strong>
        </li>
      ))}
    </ul>
  );
}
