/** Lines `0xADDRESS name` of a symbol section or a side file. */
import type { SymbolTable } from '../../engine/profile/profile.js';
import { type ProblemLog, quoteText } from '../problem-log.js';
import { BLANK, decodeLine, HEX_VALUE, isBroken, TAB } from './scan.js';

export class SymbolCollector {
  program = '';
  private words = new Uint32Array(1 << 10);
  private readonly names: string[] = [];

  constructor(private readonly problems: ProblemLog) {}

  get length(): number {
    return this.names.length;
  }

  /** The line `bytes[at, end)`, without its end. Blank lines are nothing. */
  line(bytes: Uint8Array, at: number, end: number, line: number): void {
    const from = at;
    while (at < end && isBlank(bytes[at])) at++;
    if (at === end) return;
    const prefixed = bytes[at] === 0x30 && ((bytes[at + 1] ?? 0) | 32) === 0x78;
    if (prefixed) at += 2;
    let low = 0;
    let high = 0;
    let digits = 0;
    let upper = false;
    const first = at;
    for (; at < end; at++) {
      const c = bytes[at] as number;
      const value = HEX_VALUE[c] as number;
      if (value < 0) break;
      high = (high << 4) | (low >>> 28);
      low = (low << 4) | value;
      if (digits > 0 || value > 0) digits++;
      if (c >= 0x41 && c <= 0x46) upper = true;
    }
    const written = at - first;
    let name = at;
    while (name < end && isBlank(bytes[name])) name++;
    let to = end;
    while (to > name && isBlank(bytes[to - 1])) to--;
    if (written === 0 || digits > 16 || name === at || name === to) {
      this.other(decodeLine(bytes, from, end), line);
      return;
    }
    if (upper || !prefixed) this.problems.add('symbol-spelling', line);
    const text = decodeLine(bytes, name, to);
    if (isBroken(text)) this.problems.add('broken-text', line);
    this.add(low, high, text);
  }

  add(low: number, high: number, name: string): void {
    const row = this.names.push(name) - 1;
    if (2 * row >= this.words.length) {
      const words = new Uint32Array(2 * this.words.length);
      words.set(this.words);
      this.words = words;
    }
    this.words[2 * row] = low;
    this.words[2 * row + 1] = high;
  }

  finish(): SymbolTable {
    const words = this.words.slice(0, 2 * this.names.length);
    const twice = this.names.length - new Set(keys(words)).size;
    if (twice > 0) this.problems.add('symbol-twice', 0, '', twice);
    return { program: this.program, length: this.names.length, words, names: this.names };
  }

  private other(text: string, line: number): void {
    const variable = /^\s*([a-z][^=]*?)\s*=\s*(.*?)\s*$/.exec(text);
    if (variable?.[1] === 'binary') this.program = variable[2] ?? '';
    else this.problems.add('bad-symbol', line, quoteText(text.trim()));
  }
}

/** Addresses as doubles where they are exact in one, else as texts. */
function* keys(words: Uint32Array): Iterable<number | string> {
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i] as number;
    const high = words[i + 1] as number;
    yield high < 0x20_0000 ? high * 4_294_967_296 + low : `${high} ${low}`;
  }
}

function isBlank(c: number | undefined): boolean {
  return c === BLANK || c === TAB;
}
