/**
 * The table jeprof makes of `nm -n`: distinct addresses in order, each symbol ending where the next begins (jeprof's
 * GetProcedureBoundariesViaNm and MapSymbolsWithNM).
 */
import type { ElfFile } from './elf-file.js';
import { type ElfSymbols, codeSections, isCode, isListed } from './symbols.js';

export interface NmTable {
  /** Number of distinct addresses. */
  readonly length: number;
  /** Rising. */
  readonly start: Float64Array<ArrayBuffer>;
  /** Row in the {@link ElfSymbols}: of several symbols at an address the first, or the last one that is code. */
  readonly symbol: Uint32Array<ArrayBuffer>;
  /** 1 where the symbol took another's place: jeprof does not tag its name with the address. */
  readonly replaced: Uint8Array<ArrayBuffer>;
}

export function nmTable(file: ElfFile, symbols: ElfSymbols): NmTable {
  const listed: number[] = [];
  for (let i = 0; i < symbols.length; i++) if (isListed(file, symbols, i)) listed.push(i);
  const { address, nameAt, strings } = symbols;
  const order = Uint32Array.from(listed).sort((a, b) => {
    const difference = (address[a] as number) - (address[b] as number);
    return difference || compareTexts(strings, nameAt[a] as number, nameAt[b] as number) || a - b;
  });
  const code = codeSections(file);
  const start = new Float64Array(order.length);
  const symbol = new Uint32Array(order.length);
  const replaced = new Uint8Array(order.length);
  let length = 0;
  for (const candidate of order) {
    const at = address[candidate] as number;
    if (length > 0 && start[length - 1] === at) {
      if (!isCode(symbols, candidate, code)) continue;
      symbol[length - 1] = candidate;
      replaced[length - 1] = 1;
    } else {
      start[length] = at;
      symbol[length] = candidate;
      length++;
    }
  }
  return {
    length,
    start: start.slice(0, length),
    symbol: symbol.slice(0, length),
    replaced: replaced.slice(0, length),
  };
}

/** Names that are equal so far are left in the order of the file. */
const MAX_COMPARED = 1024;

/** Order of two texts that end with NUL, by bytes. */
function compareTexts(strings: Uint8Array, a: number, b: number): number {
  if (a === b) return 0;
  for (let i = 0; i < MAX_COMPARED; i++) {
    const x = strings[a + i] ?? 0;
    const y = strings[b + i] ?? 0;
    if (x !== y) return x - y;
    if (x === 0) return 0;
  }
  return 0;
}

/**
 * Row of the symbol jeprof names an address by, or -1. As there: an address below the first symbol gets the first, one
 * at or above the last start gets none, and sizes do not matter.
 */
export function nmRow(table: NmTable, address: number): number {
  const { length, start } = table;
  if (length === 0 || !(address < (start[length - 1] as number))) return -1;
  return Math.max(0, upperBound(start, address) - 1);
}

/** Number of entries of a rising column that are at or below `value`. */
export function upperBound(column: Float64Array, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
