import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSpec, parseSpecText } from './spec.js';
import { AXIS, errors } from './spec.fixture.js';

describe('a spec that cannot be used', () => {
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
      'axes[0].values[1] is the same value as an earlier one (0.25).',
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
      'method.samples wants a whole number from 2 to 1000000, not nothing.',
    ],
    [
      'more samples than the memory could hold',
      { version: 1, axes, method: { kind: 'latin-hypercube', samples: 1_000_000_000 } },
      'method.samples wants a whole number from 2 to 1000000, not 1000000000.',
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
      errors: ['This is no JSON: line 1, column 15 has } after a comma; the last comma must go.'],
    });
    const twice = '{"version": 1,\n"axes": [{"option": "dirty_mult", "values": [0.1]}],\n"axes": []}';
    expect(parseSpecText(twice)).toEqual({
      ok: false,
      errors: ["The spec's line 3, column 1 has a key again that the same object has on line 2 already."],
    });
    expect(parseSpecText('\u001b\u202e')).toMatchObject({
      errors: ['This is no JSON: line 1, column 1 wants a value, not "?".'],
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
