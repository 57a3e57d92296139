import { Button } from '@mantine/core';
import { type ReactElement, useMemo } from 'react';
import { formatCount, formatPercent } from '../../../base/numbers.js';
import { formatValue } from '../../../charts/shared/unit.js';
import { findProfile } from '../../../state/files.js';
import { setHeap, unitOf } from '../../../state/heap-inputs.js';
import { useApp, useFiles, useHeapResults } from '../../app-context.js';
import { errorText, MEASURE_WORDS, NUMBER_HELP, NUMBER_WORDS, plural } from './words.js';

/** The total with its error, in a fixed place, and what part of it is shown. */
export function TotalLine(): ReactElement {
  const request = useHeapResults((results) => results.look.request);
  const answer = useHeapResults((results) => results.look.answer);
  const accumulates = useHeapResults((results) => results.facts.answer?.accumulates === true);
  const streamed = useFiles((files) => findProfile(files, files.profile)?.content.streamed);
  const { heap } = useApp();
  const shown = useMemo(() => {
    if (answer === null) return 0;
    let sum = 0;
    for (const value of answer.top.flat) sum += value;
    return sum;
  }, [answer]);
  if (request === null || answer === null) {
    return <div className="ui-heap-total" role="status" aria-label="Total" />;
  }
  const unit = unitOf(request.measure);
  const summed = streamed?.kind === 'sum' ? streamed.names.length : request.profiles.length;
  const { total, totalVariance, stacks, stacksShown } = answer;
  const part = total === 0 ? Number.NaN : shown / total;
  return (
    <div className="ui-heap-total" role="status" aria-label="Total">
      <strong>{formatValue(total, unit)}</strong>
      <span className="ui-heap-total-error" title="One standard error">
        {errorText(totalVariance, unit)}
      </span>
      <span>{MEASURE_WORDS[request.measure]}</span>
      <span className="ui-heap-dim" title={NUMBER_HELP[request.number]}>
        {NUMBER_WORDS[request.number]}
      </span>
      <span className="ui-heap-dim">
        {summed > 1 ? `${formatCount(summed)} dumps added up, ` : ''}
        {streamed?.kind === 'series' ? `the last of ${formatCount(streamed.names.length)} dumps, ` : ''}
        {plural(stacks, 'stack')}
        {stacksShown === stacks ? '' : `, ${formatCount(stacksShown)} under the filters`}
        {part < 0.9995 ? `, ${formatPercent(part)} of the total shown` : ''}
      </span>
      {total === 0 && accumulates && request.measure.startsWith('inuse') && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            setHeap(heap, { measure: request.measure === 'inuse_space' ? 'alloc_space' : 'alloc_objects' })
          }
        >
          Nothing is in use in this file: show what was accumulated
        </Button>
      )}
      {answer.mixedRates && (
        <span className="ui-heap-warning">
          The dumps have different rates; each is unbiased with its own.
        </span>
      )}
      {request.number === 'written' && (
        <span className="ui-heap-warning">Counters as written count samples, not memory.</span>
      )}
    </div>
  );
}
