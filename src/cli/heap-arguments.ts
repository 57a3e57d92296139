/** The arguments of `jelab heap`: jeprof's options, and a few of ours. */
import type { Pruning } from '../engine/profile/allocator-frames.js';
import type { EstimateKind } from '../engine/profile/estimates.js';
import type { StackFilter } from '../engine/profile/filter.js';
import type { Granularity } from '../engine/profile/labels.js';
import { MEASURES, type Measure } from '../engine/profile/profile.js';
import { quote, type ReadArguments, readArguments, scan, type Scanned } from './arguments.js';
import { usageFailure } from './failure.js';

/** Files for other tools, of one dump or of the sum of many. */
export const EXPORTS = ['pprof', 'raw', 'csv', 'json'] as const;
export type HeapExport = (typeof EXPORTS)[number];

export const HEAP_ACTIONS = ['top', 'folded', 'diff', 'sum', 'series', ...EXPORTS] as const;
export type HeapAction = (typeof HEAP_ACTIONS)[number];

export interface HeapArguments extends ReadArguments {
  readonly action: HeapAction;
  readonly files: readonly string[];
  readonly base: string | null;
  readonly binaries: readonly string[];
  readonly symbols: readonly string[];
  readonly output: string;
  readonly measure: Measure;
  readonly showBytes: boolean;
  readonly order: 'flat' | 'cum';
  readonly granularity: Granularity;
  readonly dropNegative: boolean;
  readonly thread: bigint | 'all' | null;
  readonly filter: StackFilter;
  readonly estimate: EstimateKind;
}

const GRANULARITIES = ['functions', 'lines', 'files', 'addresses'] as const satisfies readonly Granularity[];
const BOOLEANS = [...MEASURES, ...GRANULARITIES, 'show_bytes', 'cum', 'drop_negative'];
const STRINGS = [
  'base',
  'thread',
  'focus',
  'ignore',
  'retain',
  'exclude',
  'prune',
  'estimate',
  'bin',
  'symbols',
];

/** Names with underscores, as jeprof writes them, and with dashes. */
const FLAGS = {
  ...Object.fromEntries(BOOLEANS.flatMap(spellings).map((name) => [name, { type: 'boolean' as const }])),
  ...Object.fromEntries(STRINGS.flatMap(spellings).map((name) => [name, { type: 'string' as const }])),
  output: { type: 'string', short: 'o' },
  'max-expanded': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function spellings(name: string): string[] {
  return name.includes('_') ? [name, name.replaceAll('_', '-')] : [name];
}

const PRUNINGS: ReadonlyMap<string, Pruning> = new Map([
  ['jeprof', 'jeprof-530'],
  ['dev', 'jeprof-dev'],
  ['union', 'union'],
  ['off', 'off'],
]);
const ESTIMATES = ['written', 'jeprof', 'best'] as const satisfies readonly EstimateKind[];

/** The arguments after `heap`; 'help' when they ask for it. */
export function parseHeapArguments(args: readonly string[]): HeapArguments | 'help' {
  const { flags: raw, positionals } = scan(args, FLAGS);
  const flags = raw.map(({ name, value }) => ({
    name: name === 'max-expanded' ? name : name.replaceAll('-', '_'),
    value,
  }));
  if (flags.some(({ name }) => name === 'help')) return 'help';
  const [word, ...files] = positionals;
  const action = HEAP_ACTIONS.find((known) => known === word);
  if (action === undefined) {
    const said = word === undefined ? '' : `, not ${quote(word)}`;
    throw usageFailure(`heap wants to know what to do first: ${HEAP_ACTIONS.join(', ')}${said}.`);
  }
  const last = (name: string) => flags.findLast((flag) => flag.name === name)?.value ?? null;
  const has = (name: string) => flags.some((flag) => flag.name === name);
  const all = (name: string) => flags.filter((flag) => flag.name === name).map(({ value }) => value);
  checkFiles(action, files, has);
  return {
    ...readArguments(flags),
    action,
    files,
    base: last('base'),
    binaries: all('bin'),
    symbols: all('symbols'),
    output: last('output') ?? '-',
    measure: lastOf(flags, MEASURES) ?? 'inuse_space',
    showBytes: has('show_bytes'),
    order: has('cum') ? 'cum' : 'flat',
    granularity: lastOf(flags, GRANULARITIES) ?? 'functions',
    dropNegative: has('drop_negative'),
    thread: thread(last('thread')),
    filter: {
      pruning: choice('prune', last('prune') ?? 'jeprof', PRUNINGS),
      focus: pattern('focus', last('focus')),
      ignore: pattern('ignore', last('ignore')),
      retain: pattern('retain', last('retain')),
      exclude: pattern('exclude', last('exclude')),
    },
    estimate: choice(
      'estimate',
      last('estimate') ?? (action === 'diff' || action === 'series' ? 'best' : 'jeprof'),
      new Map(ESTIMATES.map((kind) => [kind, kind])),
    ),
  };
}

function checkFiles(action: HeapAction, files: readonly string[], has: (name: string) => boolean): void {
  if (files.length === 0) throw usageFailure(`heap ${action} needs a dump (or - for the standard input).`);
  if (action === 'diff' && files.length !== 2)
    throw usageFailure(`heap diff takes two dumps, BEFORE AFTER, not ${files.length}.`);
  if (action === 'top' || action === 'folded') return;
  const threads = action === 'pprof' && files.length === 1;
  const odd = ['base', 'thread', 'drop_negative'].find(
    (name) => has(name) && !(threads && name === 'thread'),
  );
  if (odd !== undefined)
    throw usageFailure(
      `--${odd} is for heap top and heap folded${odd === 'thread' ? ', and heap pprof of one dump' : ''}.`,
    );
}

function lastOf<T extends string>(flags: Scanned['flags'], names: readonly T[]): T | undefined {
  const found = flags.findLast(({ name }) => names.some((known) => known === name));
  return names.find((known) => known === found?.name);
}

function choice<T>(flag: string, text: string, known: ReadonlyMap<string, T>): T {
  const value = known.get(text);
  if (value !== undefined) return value;
  throw usageFailure(`--${flag} is one of ${[...known.keys()].join(', ')}, not ${quote(text)}.`);
}

function thread(text: string | null): bigint | 'all' | null {
  if (text === null) return null;
  if (text === '*' || text === 'all') return 'all';
  if (/^\d{1,20}$/.test(text)) return BigInt(text);
  throw usageFailure(`--thread wants a number or all, not ${quote(text)}.`);
}

function pattern(flag: string, text: string | null): RegExp | null {
  if (text === null || text === '') return null;
  const insensitive = text.startsWith('(?i)');
  try {
    return new RegExp(insensitive ? text.slice(4) : text, insensitive ? 'i' : '');
  } catch {
    throw usageFailure(`--${flag} is no regular expression: ${quote(text)}.`);
  }
}
