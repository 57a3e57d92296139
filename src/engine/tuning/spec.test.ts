import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryOptions } from '../../testing/arbitraries.js';
import { OPTIONS, presetValues } from '../replay/options.js';
import { defaultSpec } from './default-spec.js';
import { FIGURES } from './figures.js';
import { hashText, hashTrace } from './fingerprint.js';
import { planSize, sweepPlan } from './points.js';
import { parseSpec, parseSpecText, specHash, specText, specToJson } from './spec.js';
import type { SweepSpec } from './sweep-types.js';

const AXIS = { option: 'dirty_mult', values: ['0.1', '0.25'] };

function parsed(json: unknown): SweepSpec {
  const outcome = parseSpec(json);
  if (!outcome.ok) throw new Error(outcome.errors.join('\n'));
  return outcome.value;
}

function errors(json: unknown): readonly string[] {
  const outcome = parseSpec(json);
  return outcome.ok ? [] : outcome.errors;
}

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

  const axes = [AXIS];
  it.each<[string, unknown, string]>([
    ['no object', [], 'The spec wants an object with version, base, mode, axes, method'],
    ['null', null, 'not null'],
    ['no version', { axes }, 'version wants 1, not nothing.'],
    ['another version', { version: 2, axes }, 'version wants 1, not 2.'],
    [
      'an unknown key',
      { version: 1, axes, sampels: 3 },
      '"sampels" is not known here. Allowed: version, base',
    ],
    ['no axes', { version: 1 }, 'axes wants a list of 1 to 16 items, not nothing.'],
    ['empty axes', { version: 1, axes: [] }, 'axes wants a list of 1 to 16 items, not a list of 0.'],
    [
      'an axis without option',
      { version: 1, axes: [{ values: [1] }] },
      'axes[0].option wants one of slab_max_alloc, ',
    ],
    [
      'an unknown option',
      { version: 1, axes: [{ option: 'hpa_dirty_mult', values: [1] }] },
      'not "hpa_dirty_mult".',
    ],
    [
      'neither values nor range',
      { version: 1, axes: [{ option: 'dirty_mult' }] },
      'axes[0] has neither values nor from and to.',
    ],
    [
      'values and range',
      { version: 1, axes: [{ ...AXIS, from: 0 }] },
      'axes[0] has values and a range. It takes one of the two.',
    ],
    [
      'steps with values',
      { version: 1, axes: [{ ...AXIS, steps: 3 }] },
      'axes[0].steps goes with from and to, not with values.',
    ],
    [
      'a bad value',
      { version: 1, axes: [{ option: 'dirty_mult', values: ['0.1', '30%'] }] },
      'axes[0].values[1] cannot be used: dirty_mult is a ratio, not a percentage: write 0.3 instead of 30%.',
    ],
    [
      'a value out of range',
      { version: 1, axes: [{ option: 'purge_threshold', values: [1] }] },
      'axes[0].values[0] cannot be used: purge_threshold goes from 4096 to 2097152 bytes, not 1',
    ],
    [
      'a value of no kind',
      { version: 1, axes: [{ option: 'dirty_mult', values: [{}] }] },
      'axes[0].values[0] wants text, a number, or true or false, not an object.',
    ],
    [
      'an exponent',
      { version: 1, axes: [{ option: 'hugify_delay_ms', values: [1e21] }] },
      'MALLOC_CONF knows no exponents',
    ],
    [
      'a value twice',
      { version: 1, axes: [{ option: 'dirty_mult', values: [0.25, '0.250'] }] },
      'axes[0].values[1] is the same value as an earlier one (16384).',
    ],
    [
      'an option twice',
      { version: 1, axes: [AXIS, AXIS] },
      'axes[1].option is dirty_mult again, as in axes[0].',
    ],
    [
      'a fixed option that varies',
      { version: 1, axes, base: { options: { dirty_mult: 0.3 } } },
      'base.options.dirty_mult sets an option that axes[0] varies.',
    ],
    [
      'a range of a choice',
      { version: 1, axes: [{ option: 'hugify_style', from: 'none', to: 'lazy', steps: 2 }] },
      'axes[0] gives a range of hugify_style, which has none. List its values.',
    ],
    [
      'a range from -1',
      { version: 1, axes: [{ option: 'dirty_mult', from: -1, to: 1, steps: 3 }] },
      'axes[0] has -1 (off) for an end of a range.',
    ],
    [
      'a range backwards',
      { version: 1, axes: [{ option: 'dirty_mult', from: 1, to: 0.5, steps: 3 }] },
      'axes[0] has from at or above to.',
    ],
    [
      'a range without steps',
      { version: 1, axes: [{ option: 'dirty_mult', from: 0, to: 1 }] },
      'axes[0].steps wants a whole number from 2 to 10000, not nothing.',
    ],
    [
      'a log range from 0',
      { version: 1, axes: [{ option: 'dirty_mult', from: 0, to: 1, steps: 3, scale: 'log' }] },
      'axes[0].from must be above 0 on a log scale.',
    ],
    [
      'an unknown scale',
      { version: 1, axes: [{ option: 'dirty_mult', from: 0, to: 1, steps: 3, scale: 'sqrt' }] },
      'axes[0].scale wants one of linear, log, not "sqrt".',
    ],
    [
      'an unknown preset',
      { version: 1, axes, base: { preset: 'mine' } },
      'base.preset wants one of jemalloc, microbench, not "mine".',
    ],
    [
      'an unknown base option',
      { version: 1, axes, base: { options: { frob: 1 } } },
      'base.options.frob is not known here.',
    ],
    [
      'a mode of no kind',
      { version: 1, axes, mode: { hpa_only: 'yes' } },
      'mode.hpa_only wants true or false, not "yes".',
    ],
    [
      'too many shards',
      { version: 1, axes, mode: { shards: 129 } },
      'mode.shards wants a whole number from 1 to 128, not 129.',
    ],
    [
      'an unknown method',
      { version: 1, axes, method: { kind: 'random' } },
      'method.kind wants one of grid, latin-hypercube, halving, not "random".',
    ],
    [
      'samples of a grid',
      { version: 1, axes, method: { kind: 'grid', samples: 3 } },
      'method.samples has no meaning with kind grid.',
    ],
    [
      'eta of a hypercube',
      { version: 1, axes, method: { kind: 'latin-hypercube', samples: 3, eta: 2 } },
      'method.eta has no meaning with kind latin-hypercube. It knows samples, seed.',
    ],
    [
      'no samples',
      { version: 1, axes, method: { kind: 'halving' } },
      'method.samples wants a whole number from 2 to 1000000000, not nothing.',
    ],
    [
      'nothing to halve',
      { version: 1, axes, method: { kind: 'halving', samples: 2, eta: 3 } },
      'method.samples is 2, below eta 3',
    ],
    [
      'an unknown objective',
      { version: 1, axes, objectives: ['speed'] },
      'objectives[0] wants one of mean_dirty_bytes, ',
    ],
    [
      'an objective twice',
      { version: 1, axes, objectives: ['huge_coverage', 'huge_coverage'] },
      'objectives[1] is huge_coverage again.',
    ],
    ['no objectives', { version: 1, axes, objectives: [] }, 'objectives wants a list of 1 to'],
    [
      'a constraint of nothing',
      { version: 1, axes, constraints: [{ figure: 'huge_coverage' }] },
      'constraints[0] has neither min nor max.',
    ],
    [
      'a limit that is text',
      { version: 1, axes, constraints: [{ figure: 'huge_coverage', min: '0.5' }] },
      'constraints[0].min wants a number, not "0.5".',
    ],
    [
      'limits that exclude all',
      { version: 1, axes, constraints: [{ figure: 'huge_coverage', min: 1, max: 0 }] },
      'constraints[0] has min 1 above max 0',
    ],
    [
      'no snapshots',
      { version: 1, axes, snapshots: 0 },
      'snapshots wants a whole number from 1 to 100000, not 0.',
    ],
  ])('refuses %s', (_, json, sentence) => {
    expect(errors(json).join('\n')).toContain(sentence);
  });

  it('refuses a grid that nobody could run, without making it', () => {
    const values = Array.from({ length: 1001 }, (_, i) => i);
    const options = ['hugify_delay_ms', 'min_purge_delay_ms', 'min_purge_interval_ms'];
    expect(errors({ version: 1, axes: options.map((option) => ({ option, values })) })).toEqual([
      'axes give a grid of 1003003001 settings, and 1000000000 is the most. Fewer values, or method latin-hypercube or halving, try some of them.',
    ]);
  });

  it('tells all errors at once, but not thousands', () => {
    expect(errors({ version: 1, axes: [{ option: 'x' }], snapshots: -1 })).toHaveLength(2);
    const values = Array.from({ length: 500 }, () => 'x');
    expect(errors({ version: 1, axes: [{ option: 'dirty_mult', values }] })).toHaveLength(20);
  });

  it('refuses text that is no JSON, and keeps control characters out of its sentences', () => {
    expect(parseSpecText('{"version": 1,}')).toMatchObject({
      ok: false,
      errors: [expect.stringMatching(/^This is no JSON: /)],
    });
    const shown = errors({ version: 1, axes: [{ option: '\u001b[31m\u202e', values: [1] }] }).join('');
    expect(/[\p{Cc}\p{Cf}]/u.test(shown)).toBe(false);
    expect(errors({ ['\u001b'.repeat(500)]: 1 }).join('').length).toBeLessThan(400);
    expect(parseSpecText(`\uFEFF${JSON.stringify({ version: 1, axes: [AXIS] })}`).ok).toBe(true);
  });

  it('never throws, whatever the JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('axes', 'base', 'method', 'mode', 'objectives', 'constraints'),
        (json, key) => {
          parseSpec(json);
          parseSpec({ version: 1, axes: [AXIS], [key]: json });
        },
      ),
    );
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

describe('fingerprints', () => {
  it('differ for texts and traces that differ in one place', () => {
    const texts = Array.from({ length: 20_000 }, (_, i) => `${'x'.repeat(i % 7)}${i}`);
    expect(new Set(texts.map(hashText)).size).toBe(texts.length);
    const columns = () => ({
      meta: new Uint32Array(8),
      value: new Uint32Array(8),
      time: new Uint32Array(16),
    });
    const hashes = new Set<string>();
    for (let i = 0; i < 8; i += 1) {
      for (const name of ['meta', 'value', 'time'] as const) {
        const one = columns();
        one[name][i] = 1;
        hashes.add(hashTrace({ length: 8, allocations: 8, shards: 1, ...one }));
      }
    }
    expect(hashes.size).toBe(24);
  });

  it('are the same forever: results of last year name their trace by them', () => {
    expect(hashText('jelab')).toBe('75c5a15b2d4d8df4');
  });
});

describe('the default spec', () => {
  it('holds jemalloc’s defaults, is valid, and stays small for large traces', () => {
    for (const events of [1000, 50_000, 1_000_000, 20_000_000, 1_000_000_000]) {
      for (const seconds of [0, 3, 60, 86_400, Number.NaN]) {
        const spec = defaultSpec({ events, seconds });
        expect(parsed(specToJson(spec))).toEqual(spec);
        const standard = presetValues('jemalloc');
        for (const { option, values } of spec.axes) expect(values).toContain(standard[option]);
        const size = planSize(spec);
        expect(size).toBeGreaterThan(1);
        expect(size).toBeLessThanOrEqual(300);
        if (spec.axes.length > 1) expect(size * events).toBeLessThanOrEqual(100_000_000);
      }
    }
  });

  it('leaves out delays that the trace is too short for', () => {
    const short = defaultSpec({ events: 1000, seconds: 1 }).axes.map(({ option }) => option);
    const long = defaultSpec({ events: 1000, seconds: 100 }).axes.map(({ option }) => option);
    expect(short).not.toContain('hugify_delay_ms');
    expect(long).toContain('hugify_delay_ms');
  });
});

describe('docs/sweeps.md', () => {
  const docs = readFileSync(new URL('../../../docs/sweeps.md', import.meta.url), 'utf8');

  it('shows a spec that is one', () => {
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(docs) ?? [];
    const outcome = parseSpecText(json);
    expect(outcome).toMatchObject({ ok: true });
    if (outcome.ok) expect(planSize(outcome.value)).toBe(3 * 5 * 3);
  });

  it('shows methods that are read as they are shown', () => {
    const methods = [...docs.matchAll(/^- `(\{ "kind": .*?\})`/gm)].map(
      ([, json]) => JSON.parse(json!) as unknown,
    );
    expect(methods).toHaveLength(3);
    for (const method of methods) expect(parsed({ version: 1, axes: [AXIS], method }).method).toEqual(method);
  });

  it('names every figure', () => {
    for (const { name } of FIGURES) expect(docs).toContain(`\`${name}\``);
    expect(OPTIONS.length).toBe(16);
  });
});
