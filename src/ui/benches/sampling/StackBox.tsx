import { Button } from '@mantine/core';
import { memo, type ReactElement, useCallback, useId } from 'react';
import { formatBytes, formatPercent } from '../../../base/numbers.js';
import type { StackQuestion } from '../../../workers/sampling.api.js';
import { useApp, useSampling, useSamplingResults } from '../../app-context.js';
import { NumberField } from '../../controls/NumberField.js';
import { parseBytes, parsePercent } from '../../controls/number-text.js';

const parseStack = (text: string) => parseBytes(text, { min: 1, max: 2 ** 50 });
const parseError = (text: string) => parsePercent(text, { min: 0.0001, max: 10 });
const percent = (share: number): string => String(Number((share * 100).toPrecision(6)));

/** "Which lg_prof_sample gives me ± x % on a stack of y MiB?", and the answer. */
export const StackBox = memo(function StackBox(): ReactElement {
  const { inputs } = useApp().sampling;
  const stack = useSampling((state) => state.stack);
  const rows = useSampling(({ workload }) => workload);
  const sizeId = useId();
  const set = useCallback(
    (change: Partial<StackQuestion>) => inputs.set({ stack: { ...inputs.present.stack, ...change } }),
    [inputs],
  );
  const gesture = useCallback(
    (phase: 'begin' | 'end') => (phase === 'begin' ? inputs.beginGesture() : inputs.endGesture()),
    [inputs],
  );
  const known = stack.size === null || rows.some(({ size }) => size === stack.size);
  return (
    <div className="ui-question" role="group" aria-label="Question about a stack">
      <span>Which lg_prof_sample gives me ±</span>
      <NumberField
        label="Error wanted, percent"
        value={stack.error}
        format={percent}
        parse={parseError}
        onChange={(error) => set({ error })}
        onGesture={gesture}
      />
      <span>% on a stack of</span>
      <NumberField
        label="Bytes of the stack"
        value={stack.bytes}
        format={formatBytes}
        parse={parseStack}
        onChange={(bytes) => set({ bytes })}
        onGesture={gesture}
      />
      <label htmlFor={sizeId}>in objects</label>
      <select
        id={sizeId}
        className="ui-field ui-question-size"
        value={stack.size ?? ''}
        onChange={(event) =>
          set({ size: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
        }
      >
        <option value="">mixed as in the workload</option>
        {!known && stack.size !== null && <option value={stack.size}>of {formatBytes(stack.size)}</option>}
        {rows.map(({ size }) => (
          <option key={size} value={size}>
            of {formatBytes(size)}
          </option>
        ))}
      </select>
      <span>?</span>
      <StackReply />
    </div>
  );
});

/** Apart from the question, which is slow to draw. */
function StackReply(): ReactElement | null {
  const answer = useSamplingResults(({ theory }) => theory.answer?.stack ?? null);
  if (answer === null) return null;
  return (
    <>
      <output className="ui-question-answer">
        {answer.lg === null ? (
          'None: not even sampling everything does.'
        ) : (
          <>
            <strong>lg_prof_sample {answer.lg}</strong> gives ± {formatPercent(answer.errorThere)}; the
            present rate ± {formatPercent(answer.errorNow)}.
          </>
        )}
      </output>
      {answer.lg !== null && <UseIt lg={answer.lg} />}
    </>
  );
}

const UseIt = memo(function UseIt({ lg }: { readonly lg: number }): ReactElement {
  const { inputs } = useApp().sampling;
  return (
    <Button size="compact-xs" variant="default" onClick={() => inputs.set({ lg, budget: null })}>
      Use it
    </Button>
  );
});
