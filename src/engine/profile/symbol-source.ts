/** Names from a symbol section or a side file (`0xADDRESS name[--inlined…]`). */
import { AddressIndex } from './address-index.js';
import type { NameSource, SourceFrame } from './names.js';
import type { SymbolTable } from './profile.js';

/** jeprof writes `?` where a symbolised file cannot tell lines. */
export const NO_LINE = '?';

/** The names of several tables; a later table, and in one a later line, wins (MergeSymbols, bin/jeprof.in). */
export function symbolSource(tables: readonly SymbolTable[]): NameSource {
  const index = new AddressIndex();
  const names: string[] = [];
  for (const table of tables) {
    for (let i = 0; i < table.length; i++) {
      const row = index.add(table.words[2 * i] as number, table.words[2 * i + 1] as number);
      names[row] = table.names[i] as string;
    }
  }
  return {
    lookup(low, high) {
      const text = names[index.find(low, high)];
      return text === undefined ? null : splitSymbol(text);
    },
  };
}

/** Outermost first. jeprof would also split at the `--` of `operator--`; here that stays whole. */
export function splitSymbol(text: string): SourceFrame[] {
  if (!text.includes('--')) return [{ full: text, location: NO_LINE }];
  return text
    .split(/(?<!operator)--/)
    .filter((full) => full !== '')
    .map((full) => ({ full, location: NO_LINE }));
}
