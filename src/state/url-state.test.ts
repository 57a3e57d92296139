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
import { defaultInputs } from './replay-inputs.js';
import { STACK_LAYOUTS } from '../engine/sampling/synthetic-stacks.js';
import { COSTS, defaultSamplingInputs, ENGINES, presetRows, type SamplingInputs } from './sampling-inputs.js';
import { readUrl, type UrlState, writeUrl } from './url-state.js';
import { BENCHES, defaultView, REPLAY_VIEWS } from './view.js';

const STANDARD: UrlState = {
  inputs: defaultInputs(),
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
    workload: fc.oneof(fc.constantFrom('server', 'document', 'one-size', 'heavy-tail'), anyRows),
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
  inputs: fc.record({
    options: fc.oneof(fc.constant(presetValues('jemalloc')), anyOptions),
    hpaOnly: fc.boolean(),
    shards: fc.option(fc.integer({ min: 1, max: 128 })),
    points: fc.integer({ min: 100, max: 2000 }),
    spread: fc.constantFrom('axis' as const, 'time' as const, 'event' as const),
  }),
  view: fc.record({
    bench: fc.constantFrom(...BENCHES),
    replayView: fc.constantFrom(...REPLAY_VIEWS),
    axis: fc.constantFrom('time' as const, 'event' as const),
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
    expect(writeUrl(STANDARD)).toBe('#v=1&bench=replay');
    expect(readUrl('#v=1&bench=replay')).toEqual({ ...STANDARD, ignored: [] });
    expect(readUrl('')).toEqual({ ...STANDARD, ignored: [] });
  });

  it('names only what differs from the nearest preset', () => {
    const options = { ...presetValues('jemalloc'), hugify_delay_ms: 50, hugify_style: 1 };
    expect(writeUrl({ ...STANDARD, inputs: { ...STANDARD.inputs, options } })).toBe(
      '#v=1&bench=replay&preset=jemalloc&hugify_delay_ms=50&hugify_style=none',
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
    ['sample=../../etc/passwd', 'sample'],
    ['hidden=<b>', 'hidden'],
  ])('leaves out %s and says so', (text, name) => {
    const read = readUrl(`#v=1&${text}`);
    expect(read).toEqual({ ...STANDARD, ignored: [expect.stringContaining(name)] });
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
  const source = { kind: 'file', file: 'f1', name: 'secret name.heap', notes: [] } as const;
  const link = writeUrl({
    ...readUrl(''),
    sampling: { ...defaultSamplingInputs(), source, workload },
  });
  expect(link).not.toContain('secret');
  const { sampling, ignored } = readUrl(link);
  expect(ignored).toEqual([]);
  expect(sampling.source).toEqual({ kind: 'own' });
  expect(sampling.workload[0]?.allocated).toBeCloseTo(1e6 + 1 / 3, 6);
  expect(sampling.workload[0]?.live).toBe(0.25);
  expect(sampling.workload[1]).toEqual(workload[1]);
});
