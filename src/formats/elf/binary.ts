/**
 * An ELF binary that answers with the names of its addresses, as jeprof gets them from nm and `addr2line -f -C -i`
 * (MapToSymbols, bin/jeprof.in). Unlike there, inlined functions are told of any binary, not only where nm shows `_fini`.
 */
import { fail, ok, type Result } from '../../base/result.js';
import { hex16 } from '../../engine/profile/addresses.js';
import type { Image, ImageLayout } from '../../engine/profile/image-match.js';
import type { SourceFrame } from '../../engine/profile/names.js';
import { shortName } from '../../engine/profile/short-name.js';
import { quoteText } from '../problem-log.js';
import type { Demangler } from './demangle.js';
import { type DebugAnswer, DebugInfo } from './dwarf/debug-info.js';
import * as elf from './elf-file.js';
import { type FunctionFinder, type FunctionSymbol, functionFinder } from './function-symbols.js';
import { type NmTable, nmRow, nmTable } from './nm-table.js';
import { BadBinary, type RandomAccess } from './random-access.js';
import { type ElfSymbols, isListed, readSymbols, symbolName } from './symbols.js';

/** Facts about a binary, for the screen and for matching. Plain data. */
export interface BinaryInfo extends Image {
  readonly kind: 'program' | 'library' | 'debug file' | 'object file';
  /** Symbols with an address. */
  readonly symbols: number;
  /** Only the symbols for other modules are left (`.dynsym`): inner functions carry a neighbour's name. */
  readonly onlyDynamic: boolean;
  /** It has line tables, so frames get file and line. */
  readonly hasLines: boolean;
  /** Sentences about what could not be read. */
  readonly notes: readonly string[];
}

export interface Binary {
  readonly info: BinaryInfo;
  /** Sentences about debug information that turned out to be broken, so far. */
  readonly problems: ReadonlySet<string>;
  /**
   * The functions at an address, outermost first; null where nothing is known of it. `debug`: the debug file that
   * belongs to this binary.
   */
  lookup(address: number, debug: Binary | null): Promise<SourceFrame[] | null>;
  /** As addr2line prints them, innermost first. */
  addr2line(address: number): Promise<readonly SourceFrame[]>;
}

const UNKNOWN: SourceFrame = { full: '??', location: '??:0' };

/** Opens a binary of any size: only headers and symbol tables are read, the rest when an address asks for it. */
export async function openBinary(
  access: RandomAccess,
  name: string,
  demangler: Demangler,
): Promise<Result<Binary>> {
  try {
    return ok(await ElfBinary.open(access, name, demangler));
  } catch (error) {
    if (error instanceof BadBinary) return fail(`${quoteText(name)}: ${error.message}.`);
    throw error;
  }
}

class ElfBinary implements Binary {
  private nm: NmTable | null = null;
  private finder: FunctionFinder | null = null;

  private constructor(
    readonly info: BinaryInfo,
    private readonly file: elf.ElfFile,
    private readonly symbols: ElfSymbols | null,
    private readonly debugInfo: DebugInfo,
    private readonly demangler: Demangler,
  ) {}

  static async open(access: RandomAccess, name: string, demangler: Demangler): Promise<ElfBinary> {
    const file = await elf.readElfFile(access);
    const notes: string[] = [];
    let symbols: ElfSymbols | null = null;
    let listed = 0;
    let onlyDynamic = false;
    for (const which of ['symtab', 'dynsym'] as const) {
      try {
        const found = await readSymbols(file, which);
        listed = found === null ? 0 : countListed(file, found);
        if (listed === 0) continue;
        symbols = found;
        onlyDynamic = which === 'dynsym';
        break;
      } catch (error) {
        if (!(error instanceof BadBinary)) throw error;
        notes.push(sentence(`its symbols cannot be read: ${error.message}`));
      }
    }
    const debugInfo = new DebugInfo(file);
    const layout = layoutOf(file);
    const info: BinaryInfo = {
      name,
      buildId: file.buildId,
      debugLink: file.debugLink,
      layout,
      kind: kindOf(file, layout),
      symbols: listed,
      onlyDynamic,
      hasLines: debugInfo.hasLines,
      notes,
    };
    return new ElfBinary(info, file, symbols, debugInfo, demangler);
  }

  get problems(): ReadonlySet<string> {
    return this.debugInfo.problems;
  }

  async lookup(address: number, debug: Binary | null): Promise<SourceFrame[] | null> {
    const nm = this.nmName(address);
    const frames = await (debug ?? this).addr2line(address);
    if (nm === null && frames.every(({ full, location }) => full === '??' && location.startsWith('??')))
      return null;
    return frames.map(({ full, location }) => ({ full: preferNm(full, nm), location })).reverse();
  }

  private nmName(address: number): string | null {
    const { symbols } = this;
    if (symbols === null) return null;
    this.nm ??= nmTable(this.file, symbols);
    const row = nmRow(this.nm, address);
    if (row < 0) return null;
    const name = this.demangler.demangle(symbolName(symbols, this.nm.symbol[row] as number));
    if (this.nm.replaced[row] === 1) return name;
    const start = this.nm.start[row] as number;
    return `${name}<${hex16(start % 4_294_967_296, Math.floor(start / 4_294_967_296))}>`;
  }

  async addr2line(address: number): Promise<readonly SourceFrame[]> {
    this.finder ??= functionFinder(this.file, this.symbols);
    if (!this.finder.covered(address)) return [UNKNOWN];
    const symbol = this.finder.find(address);
    const answer = await this.debugInfo.lookup(address);
    const frames = answer === null ? [] : debugFrames(answer, symbol);
    if (frames.length === 0) {
      if (symbol === null) return [UNKNOWN];
      frames.push({ full: symbol.name, location: `${symbol.file ?? '??'}:?` });
    }
    return frames.map(({ full, location }) => ({ full: this.demangler.demangle(full), location }));
  }
}

/** nm's name, which tells equal names apart, where it is that of the same function. */
function preferNm(full: string, nm: string | null): string {
  if (nm === null) return full;
  return full === '??' || nm.startsWith(shortName(full)) ? nm : full;
}

/** Innermost first, names mangled. */
function debugFrames({ place, functions }: DebugAnswer, symbol: FunctionSymbol | null): SourceFrame[] {
  const discriminator =
    place === null || place.discriminator === 0 ? '' : ` (discriminator ${place.discriminator})`;
  const location = (file: string, line: number): string =>
    `${file === '' ? '??' : file}:${line === 0 ? '?' : `${line}${discriminator}`}`;
  const innermost = location(place?.file ?? '', place?.line ?? 0);
  if (functions.length === 0) return [{ full: symbol?.name ?? '??', location: innermost }];
  let here = innermost;
  return functions.map(({ name, isLinkage, low, call }) => {
    const bySymbol = name === '' || (!isLinkage && symbol !== null && symbol.start === low);
    const frame = { full: bySymbol ? (symbol?.name ?? '??') : name, location: here };
    if (call !== null) here = location(call.file, call.line);
    return frame;
  });
}

function countListed(file: elf.ElfFile, symbols: ElfSymbols): number {
  let count = 0;
  for (let i = 0; i < symbols.length; i++) if (isListed(file, symbols, i)) count++;
  return count;
}

function layoutOf(file: elf.ElfFile): ImageLayout {
  const text = elf.sectionNamed(file, '.text');
  const splitOff = text !== null && text.type === elf.SHT_NOBITS;
  const segments = file.segments
    .filter(({ type }) => type === elf.PT_LOAD)
    .map(({ offset, address, fileBytes, memoryBytes, flags }) => ({
      offset,
      address,
      fileBytes,
      memoryBytes,
      executable: (flags & elf.PF_X) !== 0,
    }));
  const code = segments.find(({ executable }) => executable);
  // Without sections the segments alone must do.
  const origin = text === null ? code : text;
  const sound = segments.every(
    ({ address, offset }) => Number.isSafeInteger(address) && Number.isSafeInteger(offset),
  );
  return {
    fixed: file.type === elf.ET_EXEC,
    segments: sound ? segments : [],
    text:
      splitOff || origin === undefined || !Number.isSafeInteger(origin.address + origin.offset)
        ? null
        : { address: origin.address, offset: origin.offset },
  };
}

function kindOf(file: elf.ElfFile, layout: ImageLayout): BinaryInfo['kind'] {
  if (layout.text === null) return 'debug file';
  if (file.type === elf.ET_REL) return 'object file';
  return file.type === elf.ET_EXEC || file.hasInterpreter ? 'program' : 'library';
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
