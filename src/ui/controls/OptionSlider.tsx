import { type KeyboardEvent, memo, type ReactElement, useRef } from 'react';
import { friendlyValue } from './friendly-value.js';
import { type SliderOption, sliderScale, stepValue } from './slider-scale.js';

export interface OptionSliderProps {
  readonly option: SliderOption;
  readonly value: number;
  /** Where the default mark stands. */
  readonly standard: number;
  readonly describedBy: string;
  readonly onChange: (value: number) => void;
  /** A drag begins or ends: what lies between is one undo step. */
  readonly onGesture: (phase: 'begin' | 'end') => void;
}

const LONG_STEP = 10;

/** A native range input, so that pointer, touch, keys and screen readers work as everywhere. */
export const OptionSlider = memo(function OptionSlider({
  option,
  value,
  standard,
  describedBy,
  onChange,
  onGesture,
}: OptionSliderProps): ReactElement {
  const scale = sliderScale(option);
  const mark = scale.toPlace(standard) / scale.last;
  const dragging = useRef(false);
  const endDrag = (): void => {
    dragging.current = false;
    onGesture('end');
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = KEYS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onGesture('begin');
    const next = stepValue(option, value, step < 0 ? -1 : 1, Math.abs(step));
    if (next !== value) onChange(next);
  };

  return (
    <span className="ui-slider">
      <input
        type="range"
        min={0}
        max={scale.last}
        step={1}
        value={scale.toPlace(value)}
        aria-label={option.label}
        aria-valuetext={friendlyValue(option, value)}
        aria-describedby={describedBy}
        onChange={(event) => {
          const next = scale.toValue(Number(event.currentTarget.value));
          if (next === value) return;
          // The control that had the focus loses it after the pointer went down here, and ends the gesture then.
          if (dragging.current) onGesture('begin');
          onChange(next);
        }}
        onKeyDown={onKeyDown}
        // A held key is one undo step, as a drag is.
        onKeyUp={() => onGesture('end')}
        onPointerDown={() => {
          dragging.current = true;
          onGesture('begin');
        }}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        onBlur={endDrag}
      />
      <span
        className="ui-slider-mark"
        style={{ left: `calc(${mark} * (100% - var(--ui-thumb)) + var(--ui-thumb) / 2)` }}
        aria-hidden
      />
    </span>
  );
});

const KEYS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: LONG_STEP,
  PageDown: -LONG_STEP,
};
