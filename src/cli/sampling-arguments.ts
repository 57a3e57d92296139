/** The arguments of `jelab sample` and `jelab variance`. */
import { MAX_LG_SAMPLE } from '../engine/sampling/geometric-wait.js';
import { MAX_TRIALS, type EngineKind } from '../engine/sampling/experiment.js';
import { STACK_LAYOUTS, type StackLayout } from '../engine/sampling/synthetic-stacks.js';
import { quote, type ReadArguments, readArguments, scan, type Scanned } from './arguments.js';
import { usageFailure } from './failure.js';

export interface SamplingArguments extends ReadArguments {
  /** A file, `-`, or `preset:` and a name. */
  readonly input: string;
  readonly output: string;
  readonly lgSample: number;
  readonly seed: bigint;
  readonly roundUp: boolean;
}

export interface SampleArguments extends SamplingArguments {
  readonly layout: StackLayout;
  readonly unbias: boolean;
  readonly accumulated: boolean;
  readonly symbols: boolean;
}

export interface VarianceArguments extends SamplingArguments {
  /** Expected samples; null: what lgSample costs. */
  readonly samples: number | null;
  readonly trials: number;
  readonly engine: EngineKind;
  readonly sizes: boolean;
  readonly csv: boolean;
  /** Wanted relative error, and of how many bytes; null: not asked. */
  readonly error: number | null;
  readonly stackBytes: number | null;
}

const COMMON = {
  output: { type: 'string', short: 'o' },
  'lg-prof-sample': { type: 'string', short: 'l' },
  seed: { type: 'string' },
  'round-up': { type: 'boolean' },
  'drop-sec-misses': { type: 'boolean' },
  'max-expanded': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const SAMPLE_FLAGS = {
  ...COMMON,
  stacks: { type: 'string' },
  'no-unbias': { type: 'boolean' },
  accum: { type: 'boolean' },
  symbols: { type: 'boolean' },
} as const;

const VARIANCE_FLAGS = {
  ...COMMON,
  samples: { type: 'string' },
  trials: { type: 'string' },
  engine: { type: 'string' },
  sizes: { type: 'boolean' },
  csv: { type: 'boolean' },
  error: { type: 'string' },
  stack: { type: 'string' },
} as const;

type Flags = Scanned['flags'];

const has = (flags: Flags, wanted: string): boolean => flags.some(({ name }) => name === wanted);
const last = (flags: Flags, wanted: string): string | null =>
  flags.findLast(({ name }) => name === wanted)?.value ?? null;

function whole(flags: Flags, name: string, min: number, max: number): number | null {
  const text = last(flags, name);
  if (text === null) return null;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw usageFailure(
      `--${name} wants a whole number from ${min} to ${max.toLocaleString('en-US')}, not ${quote(text)}.`,
    );
  }
  return value;
}

function positive(flags: Flags, name: string, example: string): number | null {
  const text = last(flags, name);
  if (text === null) return null;
  const match = /^(\d+(?:\.\d+)?(?:e\d+)?)\s*(%|[kmgt]i?b?|b)?$/i.exec(text);
  const unit = match?.[2]?.toLowerCase() ?? '';
  const power = 'kmgt'.indexOf(unit[0] ?? '-') + 1;
  const value = Number(match?.[1]) * (unit === '%' ? 0.01 : 1024 ** Math.max(0, power));
  if (match === null || !(value > 0) || !Number.isFinite(value)) {
    throw usageFailure(`--${name} wants a number above 0 such as ${example}, not ${quote(text)}.`);
  }
  return value;
}

function oneOf<T extends string>(flags: Flags, name: string, values: readonly T[], usual: T): T {
  const text = last(flags, name);
  if (text === null) return usual;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw usageFailure(`--${name} is ${values.join(', ')}, not ${quote(text)}.`);
  return value;
}

function seedOf(flags: Flags): bigint {
  const text = last(flags, 'seed') ?? '0';
  if (!/^\d{1,20}$/.test(text) || BigInt(text) >= 1n << 64n) {
    throw usageFailure(`--seed wants a whole number below 2^64, not ${quote(text)}.`);
  }
  return BigInt(text);
}

function common(command: string, { flags, positionals }: Scanned): SamplingArguments {
  const [input, extra] = positionals;
  if (input === undefined) {
    throw usageFailure(`${command} needs a file (or - for the standard input, or preset:NAME).`);
  }
  if (extra !== undefined) throw usageFailure(`${command} takes one input, not also ${quote(extra)}.`);
  return {
    ...readArguments(flags),
    input,
    output: last(flags, 'output') ?? '-',
    lgSample: whole(flags, 'lg-prof-sample', 0, MAX_LG_SAMPLE) ?? 19,
    seed: seedOf(flags),
    roundUp: has(flags, 'round-up'),
  };
}

export function parseSampleArguments(args: readonly string[]): SampleArguments | 'help' {
  const scanned = scan(args, SAMPLE_FLAGS);
  const { flags } = scanned;
  if (has(flags, 'help')) return 'help';
  return {
    ...common('sample', scanned),
    layout: oneOf(flags, 'stacks', STACK_LAYOUTS, 'by-size'),
    unbias: !has(flags, 'no-unbias'),
    accumulated: has(flags, 'accum'),
    symbols: has(flags, 'symbols'),
  };
}

export function parseVarianceArguments(args: readonly string[]): VarianceArguments | 'help' {
  const scanned = scan(args, VARIANCE_FLAGS);
  const { flags } = scanned;
  if (has(flags, 'help')) return 'help';
  return {
    ...common('variance', scanned),
    samples: positive(flags, 'samples', '10000'),
    trials: whole(flags, 'trials', 2, MAX_TRIALS) ?? 0,
    engine: oneOf(flags, 'engine', ['binomial', 'walk'], 'binomial'),
    sizes: has(flags, 'sizes'),
    csv: has(flags, 'csv'),
    error: positive(flags, 'error', '5%'),
    stackBytes: positive(flags, 'stack', '64MiB'),
  };
}
