/** What goes to the standard error: progress while it is a terminal, problems of files, notes. */
import { formatCount } from '../base/numbers.js';
import type { Problem } from '../formats/format.js';
import { plainText } from './failure.js';
import type { CliOutput } from './io.js';

const EVERY_MS = 100;
/** More lines of one kind tell nobody more. */
const MOST_LINES = 10;
const WORDS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** What a command line can do about a kind of problem. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ['sec-miss', '--drop-sec-misses leaves them out.'],
  ['expansion-limit', '--max-expanded lets it go on.'],
]);

export class Report {
  readonly #output: CliOutput;
  #lastShown = Number.NEGATIVE_INFINITY;
  #shown = false;

  constructor(output: CliOutput) {
    this.#output = output;
  }

  /** Shows a line that the next one replaces; nothing when the output is not a terminal. `text` is only called when shown. */
  progress(text: () => string): void {
    const now = performance.now();
    if (!this.#output.isTerminal || now - this.#lastShown < EVERY_MS) return;
    this.#lastShown = now;
    this.#shown = true;
    // Nobody waits for progress, and nobody misses it when the terminal is gone.
    this.#output.write(`\r${plainText(text())}\u001b[K`).catch(() => undefined);
  }

  /** Takes the progress line away. */
  async clear(): Promise<void> {
    if (!this.#shown) return;
    this.#shown = false;
    await this.#output.write('\r\u001b[K');
  }

  async line(text: string): Promise<void> {
    await this.clear();
    await this.#output.write(`${plainText(text)}\n`);
  }

  async note(text: string): Promise<void> {
    await this.line(`note: ${text}`);
  }

  /** Lines of a file that could not be used: the first of them, and how many more there are. */
  async badLines(
    name: string,
    problems: readonly { readonly line: number; readonly sentence: string }[],
  ): Promise<void> {
    for (const { line, sentence } of problems.slice(0, MOST_LINES)) {
      await this.line(`warning: ${name}: ${sentence} (line ${line})`);
    }
    const more = problems.length - MOST_LINES;
    if (more > 0) await this.line(`warning: ${name}: ${formatCount(more)} more lines could not be used.`);
  }

  /** One sentence a problem, with the first lines concerned. */
  async problems(name: string, problems: readonly Problem[]): Promise<void> {
    for (const { kind, severity, sentence, count, lines } of problems) {
      const more = count > lines.length ? ', …' : '';
      const where = lines.length === 0 ? '' : ` (line${count === 1 ? '' : 's'} ${lines.join(', ')}${more})`;
      const hint = HINTS.get(kind);
      await this.line(
        `${WORDS[severity]}: ${name}: ${sentence}${where}${hint === undefined ? '' : ` ${hint}`}`,
      );
    }
  }
}

/** 45% of a whole, or nothing where the whole is not known. */
export function percent(done: number, total: number | null): string {
  return total === null || total <= 0 ? '' : ` ${Math.min(100, Math.floor((done / total) * 100))}%`;
}
