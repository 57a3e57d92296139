/**
 * Reads a heap dump from blocks of lines. Lines as jemalloc writes them (prof_dump_impl, src/prof_data.c) are taken
 * apart byte by byte without making anything; all others go to the slow path, as text.
 */
import type { BlockConsumer } from '../csv/line-blocks.js';
import { formatCount, type ProblemLog, quoteText } from '../problem-log.js';
import {
  checkCounters,
  type CounterLine,
  looksLikeCounters,
  parseCounterLine,
  parsePairs,
} from './counters.js';
import { looksLikeHeader, parseHeader } from './header.js';
import { parseMapping } from './memory-map.js';
import { MAX_FRAMES, MERGED, type ProfileBuilder } from './profile-builder.js';
import {
  afterLineEnd,
  BLANK,
  CARRIAGE_RETURN,
  decodeLine,
  HEX_VALUE,
  isBroken,
  LINE_FEED,
  lineEnd,
  TAB,
} from './scan.js';
import { SymbolCollector } from './symbol-collector.js';

/** Where in the file the reader is. */
type Part = 'head' | 'symbols' | 'threaded' | 'old' | 'map';

const AT = 0x40;
const LETTER_T = 0x74;
const STAR = 0x2a;
const COLON = 0x3a;
const OPEN = 0x5b;
const CLOSE = 0x5d;
/** Stacks of counter lines that stand before any, or below one that was left out. */
const NO_STACK = -1;
const SKIPPED_STACK = -2;

export class DumpReader implements BlockConsumer {
  /** Records read. */
  get rows(): number {
    return this.builder.records.length;
  }
  /** Another document has begun: nothing more is read. */
  stopped = false;
  cut = false;
  readonly row = { line: 1 };
  /** Whether a header was seen, and whether symbols were. */
  hasHeader = false;
  readonly symbols: SymbolCollector;
  private part: Part = 'head';
  private stack = NO_STACK;
  private stackLine = 0;
  private linesOfStack = 0;
  private mergedOfStack = 0;
  private maps = 0;
  /** Where a fast parser stopped. */
  private at = 0;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly problems: ProblemLog,
  ) {
    this.symbols = new SymbolCollector(problems);
  }

  get hasMap(): boolean {
    return this.maps > 0;
  }

  block(bytes: Uint8Array, from: number, to: number): void {
    let at = from;
    while (at < to && !this.stopped) {
      if (this.part === 'threaded') {
        const c = bytes[at];
        const next = c === AT ? this.stackFrames(bytes, at) : c === BLANK ? this.counterLine(bytes, at) : 0;
        if (next > 0) {
          at = next;
          this.row.line++;
          continue;
        }
      }
      const end = lineEnd(bytes, at);
      this.slowLine(bytes, at, end);
      at = afterLineEnd(bytes, end);
      this.row.line++;
    }
  }

  lastLine(bytes: Uint8Array): void {
    if (this.cut && this.part !== 'map') this.problems.add('cut-last-row', this.row.line);
    else this.block(bytes, 0, bytes.length);
  }

  longLine(): void {
    this.problems.add('profile-long-line', this.row.line);
    // Its counters, if it was a stack, must not go to the one before.
    if (this.part === 'threaded') this.leaveStack(SKIPPED_STACK);
    this.row.line++;
  }

  end(): void {
    this.leaveStack(NO_STACK);
  }

  /** `@ 0x… 0x…`: returns where the next line begins. */
  private stackFrames(bytes: Uint8Array, at: number): number {
    const good = this.frames(bytes, at + 1);
    this.beginStack(good);
    return afterLineEnd(bytes, good ? this.at : lineEnd(bytes, this.at));
  }

  private beginStack(good: boolean): void {
    const { builder, problems } = this;
    const { line } = this.row;
    this.leaveStack(good ? builder.endStack() : SKIPPED_STACK);
    this.stackLine = line;
    if (this.maps > 0) problems.add('stack-after-map', line);
    if (!good) return;
    if (builder.stackDepth === 0) problems.add('empty-stack', line);
    if (builder.stackCut) problems.add('deep-stack', line, formatCount(MAX_FRAMES));
  }

  private leaveStack(next: number): void {
    if (this.stack >= 0) {
      if (this.linesOfStack === 0) this.problems.add('stack-without-counters', this.stackLine);
      if (this.mergedOfStack > 1) this.problems.add('two-counter-lines', this.stackLine);
    }
    this.stack = next;
    this.linesOfStack = 0;
    this.mergedOfStack = 0;
  }

  /** Addresses up to the end of the line, which `this.at` then is; false (with a problem) where one is none. */
  private frames(bytes: Uint8Array, at: number): boolean {
    const { builder } = this;
    const from = at;
    let odd = false;
    builder.startStack();
    for (;;) {
      let c = bytes[at] as number;
      if (c === BLANK) c = bytes[++at] as number;
      while (c === BLANK || c === TAB) {
        odd = true;
        c = bytes[++at] as number;
      }
      if (c === LINE_FEED || c === CARRIAGE_RETURN) break;
      if (c === 0x30 && bytes[at + 1] === 0x78) at += 2;
      else {
        odd = true;
        if (c === 0x30 && bytes[at + 1] === 0x58) at += 2;
      }
      let low = 0;
      let high = 0;
      let common = 0x20;
      const first = at;
      c = bytes[at] as number;
      let value = HEX_VALUE[c] as number;
      for (const short = first + 8; value >= 0 && at < short; value = HEX_VALUE[c] as number) {
        low = (low << 4) | value;
        // Digits and small letters have this bit, capital letters have not.
        common &= c;
        c = bytes[++at] as number;
      }
      for (; value >= 0; value = HEX_VALUE[c] as number) {
        high = (high << 4) | (low >>> 28);
        low = (low << 4) | value;
        common &= c;
        c = bytes[++at] as number;
      }
      if (common === 0) odd = true;
      const ends = c === BLANK || c === LINE_FEED || c === CARRIAGE_RETURN || c === TAB;
      let digits = at - first;
      if (bytes[first] === 0x30 && digits > 1) {
        odd = true;
        digits = significantDigits(bytes, first, at);
      }
      if (at === first || digits > 16 || !ends) {
        this.at = at;
        const to = Math.min(lineEnd(bytes, at), from + 400);
        this.problems.add('bad-address', this.row.line, quoteText(decodeLine(bytes, from, to).trim()));
        return false;
      }
      builder.addFrame(low >>> 0, high >>> 0);
    }
    this.at = at;
    if (odd) this.problems.add('address-spelling', this.row.line);
    return true;
  }

  /** `  tN: n: s [n: s]` below a stack: returns where the next line begins, 0 where it is not just so. */
  private counterLine(bytes: Uint8Array, at: number): number {
    if (this.stack < 0) return 0;
    while (bytes[at] === BLANK) at++;
    if (bytes[at] !== LETTER_T) return 0;
    at++;
    let thread = MERGED;
    if (bytes[at] === STAR) at++;
    else {
      const uid = this.digits(bytes, at);
      if (uid < 0 || uid > 0xffff) return 0;
      at = this.at;
      thread = this.builder.smallThread(uid);
    }
    if (bytes[at] !== COLON || bytes[at + 1] !== BLANK) return 0;
    const objects = this.digits(bytes, at + 2);
    at = this.at;
    if (objects < 0 || bytes[at] !== COLON || bytes[at + 1] !== BLANK) return 0;
    const size = this.digits(bytes, at + 2);
    at = this.at;
    if (size < 0 || bytes[at] !== BLANK || bytes[at + 1] !== OPEN) return 0;
    const allObjects = this.digits(bytes, at + 2);
    at = this.at;
    if (allObjects < 0 || bytes[at] !== COLON || bytes[at + 1] !== BLANK) return 0;
    const allSize = this.digits(bytes, at + 2);
    at = this.at;
    if (allSize < 0 || bytes[at] !== CLOSE) return 0;
    at++;
    if (bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) return 0;
    if ((objects === 0) !== (size === 0) || (allObjects === 0) !== (allSize === 0)) return 0;
    const { records } = this.builder;
    const record = records.add(this.stack, thread);
    records.setNumber(record, 0, objects);
    records.setNumber(record, 1, size);
    if (allObjects !== 0) {
      records.setNumber(record, 2, allObjects);
      records.setNumber(record, 3, allSize);
    }
    this.linesOfStack++;
    if (thread === MERGED) this.mergedOfStack++;
    return afterLineEnd(bytes, at);
  }

  /** A number of 1 to 15 digits, else -1. */
  private digits(bytes: Uint8Array, at: number): number {
    const from = at;
    let value = 0;
    for (;;) {
      const digit = (bytes[at] as number) - 0x30;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
      at++;
    }
    this.at = at;
    return at > from && at - from <= 15 ? value : -1;
  }

  private slowLine(bytes: Uint8Array, at: number, end: number): void {
    if (this.part === 'symbols' && bytes[at] !== 0x2d) {
      this.symbols.line(bytes, at, end, this.row.line);
      return;
    }
    if (this.part === 'old' && this.oldRecord(bytes, at, end)) return;
    const text = decodeLine(bytes, at, end);
    if (text.trim() === '') return;
    if (this.sectionLine(text)) return;
    switch (this.part) {
      case 'head':
      case 'symbols':
        this.headLine(text);
        return;
      case 'threaded':
        this.threadedLine(text, bytes, at);
        return;
      case 'map':
        this.mapLine(text, bytes, at);
        return;
      case 'old':
        this.unknownLine(text);
        return;
    }
  }

  /** Lines that begin another part of the file. */
  private sectionLine(text: string): boolean {
    const { line } = this.row;
    if (/^\s*MAPPED_LIBRARIES:\s*$/.test(text) || text.startsWith('--- Memory map:')) {
      this.leaveStack(NO_STACK);
      if (this.maps > 0) this.problems.add('second-map', line);
      this.maps++;
      this.part = 'map';
      return true;
    }
    if (/^--- *symbol/.test(text)) {
      if (this.hasHeader) return this.secondProfile();
      this.part = 'symbols';
      return true;
    }
    if (this.part === 'symbols' && /^---\s*$/.test(text)) {
      this.part = 'head';
      return true;
    }
    if (/^--- *(heap|growth)\s*$/.test(text)) {
      if (this.hasHeader) return this.secondProfile();
      this.part = 'head';
      return true;
    }
    if (!looksLikeHeader(text)) return false;
    if (this.hasHeader) return this.secondProfile();
    this.beginDump(text);
    return true;
  }

  private secondProfile(): true {
    this.problems.add('second-profile', this.row.line);
    this.stopped = true;
    return true;
  }

  private beginDump(text: string): void {
    const { builder } = this;
    const header = parseHeader(text, this.row.line, this.problems);
    builder.source = header.source;
    builder.scaling = header.scaling;
    builder.rateText = header.rateText;
    builder.rateBytes = header.rateBytes;
    builder.header = header.totals;
    this.hasHeader = true;
    this.part = header.source === 'heap_v2' ? 'threaded' : 'old';
  }

  private headLine(text: string): void {
    const { line } = this.row;
    const warned = /^%warn\s+(.*)/.exec(text);
    if (warned !== null) this.problems.add('profile-warning', line, quoteText(warned[1] ?? ''));
    else if (text.startsWith('%')) this.problems.add('profile-command', line, quoteText(text));
    else this.problems.add('profile-junk', line, quoteText(text.trim()));
  }

  private threadedLine(text: string, bytes: Uint8Array, at: number): void {
    if (/^\s*@/.test(text)) {
      this.beginStack(this.frames(bytes, bytes.indexOf(AT, at) + 1));
      return;
    }
    if (!looksLikeCounters(text)) {
      if (text.startsWith('%')) this.headLine(text);
      else this.unknownLine(text);
      return;
    }
    const parsed = parseCounterLine(text, this.row.line, this.problems);
    if (parsed === null) return;
    if (this.stack === NO_STACK && this.maps === 0) this.headerCounters(parsed, text);
    else this.stackCounters(parsed);
  }

  private headerCounters(parsed: CounterLine, text: string): void {
    const { builder, problems } = this;
    const { line } = this.row;
    if (parsed.thread === '*') {
      builder.header ??= parsed.counters;
      return;
    }
    if (parsed.thread === null) {
      problems.add('bad-thread', line, quoteText(text.trim()));
      return;
    }
    const name = parsed.text === '' ? null : parsed.text;
    if (name !== null && isBroken(name)) problems.add('broken-text', line);
    if (!builder.threadHeader(builder.thread(parsed.thread), parsed.counters, name))
      problems.add('thread-twice', line);
  }

  private stackCounters(parsed: CounterLine): void {
    const { builder, problems } = this;
    const { line } = this.row;
    if (this.stack === SKIPPED_STACK) return;
    if (this.stack === NO_STACK) {
      problems.add('counters-without-stack', line);
      return;
    }
    if (parsed.text.trim() !== '') {
      problems.add('counters-text', line, quoteText(parsed.text.trim()));
      return;
    }
    if (parsed.thread === null) {
      problems.add('bad-thread', line, '""');
      return;
    }
    const thread = parsed.thread === '*' ? MERGED : builder.thread(parsed.thread);
    this.addRecord(this.stack, thread, parsed.counters);
    this.linesOfStack++;
    if (thread === MERGED) this.mergedOfStack++;
  }

  private addRecord(stack: number, thread: number, counters: CounterLine['counters']): void {
    checkCounters(counters, this.row.line, this.problems);
    const { records } = this.builder;
    const record = records.add(stack, thread);
    for (let m = 0; m < 4; m++) records.set(record, m, counters[m] as bigint);
  }

  /** `n: s [n: s] @ addresses` of the old family. */
  private oldRecord(bytes: Uint8Array, at: number, end: number): boolean {
    const mark = bytes.indexOf(AT, at);
    if (mark < 0 || mark >= end) return false;
    const counts = decodeLine(bytes, at, mark).trim();
    if (!/^\d/.test(counts)) return false;
    const parsed = parsePairs(counts, this.row.line, this.problems);
    if (parsed === null || parsed.text !== '') {
      this.problems.add('bad-counters', this.row.line, quoteText(counts));
      return true;
    }
    const good = this.frames(bytes, mark + 1);
    this.beginStack(good);
    if (good) {
      this.addRecord(this.stack, MERGED, parsed.counters);
      this.linesOfStack++;
    }
    return true;
  }

  private mapLine(text: string, bytes: Uint8Array, at: number): void {
    const { builder, problems } = this;
    const { line } = this.row;
    if (builder.source === 'heap_v2' && (/^\s*@/.test(text) || looksLikeCounters(text))) {
      this.threadedLine(text, bytes, at);
      return;
    }
    if (/^\s*build=/.test(text)) return;
    const mapping = parseMapping(text);
    if (mapping === null) {
      problems.add('bad-mapping', line, quoteText(text.trim()));
      return;
    }
    if (isBroken(mapping.path)) problems.add('broken-text', line);
    if (mapping.end < mapping.start) problems.add('inverted-mapping', line);
    else builder.mappings.push(mapping);
  }

  private unknownLine(text: string): void {
    this.problems.add('profile-line', this.row.line, quoteText(text.trim()));
  }
}

function significantDigits(bytes: Uint8Array, from: number, to: number): number {
  while (from < to && bytes[from] === 0x30) from++;
  return to - from;
}
