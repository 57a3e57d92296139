import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeOption,
  type OptionDescription,
  type OptionName,
  OPTIONS,
  presetValues,
} from '../replay/options.js';
import { planPoints, planSize, REFERENCE_ID, referencePoint, sweepPlan, valueAtShare } from './points.js';
import { isOfPart, partSize } from './sweep-schedule.js';
import type { SweepAxis, SweepMethod, SweepSpec } from './sweep-types.js';

function specWith(axes: readonly SweepAxis[], method: SweepMethod = { kind: 'grid' }): SweepSpec {
  return {
    base: presetValues('jemalloc'),
    mode: { hpaOnly: false, shards: null },
    axes,
    method,
    objectives: ['mean_dirty_bytes', 'purge_calls_per_second'],
    constraints: [],
    snapshots: 10,
  };
}

const DIRTY: SweepAxis = { option: 'dirty_mult', values: [-1, 100, 200] };
const STYLE: SweepAxis = { option: 'hugify_style', values: [1, 3] };
const SYNC: SweepAxis = { option: 'hugify_sync', values: [0, 1] };
const NHP: SweepAxis = { option: 'experimental_max_purge_nhp', values: [-1, 1, 8] };

const setting = (spec: SweepSpec, id: number): number[] =>
  spec.axes.map(({ option }) => sweepPlan(spec).at(id).options[option]);

describe('a grid', () => {
  it('has every combination once, the last axis fastest, and the base for the rest', () => {
    const spec = specWith([DIRTY, STYLE, SYNC]);
    const points = [...planPoints(sweepPlan(spec))];
    expect(points.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    expect(setting(spec, 0)).toEqual([-1, 1, 0]);
    expect(setting(spec, 1)).toEqual([-1, 1, 1]);
    expect(setting(spec, 2)).toEqual([-1, 3, 0]);
    expect(setting(spec, 11)).toEqual([200, 3, 1]);
    expect(new Set(points.map(({ options }) => JSON.stringify(options))).size).toBe(12);
    expect(points[3]?.options.purge_threshold).toBe(presetValues('jemalloc').purge_threshold);
  });

  it('of 10^9 settings takes no time and no memory', () => {
    const values = Array.from({ length: 1000 }, (_, i) => i * 65);
    const spec = specWith([
      { option: 'dirty_mult', values },
      { option: 'hugify_delay_ms', values },
      { option: 'min_purge_interval_ms', values },
    ]);
    expect(planSize(spec)).toBe(1e9);
    expect(setting(spec, 123_456_789)).toEqual([123 * 65, 456 * 65, 789 * 65]);
    const part = planPoints(sweepPlan(spec), { index: 999_999_999, of: 1_000_000_000 });
    expect(setting(spec, 999_999_999)).toEqual([999 * 65, 999 * 65, 999 * 65]);
    expect([...part]).toHaveLength(1);
  });

  it('without axes is one setting', () => {
    expect([...planPoints(sweepPlan(specWith([])))]).toEqual([{ id: 0, options: presetValues('jemalloc') }]);
  });
});

const numeric = OPTIONS.filter(({ kind }) => kind !== 'choice' && kind !== 'boolean').map(({ name }) => name);
const arbitraryAxis: fc.Arbitrary<SweepAxis> = fc.constantFrom<OptionName>(...numeric).chain((option) => {
  const { min, max, sliderMax, step }: OptionDescription = describeOption(option);
  const most = Math.floor((sliderMax ?? max) / step);
  const value = fc.integer({ min: Math.ceil(min / step), max: most }).map((one) => one * step);
  return fc
    .uniqueArray(value, { minLength: 1, maxLength: 6 })
    .map((values) => ({ option, values: values.sort((a, b) => a - b) }));
});

describe('a Latin hypercube', () => {
  const hypercube = (samples: number, seed = 1): SweepMethod => ({ kind: 'latin-hypercube', samples, seed });

  it('meets each stratum of each axis once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        (samples, seed) => {
          // So wide that each stratum has values of its own: 1000 steps each.
          const axes: SweepAxis[] = [
            { option: 'dirty_mult', values: [0, samples * 1000] },
            { option: 'purge_threshold', values: [4096, 4096 + samples * 1000] },
          ];
          const points = [...planPoints(sweepPlan(specWith(axes, hypercube(samples, seed))))];
          const values = points.map(({ options }) => options.dirty_mult).sort((a, b) => a - b);
          // A value may be rounded to its stratum's end.
          values.forEach((value, stratum) => {
            expect(value).toBeGreaterThanOrEqual(stratum * 1000);
            expect(value).toBeLessThanOrEqual((stratum + 1) * 1000);
          });
        },
      ),
    );
  });

  it('gives a choice, true and false, and special values their share, and nothing between', () => {
    const spec = specWith([DIRTY, STYLE, SYNC, NHP], hypercube(60));
    const points = [...planPoints(sweepPlan(spec))];
    const count = (option: OptionName, value: number): number =>
      points.filter(({ options }) => options[option] === value).length;
    expect([count('hugify_style', 1), count('hugify_style', 3), count('hugify_style', 2)]).toEqual([
      30, 30, 0,
    ]);
    expect([count('hugify_sync', 0), count('hugify_sync', 1)]).toEqual([30, 30]);
    expect(count('dirty_mult', -1)).toBe(20);
    expect(count('experimental_max_purge_nhp', -1)).toBe(20);
    const others = points.map(({ options }) => options.dirty_mult).filter((value) => value !== -1);
    expect(others.every((value) => Number.isInteger(value) && value >= 100 && value <= 200)).toBe(true);
    expect(new Set(others).size).toBeGreaterThan(30);
  });

  it('stays inside the axis, on the option’s steps', () => {
    fc.assert(
      fc.property(
        arbitraryAxis,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (axis, share) => {
          const value = valueAtShare(axis, share);
          expect(value).toBeGreaterThanOrEqual(axis.values[0]!);
          expect(value).toBeLessThanOrEqual(axis.values.at(-1)!);
          expect(value % describeOption(axis.option).step).toBeCloseTo(0, 9);
        },
      ),
    );
  });

  it('draws on a log scale where the option has one', () => {
    const axis: SweepAxis = { option: 'purge_threshold', values: [4096, 1_048_576] };
    expect(valueAtShare(axis, 0.5)).toBe(65_536);
    expect(valueAtShare({ option: 'dirty_mult', values: [0, 1000] }, 0.5)).toBe(500);
  });

  it('is the same for the same seed, in any order of asking, and another for another seed', () => {
    const spec = specWith([DIRTY, { option: 'hugify_delay_ms', values: [10, 100_000] }], hypercube(50, 5));
    const points = [...planPoints(sweepPlan(spec))];
    const plan = sweepPlan(spec);
    expect([...points].reverse().map(({ id }) => plan.at(id))).toEqual([...points].reverse());
    const other = [...planPoints(sweepPlan({ ...spec, method: hypercube(50, 6) }))];
    expect(other).not.toEqual(points);
    // A change here is a change of every published id.
    expect(points.slice(0, 4).map(({ options }) => [options.dirty_mult, options.hugify_delay_ms])).toEqual([
      [171, 265],
      [178, 43],
      [184, 199],
      [166, 63],
    ]);
  });
});

describe('parts', () => {
  it('are disjoint and together the whole, in any number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }), (samples, of) => {
        const spec = specWith([DIRTY], { kind: 'latin-hypercube', samples, seed: 3 });
        const plan = sweepPlan(spec);
        const parts = Array.from({ length: of }, (_, i) => {
          // 1 to n, as arrays of jobs may count.
          const part = { index: i + 1, of };
          const points = [...planPoints(plan, part)];
          expect(points).toHaveLength(partSize(samples, part));
          expect(points.every(({ id }) => isOfPart(id, part))).toBe(true);
          return points;
        });
        const whole = parts.flat().sort((a, b) => a.id - b.id);
        expect(whole).toEqual([...planPoints(plan)]);
      }),
    );
  });

  it('leave the run with jemalloc’s defaults to one', () => {
    const owners = [1, 2, 3].filter((index) => isOfPart(REFERENCE_ID, { index, of: 3 }));
    expect(owners).toEqual([3]);
  });
});

it('the reference has jemalloc’s defaults on the spec’s machine', () => {
  const base = { ...presetValues('microbench'), system_thp_mode: 1, hugify_refused: 1 };
  expect(referencePoint({ base })).toEqual({
    id: -1,
    options: { ...presetValues('jemalloc'), system_thp_mode: 1, hugify_refused: 1 },
  });
});
