import { Check, Dot, X } from 'lucide-react';
import { memo, type ReactElement, useMemo } from 'react';
import { useApp, useInside, useInsideResults } from '../../../app-context.js';
import { headline, sentencesOf, type Tone } from './explain.js';
import { Parts } from './Parts.js';

const MARKS: Readonly<Record<Tone, { readonly spoken: string; readonly icon: typeof Check }>> = {
  yes: { spoken: 'Holds: ', icon: Check },
  no: { spoken: 'No: ', icon: X },
  did: { spoken: '', icon: Dot },
  note: { spoken: '', icon: Dot },
};

/** Why the event at the cursor went as it did, decision by decision. */
export const WhyList = memo(function WhyList({
  onMark,
}: {
  readonly onMark: (slab: number | null) => void;
}): ReactElement {
  const { inside } = useApp();
  const explanation = useInsideResults((results) => results.explanation);
  const next = useInside((inputs) => inputs.next);
  const wanted = useInsideResults(({ moment }) =>
    moment === null ? -1 : next ? moment.events : moment.events - 1,
  );
  const moment = useInsideResults((results) => results.moment);
  const total = useInsideResults((results) => results.total);
  const ended = useInsideResults(({ status }) => status === 'failed' || status === 'cancelled');
  const stale = useInsideResults(
    (results) => results.explanationKey !== results.key || results.explanation?.event !== wanted,
  );
  const sentences = useMemo(() => (explanation === null ? [] : sentencesOf(explanation)), [explanation]);
  return (
    <div className="ui-why" data-stale={stale && explanation !== null}>
      {explanation === null ? (
        <p className="ui-why-none">
          {moment !== null && wanted < 0
            ? 'No event has been replayed yet: step forward.'
            : moment === null && ended
              ? 'There is nothing to explain.'
              : moment !== null && wanted >= total
                ? 'The trace ends here: there is no next event.'
                : 'The explanation is being made.'}
        </p>
      ) : (
        <>
          <p className="ui-why-head">
            <Parts parts={headline(explanation)} shard={explanation.shard} onMark={onMark} />
            {moment !== null && explanation.shard !== moment.shard && (
              <button
                type="button"
                className="ui-inline-button"
                onClick={() => inside.setState({ shard: explanation.shard, slab: null })}
              >
                show its shard
              </button>
            )}
          </p>
          <ol className="ui-why-list" aria-label="Decisions, in their order">
            {sentences.map(({ kind, tone, parts, details }, i) => {
              const { spoken, icon: Icon } = MARKS[tone];
              return (
                // The decisions of one event never change places.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={`${explanation.event} ${i}`} data-tone={tone} data-kind={kind}>
                  <Icon size={14} aria-hidden />
                  <span>
                    {spoken !== '' && <span className="ui-sr-only">{spoken}</span>}
                    <Parts parts={parts} shard={explanation.shard} onMark={onMark} />
                    {details.length > 0 && (
                      <details>
                        <summary>each of them</summary>
                        <ul>
                          {details.map((detail, d) => (
                            // oxlint-disable-next-line react/no-array-index-key
                            <li key={d}>
                              <Parts parts={detail.parts} shard={explanation.shard} onMark={onMark} />
                            </li>
                          ))}
                        </ul>
                      </details>
                    )}
                  </span>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </div>
  );
});
