import { Info, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { formatBytes, formatCount, formatPercent } from '../../../base/numbers.js';
import { formatValue } from '../../../charts/shared/unit.js';
import { unitOf } from '../../../state/heap-inputs.js';
import type { FactsAnswer, MeasureFacts } from '../../../workers/heap.api.js';
import { profilesOf } from '../../../state/files.js';
import { useFiles, useHeapResults } from '../../app-context.js';
import { factWarnings, sampleSentence, writerWords } from './fact-words.js';
import { errorText, exactText, MEASURE_WORDS, plural, rateText } from './words.js';

/** What the selected dump's numbers are, in words a newcomer can follow. */
export function FactsPanel(): ReactElement {
  const answer = useHeapResults((results) => results.facts.answer);
  const asked = useHeapResults((results) => results.facts.asked);
  const error = useHeapResults((results) => results.facts.error);
  const name = useFiles(({ files, profile }) => files.find(({ id }) => id === profile)?.name ?? null);
  const several = useFiles((files) => profilesOf(files).length > 1);
  return (
    <section className="ui-heap-facts-panel" aria-labelledby="facts-title">
      <div className="ui-panel-title">
        <h2 id="facts-title">What these numbers are</h2>
        {several && name !== null && (
          <bdi className="ui-heap-facts-file" title={name}>
            {name}
          </bdi>
        )}
      </div>
      {error !== null ? (
        <p className="ui-heap-error" role="alert">
          {error}
        </p>
      ) : answer === null || asked === null ? (
        <p className="ui-heap-hint">
          jemalloc does not write down every allocation: it takes a sample now and then. What a dump says must
          be scaled up, and is as sure as its samples are many. Open one to see how sure.
        </p>
      ) : (
        <Facts answer={answer} />
      )}
    </section>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Facts({ answer }: { readonly answer: FactsAnswer }): ReactElement {
  const warnings = factWarnings(answer);
  const hasHeader = answer.measures.some(({ header }) => header !== null);
  return (
    <>
      {warnings.length > 0 && (
        <ul className="ui-heap-warnings">
          {warnings.map(({ severity, sentence }) => (
            <li key={sentence} data-severity={severity}>
              {severity === 'warning' ? (
                <TriangleAlert size={13} aria-label="warning" />
              ) : (
                <Info size={13} aria-label="note" />
              )}
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="ui-heap-facts">
        <Fact title="Rate">
          {answer.rate === 0 && answer.dumps > 1
            ? `one sample every ${answer.rateText} bytes, as each dump says`
            : rateText(answer.rate)}
          {answer.rateText !== '' && answer.rate > 1 && (
            <em> on average; an object of {formatBytes(answer.rate)} is caught with 63 %</em>
          )}
        </Fact>
        <Fact title="Samples">{sampleSentence(answer)}</Fact>
        <Fact title="Written">
          {writerWords(answer)}
          <em> {answer.writerReason}</em>
        </Fact>
        <Fact title="Holds">
          {plural(answer.stacks, 'stack')}, {plural(answer.threads, 'thread')};{' '}
          {formatCount(answer.namedFrames)} of {formatCount(answer.frames)} frames have a name
        </Fact>
      </dl>
      <details className="ui-heap-more" open>
        <summary>{hasHeader ? 'Header against sums' : 'Sums'}</summary>
        {answer.measures
          .filter(({ written, header }) => written !== '0' || (header !== null && header !== '0'))
          .map((facts) => (
            <Sums key={facts.measure} facts={facts} />
          ))}
        {hasHeader && (
          <p className="ui-heap-hint">
            The header’s total and the sum of the stacks differ in perfectly good files: each line is
            transformed for itself, and that is not linear. After scaling they agree but for rounding.
            jeprof’s total is the sum over stacks.
          </p>
        )}
      </details>
      {answer.rates.length > 0 && <Rates answer={answer} />}
    </>
  );
}

function Sums({ facts }: { readonly facts: MeasureFacts }): ReactElement {
  const unit = unitOf(facts.measure);
  return (
    <table className="ui-heap-readings">
      <caption>{MEASURE_WORDS[facts.measure]}</caption>
      <tbody>
        {facts.header !== null && (
          <tr>
            <th scope="row">header, as written</th>
            <td>{exactText(facts.header)}</td>
          </tr>
        )}
        <tr>
          <th scope="row">stacks, as written</th>
          <td>{exactText(facts.written)}</td>
        </tr>
        {facts.headerScaled !== null && (
          <tr>
            <th scope="row">header, scaled</th>
            <td>{formatValue(facts.headerScaled, unit)}</td>
          </tr>
        )}
        <tr>
          <th scope="row">as jeprof says</th>
          <td>{formatValue(facts.jeprof, unit)}</td>
        </tr>
        <tr>
          <th scope="row">best estimate</th>
          <td>
            {formatValue(facts.best, unit)} <em>{errorText(facts.error * facts.error, unit)}</em>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Rates({ answer }: { readonly answer: FactsAnswer }): ReactElement {
  return (
    <details className="ui-heap-more">
      <summary>What another rate would change</summary>
      <table className="ui-heap-readings">
        <thead>
          <tr>
            <th scope="col">lg_prof_sample</th>
            <th scope="col">samples</th>
            <th scope="col">± of live bytes</th>
          </tr>
        </thead>
        <tbody>
          {answer.rates.map(({ lg, rate, samples, relativeError }) => (
            <tr key={lg} data-same={rate === answer.rate ? 'true' : undefined}>
              <th scope="row">
                {lg} <span className="ui-heap-dim">{rate === 1 ? 'all' : formatBytes(rate)}</span>
              </th>
              <td>{formatCount(Math.round(samples))}</td>
              <td>{formatPercent(relativeError)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="ui-heap-hint">
        For this very heap, by the mean sizes of its stacks. Two steps down: four times the samples and about
        half the error, at four times the cost in the program.
      </p>
    </details>
  );
}
