/** Side files of names: lines `0xADDRESS name`, as a symbol section has them but without one. */
import type { FileFormat } from '../file-format.js';
import type { OpenOutcome, ReadOptions } from '../format.js';
import type { Head } from '../head.js';
import type { Input } from '../input/expand.js';
import type { ProblemLog } from '../problem-log.js';
import { type LineReader, readTable } from '../read-table.js';
import { headLines } from './heap-dump.js';
import { afterLineEnd, lineEnd } from './scan.js';
import { SymbolCollector } from './symbol-collector.js';

export const SYMBOLS: FileFormat = {
  id: 'symbols',
  label: 'file of symbols',
  detect: firstSymbol,
  parse: openSymbols,
};

const SYMBOL_LINE = /^\s*(0x[0-9a-fA-F]{1,32}|[0-9a-fA-F]{8,16})\s+\S/;
/** Lines of nm look alike, but their addresses are of the file and not of the process; of perf maps, too. */
const NM_LINE = /^\s*[0-9a-fA-F]{8,16}\s+([A-Za-z]\s+\S|[0-9a-fA-F]+\s)/;

function firstSymbol(head: Head): number {
  const lines = headLines(head);
  const first = lines.findIndex((line) => SYMBOL_LINE.test(line));
  if (first < 0) return -1;
  const rest = lines.slice(first);
  const symbols = rest.filter((line) => SYMBOL_LINE.test(line) && !NM_LINE.test(line));
  // A map of memory, a table or prose has one such line now and then.
  return symbols.length >= 0.9 * rest.length && !symbols.some((line) => line.includes(',0x')) ? first : -1;
}

async function openSymbols(input: Input, options: ReadOptions, problems: ProblemLog): Promise<OpenOutcome> {
  const reader = new SymbolReader(problems);
  await readTable(input, reader, options, problems);
  const symbols = reader.symbols.finish();
  if (symbols.length === 0)
    return { kind: 'unusable', sentence: 'A file of symbols without any symbol.', problems: problems.list() };
  return {
    kind: 'symbols',
    format: 'symbols',
    symbols,
    rows: symbols.length,
    bytes: input.state.expandedBytes,
    compression: input.compression,
    problems: problems.list(),
  };
}

class SymbolReader implements LineReader {
  readonly symbols: SymbolCollector;
  readonly stopped = false;
  cut = false;
  readonly row = { line: 1 };

  constructor(private readonly problems: ProblemLog) {
    this.symbols = new SymbolCollector(problems);
  }

  get rows(): number {
    return this.symbols.length;
  }

  block(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const end = lineEnd(bytes, at);
      this.symbols.line(bytes, at, end, this.row.line++);
      at = afterLineEnd(bytes, end);
    }
  }

  lastLine(bytes: Uint8Array): void {
    if (this.cut) this.problems.add('cut-last-row', this.row.line);
    else this.block(bytes, 0, bytes.length);
  }

  longLine(): void {
    this.problems.add('profile-long-line', this.row.line++);
  }
}
