/** Takes JSON apart, and gathers what is wrong with it as sentences that start with the place. */
import type { OptionName } from '../replay/options.js';
import { parseOption } from '../replay/option-text.js';

/** More tell nobody more. */
const MOST_ERRORS = 20;

export class SpecReader {
  readonly errors: string[] = [];
  /** What the user may not expect of a value: rounding and the like. */
  readonly notes: string[] = [];

  error(path: string, what: string, advice = ''): void {
    if (this.errors.length >= MOST_ERRORS) return;
    this.errors.push(`${path === '' ? 'The spec' : path} ${what}.${advice === '' ? '' : ` ${advice}`}`);
  }

  /** An object with no keys but the given ones. */
  object(json: unknown, path: string, keys: readonly string[]): Readonly<Record<string, unknown>> | null {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) {
      this.error(path, `wants an object with ${keys.slice(0, 8).join(', ')}, not ${shown(json)}`);
      return null;
    }
    for (const key of Object.keys(json)) {
      if (!keys.includes(key)) {
        this.error(
          path === '' ? quoted(key) : `${path}.${plain(key)}`,
          'is not known here',
          `Allowed: ${keys.join(', ')}.`,
        );
      }
    }
    return json as Readonly<Record<string, unknown>>;
  }

  list(json: unknown, path: string, min: number, max: number): readonly unknown[] | null {
    if (!Array.isArray(json) || json.length < min || json.length > max) {
      this.error(path, `wants a list of ${min} to ${max} items, not ${shown(json)}`);
      return null;
    }
    return json as readonly unknown[];
  }

  /** One of the words; `fallback` where there is nothing. */
  word<W extends string>(json: unknown, path: string, words: readonly W[], fallback?: W): W | null {
    if (json === undefined && fallback !== undefined) return fallback;
    const word = words.find((one) => one === json);
    if (word === undefined) this.error(path, `wants one of ${words.join(', ')}, not ${shown(json)}`);
    return word ?? null;
  }

  boolean(json: unknown, path: string, fallback: boolean): boolean | null {
    if (json === undefined) return fallback;
    if (typeof json === 'boolean') return json;
    this.error(path, `wants true or false, not ${shown(json)}`);
    return null;
  }

  wholeNumber(json: unknown, path: string, min: number, max: number, fallback?: number): number | null {
    if (json === undefined && fallback !== undefined) return fallback;
    if (typeof json === 'number' && Number.isInteger(json) && json >= min && json <= max) return json;
    this.error(
      path,
      min === max
        ? `wants ${min}, not ${shown(json)}`
        : `wants a whole number from ${min} to ${max}, not ${shown(json)}`,
    );
    return null;
  }

  number(json: unknown, path: string): number | null {
    if (typeof json === 'number' && Number.isFinite(json)) return json;
    this.error(path, `wants a number, not ${shown(json)}`);
    return null;
  }

  /** An option's value: text as MALLOC_CONF and the command line take it, a number in the same unit, true or false. */
  option(name: OptionName, json: unknown, path: string): number | null {
    if (typeof json !== 'string' && typeof json !== 'number' && typeof json !== 'boolean') {
      this.error(path, `wants text, a number, or true or false, not ${shown(json)}`);
      return null;
    }
    const parsed = parseOption(name, String(json));
    if (!parsed.ok) {
      this.error(path, `cannot be used: ${parsed.error.replace(/\.$/, '')}`);
      return null;
    }
    if (parsed.note !== null) this.notes.push(parsed.note);
    return parsed.value;
  }
}

/** A value from the file, short and on one line. */
function shown(json: unknown): string {
  if (json === undefined) return 'nothing';
  if (Array.isArray(json)) return `a list of ${json.length}`;
  if (typeof json === 'object' && json !== null) return 'an object';
  return typeof json === 'string' ? quoted(json) : plain(JSON.stringify(json));
}

function quoted(text: string): string {
  return `"${plain(text)}"`;
}

function plain(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}
