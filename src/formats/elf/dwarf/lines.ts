/** Line tables (`.debug_line`, versions 2 to 5): from an address to file, line and discriminator. */
import { Cursor } from '../cursor.js';
import { BadBinary } from '../random-access.js';
import { readForm, type UnitShape } from './forms.js';
import { IntervalBuilder, type IntervalIndex } from './interval-index.js';
import { type TextPlace, textPlace } from './sections.js';

const DW_LNS_copy = 1;
const DW_LNS_advance_pc = 2;
const DW_LNS_advance_line = 3;
const DW_LNS_set_file = 4;
const DW_LNS_set_column = 5;
const DW_LNS_negate_stmt = 6;
const DW_LNS_set_basic_block = 7;
const DW_LNS_const_add_pc = 8;
const DW_LNS_fixed_advance_pc = 9;
const DW_LNE_end_sequence = 1;
const DW_LNE_set_address = 2;
const DW_LNE_define_file = 3;
const DW_LNE_set_discriminator = 4;
const DW_LNCT_path = 1;
const DW_LNCT_directory_index = 2;
const MAX_ROWS = 1 << 24;

export interface SourceFile {
  readonly name: TextPlace | null;
  /** Index into `directories`; 0 is the directory of the compilation. */
  readonly directory: number;
}

export interface LineRow {
  readonly file: number;
  readonly line: number;
  /** Tells apart blocks of one line; 0 for none. */
  readonly discriminator: number;
}

export interface LineTable {
  /** Before version 5, numbers of files and directories begin at 1. */
  readonly firstIndex: 0 | 1;
  readonly directories: readonly (TextPlace | null)[];
  readonly files: readonly SourceFile[];
  find(address: number): LineRow | null;
}

/** `cursor` holds the table's bytes from its header on, at `offset` of the section. */
export function readLineTable(
  cursor: Cursor,
  offset: number,
  addressBytes: number,
  textOffset: (index: number) => number,
): LineTable {
  let length = cursor.u32();
  let offsetBytes = 4;
  if (length === 0xffff_ffff) {
    length = cursor.u64();
    offsetBytes = 8;
  }
  const end = cursor.at + length;
  const version = cursor.u16();
  if (version < 2 || version > 5)
    throw new BadBinary(`a line table has version ${version}; jelab reads 2 to 5`);
  let addressWidth = addressBytes;
  if (version >= 5) {
    addressWidth = cursor.u8();
    cursor.skip(1);
  }
  const headerLength = cursor.unsigned(offsetBytes);
  const programAt = cursor.at + headerLength;
  const minimumBytes = cursor.u8();
  if (version >= 4) cursor.skip(1);
  cursor.skip(1);
  const lineBase = cursor.s8();
  const lineRange = cursor.u8();
  const opcodeBase = cursor.u8();
  if (lineRange === 0 || opcodeBase === 0)
    throw new BadBinary('a line table has a header that makes no sense');
  const operands = [0];
  for (let i = 1; i < opcodeBase; i++) operands.push(cursor.u8());
  const shape = { version, offsetBytes, addressBytes: addressWidth };
  const { directories, files } =
    version >= 5 ? readNewNames(cursor, offset, shape, textOffset) : readOldNames(cursor, offset);
  cursor.seek(programAt);
  const rows = runProgram(cursor, Math.min(end, cursor.bytes.length), {
    minimumBytes,
    lineBase,
    lineRange,
    opcodeBase,
    operands,
    definedFile: () => files.push(readOldFile(cursor, offset)),
  });
  return { firstIndex: version >= 5 ? 0 : 1, directories, files, find: (address) => rows.find(address) };
}

function readOldFile(cursor: Cursor, offset: number): SourceFile {
  const name: TextPlace = ['line', offset + cursor.skipText()];
  const directory = cursor.uleb();
  cursor.uleb();
  cursor.uleb();
  return { name, directory };
}

function readOldNames(cursor: Cursor, offset: number) {
  // Directory 0 is that of the compilation, which the unit names.
  const directories: (TextPlace | null)[] = [null];
  while (cursor.bytes[cursor.at] !== 0) directories.push(['line', offset + cursor.skipText()]);
  cursor.skip(1);
  const files: SourceFile[] = [];
  while (cursor.bytes[cursor.at] !== 0) files.push(readOldFile(cursor, offset));
  cursor.skip(1);
  return { directories, files };
}

function readNewNames(
  cursor: Cursor,
  offset: number,
  shape: UnitShape,
  textOffset: (index: number) => number,
) {
  const list = (): SourceFile[] => {
    const formats = Array.from({ length: cursor.u8() }, () => [cursor.uleb(), cursor.uleb()] as const);
    const count = cursor.uleb();
    // Each entry takes at least a byte, so a larger number is not to be believed.
    if (count > cursor.left) throw new BadBinary('a line table names more files than it has room for');
    return Array.from({ length: count }, () => {
      let name: TextPlace | null = null;
      let directory = 0;
      for (const [kind, form] of formats) {
        const value = readForm(cursor, form, shape, 0);
        if (kind === DW_LNCT_path) name = textPlace(form, value, ['line', offset + value], textOffset);
        else if (kind === DW_LNCT_directory_index) directory = value;
      }
      return { name, directory };
    });
  };
  const directories = list().map(({ name }) => name);
  return { directories, files: list() };
}

interface Program {
  readonly minimumBytes: number;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  readonly operands: readonly number[];
  definedFile(): void;
}

function runProgram(cursor: Cursor, end: number, program: Program): RowTable {
  const { minimumBytes, lineBase, lineRange, opcodeBase, operands } = program;
  const rows = new RowTable();
  let [address, file, line, discriminator] = [0, 1, 1, 0];
  const emit = (): void => {
    rows.add(address, file, line, discriminator);
    discriminator = 0;
  };
  while (cursor.at < end) {
    const opcode = cursor.u8();
    if (opcode >= opcodeBase) {
      const adjusted = opcode - opcodeBase;
      address += Math.floor(adjusted / lineRange) * minimumBytes;
      line += lineBase + (adjusted % lineRange);
      emit();
      continue;
    }
    switch (opcode) {
      case 0: {
        const length = cursor.uleb();
        const next = cursor.at + length;
        const kind = length === 0 ? 0 : cursor.u8();
        if (kind === DW_LNE_end_sequence) {
          rows.endSequence(address);
          [address, file, line, discriminator] = [0, 1, 1, 0];
        } else if (kind === DW_LNE_set_address) address = cursor.unsigned(length - 1);
        else if (kind === DW_LNE_define_file) program.definedFile();
        else if (kind === DW_LNE_set_discriminator) discriminator = cursor.uleb();
        cursor.seek(next);
        break;
      }
      case DW_LNS_copy:
        emit();
        break;
      case DW_LNS_advance_pc:
        address += cursor.uleb() * minimumBytes;
        break;
      case DW_LNS_advance_line:
        line += cursor.sleb();
        break;
      case DW_LNS_set_file:
        file = cursor.uleb();
        break;
      case DW_LNS_set_column:
        cursor.uleb();
        break;
      case DW_LNS_negate_stmt:
      case DW_LNS_set_basic_block:
        break;
      case DW_LNS_const_add_pc:
        address += Math.floor((255 - opcodeBase) / lineRange) * minimumBytes;
        break;
      case DW_LNS_fixed_advance_pc:
        address += cursor.u16();
        break;
      default:
        for (let i = operands[opcode] ?? 0; i > 0; i--) cursor.uleb();
    }
  }
  rows.finish();
  return rows;
}

/** Rows of all sequences. Within a sequence the last row at an address counts. */
class RowTable {
  private readonly address: number[] = [];
  private readonly file: number[] = [];
  private readonly line: number[] = [];
  private readonly discriminator: number[] = [];
  private readonly builder = new IntervalBuilder();
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private start = 0;
  private index: IntervalIndex | null = null;

  add(address: number, file: number, line: number, discriminator: number): void {
    if (this.address.length >= MAX_ROWS) throw new BadBinary('a line table has too many rows');
    const last = this.address.length - 1;
    if (last >= this.start && this.address[last] === address) {
      this.file[last] = file;
      this.line[last] = line;
      this.discriminator[last] = discriminator;
      return;
    }
    this.address.push(address);
    this.file.push(file);
    this.line.push(line);
    this.discriminator.push(discriminator);
  }

  endSequence(end: number): void {
    const { start } = this;
    const stop = this.address.length;
    this.start = stop;
    if (stop === start) return;
    this.sortRows(start, stop);
    this.builder.add(this.address[start] as number, end, this.from.length);
    this.from.push(start);
    this.to.push(stop);
  }

  /** Rows of a sequence rise in sound tables; others are put in order. */
  private sortRows(start: number, stop: number): void {
    let rising = true;
    for (let i = start + 1; i < stop && rising; i++) {
      rising = (this.address[i - 1] as number) <= (this.address[i] as number);
    }
    if (rising) return;
    const order = Array.from({ length: stop - start }, (_, i) => start + i);
    order.sort((a, b) => (this.address[a] as number) - (this.address[b] as number) || a - b);
    for (const column of [this.address, this.file, this.line, this.discriminator]) {
      const sorted = order.map((i) => column[i] as number);
      for (const [i, value] of sorted.entries()) column[start + i] = value;
    }
  }

  finish(): void {
    this.index = this.builder.build();
  }

  find(address: number): LineRow | null {
    let sequence = -1;
    let shortest = Number.POSITIVE_INFINITY;
    this.index?.visit(address, (owner, bytes) => {
      if (bytes < shortest) [sequence, shortest] = [owner, bytes];
    });
    if (sequence < 0) return null;
    let low = this.from[sequence] as number;
    let high = this.to[sequence] as number;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.address[middle] as number) <= address) low = middle;
      else high = middle;
    }
    return {
      file: this.file[low] as number,
      line: this.line[low] as number,
      discriminator: this.discriminator[low] as number,
    };
  }
}
