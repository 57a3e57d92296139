/**
 * What is wrong with a JSON text (RFC 8259) and where. `JSON.parse` tells neither in the same words everywhere, often
 * without a line, and keeps the last of two equal keys in silence.
 */

export interface JsonFault {
  /** From 1; columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** Goes on a sentence that begins with the place. */
  readonly what: string;
  /** The text is JSON all the same: a key stands twice in one object. */
  readonly isRepeatedKey: boolean;
}

/** Nothing that is read here lies deeper, and the walk must not run out of stack. */
const MOST_DEPTH = 64;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
/** A text of megabytes would be too much for one pattern of both. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const BLANKS = /[ \t\n\r]*/y;
/** What a person would call one thing. */
const TOKEN = /[\p{L}\p{N}_.+-]{1,30}|[^]/uy;

class Fault extends Error {
  readonly at: number;
  readonly isRepeatedKey: boolean;

  constructor(at: number, what: string, isRepeatedKey = false) {
    super(what);
    this.at = at;
    this.isRepeatedKey = isRepeatedKey;
  }
}

/** The first fault of a text; null for none. */
export function jsonFault(text: string): JsonFault | null {
  try {
    new Walk(text).all();
    return null;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { line, column } = placeOf(text, error.at);
    return { line, column, what: error.message, isRepeatedKey: error.isRepeatedKey };
  }
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const ends = [...text.slice(0, at).matchAll(/\r\n|\r|\n/g)];
  const last = ends.at(-1);
  return { line: ends.length + 1, column: 1 + at - (last === undefined ? 0 : last.index + last[0].length) };
}

class Walk {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  all(): void {
    this.#value(0);
    this.#take(BLANKS);
    if (this.#at < this.#text.length) throw this.#wants('the end');
  }

  #value(depth: number): void {
    if (depth > MOST_DEPTH) throw new Fault(this.#at, `is deeper than ${MOST_DEPTH} lists and objects`);
    this.#take(BLANKS);
    const begin = this.#text[this.#at];
    if (begin === '{') this.#members(depth);
    else if (begin === '[') this.#items(depth);
    else if (begin === '"') this.#string();
    else if (this.#take(WORD) === null && this.#take(NUMBER) === null) throw this.#wants('a value');
  }

  #items(depth: number): void {
    this.#at += 1;
    if (this.#isNext(']')) return;
    do {
      this.#refuseEnd(']');
      this.#value(depth + 1);
    } while (this.#isNext(','));
    if (!this.#isNext(']')) throw this.#wants('a comma or ]');
  }

  #members(depth: number): void {
    this.#at += 1;
    if (this.#isNext('}')) return;
    const lines = new Map<string, number>();
    do {
      this.#refuseEnd('}');
      const begin = this.#at;
      if (this.#text[begin] !== '"') throw this.#wants('a key in double quotes');
      const key = JSON.parse(this.#string()) as string;
      const first = lines.get(key);
      if (first !== undefined) {
        const line = placeOf(this.#text, first).line;
        throw new Fault(begin, `has a key again that the same object has on line ${line} already`, true);
      }
      lines.set(key, begin);
      if (!this.#isNext(':')) throw this.#wants('a colon');
      this.#value(depth + 1);
    } while (this.#isNext(','));
    if (!this.#isNext('}')) throw this.#wants('a comma or }');
  }

  #string(): string {
    const begin = this.#at;
    this.#at += 1;
    do this.#take(PLAIN);
    while (this.#take(ESCAPE) !== null);
    const end = this.#text[this.#at];
    if (end === '\\') throw new Fault(this.#at, 'has a backslash that stands for nothing');
    if (end !== '"') throw new Fault(begin, 'begins a text in quotes that has no end on its line');
    this.#at += 1;
    return this.#text.slice(begin, this.#at);
  }

  /** After a comma another one must come. */
  #refuseEnd(end: string): void {
    this.#take(BLANKS);
    if (this.#text[this.#at] === end) {
      throw new Fault(this.#at, `has ${end} after a comma; the last comma must go`);
    }
  }

  #isNext(mark: string): boolean {
    this.#take(BLANKS);
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  /** Takes what matches here; null for nothing. */
  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  #wants(what: string): Fault {
    const at = this.#at;
    const token = this.#take(TOKEN);
    if (token === null) return new Fault(at, `wants ${what}, but the text ends`);
    const advice = token === '/' || token === '#' ? '; JSON has no comments' : '';
    return new Fault(at, `wants ${what}, not ${token === '"' ? 'a quote' : `"${token}"`}${advice}`);
  }
}
