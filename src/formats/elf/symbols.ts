/** Symbol tables (`.symtab`, `.dynsym`) as columns, with the versions of dynamic symbols. */
import { Cursor, textAt } from './cursor.js';
import { type ElfFile, type ElfSection, SHT_NOBITS } from './elf-file.js';
import { openSection, readWhole } from './section-data.js';
import { BadBinary } from './random-access.js';

export const STB_LOCAL = 0;
export const STB_WEAK = 2;
const STB_GNU_UNIQUE = 10;
export const STT_NOTYPE = 0;
export const STT_OBJECT = 1;
export const STT_FUNC = 2;
export const STT_SECTION = 3;
export const STT_FILE = 4;
export const STT_TLS = 6;
export const STT_GNU_IFUNC = 10;
export const SHN_UNDEF = 0;
const SHN_ABS = 0xfff1;
const SHN_COMMON = 0xfff2;
const SHT_SYMTAB = 2;
const SHT_DYNSYM = 11;
const SHT_GNU_VERDEF = 0x6ffffffd;
const SHT_GNU_VERNEED = 0x6ffffffe;
const SHT_GNU_VERSYM = 0x6fffffff;
const VERSION_HIDDEN = 0x8000;
const VER_FLG_BASE = 1;
const MAX_CHAIN = 1 << 16;
/** Machines whose assemblers mark code and data by symbols such as `$x`: ARM, AArch64, RISC-V. */
const MACHINES_WITH_MARKS = new Set([40, 183, 243]);
const MARK = /^\$[adtx]/;

export interface ElfSymbols {
  readonly length: number;
  /** st_value. Above 2^53 rounded; the tables made of this leave those out. */
  readonly address: Float64Array<ArrayBuffer>;
  readonly size: Float64Array<ArrayBuffer>;
  /** STT_… and STB_… and the visibility. */
  readonly type: Uint8Array<ArrayBuffer>;
  readonly bind: Uint8Array<ArrayBuffer>;
  readonly visibility: Uint8Array<ArrayBuffer>;
  readonly section: Uint16Array<ArrayBuffer>;
  /** Where each name begins in `strings`. */
  readonly nameAt: Uint32Array<ArrayBuffer>;
  readonly strings: Uint8Array<ArrayBuffer>;
  /** `@VERSION`, `@@VERSION` or ''. */
  version(symbol: number): string;
}

/** The symbols of `.symtab` or `.dynsym`; null where the file has no such table. Throws {@link BadBinary}. */
export async function readSymbols(file: ElfFile, which: 'symtab' | 'dynsym'): Promise<ElfSymbols | null> {
  const type = which === 'symtab' ? SHT_SYMTAB : SHT_DYNSYM;
  const section = file.sections.find((candidate) => candidate.type === type);
  if (section === undefined || section.size === 0) return null;
  const strings = file.sections[section.link];
  if (strings === undefined) throw new BadBinary(`the section ${section.name} names no table of texts`);
  const bytes = await readSectionWhole(file, section);
  const width = file.is64 ? 24 : 16;
  const count = Math.floor(bytes.length / width);
  const columns = {
    length: count,
    address: new Float64Array(count),
    size: new Float64Array(count),
    type: new Uint8Array(count),
    bind: new Uint8Array(count),
    visibility: new Uint8Array(count),
    section: new Uint16Array(count),
    nameAt: new Uint32Array(count),
    strings: await readSectionWhole(file, strings),
  };
  const cursor = new Cursor(bytes, file.littleEndian, `the section ${section.name}`);
  for (let i = 0; i < count; i++) {
    columns.nameAt[i] = cursor.u32();
    if (!file.is64) {
      columns.address[i] = cursor.u32();
      columns.size[i] = cursor.u32();
    }
    const info = cursor.u8();
    columns.type[i] = info & 15;
    columns.bind[i] = info >> 4;
    columns.visibility[i] = cursor.u8() & 3;
    columns.section[i] = cursor.u16();
    if (file.is64) {
      columns.address[i] = cursor.u64();
      columns.size[i] = cursor.u64();
    }
  }
  const version = which === 'dynsym' ? await readVersions(file) : null;
  return { ...columns, version: (symbol) => version?.(symbol) ?? '' };
}

async function readSectionWhole(file: ElfFile, section: ElfSection): Promise<Uint8Array<ArrayBuffer>> {
  if (section.type === SHT_NOBITS) return new Uint8Array(0);
  return readWhole(await openSection(file, section), section.name);
}

/** The name as it stands in the file, mangled, with the version. */
export function symbolName(symbols: ElfSymbols, symbol: number): string {
  const name = textAt(symbols.strings, symbols.nameAt[symbol] as number);
  const version = symbols.version(symbol);
  // The symbol that stands for the version itself.
  return version === `@@${name}` ? name : name + version;
}

/** Whether nm lists the symbol with an address: neither undefined, nor a section, a file or an assembler's mark. */
export function isListed(file: ElfFile, symbols: ElfSymbols, symbol: number): boolean {
  const type = symbols.type[symbol];
  const section = symbols.section[symbol];
  if (section === SHN_UNDEF || section === SHN_COMMON || type === STT_SECTION || type === STT_FILE)
    return false;
  if (!Number.isSafeInteger(symbols.address[symbol])) return false;
  const { strings } = symbols;
  const nameAt = symbols.nameAt[symbol] as number;
  const first = strings[nameAt] ?? 0;
  if (first === 0) return false;
  const markPossible = first === 0x24 && MACHINES_WITH_MARKS.has(file.machine);
  return !(markPossible && MARK.test(textAt(strings, nameAt)));
}

/** Which sections hold code in nm's eyes (its letter t or T). */
export function codeSections(file: ElfFile): readonly boolean[] {
  return file.sections.map(({ name, flags }) => {
    const named = LETTERS.find(({ pattern }) => pattern.test(name));
    return named === undefined ? (flags & 4) !== 0 : named.code;
  });
}

/** nm goes by these names before it looks at what a section holds. */
const LETTERS = [
  { pattern: /^\.(text|init|fini)(?=$|[.$0-9])/, code: true },
  {
    pattern:
      /^(\.(bss|data|drectve|edata|idata|pdata|rdata|rodata|sbss|scommon|sdata)|vars|zerovars)(?=$|[.$0-9])/,
    code: false,
  },
];

/** Whether nm gives the symbol the letter t or T. */
export function isCode(symbols: ElfSymbols, symbol: number, code: readonly boolean[]): boolean {
  const bind = symbols.bind[symbol];
  if (bind === STB_WEAK || bind === STB_GNU_UNIQUE || symbols.type[symbol] === STT_GNU_IFUNC) return false;
  const section = symbols.section[symbol] as number;
  return section !== SHN_ABS && code[section] === true;
}

type VersionOf = (symbol: number) => string;

/** By version number. `needed`: of another file. */
type VersionNames = Map<number, { readonly name: string; readonly needed: boolean }>;

/** Versions of dynamic symbols; null where there are none. A broken version table costs the versions only. */
async function readVersions(file: ElfFile): Promise<VersionOf | null> {
  const table = file.sections.find(({ type }) => type === SHT_GNU_VERSYM);
  if (table === undefined) return null;
  try {
    const numbers = new Cursor(await readSectionWhole(file, table), file.littleEndian, table.name);
    const count = numbers.left >> 1;
    const versions = Uint16Array.from({ length: count }, () => numbers.u16());
    const names: VersionNames = new Map();
    await readVersionNames(file, SHT_GNU_VERDEF, names);
    await readVersionNames(file, SHT_GNU_VERNEED, names);
    return (symbol) => {
      const number = versions[symbol] ?? 0;
      const version = names.get(number & ~VERSION_HIDDEN);
      if (version === undefined) return '';
      // Two signs mark the version that others get who ask for none.
      return `${version.needed || (number & VERSION_HIDDEN) !== 0 ? '@' : '@@'}${version.name}`;
    };
  } catch (error) {
    if (error instanceof BadBinary) return null;
    throw error;
  }
}

/** Fills `names` by version number from the definitions or the needs. Both are chains of entries with inner chains. */
async function readVersionNames(file: ElfFile, type: number, names: VersionNames): Promise<void> {
  const section = file.sections.find((candidate) => candidate.type === type);
  const texts = section === undefined ? undefined : file.sections[section.link];
  if (section === undefined || texts === undefined) return;
  const cursor = new Cursor(await readSectionWhole(file, section), file.littleEndian, section.name);
  const strings = await readSectionWhole(file, texts);
  let at = 0;
  let steps = 0;
  for (let entry = 0; entry < Math.min(section.info, MAX_CHAIN); entry++) {
    cursor.seek(at);
    if (type === SHT_GNU_VERDEF) {
      cursor.skip(2);
      const flags = cursor.u16();
      const number = cursor.u16();
      cursor.skip(2 + 4);
      const [auxiliary, next] = [cursor.u32(), cursor.u32()];
      cursor.seek(at + auxiliary);
      const name = textAt(strings, cursor.u32());
      // nm calls the version of the file itself Base.
      names.set(number, { name: (flags & VER_FLG_BASE) !== 0 ? 'Base' : name, needed: false });
      if (next === 0) return;
      at += next;
    } else {
      cursor.skip(2);
      const count = cursor.u16();
      cursor.skip(4);
      const [auxiliary, next] = [cursor.u32(), cursor.u32()];
      let inner = at + auxiliary;
      for (let i = 0; i < count; i++) {
        if (++steps > MAX_CHAIN) return;
        cursor.seek(inner);
        cursor.skip(4 + 2);
        const number = cursor.u16();
        names.set(number, { name: textAt(strings, cursor.u32()), needed: true });
        const step = cursor.u32();
        if (step === 0) break;
        inner += step;
      }
      if (next === 0) return;
      at += next;
    }
  }
}
