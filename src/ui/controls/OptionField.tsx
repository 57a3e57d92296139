import { memo, type ReactElement, useId, useState } from 'react';
import { formatOption, parseOption } from '../../engine/replay/option-text.js';
import type { OptionDescription, OptionName } from '../../engine/replay/options.js';

export interface OptionFieldProps {
  readonly name: OptionName;
  readonly option: OptionDescription;
  readonly value: number;
  readonly describedBy: string;
  readonly onChange: (value: number) => void;
  /** Typing begins or ends: what lies between is one undo step. */
  readonly onGesture: (phase: 'begin' | 'end') => void;
}

/**
 * Exact entry in the forms MALLOC_CONF takes. A value counts as soon as it can be read; while it cannot, the last one
 * stands and a sentence under the field says why. Leaving the field shows the value that counts.
 */
export const OptionField = memo(function OptionField({
  name,
  option,
  value,
  describedBy,
  onChange,
  onGesture,
}: OptionFieldProps): ReactElement {
  const [draft, setDraft] = useState<string | null>(null);
  const errorId = useId();
  const parsed = draft === null ? null : parseOption(name, draft);
  const error = parsed !== null && !parsed.ok ? parsed.error : null;
  const note = parsed?.ok === true ? parsed.note : null;

  return (
    <>
      <input
        className="ui-field"
        type="text"
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        aria-label={`${option.label}, exact value`}
        aria-invalid={error !== null}
        aria-describedby={error === null && note === null ? describedBy : `${errorId} ${describedBy}`}
        value={draft ?? formatOption(name, value)}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setDraft(text);
          const next = parseOption(name, text);
          if (next.ok && next.value !== value) onChange(next.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          setDraft(null);
          onGesture('end');
          onGesture('begin');
        }}
        onFocus={() => onGesture('begin')}
        onBlur={() => {
          setDraft(null);
          onGesture('end');
        }}
      />
      {(error !== null || note !== null) && (
        <span
          id={errorId}
          className={error === null ? 'ui-field-note' : 'ui-field-error'}
          role={error === null ? 'status' : 'alert'}
        >
          {error ?? note}
        </span>
      )}
    </>
  );
});
