/** The function an address lies in by the symbols alone, as addr2line finds it where no debug information covers it. */
import type { ElfFile } from './elf-file.js';
import { textAt } from './cursor.js';
import { IntervalBuilder } from './dwarf/interval-index.js';
import { upperBound } from './nm-table.js';
import {
  type ElfSymbols,
  isListed,
  STB_LOCAL,
  STT_FILE,
  STT_FUNC,
  STT_GNU_IFUNC,
  STT_NOTYPE,
} from './symbols.js';

const STV_HIDDEN = 2;
const SHF_ALLOC = 2;

export interface FunctionSymbol {
  /** Mangled. */
  readonly name: string;
  readonly start: number;
  /** Source file by the symbol table; null where it tells none. */
  readonly file: string | null;
}

export interface FunctionFinder {
  /** Null where the address is in no section, or before the section's first function. */
  find(address: number): FunctionSymbol | null;
  /** Whether a section of the running program covers the address. */
  covered(address: number): boolean;
}

export function functionFinder(file: ElfFile, symbols: ElfSymbols | null): FunctionFinder {
  const sections = new IntervalBuilder();
  for (const { index, flags, address, size } of file.sections) {
    if ((flags & SHF_ALLOC) !== 0) sections.add(address, address + size, index);
  }
  const index = sections.build();
  const tables = symbols === null ? new Map<number, never>() : functionsBySection(file, symbols);
  const sectionOf = (address: number): number => {
    let first = -1;
    index.visit(address, (section) => {
      if (first < 0 || section < first) first = section;
    });
    return first;
  };
  return {
    covered: (address) => sectionOf(address) >= 0,
    find(address) {
      const table = tables.get(sectionOf(address));
      if (table === undefined || symbols === null) return null;
      const row = upperBound(table.start, address) - 1;
      const symbol = table.symbol[row];
      if (symbol === undefined) return null;
      const fileAt = table.file[row] as number;
      return {
        name: textAt(symbols.strings, symbols.nameAt[symbol] as number),
        start: table.start[row] as number,
        file: fileAt < 0 ? null : textAt(symbols.strings, fileAt),
      };
    },
  };
}

interface FunctionTable {
  readonly start: Float64Array<ArrayBuffer>;
  readonly symbol: Uint32Array<ArrayBuffer>;
  /** Where the source file's name begins in the texts, -1 for none. */
  readonly file: Int32Array<ArrayBuffer>;
}

function functionsBySection(file: ElfFile, symbols: ElfSymbols): Map<number, FunctionTable> {
  const { address, size, type, bind, visibility, section, nameAt, length } = symbols;
  const found = new Map<number, number[]>();
  const fileOf = new Int32Array(length).fill(-1);
  let sourceFile = -1;
  let symbolSeen = false;
  let fileAfterSymbol = false;
  for (let i = 0; i < length; i++) {
    if (type[i] === STT_FILE) {
      sourceFile = nameAt[i] as number;
      if (symbolSeen) fileAfterSymbol = true;
      continue;
    }
    if (!isListed(file, symbols, i)) continue;
    symbolSeen = true;
    const kind = type[i];
    if (kind !== STT_FUNC && kind !== STT_NOTYPE && kind !== STT_GNU_IFUNC) continue;
    const local = bind[i] === STB_LOCAL;
    // Marks that annobin and the like leave behind are no functions.
    if (local && kind === STT_NOTYPE && size[i] === 0 && visibility[i] === STV_HIDDEN) continue;
    // After several files the table no longer tells which one a global symbol came from.
    if (local || !fileAfterSymbol) fileOf[i] = sourceFile;
    const list = found.get(section[i] as number);
    if (list === undefined) found.set(section[i] as number, [i]);
    else list.push(i);
  }
  const tables = new Map<number, FunctionTable>();
  for (const [index, list] of found) {
    // Of several at one address: functions before mere labels, then the smaller, then the first. Kept is the last.
    const order = Uint32Array.from(list).sort(
      (a, b) =>
        (address[a] as number) - (address[b] as number) ||
        Number(type[a] !== STT_NOTYPE) - Number(type[b] !== STT_NOTYPE) ||
        (size[b] as number) - (size[a] as number) ||
        b - a,
    );
    tables.set(index, {
      start: Float64Array.from(order, (i) => address[i] as number),
      symbol: order,
      file: Int32Array.from(order, (i) => fileOf[i] as number),
    });
  }
  return tables;
}
