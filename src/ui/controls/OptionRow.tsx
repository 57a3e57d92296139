import { SegmentedControl, Switch } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import type { OptionDescription, OptionName } from '../../engine/replay/options.js';
import { friendlyValue } from './friendly-value.js';
import { OptionField } from './OptionField.js';
import { OptionSlider } from './OptionSlider.js';

export interface OptionRowProps {
  readonly name: OptionName;
  readonly option: OptionDescription;
  readonly value: number;
  /** The value of the preset that reset goes back to. */
  readonly standard: number;
  /** Why the option changes nothing at present; null while it does. */
  readonly idle: string | null;
  readonly onChange: (name: OptionName, value: number) => void;
  readonly onGesture: (phase: 'begin' | 'end') => void;
  /** The row is pointed at or has the focus: its help may be shown. */
  readonly onAttention: (name: OptionName | null) => void;
}

/** One option: its name, its control, the exact value, and the way back. */
export const OptionRow = memo(function OptionRow(props: OptionRowProps): ReactElement {
  const { name, option, value, standard, idle, onChange, onGesture, onAttention } = props;
  const helpId = `help-${name}`;
  const set = (next: number): void => onChange(name, next);
  const changed = value !== standard;
  const label = <span className="ui-option-name">{option.label}</span>;
  const reset = (
    <button
      type="button"
      className="ui-icon-button ui-option-reset"
      aria-label={`Reset ${option.label} to ${friendlyValue(option, standard)}`}
      title={`Back to ${friendlyValue(option, standard)}`}
      disabled={!changed}
      onClick={() => set(standard)}
    >
      <RotateCcw size={13} aria-hidden />
    </button>
  );
  return (
    <div
      className="ui-option"
      data-kind={option.kind}
      data-idle={idle !== null}
      data-changed={changed}
      onMouseEnter={() => onAttention(name)}
      onMouseLeave={() => onAttention(null)}
      onFocus={() => onAttention(name)}
      onBlur={() => onAttention(null)}
    >
      {option.kind === 'boolean' ? (
        <div className="ui-option-head">
          <Switch
            size="xs"
            label={label}
            labelPosition="left"
            checked={value !== 0}
            aria-describedby={helpId}
            onChange={(event) => set(event.currentTarget.checked ? 1 : 0)}
          />
          {reset}
        </div>
      ) : option.kind === 'choice' ? (
        <>
          <div className="ui-option-head">
            {label}
            {reset}
          </div>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={option.label}
            aria-describedby={helpId}
            data={(option.choices ?? []).map((choice, index) => ({ value: String(index), label: choice }))}
            value={String(value)}
            onChange={(next) => set(Number(next))}
          />
        </>
      ) : (
        <>
          <div className="ui-option-head">
            {label}
            <span className="ui-option-value">{friendlyValue(option, value)}</span>
            <OptionField
              name={name}
              option={option}
              value={value}
              describedBy={helpId}
              onChange={set}
              onGesture={onGesture}
            />
            {reset}
          </div>
          <OptionSlider
            option={option}
            value={value}
            standard={standard}
            describedBy={helpId}
            onChange={set}
            onGesture={onGesture}
          />
        </>
      )}
      <span id={helpId} className="ui-sr-only">
        {option.help}
        {idle === null ? '' : ` No effect now: ${idle}`}
      </span>
    </div>
  );
});
