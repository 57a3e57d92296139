/** The functions of a unit and those inlined into them, with the addresses of each. */
import type { Cursor } from '../cursor.js';
import { BadBinary } from '../random-access.js';
import { type Abbreviation, type Abbreviations, abbreviation, entryBytes } from './abbreviations.js';
import * as dw from './constants.js';
import { isLocalReference, readForm } from './forms.js';
import { IntervalBuilder, type IntervalIndex } from './interval-index.js';
import { type TextPlace, textPlace } from './sections.js';
import type { SharedTables } from './tables.js';
import { highPc, type Unit } from './units.js';

/** What an entry says of its name: its own names, and the entry that says more. */
export interface EntryNames {
  readonly linkage: TextPlace | null;
  readonly plain: TextPlace | null;
  /** Offset in `.debug_info` of the abstract or declaring entry; -1 for none. */
  readonly origin: number;
}

export interface FunctionEntry extends EntryNames {
  /** First address of its first range. */
  readonly low: number;
  /** Row of the function it is inlined into; -1 for a function of its own. */
  readonly caller: number;
  /** Where that function calls it. */
  readonly callFile: number;
  readonly callLine: number;
}

export interface UnitFunctions {
  readonly entries: readonly FunctionEntry[];
  /** Owners are rows of `entries`. */
  readonly addresses: IntervalIndex;
}

const MAX_RANGES = 1 << 22;

/** `cursor` holds the whole unit. */
export function readFunctions(
  cursor: Cursor,
  unit: Unit,
  shapes: Abbreviations,
  tables: SharedTables,
): UnitFunctions {
  const entries: FunctionEntry[] = [];
  const ranges = new IntervalBuilder();
  /** Row of the innermost function at each depth. */
  const enclosing: number[] = [];
  const fixed = new Map<Abbreviation, number>();
  let current = -1;
  cursor.seek(unit.headerBytes);
  while (cursor.left > 0) {
    const code = cursor.uleb();
    if (code === 0) {
      if (enclosing.length === 0) continue;
      current = enclosing.pop() as number;
      continue;
    }
    const shape = abbreviation(shapes, code);
    const { tag } = shape;
    let own = current;
    if (
      tag === dw.DW_TAG_subprogram ||
      tag === dw.DW_TAG_inlined_subroutine ||
      tag === dw.DW_TAG_entry_point
    ) {
      own = entries.length;
      const inlined = tag === dw.DW_TAG_inlined_subroutine;
      const entry = readFunction(cursor, shape, unit, tables, inlined ? current : -1, (low, high) =>
        ranges.add(low, high, own),
      );
      if (ranges.length > MAX_RANGES)
        throw new BadBinary('a unit of the debug information has too many ranges');
      if (entry === null) own = current;
      else entries.push(entry);
    } else {
      let bytes = fixed.get(shape);
      if (bytes === undefined) {
        bytes = entryBytes(shape, unit);
        fixed.set(shape, bytes);
      }
      if (bytes >= 0) cursor.skip(bytes);
      else skipEntry(cursor, shape, unit);
    }
    if (shape.hasChildren) {
      enclosing.push(current);
      current = own;
    }
  }
  return { entries, addresses: ranges.build() };
}

function skipEntry(cursor: Cursor, { attributes }: Abbreviation, unit: Unit): void {
  for (let i = 1; i < attributes.length; i += 3) readForm(cursor, attributes[i] as number, unit, 0);
}

/** Null for an entry without addresses: a declaration, or the abstract of an inlined function. */
function readFunction(
  cursor: Cursor,
  { attributes }: Abbreviation,
  unit: Unit,
  tables: SharedTables,
  caller: number,
  tell: (low: number, high: number) => void,
): FunctionEntry | null {
  let low: readonly [number, number] | null = null;
  let high: readonly [number, number] | null = null;
  let ranges: readonly [number, number] | null = null;
  let callFile = 0;
  let callLine = 0;
  const names = new NameReader(unit, tables);
  for (let i = 0; i < attributes.length; i += 3) {
    const attribute = attributes[i] as number;
    const form = attributes[i + 1] as number;
    const value = readForm(cursor, form, unit, attributes[i + 2] as number);
    if (attribute === dw.DW_AT_low_pc) low = [form, value];
    else if (attribute === dw.DW_AT_high_pc) high = [form, value];
    else if (attribute === dw.DW_AT_ranges) ranges = [form, value];
    else if (attribute === dw.DW_AT_call_file) callFile = value;
    else if (attribute === dw.DW_AT_call_line) callLine = value;
    else names.take(attribute, form, value);
  }
  let first = -1;
  const add = (from: number, to: number): void => {
    if (first < 0) first = from;
    tell(from, to);
  };
  if (ranges !== null) tables.eachRange(ranges[0], ranges[1], unit, add);
  else if (low !== null && high !== null) {
    const from = tables.address(low[0], low[1], unit);
    add(from, highPc(high[0], high[1], from, unit, tables));
  }
  if (first < 0) return null;
  return { ...names.done(), low: first, caller, callFile, callLine };
}

/** Collects the attributes of an entry that tell of its name. */
class NameReader {
  private linkage: TextPlace | null = null;
  private plain: TextPlace | null = null;
  private origin = -1;

  constructor(
    private readonly unit: Unit,
    private readonly tables: SharedTables,
  ) {}

  take(attribute: number, form: number, value: number): void {
    switch (attribute) {
      case dw.DW_AT_name:
        this.plain = this.place(form, value);
        break;
      case dw.DW_AT_linkage_name:
      case dw.DW_AT_MIPS_linkage_name:
        this.linkage = this.place(form, value);
        break;
      case dw.DW_AT_abstract_origin:
      case dw.DW_AT_specification:
        if (isLocalReference(form)) this.origin = this.unit.offset + value;
        else if (form === dw.DW_FORM_ref_addr) this.origin = value;
        break;
    }
  }

  private place(form: number, value: number): TextPlace | null {
    const { unit, tables } = this;
    return textPlace(form, value, ['info', unit.offset + value], (index) => tables.textOffset(index, unit));
  }

  done(): EntryNames {
    return { linkage: this.linkage, plain: this.plain, origin: this.origin };
  }
}

/** The names of the entry at the cursor, which holds the whole unit. */
export function readEntryNames(
  cursor: Cursor,
  unit: Unit,
  shapes: Abbreviations,
  tables: SharedTables,
): EntryNames {
  const code = cursor.uleb();
  if (code === 0) throw new BadBinary('a name in the debug information points at nothing');
  const { attributes } = abbreviation(shapes, code);
  const names = new NameReader(unit, tables);
  for (let i = 0; i < attributes.length; i += 3) {
    const form = attributes[i + 1] as number;
    names.take(attributes[i] as number, form, readForm(cursor, form, unit, attributes[i + 2] as number));
  }
  return names.done();
}
