import { X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import {
  describeOption,
  type OptionDescription,
  type OptionName,
} from '../../../../engine/replay/options.js';
import { formatOption, parseOption } from '../../../../engine/replay/option-text.js';
import { type AxisInput, axisValues, choicesOf, MOST_STEPS } from '../../../../state/sweep-axes.js';
import { NumberField } from '../../../controls/NumberField.js';
import { parseCount } from '../../../controls/number-text.js';
import { optionText } from './words.js';

export interface AxisRowProps {
  readonly axis: AxisInput;
  /** Null takes it away. */
  readonly onChange: (axis: AxisInput | null) => void;
}

/** One option to vary: its range and number of values, or which choices. */
export function AxisRow({ axis, onChange }: AxisRowProps): ReactElement {
  const option: OptionDescription = describeOption(axis.option);
  return (
    <div className="ui-tune-axis" role="group" aria-label={option.label}>
      <div className="ui-tune-axis-head">
        <span className="ui-tune-axis-name" title={option.help}>
          {option.label}
        </span>
        <button
          type="button"
          className="ui-icon-button"
          aria-label={`Do not vary ${option.label}`}
          title={`Do not vary ${option.label}`}
          onClick={() => onChange(null)}
        >
          <X size={13} aria-hidden />
        </button>
      </div>
      {axis.kind === 'range' ? (
        <RangeFields axis={axis} option={option} onChange={onChange} />
      ) : (
        <ChoiceFields axis={axis} option={option} onChange={onChange} />
      )}
    </div>
  );
}

const nothing = (): void => undefined;

function RangeFields({
  axis,
  option,
  onChange,
}: {
  readonly axis: Extract<AxisInput, { kind: 'range' }>;
  readonly option: OptionDescription;
  readonly onChange: (axis: AxisInput) => void;
}): ReactElement {
  const { from, to, steps, special } = axis;
  const [crossed, setCrossed] = useState(false);
  const set = (change: Partial<typeof axis>): void => {
    const next = { ...axis, ...change };
    setCrossed(next.from > next.to);
    if (next.from <= next.to) onChange(next);
  };
  const end = (label: string, value: number, key: 'from' | 'to'): ReactElement => (
    <NumberField
      label={`${option.label}, ${label}`}
      value={value}
      format={(shown) => formatOption(axis.option, shown)}
      parse={(text) => parseEnd(axis.option, option, text)}
      onChange={(next) => set({ [key]: next })}
      onGesture={nothing}
    />
  );
  const values = axisValues(axis);
  return (
    <>
      <div className="ui-tune-range">
        {end('from', from, 'from')}
        <span>to</span>
        {end('to', to, 'to')}
        <span>in</span>
        <NumberField
          className="ui-tune-steps"
          label={`${option.label}, number of values`}
          value={steps}
          format={String}
          parse={(text) => parseCount(text, { min: 1, max: MOST_STEPS })}
          onChange={(next) => set({ steps: next })}
          onGesture={nothing}
        />
        {option.special !== undefined && (
          <label className="ui-tune-special">
            <input
              type="checkbox"
              checked={special}
              onChange={(event) => set({ special: event.currentTarget.checked })}
            />
            {option.special.label}
          </label>
        )}
      </div>
      {crossed && (
        <p className="ui-field-error" role="alert">
          The range must end above its beginning; the last one that did stands.
        </p>
      )}
      <p className="ui-tune-values" title={values.map((value) => optionText(axis.option, value)).join(', ')}>
        {shortList(axis.option, values)}
      </p>
    </>
  );
}

/** A special value is no end of a range. */
function parseEnd(name: OptionName, option: OptionDescription, text: string): ReturnType<typeof parseOption> {
  const parsed = parseOption(name, text);
  return parsed.ok && parsed.value === option.special?.value
    ? { ok: false, error: `"${option.special.label}" has a box of its own.`, note: null }
    : parsed;
}

function shortList(name: OptionName, values: readonly number[]): string {
  const special = describeOption(name).special?.value;
  // "off" is more than any number.
  const ordered = [
    ...values.filter((value) => value !== special),
    ...values.filter((value) => value === special),
  ];
  const shown = ordered.length <= 8 ? ordered : [...ordered.slice(0, 4), null, ...ordered.slice(-3)];
  return shown.map((value) => (value === null ? '…' : optionText(name, value))).join(', ');
}

function ChoiceFields({
  axis,
  option,
  onChange,
}: {
  readonly axis: Extract<AxisInput, { kind: 'choice' }>;
  readonly option: OptionDescription;
  readonly onChange: (axis: AxisInput) => void;
}): ReactElement {
  return (
    <div className="ui-tune-range">
      {choicesOf(option).map((choice, value) => (
        <label key={choice} className="ui-tune-special">
          <input
            type="checkbox"
            checked={axis.picked.includes(value)}
            onChange={(event) => {
              const others = axis.picked.filter((one) => one !== value);
              const picked = event.currentTarget.checked
                ? [...others, value].toSorted((a, b) => a - b)
                : others;
              onChange({ ...axis, picked });
            }}
          />
          {choice}
        </label>
      ))}
    </div>
  );
}
