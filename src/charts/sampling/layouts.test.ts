/** What each picture draws of a few numbers that can be checked by hand. */
import { expect, it } from 'vitest';
import type { Shape } from '../shared/shapes.js';
import { bestRatesFigure } from './best-rates/figure.js';
import { agreementSentence, counterTrickFigure } from './counter-trick/figure.js';
import { answerSentence, errorCostFigure } from './error-cost/figure.js';
import { errorAt } from './error-cost/layout.js';
import type { SamplingWay } from './counter-trick/props.js';
import type { CostMark, ErrorCostModel } from './error-cost/props.js';
import { experimentFigure } from './experiment/figure.js';
import type { ExperimentModel, ExperimentRun } from './experiment/props.js';
import { byteSpanTicks, normalCurve, runningReach } from './experiment/spans.js';
import type { FigureModel } from './shared/figure-model.js';
import { preset, summingOrderModel, varianceSharesModel, writerStepsModel } from './shared/models.fixture.js';
import { strategyColour } from './shared/strategy.js';
import { summingOrderFigure } from './summing-order/figure.js';
import { varianceCurveFigure } from './variance-curve/figure.js';
import { varianceSharesFigure } from './variance-shares/figure.js';
import { lossSentence, writerStepsFigure } from './writer-steps/figure.js';
import { roundingLoss, stepRows } from './writer-steps/steps.js';

const f = (...values: number[]): Float64Array => Float64Array.from(values);
const plain = (text: string): string => text.replaceAll('\u202f', ' ');
const texts = (shapes: readonly Shape[]): string[] =>
  shapes.flatMap((shape) => (shape.kind === 'text' ? [plain(shape.text)] : []));
/** Paths of a colour, with coordinates as whole pixels. */
const paths = (shapes: readonly Shape[], colour: string): string[] =>
  shapes.flatMap((shape) =>
    shape.kind === 'path' && (shape.stroke === colour || shape.fill === colour)
      ? [shape.d.replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number))))]
      : [],
  );
const table = (figure: FigureModel, stop: number): string[] => {
  const { heading, rows } = figure.read(stop);
  return [heading, ...rows.map(({ label, values }) => [label, ...values].join(' | '))].map(plain);
};

it('variance: a line on log axes, cut where it falls below a byte squared; points where only some sizes are known', () => {
  const figure = varianceCurveFigure(
    {
      sizes: f(16, 256, 4096, 65_536),
      rate: 4096,
      lines: [
        { strategy: 'per-byte', variance: f(1e4, 1e6, 1e8, 0) },
        { strategy: 'optimal', variance: f(Number.NaN, 1e4, 1e6, Number.NaN) },
      ],
      rug: { sizes: f(256, 4096), share: f(0.25, 0.75) },
      theme: 'light',
    },
    200,
  );
  const { shapes, stopAt } = figure.layout(562);
  expect(paths(shapes, strategyColour('per-byte', 'light'))[0]).toMatchInlineSnapshot(
    `"M56,240L190,140L324,40L324,240"`,
  );
  expect(paths(shapes, strategyColour('optimal', 'light'))).toMatchInlineSnapshot(`
    [
      "M190,240L324,140",
      "M188,240a3,3 0 1,0 5,0a3,3 0 1,0 -5,0zM322,140a3,3 0 1,0 5,0a3,3 0 1,0 -5,0z",
      "M326,140L459,140L464,140",
      "M464,140H472",
    ]
  `);
  expect(texts(shapes)).toEqual(
    expect.arrayContaining([
      'R = 4 KiB',
      'Z = R ln 2 (2.77 KiB): variance Z²',
      '↓ per byte',
      'optimum',
      '10⁸',
    ]),
  );
  expect(table(figure, 1)).toMatchInlineSnapshot(`
    [
      "Z = 256 B, 25.0 % of the live bytes",
      "per byte | 1.00 × 10⁶ | 1000 B | 391 %",
      "optimum | 10 000 | 100 B | 39.1 %",
    ]
  `);
  expect([stopAt(58, 0), stopAt(455, 0), stopAt(20, 0)]).toEqual([0, 3, -1]);
});

it('shares: each row sums to all, and its bars stand for the shares', () => {
  const model = varianceSharesModel(preset('document'), 20, 'light');
  const figure = varianceSharesFigure(model, 100);
  // 8 B x 1 million and 8 MiB x 1, sampled per byte at 1 MiB: nearly all variance is from the small ones.
  expect(table(figure, 0)).toMatchInlineSnapshot(`
    [
      "8 B",
      "live bytes: 7.63 MiB, 48.8 % |  |  |  | ",
      "per allocation, equal cost | 9.09 × 10⁻⁵ % | 2.60 MiB | 100 % | 8.63",
      "per byte | 99.7 % | 2.76 MiB | 88.4 % | 7.63",
      "optimum | 100 % | 2.76 MiB | 88.4 % | 7.63",
    ]
  `);
  const bars = paths(figure.layout(800).shapes, strategyColour('per-byte', 'light'))[0];
  expect(bars).toMatchInlineSnapshot(`"M69,290h84v100h-84zM179,389h84v1h-84z"`);
});

const COST: ErrorCostModel = {
  curves: [
    {
      strategy: 'per-byte',
      samplesPerGib: f(10_000, 100, 1),
      totalError: f(0.001, 0.01, 0.1),
      stackError: f(0.01, 0.1, 1),
      lgSample: f(10, 19, 28),
    },
    {
      strategy: 'optimal',
      samplesPerGib: f(1, 10_000),
      totalError: f(0.05, 0.0005),
      stackError: f(0.5, 0.005),
      lgSample: null,
    },
  ],
  stackBytes: 1_048_576,
  totalBytes: 1_073_741_824,
  marks: [{ lgSample: 19, label: 'lg 19', samplesPerGib: 100, totalError: 0.01, stackError: 0.1 }],
  answer: { error: 0.1, lgSample: 19, samplesPerGib: 100 },
  theme: 'light',
};

it('error against cost: straight lines in logarithms, marks and the answer at their places', () => {
  const [byByte, best] = COST.curves;
  if (byByte === undefined || best === undefined) throw new Error('no curves');
  expect(errorAt(byByte, 'totalError', 100)).toBe(0.01);
  expect(errorAt(byByte, 'totalError', 10)).toBeCloseTo(0.1 / Math.sqrt(10), 12);
  expect(errorAt(best, 'stackError', 100)).toBeCloseTo(0.05, 12);
  expect(errorAt(best, 'stackError', 0.5)).toBeNaN();
  const figure = errorCostFigure(COST, 100);
  expect(table(figure, -1)).toMatchInlineSnapshot(`
    [
      "100 samples a GiB, per byte at lg 19",
      "per byte | 1.0 % | 10.2 MiB | 10.0 % | 102 KiB",
      "optimum | 0.5 % | 5.12 MiB | 5.0 % | 51.2 KiB",
    ]
  `);
  expect(plain(answerSentence(COST) ?? '')).toBe(
    'lg_prof_sample 19 gives a stack of 1 MiB within ± 10.0 % (one standard error), for 100 samples a GiB.',
  );
  expect(
    answerSentence({ ...COST, answer: { error: 0.1, lgSample: null, samplesPerGib: Number.NaN } }),
  ).toMatch(/^No lg_prof_sample/);
  const { shapes, stops, stopAt } = figure.layout(1270);
  expect(texts(shapes).filter((text) => text === 'lg 19')).toHaveLength(3);
  expect(stops).toBe(3);
  // The middle of either plot is the rate of the middle.
  expect([stopAt(270, 60), stopAt(830, 60), stopAt(270, 400)]).toEqual([1, 1, -1]);
});

it('error against cost: a rate without error is an arrow at the floor that says so, one between two points a dot', () => {
  const marked = (change: Partial<CostMark>) => {
    const mark = { lgSample: 0, label: 'lg 0', samplesPerGib: 10_000, totalError: 0, stackError: 0 };
    return errorCostFigure({ ...COST, marks: [{ ...mark, ...change }] }, 100).layout(1270).shapes;
  };
  const labels = (shapes: readonly Shape[]) => texts(shapes).map(plain);
  expect(
    labels(marked({})).filter((text) => text === 'lg 0: all sampled, no error'),
    'in both plots',
  ).toHaveLength(2);
  expect(labels(marked({ totalError: 1e-9, stackError: 1e-8 })).join()).toMatch(/lg 0: ± .*%, below/);
  const between = marked({
    lgSample: 12.3,
    label: 'lg 12.3',
    samplesPerGib: 1234,
    totalError: 0.02,
    stackError: 0.2,
  });
  expect(labels(between).filter((text) => text === 'lg 12.3')).toHaveLength(2);
  expect(labels(marked({ totalError: Number.NaN, stackError: Number.NaN })).join()).not.toContain('lg 0');
});

const RUN: ExperimentRun = {
  strategy: 'ignoring-small',
  done: 50,
  wanted: 100,
  counts: Uint32Array.of(10, 30, 8, 2),
  outside: { below: 0, above: 2 },
  theory: { mean: 1500, variance: 250_000 },
  mean: 1510,
  meanInterval: { low: 1410, high: 1610 },
  variance: 90_000,
  varianceInterval: { low: 40_000, high: 160_000 },
  running: { trials: Int32Array.of(2, 50), mean: f(1600, 1510), standardError: f(200, 50) },
};
const TRIALS: ExperimentModel = { runs: [RUN], truth: 2000, low: 0, high: 4000, theme: 'light' };

it('experiment: bars from counts, the truth, an arrow for the bias, what lies outside', () => {
  const figure = experimentFigure(TRIALS, 90);
  const { shapes } = figure.layout(1158);
  const [bars] = paths(shapes, strategyColour('ignoring-small', 'light'));
  expect(bars).toMatchInlineSnapshot(
    `"M57,96h159v23h-159zM217,51h159v68h-159zM377,100h159v18h-159zM537,114h159v5h-159z"`,
  );
  expect(texts(shapes)).toContain('biased: −25.0 %');
  expect(texts(shapes)).toContain(
    'small ones ignored (biased): 50 of 100 trials (0 below the plot, 2 above)',
  );
  expect(table(figure, 1)).toMatchInlineSnapshot(`
    [
      "1000 B to 1.95 KiB",
      "small ones ignored (biased) | 30 | 1.47 KiB ± 100 B | −24.5 % | 300 B (200 B to 400 B) | 500 B",
    ]
  `);
});

it('experiment: axes do not depend on the trials so far', () => {
  const later = {
    ...RUN,
    done: 100,
    mean: 1490,
    running: { trials: Int32Array.of(2), mean: f(9), standardError: f(9) },
  };
  expect(runningReach(later, 2000)).toBe(runningReach(RUN, 2000));
  expect(
    byteSpanTicks(-1024, 3072, 4)
      .values.map(byteSpanTicks(-1024, 3072, 4).format)
      .map(plain),
  ).toEqual(['−1 KiB', '0 KiB', '1 KiB', '2 KiB', '3 KiB']);
  // The curve holds as many trials as the bars.
  const curve = normalCurve(RUN, TRIALS, 401);
  const area = curve.reduce((sum, [, y]) => sum + y, 0) * (4000 / 400 / 1000);
  expect(area).toBeCloseTo(50, 0);
  expect(normalCurve({ ...RUN, theory: { mean: 1, variance: 0 } }, TRIALS, 10)).toEqual([]);
});

it('summing order: the example of the document, with the rule that reports 61 MB of 8 TB', () => {
  const figure = summingOrderFigure(summingOrderModel('light'));
  expect(table(figure, -1)).toMatchInlineSnapshot(`
    [
      "1 000 000 machines",
      "true | 7.28 TiB | 7.63 TiB | 14.9 TiB",
      "a: each sample, then sum | 7.28 TiB (1 ×) | 7.63 TiB (1 ×) | 14.9 TiB (1 ×)",
      "b: each stack, then sum | 7.28 TiB (1 ×) | 7.63 TiB (1 ×) | 14.9 TiB (1 ×)",
      "c: sum, then scale by the common mean | 7.28 TiB (1 ×) | 7.63 TiB (1 ×) | 12.6 TiB (0.847 ×)",
      "d: sum, then scale as one allocation | 58.2 MiB (7.63 × 10⁻⁶ ×) | 7.63 TiB (1 ×) | 7.63 TiB (0.512 ×)",
    ]
  `);
  expect(summingOrderFigure({ machines: f(1), groups: [], theme: 'dark' }).empty).not.toBeNull();
});

it('counter trick: draws and time of a trial, and the verdict of the test', () => {
  const way = { trials: 10, samples: 100, nanoseconds: 1000, counts: Uint32Array.of(4, 6) };
  const model = {
    quantity: 'samples',
    low: 0,
    high: 20,
    allocations: 50,
    ways: { counter: { ...way, draws: 100 }, coins: { ...way, draws: 500 } },
    agreement: { distance: 0.1, probability: 0.5 },
    theme: 'light',
  } as const;
  const figure = counterTrickFigure(model, 100);
  expect(table(figure, 1)).toMatchInlineSnapshot(`
    [
      "10 to 20 samples",
      "counter: a draw for each sample | 6 | 100 | 1 | 0.2 | 2 ns",
      "coins: a draw for each allocation | 6 | 500 | 5 | 1 | 2 ns",
    ]
  `);
  expect(agreementSentence(model)).toContain('no sign that they differ');
  expect(agreementSentence({ ...model, agreement: { distance: 0.5, probability: 1e-9 } })).toContain(
    'they differ, which must not happen',
  );
  const none = (way: SamplingWay | null): SamplingWay | null => way && { ...way, samples: 0 };
  const bare = { ...model, ways: { counter: none(model.ways.counter), coins: none(model.ways.coins) } };
  expect(agreementSentence(bare)).toContain('No sample was taken');
  expect(table(counterTrickFigure(bare), -1).join()).not.toMatch(/NaN|∞/);
  expect(counterTrickFigure({ ...model, ways: { counter: null, coins: null } }).empty).not.toBeNull();
});

it('writer: from samples to what jeprof prints, with the loss of rounding', () => {
  const one = writerStepsModel([{ size: 64, samples: 3 }], 19, 'light');
  expect(
    stepRows(one).map(({ key, bytes, objects }) => [key, Math.round(bytes), Math.round(objects)]),
  ).toMatchInlineSnapshot(`
    [
      [
        "sampled",
        192,
        3,
      ],
      [
        "unbiased",
        1572960,
        24578,
      ],
      [
        "kept",
        1572960,
        24578,
      ],
      [
        "unrounded",
        192,
        3,
      ],
      [
        "written",
        192,
        3,
      ],
      [
        "read",
        1572960,
        24578,
      ],
      [
        "plain",
        1572960,
        24578,
      ],
    ]
  `);
  expect(Math.abs(roundingLoss(one).bytes)).toBeLessThan(0.01);
  expect(lossSentence(one)).not.toContain('sizes');
  const mixed = writerStepsModel(
    [
      { size: 16, samples: 3 },
      { size: 1_048_576, samples: 2 },
    ],
    19,
    'light',
  );
  expect(plain(lossSentence(mixed))).toMatchInlineSnapshot(
    `"Rounding changes the bytes by +4.9 % and the objects by +10.1 %. The stack has 2 sizes, so the file’s count (8) is not the number of samples (5): it is a number that makes the formula come out right."`,
  );
  expect(table(writerStepsFigure(mixed), 4)).toMatchInlineSnapshot(`
    [
      "5. written to the file",
      "bytes | 310 | 310 B | 7.75 × 10⁻⁵ ×",
      "objects | 8 | 8 | 8.14 × 10⁻⁵ ×",
      "mean size | 38.75 | 38.8 B | ",
    ]
  `);
  expect(writerStepsFigure(writerStepsModel([], 19, 'light')).empty).not.toBeNull();
});

it('best rates: a ratio for each workload, hostile names as text', () => {
  const workload = {
    own: false,
    sizes: f(16, 1024),
    share: f(0.5, 0.5),
    today: f(0.01, 0.5),
    optimal: f(0.02, 1),
  };
  const figure = bestRatesFigure({
    workloads: [
      { ...workload, key: 'a', label: 'preset', ratio: 1.4, allocationRatio: 9000, reason: null },
      {
        ...workload,
        key: 'b',
        label: '\u202e<b>\u0000',
        own: true,
        ratio: Number.NaN,
        allocationRatio: Number.NaN,
        reason: 'Everything is sampled.',
      },
    ],
    selectedKey: 'b',
    theme: 'light',
  });
  expect(table(figure, 1)).toMatchInlineSnapshot(`
    [
      "1 KiB, 50.0 % of the live bytes",
      "per byte, today | 50.0 % | –",
      "optimum | 100 % | 1 ×",
      "per allocation |  | –",
    ]
  `);
  const shown = texts(figure.layout(1200).shapes);
  expect(shown).toEqual(
    expect.arrayContaining(['preset', '1.4 ×', '9 000 ×', '–', 'Everything is sampled.']),
  );
  expect(shown.join('')).not.toMatch(/\p{Cc}|\p{Cf}/u);
});
