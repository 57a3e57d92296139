import { Tooltip } from '@mantine/core';
import { type ReactElement, useId, useState } from 'react';
import { ok, type Result } from '../../../../base/result.js';
import { type FigureDescription, type FigureName, FIGURES } from '../../../../engine/tuning/figures.js';
import type { Constraint } from '../../../../engine/tuning/sweep-types.js';
import { MOST_OBJECTIVES } from '../../../../state/sweep-inputs.js';
import { useApp, useSweepInputs } from '../../../app-context.js';
import { parseBytes, parseCount, parsePercent } from '../../../controls/number-text.js';
import { figureText } from './words.js';

/** Every figure: whether to aim at it, and a limit that a run must keep. */
export function AimsTable(): ReactElement {
  const { sweeps } = useApp();
  const objectives = useSweepInputs((inputs) => inputs.objectives);
  const constraints = useSweepInputs((inputs) => inputs.constraints);
  const full = objectives.length >= MOST_OBJECTIVES;
  const aim = (name: FigureName, wanted: boolean): void =>
    sweeps.inputs.setState({
      objectives: wanted ? [...objectives, name] : objectives.filter((one) => one !== name),
    });
  const limit = (figure: FigureName, changed: Constraint | null): void =>
    sweeps.inputs.setState({
      constraints: [
        ...constraints.filter((one) => one.figure !== figure),
        ...(changed === null ? [] : [changed]),
      ],
    });
  return (
    <table className="ui-tune-aims">
      <thead>
        <tr>
          <th scope="col">aim</th>
          <th scope="col">figure</th>
          <th scope="col">limit</th>
        </tr>
      </thead>
      <tbody>
        {FIGURES.map((figure) => {
          const { name, label, better, help } = figure;
          const aimed = objectives.includes(name);
          return (
            <tr key={name} data-aimed={aimed}>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Aim at ${better} ${label}`}
                  checked={aimed}
                  disabled={!aimed && full}
                  onChange={(event) => aim(name, event.currentTarget.checked)}
                />
              </td>
              {/* The label is in the tooltip's target. */}
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
              <th scope="row">
                <Tooltip label={help} multiline w={260} openDelay={250}>
                  <span>
                    {better === 'less' ? '↓' : '↑'} {label}
                  </span>
                </Tooltip>
              </th>
              <td>
                <LimitField
                  figure={figure}
                  constraint={constraints.find((one) => one.figure === name) ?? null}
                  onChange={(changed) => limit(name, changed)}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function parseLimit({ unit }: FigureDescription, text: string): Result<number> {
  const range = { min: 0, max: Number.MAX_SAFE_INTEGER };
  switch (unit) {
    case 'bytes':
      return parseBytes(text, range);
    case 'ratio':
      return parsePercent(text, { min: 0, max: 1 });
    case 'count':
      return parseCount(text, range);
    case 'per-second':
      return parseCount(text.replace(/\/s$/, ''), { ...range, whole: false });
  }
}

interface LimitFieldProps {
  readonly figure: FigureDescription & { readonly name: FigureName };
  readonly constraint: Constraint | null;
  readonly onChange: (constraint: Constraint | null) => void;
}

/** At most where less is better, at least where more is; empty for no limit. */
function LimitField({ figure, constraint, onChange }: LimitFieldProps): ReactElement {
  const { name, label, better } = figure;
  const [draft, setDraft] = useState<string | null>(null);
  const errorId = useId();
  const side = better === 'less' ? 'max' : 'min';
  const set = constraint?.[side];
  const read = (text: string): Result<number | null> =>
    text.trim() === '' ? ok(null) : parseLimit(figure, text);
  const parsed = draft === null ? null : read(draft);
  const error = parsed !== null && !parsed.ok ? parsed.error : null;
  return (
    <>
      <span className="ui-tune-limit" data-set={set !== undefined}>
        <span aria-hidden>{better === 'less' ? '≤' : '≥'}</span>
        <input
          className="ui-field"
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder="none"
          aria-label={`${label} ${better === 'less' ? 'at most' : 'at least'}`}
          aria-invalid={error !== null}
          {...(error === null ? {} : { 'aria-describedby': errorId })}
          value={draft ?? (set === undefined ? '' : figureText(name, set))}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setDraft(text);
            const next = read(text);
            if (!next.ok) return;
            const other = side === 'max' ? constraint?.min : constraint?.max;
            const kept = other === undefined ? {} : { [side === 'max' ? 'min' : 'max']: other };
            if (next.value !== null) onChange({ figure: name, ...kept, [side]: next.value });
            else onChange(other === undefined ? null : { figure: name, ...kept });
          }}
          onBlur={() => setDraft(null)}
        />
      </span>
      {error !== null && (
        <span id={errorId} className="ui-field-error" role="alert">
          {error}
        </span>
      )}
    </>
  );
}
