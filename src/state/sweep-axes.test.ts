import { describe, expect, it } from 'vitest';
import { describeOption } from '../engine/replay/options.js';
import { planSize } from '../engine/tuning/points.js';
import { parseSpecText, specText } from '../engine/tuning/spec.js';
import { defaultInputs } from './replay-inputs.js';
import { type AxisInput, axisValues, defaultAxis, MOST_STEPS, TUNABLE } from './sweep-axes.js';
import {
  defaultSweepInputs,
  MOST_RUNS,
  planKey,
  presetOfSweep,
  refusal,
  specOf,
  SWEEP_PRESETS,
} from './sweep-inputs.js';

const range = (change: Partial<Extract<AxisInput, { kind: 'range' }>>): AxisInput => ({
  kind: 'range',
  option: 'dirty_mult',
  from: 0,
  to: 65_536,
  steps: 5,
  special: false,
  ...change,
});

describe('the values of a range', () => {
  it('are spread evenly on the option’s scale, both ends included', () => {
    expect(axisValues(range({}))).toEqual([0, 16_384, 32_768, 49_152, 65_536]);
    expect(axisValues(range({ option: 'purge_threshold', from: 4096, to: 2_097_152, steps: 4 }))).toEqual([
      4096, 32_768, 262_144, 2_097_152,
    ]);
    const times = axisValues(range({ option: 'min_purge_interval_ms', from: 0, to: 10_000, steps: 4 }));
    expect(times[0]).toBe(0);
    expect(times.at(-1)).toBe(10_000);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('hold the special value where it is wanted, and no value twice', () => {
    expect(axisValues(range({ special: true }))).toContain(-1);
    expect(axisValues(range({ from: 7, to: 9, steps: 50 }))).toEqual([7, 8, 9]);
    expect(axisValues(range({ from: 7, to: 7, steps: 3 }))).toEqual([7]);
    expect(axisValues(range({ steps: 1 }))).toEqual([0]);
    expect(
      axisValues(range({ option: 'max_bytes', from: 4096, to: 2 ** 30, steps: 10_000 })).length,
    ).toBeLessThanOrEqual(MOST_STEPS);
  });

  it('of every option to begin with lie within what it takes', () => {
    for (const name of TUNABLE) {
      const { min, max, special } = { special: undefined, ...describeOption(name) };
      for (const value of axisValues(defaultAxis(name))) {
        expect((value >= min && value <= max) || value === special?.value, `${name} ${value}`).toBe(true);
      }
    }
  });
});

describe('what a sweep is asked for', () => {
  it('makes a spec that the command line reads back as the same', () => {
    for (const preset of SWEEP_PRESETS) {
      const inputs = { ...defaultSweepInputs(), axes: preset.axes, objectives: preset.objectives };
      const spec = specOf(inputs, defaultInputs());
      expect(presetOfSweep(inputs)).toBe(preset);
      expect(refusal(inputs, spec)).toBeNull();
      expect(planSize(spec)).toBeLessThan(200);
      const parsed = parseSpecText(specText(spec));
      expect(parsed).toMatchObject({ ok: true });
      // A base's varied options have no say; the file leaves them out.
      if (parsed.ok) expect({ ...parsed.value, base: null }).toEqual({ ...spec, base: null });
    }
  });

  it('is refused with a reason', () => {
    const inputs = defaultSweepInputs();
    const of = (change: Partial<typeof inputs>): string | null => {
      const changed = { ...inputs, ...change };
      return refusal(changed, specOf(changed, defaultInputs()));
    };
    expect(of({})).toBeNull();
    expect(of({ axes: [] })).toContain('at least one option');
    expect(of({ axes: [{ kind: 'choice', option: 'hugify_style', picked: [] }] })).toContain('hugify_style');
    expect(of({ objectives: [] })).toContain('at least one figure');
    expect(of({ constraints: [{ figure: 'mean_dirty_bytes', min: 5, max: 4 }] })).toContain('mean dirty');
    const many = (['dirty_mult', 'purge_threshold', 'hugify_delay_ms'] as const).map((option) =>
      range({ option, from: 4096, to: 1_000_000, steps: 50 }),
    );
    expect(of({ axes: many })).toContain(MOST_RUNS.toLocaleString('en-US'));
  });

  it('has other runs only where other runs are to be made', () => {
    const inputs = defaultSweepInputs();
    const key = (change: Partial<typeof inputs>): string =>
      planKey(specOf({ ...inputs, ...change }, defaultInputs()), 'trace');
    expect(key({ objectives: ['huge_coverage'] })).toBe(key({}));
    expect(key({ base: 'microbench' })).not.toBe(key({}));
    expect(key({ method: 'halving', objectives: ['huge_coverage'] })).not.toBe(key({ method: 'halving' }));
  });
});
