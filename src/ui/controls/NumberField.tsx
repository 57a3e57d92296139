import { memo, type ReactElement, useId, useState } from 'react';
import type { Result } from '../../base/result.js';

export interface NumberFieldProps {
  /** Name for assistive technology. */
  readonly label: string;
  readonly value: number;
  readonly format: (value: number) => string;
  /** A `note` of a text that can be read stands under the field, as the sentence of one that cannot. */
  readonly parse: (text: string) => Result<number> & { readonly note?: string | null };
  readonly describedBy?: string;
  readonly className?: string;
  readonly onChange: (value: number) => void;
  /** Typing begins or ends: what lies between is one undo step. */
  readonly onGesture: (phase: 'begin' | 'end') => void;
}

/**
 * A number typed in. It counts as soon as it can be read; while it cannot, the last one stands and a sentence under the
 * field says why. Leaving the field shows the value that counts.
 */
export const NumberField = memo(function NumberField({
  label,
  value,
  format,
  parse,
  describedBy,
  className,
  onChange,
  onGesture,
}: NumberFieldProps): ReactElement {
  const [draft, setDraft] = useState<string | null>(null);
  const errorId = useId();
  const parsed = draft === null ? null : parse(draft);
  const error = parsed !== null && !parsed.ok ? parsed.error : null;
  const note = parsed?.ok === true ? (parsed.note ?? null) : null;
  const said = error ?? note;
  const description = [said === null ? '' : errorId, describedBy ?? ''].filter((id) => id !== '').join(' ');
  return (
    <>
      <input
        className={`ui-field ${className ?? ''}`}
        type="text"
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={error !== null}
        {...(description === '' ? {} : { 'aria-describedby': description })}
        value={draft ?? format(value)}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setDraft(text);
          const next = parse(text);
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
      {said !== null && (
        <span
          id={errorId}
          className={error === null ? 'ui-field-note' : 'ui-field-error'}
          role={error === null ? 'status' : 'alert'}
        >
          {said}
        </span>
      )}
    </>
  );
});
