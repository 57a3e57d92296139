/** The command lines of `jelab sweep` and `jelab recommend`. */
import { availableParallelism } from 'node:os';
import { FIGURES, type FigureName } from '../engine/tuning/figures.js';
import type { PlanPart } from '../engine/tuning/points.js';
import type { Constraint } from '../engine/tuning/sweep-types.js';
import { quote, type ReadArguments, readArguments, scan, type Scanned, wholeNumber } from './arguments.js';
import { usageFailure } from './failure.js';

const READ_FLAGS = {
  'drop-sec-misses': { type: 'boolean' },
  'max-expanded': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const SWEEP_FLAGS = {
  output: { type: 'string', short: 'o' },
  jobs: { type: 'string', short: 'j' },
  part: { type: 'string' },
  statistics: { type: 'string' },
  interval: { type: 'string', short: 'i' },
  'dry-run': { type: 'boolean' },
  'force-new': { type: 'boolean' },
  'print-default': { type: 'boolean' },
  ...READ_FLAGS,
} as const;

const RECOMMEND_FLAGS = {
  objective: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
  ...READ_FLAGS,
} as const;

const MOST_JOBS = 1024;
const MOST_PARTS = 1_000_000;

export interface SweepArguments extends ReadArguments {
  readonly kind: 'run' | 'dry-run';
  readonly spec: string;
  readonly traces: readonly string[];
  /** Null for a dry run without one. */
  readonly output: string | null;
  readonly jobs: number;
  readonly part: PlanPart;
  /** The part as it was given: it stands in the results. */
  readonly partText: string;
  readonly statistics: { readonly folder: string; readonly interval: number } | null;
  readonly forceNew: boolean;
}

export interface DefaultSpecArguments extends ReadArguments {
  readonly kind: 'print-default';
  readonly trace: string;
}

export interface RecommendArguments extends ReadArguments {
  readonly results: string;
  readonly trace: string | null;
  readonly json: boolean;
  /** Null: those of the sweep. */
  readonly objectives: readonly FigureName[] | null;
  readonly constraints: readonly Constraint[] | null;
}

function lastOf(flags: Scanned['flags'], name: string): string | undefined {
  return flags.findLast((flag) => flag.name === name)?.value;
}

const has = (flags: Scanned['flags'], name: string): boolean => flags.some((flag) => flag.name === name);

/** i/n with i from 0 to n: arrays of jobs count from 0 or from 1, and n is the same as 0. */
export function parsePart(text: string): PlanPart {
  const match = /^([0-9]{1,9})\/([0-9]{1,9})$/.exec(text);
  const index = Number(match?.[1]);
  const of = Number(match?.[2]);
  if (match === null || of < 1 || of > MOST_PARTS || index > of) {
    throw usageFailure(
      `--part wants i/n, such as 1/8, with i from 1 to n (or from 0 to n-1), not ${quote(text)}.`,
    );
  }
  return { index: index % of, of };
}

/** The arguments after `sweep`; 'help' when they ask for it. */
export function parseSweepArguments(args: readonly string[]): SweepArguments | DefaultSpecArguments | 'help' {
  const { flags, positionals } = scan(args, SWEEP_FLAGS);
  if (has(flags, 'help')) return 'help';
  if (has(flags, 'print-default')) {
    const [trace, ...rest] = positionals;
    if (trace === undefined || rest.length > 0) throw usageFailure('--print-default takes one trace.');
    return { ...readArguments(flags), kind: 'print-default', trace };
  }
  const [spec, ...traces] = positionals;
  const dry = has(flags, 'dry-run');
  if (spec === undefined || (traces.length === 0 && !dry)) {
    throw usageFailure(
      'sweep needs a spec and at least one trace: jelab sweep SPEC.json TRACE… -o results.csv',
    );
  }
  const output = lastOf(flags, 'output') ?? null;
  if (output === null && !dry) throw usageFailure('sweep needs a file for the results: -o results.csv');
  if (output === '-' || output?.endsWith('.gz') === true) {
    throw usageFailure('The results are appended to, run by run: -o takes the name of a plain file.');
  }
  const jobs = lastOf(flags, 'jobs');
  const partText = lastOf(flags, 'part') ?? '1/1';
  const folder = lastOf(flags, 'statistics');
  const interval = lastOf(flags, 'interval');
  if (folder === undefined && interval !== undefined)
    throw usageFailure('--interval goes with --statistics.');
  const count = jobs === undefined ? availableParallelism() : wholeNumber(jobs, '--jobs', 1);
  if (count > MOST_JOBS) throw usageFailure(`--jobs is at most ${MOST_JOBS}, not ${count}.`);
  return {
    ...readArguments(flags),
    kind: dry ? 'dry-run' : 'run',
    spec,
    traces,
    output,
    jobs: count,
    part: parsePart(partText),
    partText,
    statistics:
      folder === undefined ? null : { folder, interval: wholeNumber(interval ?? '100000', '--interval', 0) },
    forceNew: has(flags, 'force-new'),
  };
}

function figureNamed(text: string, flag: string): FigureName {
  const found = FIGURES.find(({ name }) => name === text);
  if (found === undefined) {
    throw usageFailure(
      `${flag} does not know ${quote(text)}; it knows ${FIGURES.map(({ name }) => name).join(', ')}.`,
    );
  }
  return found.name;
}

function parseLimit(text: string): Constraint {
  const match = /^([a-z_]+)(<=|>=)([0-9.e+-]+)$/.exec(text);
  const value = Number(match?.[3]);
  if (match === null || !Number.isFinite(value)) {
    throw usageFailure(`--limit wants figure<=number or figure>=number, not ${quote(text)}.`);
  }
  const figure = figureNamed(match[1] ?? '', '--limit');
  return match[2] === '<=' ? { figure, max: value } : { figure, min: value };
}

/** The arguments after `recommend`; 'help' when they ask for it. */
export function parseRecommendArguments(args: readonly string[]): RecommendArguments | 'help' {
  const { flags, positionals } = scan(args, RECOMMEND_FLAGS);
  if (has(flags, 'help')) return 'help';
  const [results, trace, ...rest] = positionals;
  if (results === undefined)
    throw usageFailure('recommend needs a file of results: jelab recommend results.csv');
  if (rest.length > 0) throw usageFailure(`recommend takes one trace, not also ${quote(rest[0] ?? '')}.`);
  const of = (name: string): string[] => flags.filter((flag) => flag.name === name).map(({ value }) => value);
  const objectives = [...new Set(of('objective').map((text) => figureNamed(text, '--objective')))];
  const constraints = of('limit').map(parseLimit);
  return {
    ...readArguments(flags),
    results,
    trace: trace ?? null,
    json: has(flags, 'json'),
    objectives: objectives.length === 0 ? null : objectives,
    constraints: constraints.length === 0 ? null : constraints,
  };
}
