/** The Sampling bench's part of the address: only what differs from the defaults, each value checked when it is read. */
import * as v from 'valibot';
import { formatCount } from '../base/numbers.js';
import type { SizeSamples } from '../engine/sampling/summing-rules.js';
import type { SizeCount } from '../engine/sampling/workload.js';
import { WORKLOAD_PRESETS } from '../engine/sampling/workload-presets.js';
import {
  COSTS,
  defaultSamplingInputs,
  ENGINES,
  OWN,
  presetRows,
  type SamplingInputs,
  SIZES_OF,
  type SizesOf,
  STACK_LAYOUTS,
  type WorkloadSource,
} from './sampling-inputs.js';
import { SAMPLING_OPTIONS, type SamplingOption } from './sampling-options.js';

/** Sizes that an address holds, more than jemalloc has size classes. A link of a workload with more names their count alone. */
export const MOST_SIZES = 256;
/** How a workload without sizes is written. */
const NO_SIZES = 'none';

/** What sizes are of, and that thing itself, which no link holds. */
export const SIZES_OF_WORDS: Readonly<Record<SizesOf, { readonly of: string; readonly self: string }>> = {
  trace: { of: 'a trace', self: 'the trace itself' },
  dump: { of: 'a heap dump', self: 'the dump itself' },
  table: { of: 'a file', self: 'the file itself' },
};

/** Sizes of samples that are typed in. */
export const MOST_WRITER_ROWS = 12;
export const LARGEST_SIZE = 2 ** 40;
export const LARGEST_COUNT = 1e15;

const number = v.pipe(v.string(), v.regex(/^\d{1,16}(\.\d{1,12})?$/), v.transform(Number), v.finite());
const positive = v.pipe(number, v.minValue(1));

function option({ min, max }: SamplingOption) {
  return v.pipe(number, v.integer(), v.minValue(min), v.maxValue(max));
}

/** `size-allocated-live` joined by underscores. */
const sizes = v.pipe(
  v.string(),
  v.maxLength(MOST_SIZES * 40),
  v.transform((text) => (text === NO_SIZES ? [] : text.split('_').map((row) => row.split('-').map(Number)))),
  v.array(v.strictTuple([sizeNumber(), estimate(), estimate()])),
  v.maxLength(MOST_SIZES),
  v.transform((rows) => rows.map(([size, allocated, live]): SizeCount => ({ size, allocated, live }))),
  v.check((rows) => rows.every(({ allocated, live }) => live <= allocated)),
  v.check((rows) => new Set(rows.map(({ size }) => size)).size === rows.length),
);

/** `size-samples` joined by underscores. */
const writer = v.pipe(
  v.string(),
  v.maxLength(MOST_WRITER_ROWS * 40),
  v.transform((text) => text.split('_').map((row) => row.split('-').map(Number))),
  v.array(v.strictTuple([sizeNumber(), count()])),
  v.minLength(1),
  v.maxLength(MOST_WRITER_ROWS),
  v.transform((rows) => rows.map(([size, samples]): SizeSamples => ({ size, samples }))),
);

/** Counts that a file tells may be estimates, which are no whole numbers. */
function estimate() {
  return v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(LARGEST_COUNT));
}

const switched = v.pipe(
  v.picklist(['0', '1']),
  v.transform((text) => text === '1'),
);

function sizeNumber() {
  return v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_SIZE));
}

function count() {
  return v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST_COUNT));
}

/** Readers of one value each, by the name in the address. */
export const SAMPLING_FIELDS = {
  workload: v.picklist(WORKLOAD_PRESETS.map(({ id }) => id)),
  sizes,
  sizesof: v.picklist(SIZES_OF),
  unheld: v.pipe(number, v.integer(), v.minValue(MOST_SIZES + 1)),
  lg: option(SAMPLING_OPTIONS.lg),
  budget: option(SAMPLING_OPTIONS.budget),
  n: option(SAMPLING_OPTIONS.n),
  cost: v.picklist(COSTS),
  trials: option(SAMPLING_OPTIONS.trials),
  seed: option(SAMPLING_OPTIONS.seed),
  engine: v.picklist(ENGINES),
  stack: v.pipe(positive, v.maxValue(2 ** 50)),
  stacksize: v.pipe(positive, v.integer(), v.maxValue(LARGEST_SIZE)),
  error: v.pipe(number, v.minValue(0.0001), v.maxValue(10)),
  writer,
  best: v.picklist([OWN, ...WORKLOAD_PRESETS.map(({ id }) => id)]),
  stacks: v.picklist(STACK_LAYOUTS),
  unbias: switched,
  accum: switched,
  symbols: switched,
} as const;

const PLAIN = ['lg', 'n', 'cost', 'trials', 'seed', 'engine', 'best', 'stacks'] as const;
const SWITCHES = ['unbias', 'accum', 'symbols'] as const;

export function writeSampling(inputs: SamplingInputs, fields: URLSearchParams): void {
  const standard = defaultSamplingInputs();
  const { source, workload, stack, budget } = inputs;
  if (source.kind === 'preset' && JSON.stringify(source) !== JSON.stringify(standard.source))
    fields.set('workload', source.id);
  // Sizes and counts, also those a file told: without them the link would show something else.
  if (source.kind !== 'preset') {
    if (workload.length > MOST_SIZES) fields.set('unheld', String(workload.length));
    else {
      const rows = workload.map(
        ({ size, allocated, live }) => `${size}-${countText(allocated)}-${countText(live)}`,
      );
      fields.set('sizes', rows.length === 0 ? NO_SIZES : rows.join('_'));
      const of = source.kind === 'file' ? source.sizesOf : source.linkedFrom;
      if (of !== undefined) fields.set('sizesof', of);
    }
  }
  for (const name of PLAIN) if (inputs[name] !== standard[name]) fields.set(name, String(inputs[name]));
  for (const name of SWITCHES)
    if (inputs[name] !== standard[name]) fields.set(name, inputs[name] ? '1' : '0');
  if (budget !== null) fields.set('budget', String(budget));
  if (stack.bytes !== standard.stack.bytes) fields.set('stack', String(stack.bytes));
  if (stack.size !== null) fields.set('stacksize', String(stack.size));
  if (stack.error !== standard.stack.error) fields.set('error', String(stack.error));
  const samples = inputs.writer.map(({ size, samples: taken }) => `${size}-${taken}`).join('_');
  const usual = standard.writer.map(({ size, samples: taken }) => `${size}-${taken}`).join('_');
  if (samples !== usual && inputs.writer.length > 0) fields.set('writer', samples);
}

/** Six decimals: more than an estimate is worth, and never written with a power of ten. */
function countText(count: number): string {
  return String(Number.isInteger(count) ? count : Number(count.toFixed(6)));
}

/**
 * @param read reads one field by its schema, and notes what it could not use
 * @param ignored takes sentences about what the link does not hold
 */
export function readSampling(
  read: <S extends v.GenericSchema<unknown, unknown>>(name: string, schema: S) => v.InferOutput<S> | null,
  ignored: string[],
): SamplingInputs {
  const standard = defaultSamplingInputs();
  const preset = read('workload', SAMPLING_FIELDS.workload);
  const own = read('sizes', SAMPLING_FIELDS.sizes);
  const of = read('sizesof', SAMPLING_FIELDS.sizesof);
  const unheld = read('unheld', SAMPLING_FIELDS.unheld);
  if (unheld !== null && own === null) {
    ignored.push(
      `The link was made of a workload of ${formatCount(unheld)} sizes, more than the ${MOST_SIZES} that a link holds: a made-up workload stands in its place.`,
    );
  }
  const linked: WorkloadSource = of === null ? { kind: 'own' } : { kind: 'own', linkedFrom: of };
  return {
    source: own !== null ? linked : preset !== null ? { kind: 'preset', id: preset } : standard.source,
    workload: own ?? (preset === null ? null : presetRows(preset)) ?? standard.workload,
    lg: read('lg', SAMPLING_FIELDS.lg) ?? standard.lg,
    budget: read('budget', SAMPLING_FIELDS.budget),
    n: read('n', SAMPLING_FIELDS.n) ?? standard.n,
    cost: read('cost', SAMPLING_FIELDS.cost) ?? standard.cost,
    trials: read('trials', SAMPLING_FIELDS.trials) ?? standard.trials,
    seed: read('seed', SAMPLING_FIELDS.seed) ?? standard.seed,
    engine: read('engine', SAMPLING_FIELDS.engine) ?? standard.engine,
    stack: {
      bytes: read('stack', SAMPLING_FIELDS.stack) ?? standard.stack.bytes,
      size: read('stacksize', SAMPLING_FIELDS.stacksize),
      error: read('error', SAMPLING_FIELDS.error) ?? standard.stack.error,
    },
    writer: read('writer', SAMPLING_FIELDS.writer) ?? standard.writer,
    best: read('best', SAMPLING_FIELDS.best) ?? standard.best,
    stacks: read('stacks', SAMPLING_FIELDS.stacks) ?? standard.stacks,
    unbias: read('unbias', SAMPLING_FIELDS.unbias) ?? standard.unbias,
    accum: read('accum', SAMPLING_FIELDS.accum) ?? standard.accum,
    symbols: read('symbols', SAMPLING_FIELDS.symbols) ?? standard.symbols,
  };
}
