/** The Sampling bench's part of the address: only what differs from the defaults, each value checked when it is read. */
import * as v from 'valibot';
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
  STACK_LAYOUTS,
} from './sampling-inputs.js';
import { SAMPLING_OPTIONS, type SamplingOption } from './sampling-options.js';

/** Sizes that an address holds. A workload with more comes from a file; such a link opens with the default workload. */
const MOST_SIZES = 256;
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
  v.transform((text) => text.split('_').map((row) => row.split('-').map(Number))),
  v.array(v.strictTuple([sizeNumber(), estimate(), estimate()])),
  v.minLength(1),
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
  if (source.kind !== 'preset' && workload.length > 0 && workload.length <= MOST_SIZES) {
    const rows = workload.map(
      ({ size, allocated, live }) => `${size}-${countText(allocated)}-${countText(live)}`,
    );
    fields.set('sizes', rows.join('_'));
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

/** @param read reads one field by its schema, and notes what it could not use. */
export function readSampling(
  read: <S extends v.GenericSchema<unknown, unknown>>(name: string, schema: S) => v.InferOutput<S> | null,
): SamplingInputs {
  const standard = defaultSamplingInputs();
  const preset = read('workload', SAMPLING_FIELDS.workload);
  const own = read('sizes', SAMPLING_FIELDS.sizes);
  return {
    source:
      own !== null ? { kind: 'own' } : preset !== null ? { kind: 'preset', id: preset } : standard.source,
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
