import { RotateCcw } from 'lucide-react';
import { memo, type ReactElement, useCallback } from 'react';
import { formatBytes, formatCount } from '../../../base/numbers.js';
import type { SamplingOption } from '../../../state/sampling-options.js';
import { NumberField } from '../../controls/NumberField.js';
import { parseCount } from '../../controls/number-text.js';
import { OptionSlider } from '../../controls/OptionSlider.js';

export interface SamplingSliderProps {
  readonly option: SamplingOption;
  readonly value: number;
  /** Where the default mark stands; the option's own default if left out. */
  readonly standard?: number;
  /** What stands beside the name, such as the rate in bytes. */
  readonly meaning: string;
  /** Why it changes nothing at present; null while it does. */
  readonly idle: string | null;
  /** Null where it is at its default. */
  readonly onReset: (() => void) | null;
  readonly resetTo: string;
  readonly onChange: (value: number) => void;
  readonly onGesture: (phase: 'begin' | 'end') => void;
}

/** One number: its name, its slider, the exact value, and the way back. */
export const SamplingSlider = memo(function SamplingSlider({
  option,
  value,
  standard = option.standard,
  meaning,
  idle,
  onReset,
  resetTo,
  onChange,
  onGesture,
}: SamplingSliderProps): ReactElement {
  const helpId = `sampling-help-${option.name}`;
  const parse = useCallback((text: string) => parseCount(text, option), [option]);
  return (
    <div
      className="ui-option"
      data-idle={idle !== null}
      data-changed={onReset !== null}
      title={idle === null ? option.help : `${option.help} No effect now: ${idle}`}
    >
      <div className="ui-option-head">
        <span className="ui-option-name">{option.label}</span>
        <span className="ui-option-value">{meaning}</span>
        <NumberField
          label={`${option.label}, exact value`}
          value={value}
          format={formatCount}
          parse={parse}
          describedBy={helpId}
          onChange={onChange}
          onGesture={onGesture}
        />
        <button
          type="button"
          className="ui-icon-button ui-option-reset"
          aria-label={`Reset ${option.label} to ${resetTo}`}
          title={`Back to ${resetTo}`}
          disabled={onReset === null}
          onClick={() => onReset?.()}
        >
          <RotateCcw size={13} aria-hidden />
        </button>
      </div>
      <OptionSlider
        option={option}
        value={value}
        standard={standard}
        describedBy={helpId}
        onChange={onChange}
        onGesture={onGesture}
      />
      <span id={helpId} className="ui-sr-only">
        {option.help}
        {idle === null ? '' : ` No effect now: ${idle}`}
      </span>
    </div>
  );
});

/** The rate that an lg_prof_sample means. */
export function rateText(lg: number): string {
  return formatBytes(2 ** lg);
}
