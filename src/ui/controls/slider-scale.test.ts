import { describe, expect, it } from 'vitest';
import { describeOption, OPTIONS, type OptionDescription } from '../../engine/replay/options.js';
import { sliderScale, stepValue } from './slider-scale.js';

const SLIDERS: readonly OptionDescription[] = OPTIONS.filter(
  ({ kind }) => kind !== 'boolean' && kind !== 'choice',
);

describe.each(SLIDERS.map((option) => [option.name, option] as const))('the slider of %s', (_, option) => {
  const scale = sliderScale(option);

  it('rises over its whole length and stays in range', () => {
    let before = Number.NEGATIVE_INFINITY;
    for (let place = 0; place <= scale.last; place += 1) {
      const value = scale.toValue(place);
      if (value === option.special?.value) continue;
      expect(value).toBeGreaterThanOrEqual(before);
      expect(value).toBeGreaterThanOrEqual(option.min);
      expect(value).toBeLessThanOrEqual(option.max);
      expect(Number.isInteger(value)).toBe(true);
      expect(value % option.step).toBe(0);
      before = value;
    }
  });

  it('reaches both ends', () => {
    expect(scale.toValue(0)).toBe(option.min);
    expect(scale.toValue(scale.last)).toBe(option.special?.value ?? option.sliderMax ?? option.max);
  });

  it('shows a value where dragging would find it', () => {
    for (let place = 0; place <= scale.last; place += 1) {
      const value = scale.toValue(place);
      const shown = scale.toValue(scale.toPlace(value));
      // Where the grain changes (9900, 10000) the rounded place may be the neighbour's.
      expect(Math.abs(shown - value)).toBeLessThanOrEqual(0.011 * Math.abs(value));
    }
  });

  it('keys reach every end from every preset, changing the value each time', () => {
    for (const start of Object.values(option.presets)) {
      for (const direction of [1, -1] as const) {
        let value = start;
        let steps = 0;
        for (;;) {
          const next = stepValue(option, value, direction, 1);
          if (next === value) break;
          value = next;
          steps += 1;
          expect(steps).toBeLessThan(1000);
        }
        expect(value).toBe(scale.toValue(direction > 0 ? scale.last : 0));
      }
    }
  });
});

it('puts "off" behind the right end', () => {
  const option = describeOption('dirty_mult');
  const scale = sliderScale(option);
  expect(scale.toPlace(-1)).toBe(scale.last);
  expect(scale.toPlace(65_536)).toBe(100);
  expect(stepValue(option, 65_536, 1, 1)).toBe(-1);
  expect(stepValue(option, -1, -1, 1)).toBeGreaterThan(60_000);
});

it('has zero on the log scale of times, and room for short ones', () => {
  const scale = sliderScale(describeOption('hugify_delay_ms'));
  expect(scale.toValue(0)).toBe(0);
  expect(scale.toPlace(1000) - scale.toPlace(100)).toBeGreaterThan(40);
});

it('shows a typed value above the slider at its end', () => {
  const scale = sliderScale(describeOption('hugify_delay_ms'));
  expect(scale.toPlace(10_000_000)).toBe(scale.last);
});
