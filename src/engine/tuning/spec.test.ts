import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryOptions } from '../../testing/arbitraries.js';
import { presetValues } from '../replay/options.js';
import { FIGURES } from './figures.js';
import { planSize, sweepPlan } from './points.js';
import { parseSpec, specHash, specText, specToJson } from './spec.js';
import { AXIS, parsed } from './spec.fixture.js';
import type { SweepSpec } from './sweep-types.js';

describe('reading a spec', () => {
  it('fills in what is left out', () => {
    expect(parsed({ version: 1, axes: [AXIS] })).toEqual({
      base: presetValues('jemalloc'),
      mode: { hpaOnly: false, shards: null },
      axes: [{ option: 'dirty_mult', values: [6553, 16_384] }],
      method: { kind: 'grid' },
      objectives: ['mean_memory_bytes', 'kernel_calls_per_second', 'huge_coverage'],
      constraints: [],
      snapshots: 200,
    });
  });

  it('takes values as text, as numbers in the same unit, and as true or false', () => {
    const spec = parsed({
      version: 1,
      base: { preset: 'microbench', options: { hugify_sync: true, max_bytes: '1M', hugify_delay_ms: 5 } },
      axes: [
        { option: 'dirty_mult', values: [0.5, '-1', '0.25'] },
        { option: 'hugify_style', values: ['lazy', 'none'] },
        { option: 'deferral_allowed', values: [false, true] },
      ],
    });
    expect(spec.base).toEqual({
      ...presetValues('microbench'),
      hugify_sync: 1,
      max_bytes: 1_048_576,
      hugify_delay_ms: 5,
    });
    expect(spec.axes.map(({ values }) => values)).toEqual([
      [-1, 16_384, 32_768],
      [1, 3],
      [0, 1],
    ]);
  });

  it('walks ranges on their scale and on the option’s steps', () => {
    const values = (axis: object): readonly number[] => parsed({ version: 1, axes: [axis] }).axes[0]!.values;
    expect(values({ option: 'purge_threshold', from: '4K', to: '1M', steps: 5, scale: 'log' })).toEqual([
      4096, 16_384, 65_536, 262_144, 1_048_576,
    ]);
    expect(values({ option: 'min_purge_interval_ms', from: 0, to: 10, steps: 3 })).toEqual([0, 5, 10]);
    expect(values({ option: 'slab_max_alloc', from: 4096, to: 12_288, steps: 9 })).toEqual([
      4096, 8192, 12_288,
    ]);
    // Drawn from, not walked along: no steps needed.
    const drawn = parsed({
      version: 1,
      axes: [{ option: 'hugify_delay_ms', from: 10, to: 10_000, scale: 'log' }],
      method: { kind: 'latin-hypercube', samples: 20 },
    });
    expect(drawn.axes[0]!.values).toHaveLength(17);
    expect(drawn.method).toEqual({ kind: 'latin-hypercube', samples: 20, seed: 1 });
  });

  it('tells what a value becomes', () => {
    const outcome = parseSpec({ version: 1, axes: [{ option: 'dirty_mult', values: [0.3] }] });
    expect(outcome).toMatchObject({
      ok: true,
      notes: ['dirty_mult: 0.3 is kept as 19660/65536 = 0.29998779296875.'],
    });
  });
});

const arbitrarySpec: fc.Arbitrary<SweepSpec> = fc
  .record({
    base: arbitraryOptions,
    hpaOnly: fc.boolean(),
    shards: fc.option(fc.integer({ min: 1, max: 128 })),
    names: fc.uniqueArray(
      fc.constantFrom('dirty_mult' as const, 'purge_threshold' as const, 'hugify_delay_ms' as const),
      { minLength: 1 },
    ),
    values: fc.uniqueArray(fc.integer({ min: 4096, max: 65_535 }), { minLength: 1, maxLength: 5 }),
    method: fc.constantFrom<SweepSpec['method']>(
      { kind: 'grid' },
      { kind: 'latin-hypercube', samples: 9, seed: 4_294_967_295 },
      { kind: 'halving', samples: 9, seed: 0, eta: 2 },
    ),
    objectives: fc.uniqueArray(fc.constantFrom(...FIGURES.map(({ name }) => name)), { minLength: 1 }),
    max: fc.double({ noNaN: true, noDefaultInfinity: true }),
    snapshots: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ base, hpaOnly, shards, names, values, method, objectives, max, snapshots }) => ({
    base,
    mode: { hpaOnly, shards },
    axes: names.map((option) => ({ option, values: [...values].sort((a, b) => a - b) })),
    method,
    objectives,
    constraints: [{ figure: 'mean_dirty_bytes' as const, max: max === 0 ? 0 : max }],
    snapshots,
  }));

describe('writing a spec', () => {
  it('reads back as the same settings', () => {
    fc.assert(
      fc.property(arbitrarySpec, (spec) => {
        const back = parsed(JSON.parse(specText(spec)));
        const { base, ...rest } = back;
        const { base: _, ...same } = spec;
        expect(rest).toEqual(same);
        for (let id = 0; id < Math.min(9, planSize(spec)); id += 1) {
          const { slab_max_alloc: slab, ...options } = sweepPlan(back).at(id).options;
          const { slab_max_alloc: wanted, max_alloc: most, ...others } = sweepPlan(spec).at(id).options;
          // Bytes that act as whole pages are read as such.
          expect(slab).toBe(wanted - (wanted % 4096));
          expect(options).toEqual({ ...others, max_alloc: most - (most % 4096) });
        }
        expect(base.hugify_style).toBe(spec.base.hugify_style);
      }),
    );
  });

  it('gives the same hash after reading back, and another for any change that changes runs', () => {
    const spec = parsed({ version: 1, axes: [AXIS] });
    const hash = specHash(spec);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(specHash(parsed(specToJson(spec)))).toBe(hash);
    const changed: SweepSpec[] = [
      { ...spec, base: { ...spec.base, hugify_delay_ms: 1 } },
      { ...spec, mode: { hpaOnly: true, shards: null } },
      { ...spec, mode: { hpaOnly: false, shards: 1 } },
      { ...spec, axes: [{ option: 'dirty_mult', values: [6553] }] },
      { ...spec, snapshots: 201 },
      { ...spec, method: { kind: 'latin-hypercube', samples: 5, seed: 1 } },
      { ...spec, method: { kind: 'latin-hypercube', samples: 5, seed: 2 } },
    ];
    expect(new Set([hash, ...changed.map(specHash)]).size).toBe(changed.length + 1);
    // The base's value of an option that varies is never used.
    expect(specHash({ ...spec, base: { ...spec.base, dirty_mult: 3 } })).toBe(hash);
    // Judging differs, runs do not; for halving they do.
    expect(specHash({ ...spec, objectives: ['huge_coverage'] })).toBe(hash);
    const halving = { ...spec, method: { kind: 'halving', samples: 9, seed: 1, eta: 3 } } as const;
    expect(specHash({ ...halving, objectives: ['huge_coverage'] })).not.toBe(specHash(halving));
  });
});
