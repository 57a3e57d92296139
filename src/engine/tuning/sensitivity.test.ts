import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OptionName } from '../replay/options.js';
import { presetValues } from '../replay/options.js';
import { planPoints, sweepPlan } from './points.js';
import { resultWith } from './results.fixture.js';
import { type OptionEffect, sensitivity } from './sensitivity.js';
import type { SweepAxis, SweepMethod, SweepResult } from './sweep-types.js';

const AXES: readonly SweepAxis[] = [
  { option: 'dirty_mult', values: [0, 1, 2, 3] },
  { option: 'purge_threshold', values: [4096, 8192, 12_288] },
  { option: 'hugify_style', values: [1, 2, 3] },
  { option: 'max_bytes', values: [262_144, 524_288] },
];

type Figure = (options: Readonly<Record<OptionName, number>>) => number;

function runs(method: SweepMethod, dirty: Figure, calls: Figure = () => 1): SweepResult[] {
  const plan = sweepPlan({
    base: presetValues('jemalloc'),
    mode: { hpaOnly: false, shards: null },
    axes: AXES,
    method,
    objectives: [],
    constraints: [],
    snapshots: 1,
  });
  return [...planPoints(plan)].map(({ id, options }) =>
    resultWith(id, options, { mean_dirty_bytes: dirty(options), purge_calls_per_second: calls(options) }),
  );
}

const GRID: SweepMethod = { kind: 'grid' };
const SAMPLE: SweepMethod = { kind: 'latin-hypercube', samples: 400, seed: 7 };

function effectOf(results: readonly SweepResult[], option: OptionName): OptionEffect {
  const found = sensitivity(results, AXES).options.find((one) => one.option === option);
  if (found === undefined) throw new Error('no such option');
  return found;
}

describe('sensitivity on a grid', () => {
  // Variances: dirty_mult 100 * 1.25, purge_threshold 36 * 2/3, together 149.
  const additive: Figure = (o) => 10 * o.dirty_mult - 6 * (o.purge_threshold / 4096);
  const results = runs(GRID, additive);

  it('gives exact shares of planted effects', () => {
    const { method, runs: count } = sensitivity(results, AXES);
    expect({ method, count }).toEqual({ method: 'grid', count: 72 });
    const dirty = effectOf(results, 'dirty_mult').effects.mean_dirty_bytes;
    const purge = effectOf(results, 'purge_threshold').effects.mean_dirty_bytes;
    expect(dirty.share).toBeCloseTo(125 / 149, 12);
    expect(purge.share).toBeCloseTo(24 / 149, 12);
    expect(dirty.total).toBeCloseTo(125 / 149, 12);
    expect(dirty.correlation).toBeGreaterThan(0.85);
    expect(purge.correlation).toBeLessThan(-0.3);
  });

  it('tells an option that changes nothing, exactly, and only that', () => {
    expect(AXES.map(({ option }) => [option, effectOf(results, option).noEffect])).toEqual([
      ['dirty_mult', false],
      ['purge_threshold', false],
      ['hugify_style', true],
      ['max_bytes', true],
    ]);
    expect(effectOf(results, 'max_bytes')).toMatchObject({ comparisons: 36 });
    expect(effectOf(results, 'max_bytes').effects.mean_dirty_bytes).toMatchObject({ share: 0, total: 0 });
    // One run that differs in the last bit of one figure is an effect.
    const spoilt = results.map((run, i) =>
      i === 40
        ? { ...run, figures: { ...run.figures, huge_coverage: 5e-324 } }
        : { ...run, figures: { ...run.figures, huge_coverage: 0 } },
    );
    expect(effectOf(spoilt, 'max_bytes').noEffect).toBe(false);
  });

  it('shows an interplay in the total share and not in the main one', () => {
    const product = runs(GRID, (o) => (o.dirty_mult - 1.5) * (o.max_bytes === 262_144 ? -1 : 1));
    for (const option of ['dirty_mult', 'max_bytes'] as const) {
      const { share, total } = effectOf(product, option).effects.mean_dirty_bytes;
      expect(share).toBeCloseTo(0, 12);
      expect(total).toBeCloseTo(1, 12);
      expect(effectOf(product, option).noEffect).toBe(false);
    }
  });

  it('has NaN for figures that are the same everywhere or no number anywhere', () => {
    const { effects } = effectOf(results, 'dirty_mult');
    expect(effects.purge_calls_per_second.share).toBeNaN();
    expect(effects.sec_hit_ratio.share).toBeNaN();
    expect(effectOf(results, 'hugify_style').effects.mean_dirty_bytes.correlation).toBeNaN();
  });

  it('main shares add up to at most 1, totals to at least the shares', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 72, maxLength: 72 }),
        (values) => {
          const random = results.map((run, i) => ({
            ...run,
            figures: { ...run.figures, mean_dirty_bytes: values[i]! },
          }));
          const effects = sensitivity(random, AXES).options.map((one) => one.effects.mean_dirty_bytes);
          if (Number.isNaN(effects[0]!.share)) return;
          expect(effects.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
          for (const { share, total } of effects) expect(total).toBeGreaterThanOrEqual(share - 1e-9);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('leaves out the reference, partial runs and repeated ones', () => {
    const more = [
      ...results,
      resultWith(-1, { dirty_mult: 99 }, { mean_dirty_bytes: 1e9 }),
      { ...resultWith(500, { dirty_mult: 98 }, { mean_dirty_bytes: 1e9 }), whole: false },
      results[3]!,
    ];
    expect(sensitivity(more, AXES)).toEqual(sensitivity(results, AXES));
  });
});

describe('sensitivity of samples', () => {
  it('calls no option idle for the few runs that differ in it alone', () => {
    const runs = Array.from({ length: 40 }, (_, id) =>
      // Two runs without purging are equal but for the threshold; all others differ in both.
      id < 2
        ? resultWith(id, { dirty_mult: -1, purge_threshold: 4096 * (1 + id) }, { mean_dirty_bytes: 9 })
        : resultWith(id, { dirty_mult: id, purge_threshold: 4096 * id }, { mean_dirty_bytes: id }),
    );
    const { options } = sensitivity(runs, [{ option: 'dirty_mult' }, { option: 'purge_threshold' }]);
    expect(options[1]).toMatchObject({ noEffect: false, comparisons: 1 });
  });

  it('finds the options that matter, and says that these are estimates', () => {
    const results = runs(SAMPLE, (o) => 10 * o.dirty_mult - 0.001 * o.purge_threshold);
    expect(sensitivity(results, AXES).method).toBe('sample');
    const share = (option: OptionName): number => effectOf(results, option).effects.mean_dirty_bytes.share;
    expect(share('dirty_mult')).toBeGreaterThan(0.7);
    expect(share('purge_threshold')).toBeGreaterThan(0.03);
    expect(share('purge_threshold')).toBeLessThan(0.2);
    expect(share('hugify_style')).toBeLessThan(0.03);
    expect(share('max_bytes')).toBeLessThan(0.03);
    expect(effectOf(results, 'dirty_mult').effects.mean_dirty_bytes.total).toBeNaN();
    expect(effectOf(results, 'purge_threshold').effects.mean_dirty_bytes.correlation).toBeLessThan(-0.1);
  });

  it('calls nothing without effect that it has not compared', () => {
    const results = runs(SAMPLE, (o) => o.dirty_mult + o.purge_threshold);
    const { noEffect, comparisons } = effectOf(results, 'purge_threshold');
    expect({ noEffect, comparisons }).toEqual({ noEffect: false, comparisons: 0 });
  });

  it('knows that nothing matters when all runs are equal', () => {
    const results = runs(SAMPLE, () => 5);
    expect(sensitivity(results, AXES).options.every(({ noEffect }) => noEffect)).toBe(true);
    expect(sensitivity([], AXES).options.some(({ noEffect }) => noEffect)).toBe(false);
    expect(sensitivity(results.slice(0, 1), AXES).options.some(({ noEffect }) => noEffect)).toBe(false);
  });
});
