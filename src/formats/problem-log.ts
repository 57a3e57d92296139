/** Counts what was odd in one file, by kind, with the first lines concerned. */
import type { Problem } from './format.js';
import { PROBLEM_KINDS, type ProblemKind } from './problem-kinds.js';

const MAX_LINES = 10;
const MAX_TEXT = 60;
const ORDER = Object.keys(PROBLEM_KINDS);

interface Entry {
  count: number;
  readonly lines: number[];
  readonly detail: string;
}

export class ProblemLog {
  private readonly entries = new Map<ProblemKind, Entry>();

  /**
   * One more of `kind`, at `line` (1-based; 0 = no line). `detail` of the first one goes into the sentence;
   * text of the file must go through {@link quoteText} before.
   */
  add(kind: ProblemKind, line: number, detail = '', count = 1): void {
    let entry = this.entries.get(kind);
    if (entry === undefined) {
      entry = { count: 0, lines: [], detail };
      this.entries.set(kind, entry);
    }
    entry.count += count;
    if (line > 0 && entry.lines.length < MAX_LINES) entry.lines.push(line);
  }

  count(kind: ProblemKind): number {
    return this.entries.get(kind)?.count ?? 0;
  }

  /** Errors first, then warnings, then information; within each in the order of the table of kinds. */
  list(): Problem[] {
    const rank = { error: 0, warning: 1, info: 2 };
    return [...this.entries]
      .toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
      .map(([kind, entry]): Problem => {
        const { severity, sentence } = PROBLEM_KINDS[kind];
        return {
          kind,
          severity,
          count: entry.count,
          lines: entry.lines,
          sentence: sentence(entry.count, entry.detail),
        };
      })
      .toSorted((a, b) => rank[a.severity] - rank[b.severity]);
  }
}

/** Text of a file made fit for a sentence: short, in quotes, without control and direction characters. */
export function quoteText(text: string): string {
  const visible = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  const points = Array.from(visible.slice(0, 4 * MAX_TEXT));
  const short = points.length > MAX_TEXT ? `${points.slice(0, MAX_TEXT).join('')}…` : points.join('');
  return `"${short}"`;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
