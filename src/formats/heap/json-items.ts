/**
 * Reads jemalloc's JSON as a stream: a top-level object whose members are given one by one, and whose arrays are given
 * item by item. jemalloc escapes nothing in strings (emitter.h), so a quote ends a string only where JSON could go on.
 */

export type JsonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly JsonValue[]
  | ReadonlyMap<string, JsonValue>;

export interface JsonConsumer {
  /** A member of the top-level object that is no array. */
  member(key: string, value: JsonValue): void;
  /** An item of an array that is a member of the top-level object. */
  item(key: string, value: JsonValue, line: number): void;
  /** A string with quotes or backslashes of its own. */
  oddText(line: number): void;
}

type Container = { items: JsonValue[] } | { members: Map<string, JsonValue>; key: string | null };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MAX_DEPTH = 32;
const MAX_TEXT = 1 << 20;

export class JsonItems {
  /** Why reading stopped, or null. */
  broken: string | null = null;
  line = 1;
  private readonly stack: Container[] = [];
  private text = new Uint8Array(256);
  private textLength = 0;
  private state: 'between' | 'string' | 'after-quote' | 'word' = 'between';
  private blanksAfterQuote = 0;
  private oddString = false;
  private done = false;
  private readonly decoder = new TextDecoder();

  constructor(private readonly consumer: JsonConsumer) {}

  push(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length && this.broken === null; i++) this.byte(bytes[i] as number);
  }

  /** Ends the input; true when the top-level object was closed. */
  end(): boolean {
    if (this.broken === null && this.state === 'after-quote') this.endString();
    if (this.broken === null && !this.done) this.broken = 'the file ends in the middle';
    return this.broken === null;
  }

  private byte(c: number): void {
    if (c === 10) this.line++;
    switch (this.state) {
      case 'string':
        if (c === QUOTE) {
          this.state = 'after-quote';
          this.blanksAfterQuote = 0;
        } else {
          if (c === BACKSLASH) this.oddString = true;
          this.keep(c);
        }
        return;
      case 'after-quote':
        if (isBlank(c)) {
          this.blanksAfterQuote++;
          return;
        }
        if (c === 0x2c || c === 0x3a || c === 0x5d || c === 0x7d) {
          this.endString();
          this.between(c);
          return;
        }
        // The quote was part of the text.
        this.oddString = true;
        this.keep(QUOTE);
        for (let i = 0; i < this.blanksAfterQuote; i++) this.keep(0x20);
        this.blanksAfterQuote = 0;
        if (c === QUOTE) return;
        this.state = 'string';
        this.keep(c);
        return;
      case 'word':
        if (!isBlank(c) && c !== 0x2c && c !== 0x5d && c !== 0x7d) {
          this.keep(c);
          return;
        }
        this.state = 'between';
        this.value(word(this.takeText()));
        this.between(c);
        return;
      case 'between':
        this.between(c);
    }
  }

  private between(c: number): void {
    if (isBlank(c) || c === 0x2c || c === 0x3a) return;
    if (this.done) {
      this.broken = 'something follows the closing brace';
    } else if (c === QUOTE) {
      this.state = 'string';
    } else if (c === 0x7b) {
      this.open({ members: new Map(), key: null });
    } else if (c === 0x5b) {
      this.open({ items: [] });
    } else if (c === 0x7d || c === 0x5d) {
      this.close(c === 0x7d);
    } else {
      this.state = 'word';
      this.keep(c);
    }
  }

  private open(container: Container): void {
    if (this.stack.length === MAX_DEPTH) this.broken = 'it is nested too deeply';
    else if (this.stack.length === 0 && !('members' in container)) this.broken = 'it is no object';
    else this.stack.push(container);
  }

  private close(brace: boolean): void {
    const container = this.stack.pop();
    if (container === undefined || 'members' in container !== brace) {
      this.broken = `an unexpected ${brace ? 'brace' : 'bracket'} in line ${this.line}`;
      return;
    }
    if (this.stack.length === 0) this.done = true;
    else this.value('members' in container ? container.members : container.items);
  }

  private endString(): void {
    this.state = 'between';
    if (this.oddString) this.consumer.oddText(this.line);
    this.oddString = false;
    const text = this.takeText();
    const container = this.stack.at(-1);
    if (container !== undefined && 'members' in container && container.key === null) container.key = text;
    else this.value(text);
  }

  private value(value: JsonValue): void {
    const container = this.stack.at(-1);
    if (container === undefined) {
      this.broken = 'it is no object';
      return;
    }
    if ('items' in container) {
      const above = this.stack.at(-2);
      if (this.stack.length === 2 && above !== undefined && 'members' in above && above.key !== null)
        this.consumer.item(above.key, value, this.line);
      else container.items.push(value);
      return;
    }
    const { key } = container;
    if (key === null) {
      this.broken = `a value without a name in line ${this.line}`;
      return;
    }
    container.key = null;
    if (this.stack.length === 1) this.consumer.member(key, value);
    else container.members.set(key, value);
  }

  private keep(c: number): void {
    if (this.textLength === MAX_TEXT) return;
    if (this.textLength === this.text.length) {
      const text = new Uint8Array(2 * this.text.length);
      text.set(this.text);
      this.text = text;
    }
    this.text[this.textLength++] = c;
  }

  private takeText(): string {
    const text = this.decoder.decode(this.text.subarray(0, this.textLength));
    this.textLength = 0;
    return text;
  }
}

function isBlank(c: number): boolean {
  return c === 0x20 || c === 10 || c === 13 || c === 9;
}

function word(text: string): JsonValue {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  if (/^\d{16,20}$/.test(text)) return BigInt(text);
  return Number(text);
}
