import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryOptions } from '../../testing/arbitraries.js';
import { confKeeps, parseConfInteger } from '../replay/conf-number.js';
import { OPTIONS, type OptionDescription, type OptionValues, presetValues } from '../replay/options.js';
import { mallocConfLine } from '../replay/option-export.js';
import { parseOption } from '../replay/option-text.js';
import { isConfExact, snapToConf } from './conf-exact.js';
import type { FigureName } from './figures.js';
import { missingRuns, recommend, type RecommendationInput } from './recommend.js';
import { figuresWith, resultWith } from './results.fixture.js';
import { comparisonSentence, otherChanges } from './reasons.js';
import type { SweepResult, SweepSpec } from './sweep-types.js';

const BOTH: readonly FigureName[] = ['mean_dirty_bytes', 'purge_calls_per_second'];
const MiB = 1_048_576;

function inputOf(
  results: readonly SweepResult[],
  more: Partial<Pick<SweepSpec, 'objectives' | 'constraints' | 'mode'>> = {},
): RecommendationInput {
  return {
    spec: {
      base: presetValues('jemalloc'),
      mode: { hpaOnly: false, shards: null },
      axes: [{ option: 'dirty_mult' }],
      objectives: BOTH,
      constraints: [],
      ...more,
    },
    results,
    trace: { events: 1000, seconds: 3600 },
  };
}

/** Dirty MiB and calls a second, each with a dirty_mult of its own. */
const run = (id: number, dirty: number, calls: number, options: Partial<OptionValues> = {}): SweepResult =>
  resultWith(id, id < 0 ? options : { dirty_mult: 1000 + id, ...options }, {
    mean_dirty_bytes: dirty * MiB,
    purge_calls_per_second: calls,
  });

const rolesOf = (input: RecommendationInput): [string, number][] =>
  recommend(input).recommendations.map(({ role, result }) => [role, result.point.id]);

describe('recommendations', () => {
  it('are the best of memory, the balanced one and the best of calls, in this order', () => {
    const runs = [run(-1, 100, 10), run(0, 10, 100), run(1, 20, 20), run(2, 90, 1), run(3, 95, 95)];
    expect(rolesOf(inputOf(runs))).toEqual([
      ['mean_dirty_bytes', 0],
      ['balanced', 1],
      ['purge_calls_per_second', 2],
    ]);
  });

  it('take a setting within 2% of the best that is better otherwise', () => {
    const runs = [run(0, 10, 100), run(1, 11, 50), run(2, 30, 20), run(3, 110, 1)];
    expect(rolesOf(inputOf(runs))[0]).toEqual(['mean_dirty_bytes', 1]);
    const apart = [run(0, 10, 100), run(1, 13, 50), run(2, 30, 20), run(3, 110, 1)];
    expect(rolesOf(inputOf(apart))[0]).toEqual(['mean_dirty_bytes', 0]);
  });

  it('are called almost the least where the front has less, and tell it', () => {
    const { recommendations } = recommend(
      inputOf([run(0, 0, 100), run(1, 1, 50), run(2, 30, 20), run(3, 110, 1)]),
    );
    expect(recommendations[0]).toMatchObject({
      title: 'almost the least mean dirty',
      result: { point: { id: 1 } },
    });
    expect(recommendations[0]!.reasons.join(' ')).toContain(
      'The least mean dirty of 4 settings that no other beats is 0\u202fB; this one comes near it (1\u202fMiB), with 50 fewer purge calls a second against that.',
    );
    expect(recommendations.at(-1)).toMatchObject({ title: 'fewest purge calls' });
  });

  it('are never worse than the default in all that shows', () => {
    // Less dirty memory by a thousandth, for ten times the calls.
    const runs = [run(-1, 100, 10), run(0, 99.9, 100), run(1, 130, 5)];
    const { recommendations, verdict } = recommend(inputOf(runs));
    expect(recommendations.map(({ result }) => result.point.id)).toEqual([-1, 1]);
    expect(verdict).toContain('Nothing here beats');
    expect(verdict).toContain('costs something');
  });

  it.each<[string, SweepResult[], Parameters<typeof inputOf>[1], string]>([
    [
      'nothing is better',
      [run(-1, 1, 1), run(0, 2, 2)],
      {},
      "Nothing here beats jemalloc's default: no setting",
    ],
    ['one is', [run(-1, 2, 2), run(0, 1, 2)], {}, '1 setting that no other beats is better'],
    [
      'some are',
      [run(-1, 3, 3), run(0, 1, 2), run(1, 2, 1)],
      {},
      '2 of the settings that no other beats are',
    ],
    [
      'the default misses a limit',
      [run(-1, 1, 9), run(0, 2, 2)],
      { constraints: [{ figure: 'purge_calls_per_second', max: 5 }] },
      "jemalloc's default misses the limits (purge calls 9/s)",
    ],
    ['it has no number', [run(-1, 1, Number.NaN), run(0, 2, 2)], {}, 'has no number for purge calls'],
  ])('say it plainly where %s', (_, runs, more, sentence) => {
    expect(recommend(inputOf(runs, more)).verdict).toContain(sentence);
  });

  it('say nothing of the default where it was not run', () => {
    expect(recommend(inputOf([run(0, 2, 2)])).verdict).toBeNull();
  });

  it('leave out near-duplicates, and are one where one setting beats all', () => {
    expect(rolesOf(inputOf([run(0, 10, 100), run(1, 100, 1), run(2, 13, 4)]))).toHaveLength(3);
    expect(rolesOf(inputOf([run(0, 10, 100), run(1, 100, 1), run(2, 10.5, 1.5)]))).toEqual([['balanced', 2]]);
    expect(rolesOf(inputOf([run(0, 1, 1), run(1, 2, 2), run(2, 3, 3)]))).toEqual([['balanced', 0]]);
  });

  it('call differences under 1% none', () => {
    const runs = [run(0, 100, 50), run(1, 100.5, 1)];
    expect(rolesOf(inputOf(runs))).toEqual([['balanced', 1]]);
  });

  it('prefer the fewest changes among equal settings, the default itself before all', () => {
    const equal = [run(5, 10, 1, { max_bytes: 524_288 }), run(6, 10, 1)];
    expect(rolesOf(inputOf(equal))).toEqual([['balanced', 6]]);
    const { recommendations } = recommend(inputOf([...equal, run(-1, 10, 1)]));
    expect(recommendations).toHaveLength(1);
    expect(recommendations[0]).toMatchObject({ isDefault: true, changed: [] });
    expect(recommendations[0]!.reasons[0]).toBe("This is jemalloc's default.");
  });

  it('keep to the limits, to whole runs, and to numbers', () => {
    const runs = [run(0, 10, 100), run(1, 50, 5), run(2, 100, 1)];
    const limited = inputOf(runs, { constraints: [{ figure: 'purge_calls_per_second', max: 10 }] });
    expect(rolesOf(limited).map(([, id]) => id)).not.toContain(0);
    const partial = [{ ...run(0, 1, 1), whole: false }, run(1, 5, 5), run(2, Number.NaN, 0)];
    expect(rolesOf(inputOf(partial))).toEqual([['balanced', 1]]);
    const none = recommend(inputOf(runs, { constraints: [{ figure: 'mean_dirty_bytes', max: 0 }] }));
    expect(none.recommendations).toEqual([]);
    expect(none.warnings.join()).toContain('No run is within the limits');
    const still = recommend(inputOf([run(0, 1, Number.NaN), run(1, 2, Number.NaN)]));
    expect(still.warnings.join()).toContain('No run has a number for purge calls');
    expect(recommend(inputOf([])).warnings.join()).toContain('No run over the whole trace');
  });

  it('of one objective are its best', () => {
    const input = inputOf([run(0, 10, 100), run(1, 50, 5)], { objectives: ['purge_calls_per_second'] });
    expect(rolesOf(input)).toEqual([['purge_calls_per_second', 1]]);
  });

  it('of ratios are the most, where more is better', () => {
    const runs = [0.1, 0.9].map((huge, id) =>
      resultWith(id, { dirty_mult: id }, { huge_coverage: huge, mean_dirty_bytes: 1 + id }),
    );
    const input = inputOf(runs, { objectives: ['mean_dirty_bytes', 'huge_coverage'] });
    const { recommendations } = recommend(input);
    expect(recommendations.map(({ title, result }) => [title, result.point.id])).toContainEqual([
      'most huge coverage',
      1,
    ]);
  });

  it('lie on the front, whatever the figures', () => {
    const figure = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.double({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(figure, figure), { minLength: 1, maxLength: 30 }), (pairs) => {
        const runs = pairs.map(([dirty, calls], id) => run(id, dirty, calls));
        const known = pairs.filter(([dirty, calls]) => !Number.isNaN(dirty + calls));
        const { recommendations } = recommend(inputOf(runs));
        expect(recommendations.length > 0).toBe(known.length > 0);
        expect(recommendations.length).toBeLessThanOrEqual(3);
        for (const { result } of recommendations) {
          const [dirty, calls] = pairs[result.point.id]!;
          const beaten = known.some(([d, c]) => d <= dirty && c <= calls && (d < dirty || c < calls));
          expect(beaten).toBe(false);
        }
      }),
    );
  });
});

describe('reasons', () => {
  const figures = (dirty: number, calls: number, huge: number) =>
    figuresWith({ mean_dirty_bytes: dirty, purge_calls_per_second: calls, huge_coverage: huge });

  it.each<[string, readonly [number, number, number], readonly [number, number, number], string]>([
    [
      'a trade',
      [69, 4, 0.5],
      [100, 2, 0.5],
      "−31% mean dirty for 2 more purge calls a second, against jemalloc's default.",
    ],
    [
      'gains alone',
      [69, 1.5, 0.6],
      [100, 2, 0.5],
      "−31% mean dirty, 0.50 fewer purge calls a second and +10.0 points of huge coverage, against jemalloc's default, and no objective is worse.",
    ],
    [
      'costs alone',
      [105.3, 2, 0.5],
      [100, 2, 0.5],
      "+5.3% mean dirty, against jemalloc's default, and no objective is better.",
    ],
    ['nothing', [100, 2, 0.5], [100, 2, 0.5], "Equal to jemalloc's default in every objective."],
    [
      'little',
      [100.2, 2, 0.5],
      [100, 2, 0.5],
      "Within half a percent of jemalloc's default in every objective.",
    ],
    [
      'gains that cost very little',
      [100.2, 1, 0.5],
      [100, 2, 0.5],
      "1 fewer purge calls a second, against jemalloc's default, and no objective is worse by half a percent.",
    ],
    [
      'from zero',
      [5, 2, 0.5],
      [0, 2, 0.5],
      "5\u202fB of mean dirty where there was none, against jemalloc's default, and no objective is better.",
    ],
    [
      'no numbers',
      [5, Number.NaN, 0.5],
      [10, 2, Number.NaN],
      "−50% mean dirty, against jemalloc's default, and no objective that can be compared is worse. Not comparable: purge calls and huge coverage.",
    ],
    [
      'factors, and never all of what is not all',
      [10_400, 0.004, 0.5],
      [100, 2, 0.5],
      "2.00 fewer purge calls a second for ×104 mean dirty, against jemalloc's default.",
    ],
    [
      'small factors',
      [340, 2, 0.5],
      [100, 2, 0.5],
      "×3.4 mean dirty, against jemalloc's default, and no objective is better.",
    ],
    [
      'almost all',
      [0.01, 2, 0.5],
      [100, 2, 0.5],
      "−99.9% mean dirty, against jemalloc's default, and no objective is worse.",
    ],
  ])('say %s', (_, own, reference, sentence) => {
    expect(
      comparisonSentence(
        ['mean_dirty_bytes', 'purge_calls_per_second', 'huge_coverage'],
        figures(...own),
        figures(...reference),
      ),
    ).toBe(sentence);
  });

  it('name other figures that change much, and not the parts of a sum', () => {
    expect(otherChanges(['mean_dirty_bytes'], figures(1, 4, 0.5), figures(2, 2, 0.1))).toBe(
      'Besides: 2 more purge calls a second and +40 points of huge coverage.',
    );
    expect(otherChanges(['kernel_calls_per_second'], figures(1, 4, 0.5), figures(1, 2, 0.5))).toBeNull();
  });
});

/** What jemalloc's parser would make of a line: the options it names. */
function readLine(line: string): Partial<OptionValues> {
  const read: { -readonly [name in keyof OptionValues]?: number } = {};
  for (const setting of line.split(',')) {
    const [name = '', value = ''] = setting.split(/:(.*)/s);
    const option = (OPTIONS as readonly OptionDescription[]).find(({ mallocConf }) => mallocConf === name);
    if (option === undefined) continue;
    const optionName = option.name as keyof OptionValues;
    if (['bytes', 'milliseconds', 'count'].includes(option.kind)) {
      const kept = confKeeps(optionName, parseConfInteger(value) ?? 0n);
      read[optionName] = Number(BigInt.asIntN(64, kept ?? -99n));
    } else {
      const parsed = parseOption(optionName, value);
      if (!parsed.ok) throw new Error(parsed.error);
      read[optionName] = parsed.value;
    }
  }
  return read;
}

describe('MALLOC_CONF lines', () => {
  const settable = OPTIONS.filter(({ mallocConf }) => mallocConf !== null).map(({ name }) => name);

  it('mean exactly what was replayed, for every setting that counts as exact', () => {
    const mode = { hpaOnly: false, shards: null };
    fc.assert(
      fc.property(arbitraryOptions, (options) => {
        const snapped = snapToConf(options);
        expect(isConfExact(snapped)).toBe(true);
        const read = readLine(mallocConfLine(snapped, mode).line);
        for (const name of settable) expect([name, read[name]]).toEqual([name, snapped[name]]);
        // The negative control: a setting that is not exact reads back as another one, or needs a background thread.
        if (!isConfExact(options)) {
          const { line } = mallocConfLine(options, mode);
          const same = settable.every((name) => readLine(line)[name] === options[name]);
          expect(same && !line.includes('background_thread')).toBe(false);
        }
      }),
    );
  });

  it('keep settings that cannot be said out of the recommendations, and have them moved and run again', () => {
    const wide = run(0, 1, 1, { max_alloc: 65_536, max_bytes: 131_072 });
    const runs = [run(-1, 100, 10), wide, run(1, 50, 50)];
    const advice = recommend(inputOf(runs));
    expect(advice.recommendations.map(({ result }) => result.point.id)).not.toContain(0);
    expect(advice.warnings.join()).toContain('1 setting was left out: MALLOC_CONF cannot say exactly');
    const missing = missingRuns(inputOf(runs));
    expect(missing).toEqual([
      { id: -2, options: { ...wide.point.options, max_alloc: 32_768, max_bytes: 262_144 } },
    ]);
    const moved = { ...run(7, 2, 2), point: missing[0]! };
    const completed = inputOf([...runs, moved]);
    expect(missingRuns(completed)).toEqual([]);
    expect(recommend(completed).recommendations[0]!.result.point.id).toBe(-2);
  });

  it('do not start a background thread', () => {
    const deferred = run(0, 1, 0, { deferral_allowed: 1 });
    expect(missingRuns(inputOf([run(-1, 5, 5), deferred]))).toEqual([
      { id: -2, options: { ...deferred.point.options, deferral_allowed: 0 } },
    ]);
  });

  it('want the default run where it is missing', () => {
    expect(missingRuns(inputOf([run(0, 1, 1)]))).toEqual([{ id: -1, options: presetValues('jemalloc') }]);
    expect(recommend(inputOf([run(0, 1, 1)])).warnings.join()).toContain(
      "The run with jemalloc's defaults is missing",
    );
  });
});

describe('what a recommendation says of the sweep', () => {
  it('tells options without effect, with the reason where it is known', () => {
    const runs = [0, 1].flatMap((style) =>
      [4096, 8192].map((threshold, i) =>
        resultWith(
          2 * style + i,
          { hugify_style: 1 + style, hugification_threshold: threshold },
          { mean_dirty_bytes: style, purge_calls_per_second: 1 },
        ),
      ),
    );
    const input = inputOf(runs);
    const spec = {
      ...input.spec,
      axes: [{ option: 'hugify_style' }, { option: 'hugification_threshold' }] as const,
    };
    expect(recommend({ ...input, spec }).warnings).toContain(
      'hugification_threshold (4096, 8192) has no effect on this trace: all figures are equal whatever its value, because only style lazy (or hugify_sync) looks at it.',
    );
    expect(recommend({ ...input, spec }).warnings.join()).not.toContain('hugify_style (');
  });

  it('is honest about what a replay does not know', () => {
    const { limits } = recommend(inputOf([run(0, 1, 1)]));
    expect(limits.join(' ')).toMatch(/one thread.*page fault/);
    const short = recommend({ ...inputOf([run(0, 1, 1)]), trace: { events: 9, seconds: 7 } });
    expect(short.limits.join(' ')).toContain('The trace is 7 s long');
    const still = recommend({ ...inputOf([run(0, 1, 1)]), trace: { events: 9, seconds: 0 } });
    expect(still.limits.join(' ')).toContain('clock stands still');
    const packing = inputOf([run(0, 1, 1)], {
      objectives: ['mean_overhead_bytes', 'kernel_calls_per_second'],
    });
    expect(recommend(packing).limits.join(' ')).toContain('A purge turns dirty pages into retained ones');
  });
});
