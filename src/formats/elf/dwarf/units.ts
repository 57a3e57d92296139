/** The compilation units of `.debug_info`: their headers, first entries, and the addresses they cover. */
import { Cursor } from '../cursor.js';
import { BadBinary, checkRange, type RandomAccess } from '../random-access.js';
import { type Abbreviations, abbreviation, readAbbreviations } from './abbreviations.js';
import * as dw from './constants.js';
import { readForm } from './forms.js';
import { IntervalBuilder, type IntervalIndex } from './interval-index.js';
import { type DebugSections, type TextPlace, textPlace } from './sections.js';
import type { SharedTables, UnitBases } from './tables.js';

export interface Unit extends UnitBases {
  /** Where it begins in `.debug_info`, and its bytes with the header. */
  readonly offset: number;
  readonly bytes: number;
  /** Bytes of the header: the first entry stands there, counted from `offset`. */
  readonly headerBytes: number;
  readonly type: number;
  readonly abbrevOffset: number;
  readonly language: number;
  /** Offset of its program in `.debug_line`; -1 for none. */
  readonly linesAt: number;
  readonly compDir: TextPlace | null;
}

export interface UnitTable {
  readonly units: readonly Unit[];
  /** Owners are rows of `units`. */
  readonly addresses: IntervalIndex;
  /** Rows of units that do not say which addresses they cover. */
  readonly unranged: readonly number[];
  /** Why the list ends early; null when it does not. */
  readonly broken: string | null;
}

/** First bytes of a unit read to see its header and first entry; those with long texts in place need more. */
const HEAD_STEPS = [1024, 1 << 16, 1 << 22];
const MAX_UNITS = 1 << 20;
const MAX_RANGES = 1 << 23;

/** Reads the outline of all units. What comes before a broken unit is kept. */
export async function readUnits(
  sections: DebugSections,
  tables: SharedTables,
  abbreviations: AbbreviationCache,
): Promise<UnitTable> {
  const units: Unit[] = [];
  const unranged: number[] = [];
  const ranges = new IntervalBuilder();
  let broken: string | null = null;
  let offset = 0;
  try {
    const info = await sections.open('info');
    if (info === null) throw new BadBinary('the section .debug_info is missing');
    while (offset < info.size) {
      if (units.length >= MAX_UNITS || ranges.length >= MAX_RANGES) {
        throw new BadBinary('the debug information has more units than jelab reads');
      }
      const row = units.length;
      const unit = await readUnit(info, offset, sections.littleEndian, tables, abbreviations, (low, high) =>
        ranges.add(low, high, row),
      );
      const { covered } = unit;
      units.push(unit.unit);
      if (!covered && unit.unit.linesAt >= 0) unranged.push(row);
      offset += unit.unit.bytes;
    }
  } catch (error) {
    if (!(error instanceof BadBinary)) throw error;
    broken = error.message;
  }
  return { units, addresses: ranges.build(), unranged, broken };
}

/** Tables of entry shapes, the last few used. */
export class AbbreviationCache {
  private readonly tables = new Map<number, Abbreviations>();

  private constructor(
    private readonly bytes: Uint8Array<ArrayBuffer>,
    private readonly littleEndian: boolean,
  ) {}

  static async load(sections: DebugSections): Promise<AbbreviationCache> {
    return new AbbreviationCache(await sections.whole('abbrev'), sections.littleEndian);
  }

  at(offset: number): Abbreviations {
    const found = this.tables.get(offset);
    if (found !== undefined) return found;
    const table = readAbbreviations(this.bytes, this.littleEndian, offset);
    if (this.tables.size >= MAX_ABBREVIATION_TABLES) this.tables.clear();
    this.tables.set(offset, table);
    return table;
  }
}

const MAX_ABBREVIATION_TABLES = 64;

async function readUnit(
  info: RandomAccess,
  offset: number,
  littleEndian: boolean,
  tables: SharedTables,
  abbreviations: AbbreviationCache,
  tell: (low: number, high: number) => void,
): Promise<{ readonly unit: Unit; readonly covered: boolean }> {
  for (const step of HEAD_STEPS) {
    const head = await info.read(offset, Math.min(step, info.size - offset));
    const cursor = new Cursor(head, littleEndian, 'the section .debug_info');
    const header = readHeader(cursor, offset, info.size);
    try {
      return readRoot(cursor, header, tables, abbreviations, tell);
    } catch (error) {
      const more = step < header.bytes && head.length < info.size - offset && step !== HEAD_STEPS.at(-1);
      if (!(error instanceof BadBinary) || !more) throw error;
    }
  }
  throw new BadBinary('the debug information has a unit whose beginning is too long');
}

type Header = Pick<
  Unit,
  'offset' | 'bytes' | 'headerBytes' | 'version' | 'offsetBytes' | 'addressBytes' | 'type' | 'abbrevOffset'
>;

function readHeader(cursor: Cursor, offset: number, size: number): Header {
  let length = cursor.u32();
  let offsetBytes = 4;
  if (length === 0xffff_ffff) {
    length = cursor.u64();
    offsetBytes = 8;
  }
  const bytes = cursor.at + length;
  checkRange(offset, bytes, size, 'the section .debug_info');
  const version = cursor.u16();
  if (version < 2 || version > 5)
    throw new BadBinary(`the debug information is DWARF ${version}; jelab reads 2 to 5`);
  let type = dw.DW_UT_compile;
  let addressBytes: number;
  let abbrevOffset: number;
  if (version >= 5) {
    type = cursor.u8();
    addressBytes = cursor.u8();
    abbrevOffset = cursor.unsigned(offsetBytes);
    if (type === dw.DW_UT_skeleton || type === dw.DW_UT_split_compile) cursor.skip(8);
    if (type === dw.DW_UT_type || type === dw.DW_UT_split_type) cursor.skip(8 + offsetBytes);
  } else {
    abbrevOffset = cursor.unsigned(offsetBytes);
    addressBytes = cursor.u8();
  }
  return { offset, bytes, headerBytes: cursor.at, version, offsetBytes, addressBytes, type, abbrevOffset };
}

function readRoot(
  cursor: Cursor,
  header: Header,
  tables: SharedTables,
  abbreviations: AbbreviationCache,
  tell: (low: number, high: number) => void,
): { readonly unit: Unit; readonly covered: boolean } {
  const values = new Map<number, readonly [form: number, value: number]>();
  const code = header.bytes > header.headerBytes ? cursor.uleb() : 0;
  let tag = 0;
  if (code !== 0) {
    const shape = abbreviation(abbreviations.at(header.abbrevOffset), code);
    tag = shape.tag;
    const { attributes } = shape;
    for (let i = 0; i < attributes.length; i += 3) {
      const form = attributes[i + 1] as number;
      values.set(attributes[i] as number, [
        form,
        readForm(cursor, form, header, attributes[i + 2] as number),
      ]);
    }
  }
  const number = (attribute: number, other: number): number => values.get(attribute)?.[1] ?? other;
  const headerOf = (offsetBytes: number) => (offsetBytes === 8 ? 16 : 8);
  const bases = {
    ...header,
    lowPc: 0,
    addrBase: number(dw.DW_AT_addr_base, number(dw.DW_AT_GNU_addr_base, headerOf(header.offsetBytes))),
    strOffsetsBase: number(dw.DW_AT_str_offsets_base, headerOf(header.offsetBytes)),
    rnglistsBase: number(dw.DW_AT_rnglists_base, 0),
  };
  const low = values.get(dw.DW_AT_low_pc);
  const lowPc = low === undefined ? 0 : tables.address(low[0], low[1], bases);
  const compDir = values.get(dw.DW_AT_comp_dir);
  const unit: Unit = {
    ...bases,
    lowPc,
    language: number(dw.DW_AT_language, 0),
    linesAt: number(dw.DW_AT_stmt_list, -1),
    compDir:
      compDir === undefined
        ? null
        : textPlace(compDir[0], compDir[1], ['info', header.offset + compDir[1]], (index) =>
            tables.textOffset(index, bases),
          ),
  };
  const isCode = tag === dw.DW_TAG_compile_unit || tag === dw.DW_TAG_skeleton_unit;
  const high = values.get(dw.DW_AT_high_pc);
  const ranges = values.get(dw.DW_AT_ranges);
  if (!isCode) return { unit, covered: true };
  if (ranges !== undefined) tables.eachRange(ranges[0], ranges[1], unit, tell);
  else if (low !== undefined && high !== undefined) {
    tell(lowPc, highPc(high[0], high[1], lowPc, unit, tables));
  }
  return { unit, covered: ranges !== undefined || (low !== undefined && high !== undefined) };
}

/** DW_AT_high_pc: an address, or the distance from DW_AT_low_pc. */
export function highPc(
  form: number,
  value: number,
  low: number,
  unit: UnitBases,
  tables: SharedTables,
): number {
  return form === dw.DW_FORM_addr ||
    (form >= dw.DW_FORM_addrx1 && form <= dw.DW_FORM_addrx4) ||
    form === dw.DW_FORM_addrx
    ? tables.address(form, value, unit)
    : low + value;
}
