/** Counter lines that are not as jemalloc writes them, taken apart with care. */
import { OVERFLOW } from '../../engine/profile/profile.js';
import type { ProblemLog } from '../problem-log.js';
import { quoteText } from '../problem-log.js';

export interface CounterLine {
  /** `*`, a thread's number, or null for a number that is none. */
  readonly thread: '*' | bigint | null;
  /** Live objects and bytes, accumulated objects and bytes. */
  readonly counters: readonly [bigint, bigint, bigint, bigint];
  /** What follows, without the blank in front. */
  readonly text: string;
}

const THREAD = /^\s*t(\*|[^:\s]*)\s*:\s*(.*)$/s;
const PAIR = /^([^\s:[\]]+)\s*:\s*([^\s:[\]]+)\s*/;
const BRACKET = /^\[\s*([^\s:[\]]+)\s*:\s*([^\s:[\]]+)\s*\]/;

export function looksLikeCounters(text: string): boolean {
  return /^\s*t(\*|-?\d*)\s*:/.test(text);
}

/** The parts of `tN: n: s [n: s] text`, or null (with a problem) where it cannot be read. */
export function parseCounterLine(text: string, line: number, problems: ProblemLog): CounterLine | null {
  const [, uid = '', rest = ''] = THREAD.exec(text) ?? [];
  const pairs = parsePairs(rest, line, problems);
  if (pairs === null) {
    problems.add('bad-counters', line, quoteText(text.trim()));
    return null;
  }
  return { thread: uid === '*' ? '*' : wholeNumber(uid), ...pairs };
}

/** `n: s [n: s] text`. Each pair stands by itself: a bad one counts as zeros, with a problem. */
export function parsePairs(
  rest: string,
  line: number,
  problems: ProblemLog,
): Pick<CounterLine, 'counters' | 'text'> | null {
  const live = PAIR.exec(rest);
  if (live === null) return null;
  const behind = rest.slice(live[0].length);
  const accumulated = BRACKET.exec(behind);
  if (accumulated === null) {
    if (behind.trim() !== '') return null;
    problems.add('missing-bracket', line);
    return { counters: [...parsePair(live, line, problems), 0n, 0n], text: '' };
  }
  const text = behind.slice(accumulated[0].length);
  return {
    counters: [...parsePair(live, line, problems), ...parsePair(accumulated, line, problems)],
    text: text.startsWith(' ') ? text.slice(1) : text,
  };
}

function parsePair(match: RegExpExecArray, line: number, problems: ProblemLog): [bigint, bigint] {
  const [, first = '', second = ''] = match;
  const objects = wholeNumber(first);
  const bytes = wholeNumber(second);
  if (objects !== null && bytes !== null) return [objects, bytes];
  problems.add('bad-counter-pair', line, quoteText(`${first}: ${second}`));
  return [0n, 0n];
}

/** A whole number of 64 bits, or null. */
export function wholeNumber(text: string): bigint | null {
  if (!/^\d{1,40}$/.test(text)) return null;
  const value = BigInt(text);
  return value > OVERFLOW ? null : value;
}

/** Says what is odd about numbers that were read. */
export function checkCounters(counters: CounterLine['counters'], line: number, problems: ProblemLog): void {
  for (const first of [0, 2] as const) {
    const objects = counters[first];
    const bytes = counters[first === 0 ? 1 : 3];
    if (objects === 0n && bytes !== 0n) problems.add('bytes-without-objects', line);
    if (objects !== 0n && bytes === 0n) problems.add('objects-without-bytes', line);
    if (objects === OVERFLOW) problems.add('counter-overflow', line);
    if (bytes === OVERFLOW) problems.add('counter-overflow', line);
  }
}
