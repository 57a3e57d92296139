/** Option values as text, in the forms MALLOC_CONF takes, plus a few kind ones (128K, 2MiB, 1 for true). */
import type { Result } from '../../base/result.js';
import { HUGEPAGE } from '../units.js';
import { confKeeps, parseConfInteger } from './conf-number.js';
import { fixedPointDecimal, formatFixedPoint, parseFixedPoint } from './fixed-point.js';
import { describeOption, type OptionDescription, type OptionName } from './options.js';

/** `note` says in a sentence what the user may not expect of the value: rounding, octal, what MALLOC_CONF would make of it. */
export type ParsedOption = Result<number> & { readonly note: string | null };

const UNITS: Readonly<Partial<Record<OptionDescription['kind'], string>>> = {
  bytes: ' bytes',
  milliseconds: ' ms',
};
const SUFFIX = { k: 1024n, m: 1_048_576n, g: 1_073_741_824n } as const;

function keep(value: number, note: string | null = null): ParsedOption {
  return { ok: true, value, note };
}

function refuse(error: string): ParsedOption {
  return { ok: false, error, note: null };
}

/** The user's text for a message: short, on one line, without control or direction characters. */
function quote(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');
  return `"${plain.length > 40 ? `${plain.slice(0, 40)}…` : plain}"`;
}

/** 1536K, 2MiB, 1.5m: whole bytes, or null. */
function parseSuffixed(text: string): bigint | null {
  const match = /^([0-9]{1,20})(?:\.([0-9]{1,20}))?\s*([kmg])(?:i?b)?$/i.exec(text);
  if (match === null) return null;
  const [, integer = '', fraction = '', letter = 'k'] = match;
  const unit = SUFFIX[letter.toLowerCase() as keyof typeof SUFFIX];
  const scaled = BigInt(integer + fraction) * unit;
  const divisor = 10n ** BigInt(fraction.length);
  return scaled % divisor === 0n ? scaled / divisor : null;
}

/** The decimal of a percentage, exact: "2.5" gives "0.025". */
function percentAsRatio(percent: string): string {
  const [integer = '', fraction = ''] = percent.split('.');
  const digits = integer.padStart(3, '0');
  const text = `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
  return text.replace(/^0+(?=\d)/, '').replace(/\.?0+$/, '');
}

function percentError(option: OptionDescription, percent: string): string {
  if (option.kind === 'ratio') {
    return `${option.name} is a ratio, not a percentage: write ${percentAsRatio(percent)} instead of ${percent}%.`;
  }
  if (option.name.endsWith('_threshold')) {
    const bytes = Math.floor((HUGEPAGE * Number(percent)) / 100);
    return `${option.name} is in bytes: ${percent}% of a huge page is ${bytes}.`;
  }
  return `${option.name} takes no percentage.`;
}

/** Why a text is no number, for every numeric kind. */
function notANumber(option: OptionDescription, text: string): ParsedOption {
  const percent = /^([0-9]{1,20}(?:\.[0-9]{1,20})?)\s*%$/.exec(text)?.[1];
  if (percent !== undefined) return refuse(percentError(option, percent));
  const what =
    option.kind === 'ratio'
      ? 'a ratio such as 0.3, or -1 for off'
      : `a whole number${UNITS[option.kind] === undefined ? '' : ` of${UNITS[option.kind]}`}`;
  const why = /^[+-]?[0-9.]+e[+-]?[0-9]+$/i.test(text)
    ? '; MALLOC_CONF knows no exponents'
    : option.kind !== 'ratio' && /^[+-]?0[0-9]+$/.test(text)
      ? '; a number that starts with 0 is octal, so it has no digits 8 and 9'
      : '';
  return refuse(`${option.name} wants ${what}, not ${quote(text)}${why}.`);
}

/** What jemalloc's own parser would do with an integer the replay does not take. */
function confSentence(option: OptionDescription, value: bigint): string {
  if (option.mallocConf === null) return '';
  const kept = confKeeps(option.name as OptionName, value);
  if (kept === null) return "jemalloc's own parser refuses it and keeps its default";
  const unsigned = BigInt.asUintN(64, value);
  const seen = value < 0n ? `jemalloc's own parser would read it as ${unsigned}` : "jemalloc's own parser";
  if (kept === value || kept === unsigned) return value < 0n ? seen : `${seen} would take it`;
  return `${seen}${value < 0n ? ' and' : ' would'} ${kept < unsigned ? 'cut' : 'raise'} it to ${kept}`;
}

function parseInteger(option: OptionDescription, text: string): ParsedOption {
  const unsigned = parseConfInteger(text);
  const magnitude = unsigned ?? (option.kind === 'bytes' ? parseSuffixed(text) : null);
  if (magnitude === null) {
    return /^[+-]?(0x[0-9a-f]+|[0-9]+)$/i.test(text) && !/^[+-]?0[0-9]/.test(text)
      ? refuse(`${option.name} ${quote(text)} does not fit 64 bits; jemalloc's own parser refuses it.`)
      : notANumber(option, text);
  }
  const value = text.startsWith('-') ? BigInt.asIntN(64, magnitude) : magnitude;
  if (option.special !== undefined && value === BigInt(option.special.value))
    return keep(option.special.value);
  if (value < BigInt(option.min) || value > BigInt(option.max)) {
    const unit = UNITS[option.kind] ?? '';
    const special =
      option.special === undefined ? '' : `, or ${option.special.value} for ${option.special.label}`;
    const conf = confSentence(option, value);
    return refuse(
      `${option.name} goes from ${option.min} to ${option.max}${unit}${special}, not ${value}${conf === '' ? '' : `; ${conf}`}.`,
    );
  }
  return withNotes(option, text, Number(value));
}

function withNotes(option: OptionDescription, text: string, value: number): ParsedOption {
  const notes: string[] = [];
  if (/^[+-]?0[0-7]+$/.test(text)) notes.push(`${option.name}: ${text} is octal, that is ${value}.`);
  const whole = option.kind === 'bytes' ? value - (value % option.step) : value;
  if (whole !== value) notes.push(`${option.name}: ${value} acts as ${whole}, for requests are whole pages.`);
  const kept = option.mallocConf === null ? null : confKeeps(option.name as OptionName, BigInt(whole));
  if (kept !== null && kept !== BigInt(whole)) {
    const verb = kept < BigInt(whole) ? 'cut' : 'raise';
    notes.push(
      `${option.name}: MALLOC_CONF would ${verb} ${whole} to ${kept}; the replay takes it as it is.`,
    );
  }
  return keep(whole, notes.length === 0 ? null : notes.join(' '));
}

function parseRatio(option: OptionDescription, text: string): ParsedOption {
  if (text === '-1' || text.toLowerCase() === 'off') return keep(-1);
  const parsed = parseFixedPoint(text);
  if (parsed === null) {
    return /^[0-9]+(\.[0-9]+)?$/.test(text)
      ? refuse(`${option.name} must be below 65536, not ${quote(text)}; jemalloc's own parser refuses it.`)
      : notANumber(option, text);
  }
  if (parsed.raw > option.max) {
    return keep(-1, `${option.name}: ${text} rounds to the fixed-point value that means off.`);
  }
  return keep(
    parsed.raw,
    parsed.exact
      ? null
      : `${option.name}: ${quote(text).slice(1, -1)} is kept as ${ratioSentence(parsed.raw)}.`,
  );
}

/** A 16.16 value spelt out: `19660/65536 = 0.29998779296875`. */
export function ratioSentence(raw: number): string {
  return `${raw}/65536 = ${fixedPointDecimal(raw)}`;
}

/**
 * Reads the text of one option. Values come as options.ts describes them (booleans 0 or 1, choices by index, ratios in
 * 16.16). The error is a sentence; out of range it says what jemalloc's own parser would have done.
 */
export function parseOption(name: OptionName, text: string): ParsedOption {
  const option = describeOption(name);
  const trimmed = text.trim();
  switch (option.kind) {
    case 'boolean': {
      if (trimmed === 'true' || trimmed === '1') return keep(1);
      if (trimmed === 'false' || trimmed === '0') return keep(0);
      return refuse(`${name} is true or false, not ${quote(trimmed)}.`);
    }
    case 'choice': {
      const choices = option.choices ?? [];
      const index = choices.indexOf(trimmed.toLowerCase());
      return index >= 0
        ? keep(index)
        : refuse(`${name} is one of ${choices.join(', ')}, not ${quote(trimmed)}.`);
    }
    case 'ratio':
      return parseRatio(option, trimmed);
    case 'bytes':
    case 'milliseconds':
    case 'count':
      return parseInteger(option, trimmed);
  }
}

/** The text MALLOC_CONF takes for a value; {@link parseOption} reads it back as the same value. */
export function formatOption(name: OptionName, value: number): string {
  const option = describeOption(name);
  switch (option.kind) {
    case 'boolean':
      return value === 0 ? 'false' : 'true';
    case 'choice':
      return option.choices?.[value] ?? String(value);
    case 'ratio':
      return value === -1 ? '-1' : formatFixedPoint(value);
    case 'bytes':
    case 'milliseconds':
    case 'count':
      return String(value);
  }
}
