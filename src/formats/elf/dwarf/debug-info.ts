/** What the debug information says of an address: file and line, and the functions from the innermost inlined one out. */
import { Cursor } from '../cursor.js';
import type { ElfFile } from '../elf-file.js';
import { BadBinary, checkRange } from '../random-access.js';
import { UNMANGLED_LANGUAGES } from './constants.js';
import {
  type EntryNames,
  type FunctionEntry,
  readEntryNames,
  readFunctions,
  type UnitFunctions,
} from './functions.js';
import { type LineTable, readLineTable } from './lines.js';
import { DebugSections, type TextPlace } from './sections.js';
import { SharedTables } from './tables.js';
import { AbbreviationCache, readUnits, type Unit, type UnitTable } from './units.js';

export interface DebugFunction {
  /** Mangled where the debug information gives that name; '' where it gives none. */
  readonly name: string;
  /** `name` is the linker's name, not only the one of the source text. */
  readonly isLinkage: boolean;
  /** Its first address. */
  readonly low: number;
  /** `file` and `line` where it is called when inlined, else null. */
  readonly call: SourcePlace | null;
}

export interface SourcePlace {
  /** '' where unknown. Text from the file. */
  readonly file: string;
  /** 0 where unknown. */
  readonly line: number;
}

export interface DebugAnswer {
  readonly place: (SourcePlace & { readonly discriminator: number }) | null;
  /** Innermost first; the last is not inlined. */
  readonly functions: readonly DebugFunction[];
}

interface OpenUnit {
  readonly unit: Unit;
  readonly cursor: Cursor;
  readonly functions: UnitFunctions;
  readonly lines: LineTable | null;
  readonly compDir: string;
  readonly fileNames: Map<number, string>;
}

interface Loaded {
  readonly tables: SharedTables;
  readonly abbreviations: AbbreviationCache;
  readonly units: UnitTable;
}

const MAX_UNIT_BYTES = 1 << 28;
const MAX_OPEN_BYTES = 1 << 27;
const MAX_ORIGINS = 16;
const MAX_UNRANGED = 64;

export class DebugInfo {
  private readonly sections: DebugSections;
  private loading: Promise<Loaded> | null = null;
  private readonly open = new Map<Unit, OpenUnit | null>();
  private openBytes = 0;
  /** What could not be read, each sentence once. */
  readonly problems = new Set<string>();

  constructor(file: ElfFile) {
    this.sections = new DebugSections(file);
  }

  get hasUnits(): boolean {
    return this.sections.has('info') && this.sections.has('abbrev');
  }

  get hasLines(): boolean {
    return this.hasUnits && this.sections.has('line');
  }

  /** Null where no unit covers the address, or none that can be read. Cheapest when addresses come in rising order. */
  async lookup(address: number): Promise<DebugAnswer | null> {
    if (!this.hasUnits) return null;
    try {
      const { units } = await this.load();
      const rows = new Set<number>();
      units.addresses.visit(address, (row) => rows.add(row));
      const candidates =
        rows.size > 0 ? [...rows].sort((a, b) => a - b) : units.unranged.slice(0, MAX_UNRANGED);
      for (const row of candidates) {
        const answer = await this.ask(units.units[row], address);
        if (answer !== null) return answer;
      }
    } catch (error) {
      this.tell(error);
    }
    return null;
  }

  private tell(error: unknown): void {
    if (!(error instanceof BadBinary)) throw error;
    this.problems.add(error.message);
  }

  private load(): Promise<Loaded> {
    this.loading ??= (async () => {
      const tables = await SharedTables.load(this.sections);
      const abbreviations = await AbbreviationCache.load(this.sections);
      const units = await readUnits(this.sections, tables, abbreviations);
      if (units.broken !== null) this.problems.add(units.broken);
      return { tables, abbreviations, units };
    })();
    return this.loading;
  }

  private async ask(unit: Unit | undefined, address: number): Promise<DebugAnswer | null> {
    if (unit === undefined) return null;
    try {
      const opened = await this.openUnit(unit);
      return opened === null ? null : await this.answer(opened, address);
    } catch (error) {
      this.tell(error);
      return null;
    }
  }

  /** Null for a unit that could not be read; it is not tried again. */
  private async openUnit(unit: Unit): Promise<OpenUnit | null> {
    const found = this.open.get(unit);
    if (found !== undefined) {
      this.open.delete(unit);
      this.open.set(unit, found);
      return found;
    }
    let opened: OpenUnit | null = null;
    try {
      opened = await this.readUnit(unit);
      this.openBytes += unit.bytes;
    } catch (error) {
      this.tell(error);
    }
    this.open.set(unit, opened);
    for (const [old, held] of this.open) {
      if (this.openBytes <= MAX_OPEN_BYTES || old === unit) break;
      if (held === null) continue;
      this.open.delete(old);
      this.openBytes -= old.bytes;
    }
    return opened;
  }

  private async readUnit(unit: Unit): Promise<OpenUnit> {
    const { tables, abbreviations } = await this.load();
    if (unit.bytes > MAX_UNIT_BYTES) {
      throw new BadBinary(
        `a unit of the debug information has ${unit.bytes} bytes, more than jelab holds at once`,
      );
    }
    const cursor = await this.unitCursor(unit);
    const lines = await this.readLines(unit, tables);
    const compDir = unit.compDir === null ? '' : await this.sections.text(unit.compDir);
    let functions: UnitFunctions;
    try {
      functions = readFunctions(cursor, unit, abbreviations.at(unit.abbrevOffset), tables);
    } catch (error) {
      // The lines of a unit are good without its functions.
      if (!(error instanceof BadBinary) || lines === null) throw error;
      this.problems.add(error.message);
      functions = { entries: [], addresses: { length: 0, visit: () => undefined } };
    }
    return { unit, cursor, functions, lines, compDir, fileNames: new Map() };
  }

  private async unitCursor(unit: Unit): Promise<Cursor> {
    const info = await this.sections.open('info');
    if (info === null) throw new BadBinary('the section .debug_info is missing');
    return new Cursor(
      await info.read(unit.offset, unit.bytes),
      this.sections.littleEndian,
      'the section .debug_info',
    );
  }

  private async readLines(unit: Unit, tables: SharedTables): Promise<LineTable | null> {
    if (unit.linesAt < 0) return null;
    try {
      const access = await this.sections.open('line');
      if (access === null) return null;
      const { linesAt } = unit;
      const { littleEndian } = this.sections;
      checkRange(linesAt, 4, access.size, 'the section .debug_line');
      const head = new Cursor(
        await access.read(linesAt, Math.min(12, access.size - linesAt)),
        littleEndian,
        'the section .debug_line',
      );
      const short = head.u32();
      const bytes = short === 0xffff_ffff ? head.u64() + 12 : short + 4;
      if (bytes > MAX_UNIT_BYTES) throw new BadBinary('a line table is larger than jelab holds at once');
      checkRange(linesAt, bytes, access.size, 'the section .debug_line');
      const cursor = new Cursor(await access.read(linesAt, bytes), littleEndian, 'the section .debug_line');
      return readLineTable(cursor, linesAt, unit.addressBytes, (index) => tables.textOffset(index, unit));
    } catch (error) {
      this.tell(error);
      return null;
    }
  }

  private async answer(opened: OpenUnit, address: number): Promise<DebugAnswer | null> {
    const row = opened.lines?.find(address) ?? null;
    const { entries } = opened.functions;
    // The function with the shortest range is the innermost; of equal ones the one that comes last.
    let innermost = -1;
    let shortest = Number.POSITIVE_INFINITY;
    opened.functions.addresses.visit(address, (owner, bytes) => {
      if (bytes < shortest || (bytes === shortest && owner > innermost))
        [innermost, shortest] = [owner, bytes];
    });
    if (row === null && innermost < 0) return null;
    const functions: DebugFunction[] = [];
    for (let at = innermost; at >= 0; ) {
      const entry = entries[at] as FunctionEntry;
      const inlined = entry.caller >= 0;
      functions.push({
        ...(await this.nameOf(opened, entry)),
        low: entry.low,
        call: inlined ? { file: await this.fileName(opened, entry.callFile), line: entry.callLine } : null,
      });
      at = entry.caller;
    }
    const place =
      row === null
        ? null
        : { file: await this.fileName(opened, row.file), line: row.line, discriminator: row.discriminator };
    return { place, functions };
  }

  /** Follows the entries that say more of a function until one gives the linker's name; else the first plain name. */
  private async nameOf(opened: OpenUnit, entry: EntryNames): Promise<{ name: string; isLinkage: boolean }> {
    let names = entry;
    let at = opened;
    let plain: TextPlace | null = null;
    let unmangled = false;
    for (let step = 0; step < MAX_ORIGINS; step++) {
      if (names.linkage !== null) return { name: await this.sections.text(names.linkage), isLinkage: true };
      if (plain === null && names.plain !== null) {
        plain = names.plain;
        unmangled = UNMANGLED_LANGUAGES.has(at.unit.language);
      }
      if (names.origin < 0) break;
      const next = await this.openAt(at, names.origin);
      if (next === null) break;
      at = next;
      const { tables, abbreviations } = await this.load();
      at.cursor.seek(names.origin - at.unit.offset);
      names = readEntryNames(at.cursor, at.unit, abbreviations.at(at.unit.abbrevOffset), tables);
    }
    return plain === null
      ? { name: '', isLinkage: false }
      : { name: await this.sections.text(plain), isLinkage: unmangled };
  }

  private async openAt(near: OpenUnit, offset: number): Promise<OpenUnit | null> {
    const holds = (unit: Unit): boolean => offset >= unit.offset && offset < unit.offset + unit.bytes;
    if (holds(near.unit)) return near;
    const { units } = (await this.load()).units;
    let low = 0;
    let high = units.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((units[middle] as Unit).offset <= offset) low = middle + 1;
      else high = middle;
    }
    const unit = units[low - 1];
    return unit !== undefined && holds(unit) ? this.openUnit(unit) : null;
  }

  private async fileName(opened: OpenUnit, index: number): Promise<string> {
    const found = opened.fileNames.get(index);
    if (found !== undefined) return found;
    const name = await this.readFileName(opened, index);
    opened.fileNames.set(index, name);
    return name;
  }

  /** As addr2line writes it: the compilation's directory, the file's directory, the name, as far as they are not absolute. */
  private async readFileName({ lines, compDir }: OpenUnit, index: number): Promise<string> {
    if (lines === null) return '';
    const file = lines.files[index - lines.firstIndex];
    if (file === undefined) return '<unknown>';
    const name = file.name === null ? '' : await this.sections.text(file.name);
    if (isAbsolute(name)) return name;
    const place = file.directory === 0 ? null : (lines.directories[file.directory] ?? null);
    const directory = place === null ? '' : await this.sections.text(place);
    const parts = isAbsolute(directory) ? [directory, name] : [compDir, directory, name];
    return parts.filter((part) => part !== '').join('/');
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:[\\/]/i.test(path);
}
