/** The outline of an ELF file: header, sections, segments, build id. 32 and 64 bits, both byte orders. */
import { Cursor, textAt } from './cursor.js';
import { BadBinary, cachedAccess, checkRange, type RandomAccess } from './random-access.js';

export interface ElfSection {
  readonly index: number;
  /** Text from the file. */
  readonly name: string;
  readonly type: number;
  /** Low 32 bits of sh_flags. */
  readonly flags: number;
  readonly address: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly info: number;
  readonly entryBytes: number;
}

export interface ElfSegment {
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  readonly address: number;
  readonly fileBytes: number;
  readonly memoryBytes: number;
}

export interface ElfFile {
  readonly access: RandomAccess;
  readonly is64: boolean;
  readonly littleEndian: boolean;
  /** e_type: {@link ET_REL}, {@link ET_EXEC}, {@link ET_DYN}, … */
  readonly type: number;
  readonly machine: number;
  readonly sections: readonly ElfSection[];
  readonly segments: readonly ElfSegment[];
  /** Hex digits; '' where the file has none. */
  readonly buildId: string;
  /** Name of the file that holds the debug information; '' where none is named. Text from the file. */
  readonly debugLink: string;
  /** It asks for a program interpreter, so it is a program, not a library. */
  readonly hasInterpreter: boolean;
}

export const ET_REL = 1;
export const ET_EXEC = 2;
export const ET_DYN = 3;
export const PT_LOAD = 1;
export const PF_X = 1;
export const SHF_ALLOC = 2;
export const SHF_EXECINSTR = 4;
export const SHT_NOBITS = 8;

const PT_INTERP = 3;
const PT_NOTE = 4;
const SHT_NOTE = 7;
const NT_GNU_BUILD_ID = 3;
const PN_XNUM = 0xffff;
const SHN_XINDEX = 0xffff;
const MAX_SECTIONS = 1 << 20;
const MAX_NOTES_BYTES = 1 << 16;
/** Of a section's name. */
const MAX_NAME_BYTES = 256;
const MAX_NAMES_BYTES = 1 << 26;

export function looksLikeElf(head: Uint8Array): boolean {
  return head[0] === 0x7f && head[1] === 0x45 && head[2] === 0x4c && head[3] === 0x46;
}

/** Reads the outline. Throws {@link BadBinary}. */
export async function readElfFile(source: RandomAccess): Promise<ElfFile> {
  const access = cachedAccess(source);
  const head = await access.read(0, Math.min(64, access.size));
  if (!looksLikeElf(head)) throw new BadBinary('this is not an ELF binary');
  if (head.length < 52) throw new BadBinary('the file ends within the ELF header');
  const [fileClass, order] = [head[4], head[5]];
  if ((fileClass !== 1 && fileClass !== 2) || (order !== 1 && order !== 2)) {
    throw new BadBinary('the ELF header names an unknown word size or byte order');
  }
  const is64 = fileClass === 2;
  const littleEndian = order === 1;
  const word = (cursor: Cursor): number => (is64 ? cursor.u64() : cursor.u32());
  const cursor = new Cursor(head, littleEndian, 'the ELF header', 16);
  const type = cursor.u16();
  const machine = cursor.u16();
  cursor.skip(4);
  word(cursor);
  const segmentsAt = word(cursor);
  const sectionsAt = word(cursor);
  cursor.skip(4 + 2);
  const [segmentBytes, segmentCount, sectionBytes, sectionCount, namesIndex] = [
    cursor.u16(),
    cursor.u16(),
    cursor.u16(),
    cursor.u16(),
    cursor.u16(),
  ] as const;

  /** Entries of at least `minimum` bytes each. */
  const table = async (at: number, count: number, bytes: number, minimum: number, what: string) => {
    if (bytes < minimum)
      throw new BadBinary(`the ${what} has entries of ${bytes} bytes; ${minimum} are needed`);
    if (count > MAX_SECTIONS) throw new BadBinary(`the ${what} has ${count} entries, too many to be true`);
    if (!(at + count * bytes <= access.size)) {
      throw new BadBinary(`the ${what} lies past the end of the file: it is cut short`);
    }
    const whole = await access.read(at, count * bytes);
    return Array.from(
      { length: count },
      (_, i) => new Cursor(whole.subarray(i * bytes, (i + 1) * bytes), littleEndian, `the ${what}`),
    );
  };

  const outlines: ElfSection[] = [];
  let [realSections, realNames, realSegments] = [sectionCount, namesIndex, segmentCount];
  if (sectionsAt !== 0) {
    // Counts that do not fit in the header stand in the first section.
    const [first] = await table(sectionsAt, 1, sectionBytes, is64 ? 64 : 40, 'section table');
    if (first !== undefined) {
      const zero = readSection(first, 0, word);
      if (realSections === 0) realSections = zero.size;
      if (realNames === SHN_XINDEX) realNames = zero.link;
      if (realSegments === PN_XNUM) realSegments = zero.info;
    }
    const entries = await table(sectionsAt, realSections, sectionBytes, is64 ? 64 : 40, 'section table');
    for (const [index, entry] of entries.entries()) outlines.push(readSection(entry, index, word));
  }
  const segments: ElfSegment[] = [];
  if (segmentsAt !== 0 && realSegments > 0) {
    const entries = await table(segmentsAt, realSegments, segmentBytes, is64 ? 56 : 32, 'segment table');
    for (const entry of entries) segments.push(readSegment(entry, is64));
  }
  const sections = await nameSections(access, outlines, realNames);
  const file = { access, is64, littleEndian, type, machine, sections, segments };
  return {
    ...file,
    buildId: await readBuildId(file),
    debugLink: await readDebugLink(file),
    hasInterpreter: segments.some((segment) => segment.type === PT_INTERP),
  };
}

export function sectionNamed(file: Pick<ElfFile, 'sections'>, name: string): ElfSection | null {
  return file.sections.find((section) => section.name === name) ?? null;
}

function readSection(
  cursor: Cursor,
  index: number,
  word: (cursor: Cursor) => number,
): ElfSection & { nameAt: number } {
  const nameAt = cursor.u32();
  const type = cursor.u32();
  // Of the upper half of 64-bit flags nothing is used, and in a double they would spoil the lower half.
  const wide = word(cursor);
  const flags = wide % 4_294_967_296;
  const address = word(cursor);
  const offset = word(cursor);
  const size = word(cursor);
  const link = cursor.u32();
  const info = cursor.u32();
  word(cursor);
  return {
    index,
    name: '',
    nameAt,
    type,
    flags,
    address,
    offset,
    size,
    link,
    info,
    entryBytes: word(cursor),
  };
}

function readSegment(cursor: Cursor, is64: boolean): ElfSegment {
  const type = cursor.u32();
  if (is64) {
    const flags = cursor.u32();
    const offset = cursor.u64();
    const address = cursor.u64();
    cursor.u64();
    return { type, flags, offset, address, fileBytes: cursor.u64(), memoryBytes: cursor.u64() };
  }
  const offset = cursor.u32();
  const address = cursor.u32();
  cursor.u32();
  const fileBytes = cursor.u32();
  const memoryBytes = cursor.u32();
  return { type, flags: cursor.u32(), offset, address, fileBytes, memoryBytes };
}

async function nameSections(
  access: RandomAccess,
  sections: readonly ElfSection[],
  namesIndex: number,
): Promise<readonly ElfSection[]> {
  const names = sections[namesIndex];
  if (names === undefined || names.size > MAX_NAMES_BYTES || names.type === SHT_NOBITS) return sections;
  checkRange(names.offset, names.size, access.size, 'the file');
  const bytes = await access.read(names.offset, names.size);
  return (sections as readonly (ElfSection & { nameAt: number })[]).map(({ nameAt, ...section }) => ({
    ...section,
    name: textAt(bytes.subarray(0, nameAt + MAX_NAME_BYTES), nameAt),
  }));
}

async function readBuildId(
  file: Pick<ElfFile, 'access' | 'littleEndian' | 'sections' | 'segments'>,
): Promise<string> {
  const places = [
    ...file.sections.filter(({ type }) => type === SHT_NOTE).map(({ offset, size }) => ({ offset, size })),
    ...file.segments
      .filter(({ type }) => type === PT_NOTE)
      .map(({ offset, fileBytes: size }) => ({ offset, size })),
  ];
  for (const { offset, size } of places) {
    if (size > MAX_NOTES_BYTES || !(offset + size <= file.access.size)) continue;
    const cursor = new Cursor(await file.access.read(offset, size), file.littleEndian, 'a note');
    while (cursor.left >= 12) {
      const nameBytes = cursor.u32();
      const valueBytes = cursor.u32();
      const type = cursor.u32();
      const start = cursor.at;
      const valueAt = start + Math.ceil(nameBytes / 4) * 4;
      const end = valueAt + Math.ceil(valueBytes / 4) * 4;
      if (valueAt + valueBytes > size) break;
      if (type === NT_GNU_BUILD_ID && textAt(cursor.bytes.subarray(start, start + nameBytes), 0) === 'GNU') {
        return hex(cursor.bytes.subarray(valueAt, valueAt + valueBytes));
      }
      if (end > size) break;
      cursor.seek(end);
    }
  }
  return '';
}

async function readDebugLink(file: Pick<ElfFile, 'access' | 'sections'>): Promise<string> {
  const section = sectionNamed(file, '.gnu_debuglink');
  if (section === null || section.size > MAX_NOTES_BYTES) return '';
  if (section.type === SHT_NOBITS || !(section.offset + section.size <= file.access.size)) return '';
  return textAt(await file.access.read(section.offset, section.size), 0);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
