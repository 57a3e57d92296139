import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPTIONS, type OptionName, presetValues } from '../engine/replay/options.js';
import {
  COLOURS,
  defaultHeapInputs,
  DIRECTIONS,
  GRANULARITIES,
  HEAP_TABS,
  MEASURES,
  NUMBERS,
  PRUNINGS,
  GROWTH_AXES,
  RULE_KINDS,
} from './heap-inputs.js';
import { defaultInside } from './inside-inputs.js';
import { CURRENT } from './pins.js';
import { type LinkedPins, NO_PINS } from './pins-url.js';
import { defaultInputs } from './replay-inputs.js';
import { STACK_LAYOUTS } from '../engine/sampling/synthetic-stacks.js';
import { COSTS, defaultSamplingInputs, ENGINES, presetRows, type SamplingInputs } from './sampling-inputs.js';
import { defaultSweepPictures } from './sweep-pictures.js';
import { defaultSweepInputs } from './sweep-inputs.js';
import { readUrl, type UrlState, writeUrl } from './url-state.js';
import { BENCHES, defaultView, REPLAY_VIEWS } from './view.js';

const STANDARD: UrlState = {
  inputs: defaultInputs(),
  pins: NO_PINS,
  inside: defaultInside(),
  sweep: defaultSweepInputs(),
  pictures: defaultSweepPictures(),
  view: defaultView(),
  heap: defaultHeapInputs(),
  sample: null,
  sampling: defaultSamplingInputs(),
  dumps: { shown: null, base: null },
};

/** What people type and files hold; lone halves of characters do not survive any address. */
const anyText = fc.string({ unit: 'grapheme', maxLength: 60 });

const anyOptions = fc
  .tuple(
    ...OPTIONS.map((option) => {
      const inside = fc.integer({ min: option.min, max: option.max });
      return 'special' in option ? fc.oneof(inside, fc.constant(option.special.value)) : inside;
    }),
  )
  .map((values) => {
    const options: Record<OptionName, number> = { ...presetValues('microbench') };
    for (const [index, { name }] of OPTIONS.entries()) options[name] = values[index] ?? 0;
    return options;
  });

const anyAxis = fc.constantFrom('time' as const, 'event' as const);

const anyInputs = fc.record({
  options: fc.oneof(fc.constant(presetValues('jemalloc')), anyOptions),
  hpaOnly: fc.boolean(),
  shards: fc.option(fc.integer({ min: 1, max: 128 })),
  points: fc.integer({ min: 100, max: 2000 }),
  spread: fc.constantFrom('axis' as const, 'time' as const, 'event' as const),
});

const anyPins: fc.Arbitrary<LinkedPins> = fc
  .array(
    fc.record({
      name: fc.oneof(anyText, fc.constantFrom('*name.x*', 'a*mode.hpa', '+ %41&pin=', '.')),
      sample: fc.option(fc.constantFrom('redis-server', 'python-json')),
      inputs: anyInputs,
      axis: anyAxis,
    }),
    { maxLength: 5 },
  )
  .chain((pins) => {
    const place = fc.integer({ min: 0, max: Math.max(0, pins.length - 1) });
    return fc.record({
      pins: fc.constant(
        pins.map(({ sample, ...rest }) => ({
          ...rest,
          trace: { sample, fileId: null, name: sample ?? 'your trace' },
        })),
      ),
      a: pins.length === 0 ? fc.constant(CURRENT) : fc.oneof(fc.constant(CURRENT), place),
      b: pins.length === 0 ? fc.constant(null) : fc.oneof(fc.constantFrom(CURRENT, null), place),
    });
  });

const anyCount = fc.integer({ min: 0, max: 1e15 });
const anyRows = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2 ** 40 }), anyCount, anyCount), {
    minLength: 1,
    maxLength: 40,
    selector: ([size]) => size,
  })
  .map((rows) =>
    rows
      .map(([size, a, b]) => ({ size, allocated: Math.max(a, b), live: Math.min(a, b) }))
      .toSorted((a, b) => a.size - b.size),
  );
const anySampling: fc.Arbitrary<SamplingInputs> = fc
  .record({
    workload: fc.oneof(
      fc.constantFrom('server', 'document', 'one-size', 'heavy-tail'),
      anyRows,
      fc.constant([]),
    ),
    lg: fc.integer({ min: 0, max: 30 }),
    budget: fc.option(fc.integer({ min: 1, max: 1e12 })),
    n: fc.integer({ min: 1, max: 1e12 }),
    cost: fc.constantFrom(...COSTS),
    trials: fc.integer({ min: 100, max: 100_000 }),
    seed: fc.maxSafeNat(),
    engine: fc.constantFrom(...ENGINES),
    stack: fc.record({
      bytes: fc.integer({ min: 1, max: 2 ** 50 }),
      size: fc.option(fc.integer({ min: 1, max: 2 ** 40 })),
      error: fc.integer({ min: 1, max: 99_999 }).map((share) => share / 10_000),
    }),
    writer: fc.array(fc.record({ size: fc.integer({ min: 1, max: 2 ** 40 }), samples: anyCount }), {
      minLength: 1,
      maxLength: 12,
    }),
    best: fc.constantFrom('own', 'server', 'heavy-tail'),
    stacks: fc.constantFrom(...STACK_LAYOUTS),
    unbias: fc.boolean(),
    accum: fc.boolean(),
    symbols: fc.boolean(),
  })
  .map(({ workload, ...rest }) =>
    typeof workload === 'string'
      ? { source: { kind: 'preset', id: workload }, workload: presetRows(workload) ?? [], ...rest }
      : { source: { kind: 'own' }, workload, ...rest },
  );

const anyState: fc.Arbitrary<UrlState> = fc.record({
  inputs: anyInputs,
  pins: anyPins,
  inside: fc.constant(defaultInside()),
  sweep: fc.constant(defaultSweepInputs()),
  pictures: fc.constant(defaultSweepPictures()),
  view: fc.record({
    bench: fc.constantFrom(...BENCHES),
    replayView: fc.constantFrom(...REPLAY_VIEWS),
    axis: anyAxis,
    runsSort: fc.stringMatching(/^-?[a-zA-Z]{1,30}$/),
    runsZoomed: fc.boolean(),
    merged: fc.boolean(),
    shard: fc.option(fc.integer({ min: 0, max: 127 })),
    cumulative: fc.boolean(),
    zoom: fc.option(
      fc
        .tuple(fc.integer({ min: 0, max: 2 ** 52 }), fc.integer({ min: 1, max: 2 ** 50 }))
        .map(([low, width]): [number, number] => [low, low + width]),
    ),
    hidden: fc.uniqueArray(fc.stringMatching(/^[a-z][a-z_-]{0,12}$/), { maxLength: 4 }),
  }),
  heap: fc.record({
    tab: fc.constantFrom(...HEAP_TABS),
    measure: fc.constantFrom(...MEASURES),
    number: fc.constantFrom(...NUMBERS),
    granularity: fc.constantFrom(...GRANULARITIES),
    pruning: fc.constantFrom(...PRUNINGS),
    focus: anyText,
    ignore: anyText,
    hide: anyText,
    thread: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)),
    search: anyText,
    direction: fc.constantFrom(...DIRECTIONS),
    colour: fc.constantFrom(...COLOURS),
    ruleKind: fc.constantFrom(...RULE_KINDS),
    growthAxis: fc.constantFrom(...GROWTH_AXES),
    selected: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })),
    zoom: fc.array(anyText, { maxLength: 8 }),
  }),
  sample: fc.option(fc.constantFrom('redis-server', 'python-json')),
  sampling: anySampling,
  dumps: fc.record({
    // The first is what is shown anyway.
    shown: fc.option(fc.integer({ min: 1, max: 99 })),
    base: fc.option(fc.integer({ min: 0, max: 99 })),
  }),
});

describe('the address', () => {
  it('is short for the defaults', () => {
    expect(writeUrl(STANDARD)).toBe('#v=2&bench=replay');
    expect(readUrl('#v=2&bench=replay')).toEqual({ ...STANDARD, ignored: [] });
    expect(readUrl('')).toEqual({ ...STANDARD, ignored: [] });
  });

  it('names only what differs from the nearest preset', () => {
    const options = { ...presetValues('jemalloc'), hugify_delay_ms: 50, hugify_style: 1 };
    expect(writeUrl({ ...STANDARD, inputs: { ...STANDARD.inputs, options } })).toBe(
      '#v=2&bench=replay&preset=jemalloc&hugify_delay_ms=50&hugify_style=none',
    );
  });

  it('gives back every state it wrote', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(readUrl(writeUrl(state))).toEqual({ ...state, ignored: [] });
      }),
    );
  });

  it('never fails, whatever stands in it, and never invents a value', () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom(...OPTIONS.map(({ name }) => name), 'zoom', 'shards', 'v', 'hidden'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.string())), fc.string(), (pairs, junk) => {
        const read = readUrl(`#${new URLSearchParams(pairs).toString()}${junk}`);
        for (const option of OPTIONS) {
          const value = read.inputs.options[option.name];
          const special = 'special' in option ? option.special.value : null;
          expect((value >= option.min && value <= option.max) || value === special).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['hugify_delay_ms=1e9', 'hugify_delay_ms'],
    ['hugify_delay_ms=-1', 'hugify_delay_ms'],
    ['hugify_style=sometimes', 'hugify_style'],
    ['shards=129', 'shards'],
    ['points=99', 'points'],
    ['zoom=5..1', 'zoom'],
    ['zoom=..', 'zoom'],
    ['bench=garden', 'bench'],
    ['show=stars', 'show'],
    ['sort=a b', 'sort'],
    ['sample=../../etc/passwd', 'sample'],
    ['hidden=<b>', 'hidden'],
  ])('leaves out %s and says so', (text, name) => {
    const read = readUrl(`#v=2&${text}`);
    expect(read).toEqual({ ...STANDARD, ignored: [expect.stringContaining(name)] });
  });

  it('reads links of the first version as they were meant', () => {
    const old =
      'bench=heap&sample=redis-server&preset=jemalloc&hugify_delay_ms=50&mode=hpa&axis=event&zoom=5..90&hidden=dirty';
    const read = readUrl(`#v=1&${old}`);
    expect(read).toEqual(readUrl(`#v=2&${old}`));
    expect(read).toMatchObject({ ignored: [], sample: 'redis-server', view: { zoom: [5, 90] } });
    expect(read.inputs).toMatchObject({ hpaOnly: true, options: { hugify_delay_ms: 50 } });
    expect(readUrl('#v=constructor').ignored).toEqual([expect.stringContaining('version constructo')]);
  });

  it('pins runs compactly', () => {
    const options = { ...presetValues('microbench'), dirty_mult: 6553 };
    const pins = {
      pins: [
        {
          name: 'the old one',
          trace: { sample: 'redis-server', fileId: null, name: 'redis-server' },
          inputs: { ...defaultInputs(), options, hpaOnly: true },
          axis: 'time' as const,
        },
      ],
      a: CURRENT,
      b: 0,
    } as const;
    expect(writeUrl({ ...STANDARD, pins })).toBe(
      '#v=2&bench=replay&pin=redis-server*dirty_mult.6553*mode.hpa*name.the+old+one',
    );
  });

  it.each([
    ['pin=%3Cb%3E*mode.hpa', 'pinned run 1 is of no sample', 0],
    ['pin=redis-server*dirty_mult.lots', 'pinned run 1 says something this page cannot use (dirty_mult)', 1],
    ['pin=redis-server*tint.red', '(tint)', 1],
    ['pin=redis-server&sides=0', 'sides', 1],
  ])('of the pinned run %s says what it left out', (text, sentence, kept) => {
    const read = readUrl(`#v=2&${text}`);
    expect(read.ignored).toEqual([expect.stringContaining(sentence)]);
    expect(read.pins.pins).toHaveLength(kept);
  });

  it('keeps the sides of a link though one of its runs is left out', () => {
    const { pins } = readUrl('#v=2&pin=%3Cb%3E&pin=redis-server&pin=python-json&sides=2.1');
    expect(pins).toMatchObject({ a: 1, b: 0 });
    expect(readUrl(`#v=2${'&pin=redis-server'.repeat(150)}`)).toMatchObject({
      pins: { pins: { length: 100 } },
      ignored: [expect.stringContaining('pins 150 runs')],
    });
  });

  it('says what it does not know, and from which version a link is', () => {
    expect(readUrl('#v=9&tint=red&bench=heap')).toMatchObject({
      view: { bench: 'heap' },
      ignored: [expect.stringContaining('tint'), expect.stringContaining('version 9')],
    });
  });
});

it('a link holds the sizes that a file told, estimates too', () => {
  const workload = [
    { size: 64, allocated: 1e6 + 1 / 3, live: 0.25 },
    { size: 4096, allocated: 12, live: 12 },
  ];
  const source = {
    kind: 'file',
    file: 'f1',
    sizesOf: 'dump',
    name: 'secret name.heap',
    notes: [],
  } as const;
  const link = writeUrl({
    ...readUrl(''),
    sampling: { ...defaultSamplingInputs(), source, workload },
  });
  expect(link).not.toContain('secret');
  const { sampling, ignored } = readUrl(link);
  expect(ignored).toEqual([]);
  expect(sampling.source, 'and of what they are').toEqual({ kind: 'own', linkedFrom: 'dump' });
  expect(readUrl(writeUrl({ ...readUrl(''), sampling })).sampling.source).toEqual(sampling.source);
  expect(sampling.workload[0]?.allocated).toBeCloseTo(1e6 + 1 / 3, 6);
  expect(sampling.workload[0]?.live).toBe(0.25);
  expect(sampling.workload[1]).toEqual(workload[1]);
});

it('a link says that it does not hold the sizes of a large workload, and brings an empty one back', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ size: i + 1, allocated: 1, live: 1 }));
  const linked = (workload: ReturnType<typeof rows>) =>
    readUrl(
      writeUrl({
        ...readUrl(''),
        sampling: { ...defaultSamplingInputs(), source: { kind: 'own' }, workload },
      }),
    );
  expect(linked(rows(256))).toMatchObject({ ignored: [], sampling: { workload: { length: 256 } } });
  expect(linked(rows(257))).toMatchObject({
    ignored: [expect.stringContaining('257 sizes')],
    sampling: { source: { kind: 'preset' } },
  });
  expect(linked([])).toMatchObject({ ignored: [], sampling: { source: { kind: 'own' }, workload: [] } });
});
