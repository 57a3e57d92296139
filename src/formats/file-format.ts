/** What a row of the table of formats is. */
import type { FormatId, OpenOutcome, ReadOptions } from './format.js';
import type { Head } from './head.js';
import type { Input } from './input/expand.js';
import type { ProblemLog } from './problem-log.js';

export interface FileFormat {
  readonly id: FormatId;
  /** How it is called on screen and in sentences. */
  readonly label: string;
  /** Line index (of the head's non-blank lines) where it begins, or -1: the format that begins first is taken. */
  readonly detect: (head: Head) => number;
  readonly parse: (input: Input, options: ReadOptions, problems: ProblemLog) => Promise<OpenOutcome>;
}
