/** Reads command lines: flags as the original tools have them, options by their names in jemalloc. */
import { parseArgs } from 'node:util';
import { parseOption } from '../engine/replay/option-text.js';
import {
  OPTIONS,
  type OptionDescription,
  type OptionGroup,
  type OptionName,
  type OptionValues,
  type PresetName,
  presetValues,
  type ReplayMode,
} from '../engine/replay/options.js';
import { MAX_SHARDS } from '../engine/units.js';
import type { TraceFormat } from '../formats/format.js';
import { plainText, usageFailure } from './failure.js';

const REPLAY_FLAGS = {
  'hpa-only': { type: 'boolean', short: 'p' },
  sec: { type: 'boolean', short: 's' },
  output: { type: 'string', short: 'o' },
  interval: { type: 'string', short: 'i' },
  nshards: { type: 'string', short: 'n' },
  preset: { type: 'string' },
  opt: { type: 'string' },
  'sec-opt': { type: 'string' },
  thp: { type: 'string' },
  'drop-sec-misses': { type: 'boolean' },
  'max-expanded': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const PREPROCESS_FLAGS = {
  'drop-sec-misses': { type: 'boolean' },
  'max-expanded': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** How input files are to be read. */
export interface ReadArguments {
  readonly dropSecMisses: boolean;
  /** Bytes a compressed file may expand to; null = the readers' own limit. */
  readonly maxExpandedBytes: number | null;
}

export interface ReplayArguments extends ReadArguments {
  readonly trace: string;
  /** `-` is the standard output. */
  readonly output: string;
  readonly interval: number;
  readonly mode: ReplayMode;
  readonly options: OptionValues;
  readonly notes: readonly string[];
}

export interface PreprocessArguments extends ReadArguments {
  readonly format: TraceFormat & ('hpa' | 'sec');
  readonly input: string;
  readonly output: string;
}

export type FlagSpec = Readonly<
  Record<string, { readonly type: 'boolean' | 'string'; readonly short?: string }>
>;

export interface Scanned {
  /** In the order they came; boolean flags have an empty value. */
  readonly flags: readonly { readonly name: string; readonly value: string }[];
  readonly positionals: readonly string[];
}

/** Splits arguments into flags and the rest. Throws a usage failure for what it does not know. */
export function scan(args: readonly string[], spec: FlagSpec): Scanned {
  const { tokens } = parseArgs({ args: [...args], options: spec, strict: false, tokens: true });
  const flags: { name: string; value: string }[] = [];
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = spec[token.name];
    const shown = plainText(token.rawName);
    if (flag === undefined) throw usageFailure(`There is no option ${shown}.`);
    if (flag.type === 'string' && token.value === undefined) throw usageFailure(`${shown} needs a value.`);
    if (flag.type === 'boolean' && token.value !== undefined) throw usageFailure(`${shown} takes no value.`);
    flags.push({ name: token.name, value: token.value ?? '' });
  }
  return { flags, positionals };
}

export const quote = (text: string) => `"${plainText(text).slice(0, 60)}"`;

/** A plain whole number; `what` names the flag in the sentence. */
export function wholeNumber(text: string, what: string, min: number): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value < min || !Number.isSafeInteger(value)) {
    throw usageFailure(`${what} wants a whole number from ${min} on, not ${quote(text)}.`);
  }
  return value;
}

/** 4G, 512MiB or plain bytes. */
function byteCount(text: string, what: string): number {
  const match = /^([0-9]{1,15})\s*([kmgt]?)(?:i?b)?$/i.exec(text);
  const power = ['', 'k', 'm', 'g', 't'].indexOf(match?.[2]?.toLowerCase() ?? '');
  const value = Number(match?.[1]) * 1024 ** power;
  if (match === null || value < 1 || !Number.isSafeInteger(value)) {
    throw usageFailure(`${what} wants a number of bytes such as 4G, not ${quote(text)}.`);
  }
  return value;
}

function preset(text: string): PresetName {
  if (text === 'microbench' || text === 'jemalloc') return text;
  throw usageFailure(`--preset is microbench or jemalloc, not ${quote(text)}.`);
}

/** One `name=value` of --opt or --sec-opt. */
function assignment(
  flag: string,
  groups: readonly OptionGroup[],
  text: string,
): { name: OptionName; value: number; note: string | null } {
  const equals = text.indexOf('=');
  if (equals < 0) throw usageFailure(`${flag} wants name=value, not ${quote(text)}.`);
  const name = text.slice(0, equals).trim();
  const option = OPTIONS.find((candidate) => candidate.name === name && groups.includes(candidate.group));
  if (option === undefined) throw usageFailure(unknownOption(flag, groups, name));
  const parsed = parseOption(option.name, text.slice(equals + 1));
  if (!parsed.ok) throw usageFailure(`${flag}: ${parsed.error}`);
  return { name: option.name, value: parsed.value, note: parsed.note };
}

function unknownOption(flag: string, groups: readonly OptionGroup[], name: string): string {
  const table: readonly OptionDescription[] = OPTIONS;
  const elsewhere = table.find((option) => option.name === name || option.mallocConf === name);
  if (elsewhere !== undefined) {
    const itsFlag = { hpa: '--opt', sec: '--sec-opt', environment: '--opt' }[elsewhere.group];
    return `${flag} does not know ${quote(name)}: write ${itsFlag} ${elsewhere.name}=….`;
  }
  const names = table.filter((option) => groups.includes(option.group)).map((option) => option.name);
  return `${flag} does not know ${quote(name)}; it knows ${names.join(', ')}.`;
}

export function readArguments(flags: Scanned['flags']): ReadArguments {
  const expanded = flags.findLast(({ name }) => name === 'max-expanded');
  return {
    dropSecMisses: flags.some(({ name }) => name === 'drop-sec-misses'),
    maxExpandedBytes: expanded === undefined ? null : byteCount(expanded.value, '--max-expanded'),
  };
}

/** The arguments after `replay`; 'help' when they ask for it. */
export function parseReplayArguments(args: readonly string[]): ReplayArguments | 'help' {
  const { flags, positionals } = scan(args, REPLAY_FLAGS);
  if (flags.some(({ name }) => name === 'help')) return 'help';
  const [trace, ...rest] = positionals;
  if (trace === undefined) throw usageFailure('replay needs a trace file (or - for the standard input).');
  if (rest.length > 0) throw usageFailure(`replay takes one trace file, not also ${quote(rest[0] ?? '')}.`);
  const last = (wanted: string) => flags.findLast(({ name }) => name === wanted)?.value;

  const notes: string[] = [];
  const values: Record<OptionName, number> = { ...presetValues(preset(last('preset') ?? 'microbench')) };
  const set = (flag: string, groups: readonly OptionGroup[], text: string) => {
    const { name, value, note } = assignment(flag, groups, text);
    values[name] = value;
    if (note !== null) notes.push(note);
  };
  for (const { name, value } of flags) {
    if (name === 'opt') set('--opt', ['hpa', 'environment'], value);
    if (name === 'sec-opt') set('--sec-opt', ['sec'], value);
    if (name === 'thp') {
      const parsed = parseOption('system_thp_mode', value);
      if (!parsed.ok) throw usageFailure(parsed.error.replace('system_thp_mode', '--thp'));
      values.system_thp_mode = parsed.value;
    }
  }
  const hpaOnly = flags.findLast(({ name }) => name === 'hpa-only' || name === 'sec')?.name === 'hpa-only';
  if (hpaOnly && last('sec-opt') !== undefined) notes.push('--sec-opt has no effect with --hpa-only.');
  const nshards = last('nshards');
  const shards = nshards === undefined ? null : wholeNumber(nshards, '--nshards', 1);
  if (shards !== null && shards > MAX_SHARDS) {
    throw usageFailure(`--nshards is at most ${MAX_SHARDS}, not ${shards}.`);
  }
  return {
    ...readArguments(flags),
    trace,
    output: last('output') ?? '-',
    interval: wholeNumber(last('interval') ?? '100000', '--interval', 0),
    mode: { hpaOnly, shards },
    options: values,
    notes,
  };
}

/** The arguments after `preprocess`; 'help' when they ask for it. */
export function parsePreprocessArguments(args: readonly string[]): PreprocessArguments | 'help' {
  const { flags, positionals } = scan(args, PREPROCESS_FLAGS);
  if (flags.some(({ name }) => name === 'help')) return 'help';
  const [format, input, output, extra] = positionals;
  if (format === undefined || input === undefined || output === undefined || extra !== undefined) {
    throw usageFailure(`preprocess takes three words, <hpa|sec> IN OUT, not ${positionals.length}.`);
  }
  if (format !== 'hpa' && format !== 'sec') {
    throw usageFailure(`The input format is hpa or sec, not ${quote(format)}.`);
  }
  return { ...readArguments(flags), format, input, output };
}
