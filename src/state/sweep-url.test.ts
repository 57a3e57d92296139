import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeOption, type OptionDescription } from '../engine/replay/options.js';
import { FIGURES } from '../engine/tuning/figures.js';
import type { Constraint } from '../engine/tuning/sweep-types.js';
import { type AxisInput, choicesOf, isChoice, TUNABLE } from './sweep-axes.js';
import { BASES, defaultSweepInputs, METHODS, type SweepInputs } from './sweep-inputs.js';
import { defaultSweepPictures, type SweepPictures } from './sweep-pictures.js';
import { readUrl, writeUrl } from './url-state.js';

const PLAIN = readUrl('');

function roundTrip(sweep: SweepInputs) {
  return readUrl(writeUrl({ ...PLAIN, sweep }));
}

const anyAxis: fc.Arbitrary<AxisInput> = fc.constantFrom(...TUNABLE).chain((name) => {
  const option: OptionDescription = describeOption(name);
  if (isChoice(option)) {
    return fc
      .subarray(
        choicesOf(option).map((_, i) => i),
        { minLength: 1 },
      )
      .map((picked): AxisInput => ({ kind: 'choice', option: name, picked }));
  }
  return fc
    .record({
      ends: fc.tuple(
        fc.integer({ min: option.min, max: option.max }),
        fc.integer({ min: option.min, max: option.max }),
      ),
      steps: fc.integer({ min: 1, max: 50 }),
      special: option.special === undefined ? fc.constant(false) : fc.boolean(),
    })
    .map(
      ({ ends, steps, special }): AxisInput => ({
        kind: 'range',
        option: name,
        from: Math.min(...ends),
        to: Math.max(...ends),
        steps,
        special,
      }),
    );
});

const anyFigure = fc.constantFrom(...FIGURES.map(({ name }) => name));
const anyLimit = fc.integer({ min: 0, max: 1e12 }).map((value) => value / 1000);
const anyConstraint: fc.Arbitrary<Constraint> = fc.oneof(
  fc.record({ figure: anyFigure, max: anyLimit }),
  fc.record({ figure: anyFigure, min: anyLimit }),
  fc.record({ figure: anyFigure, min: anyLimit, max: anyLimit }),
);

const anySweep: fc.Arbitrary<SweepInputs> = fc.record({
  axes: fc.uniqueArray(anyAxis, { minLength: 1, maxLength: 8, selector: ({ option }) => option }),
  method: fc.constantFrom(...METHODS),
  samples: fc.integer({ min: 1, max: 20_000 }),
  seed: fc.integer({ min: 1, max: 2 ** 31 }),
  eta: fc.integer({ min: 2, max: 10 }),
  objectives: fc.uniqueArray(anyFigure, { minLength: 1, maxLength: 4 }),
  constraints: fc.uniqueArray(anyConstraint, { maxLength: 5, selector: ({ figure }) => figure }),
  base: fc.constantFrom(...BASES),
});

const anyOption = fc.option(fc.constantFrom(...TUNABLE));
const anyPictures: fc.Arbitrary<SweepPictures> = fc.record({
  frontX: fc.option(anyFigure),
  frontY: fc.option(anyFigure),
  heatFigure: fc.option(anyFigure),
  heatX: anyOption,
  heatY: anyOption,
  gather: fc.constantFrom('best', 'mean'),
  linesFigure: fc.option(anyFigure),
});

describe('a sweep in the address', () => {
  it('says nothing of the defaults', () => {
    expect(writeUrl({ ...PLAIN, sweep: defaultSweepInputs() })).toBe(writeUrl(PLAIN));
    expect(readUrl('').sweep).toEqual(defaultSweepInputs());
  });

  it('comes back as it was', () => {
    fc.assert(
      fc.property(anySweep, (sweep) => {
        const read = roundTrip(sweep);
        expect(read.sweep).toEqual(sweep);
        expect(read.ignored).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('comes back with what its pictures show', () => {
    fc.assert(
      fc.property(anyPictures, (pictures) => {
        const read = readUrl(writeUrl({ ...PLAIN, pictures }));
        expect(read.pictures).toEqual(pictures);
        expect(read.ignored).toEqual([]);
      }),
    );
    expect(readUrl('#v=2&show=tune').pictures).toEqual(defaultSweepPictures());
    for (const text of ['mean', '-.-.-.-.-.worst.-', '-.happiness.-.-.-.best.-', '-.-.-.-.-.best.-.-']) {
      const read = readUrl(`#v=2&plots=${text}`);
      expect(read.pictures).toEqual(defaultSweepPictures());
      expect(read.ignored).toHaveLength(1);
    }
  });

  it('is short enough to be sent', () => {
    const hash = writeUrl({
      ...PLAIN,
      sweep: { ...defaultSweepInputs(), base: 'sliders', method: 'halving' },
    });
    expect(hash.length).toBeLessThan(120);
  });

  it.each([
    'vary=dirty_mult.5',
    'vary=dirty_mult.9.5.3',
    'vary=dirty_mult.0.65536.999',
    'vary=no_such_option.1.2.3',
    'vary=hugify_style.sideways',
    'vary=dirty_mult.0.1.2*dirty_mult.0.1.2',
    'vary=purge_threshold.4096.8192.2.special',
    'vary=purge_threshold.1.8192.2',
    'search=guessing',
    'runs=1e9',
    'aim=happiness',
    'aim=huge_coverage.huge_coverage',
    'limit=huge_coverage-most-1',
    'limit=huge_coverage-max-none',
    'eta=1',
    'rest=elsewhere',
  ])('takes the default for %s, and says so', (text) => {
    const read = readUrl(`#v=2&${text}`);
    expect(read.sweep).toEqual(defaultSweepInputs());
    expect(read.ignored).toHaveLength(1);
  });
});
