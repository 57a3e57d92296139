/** The tables that units share: addresses, offsets of texts, lists of ranges. Loaded whole. */
import { Cursor } from '../cursor.js';
import { BadBinary } from '../random-access.js';
import * as dw from './constants.js';
import { isAddressIndex, type UnitShape } from './forms.js';
import type { DebugSections } from './sections.js';

/** Where a unit's parts of the shared tables begin, and the address its ranges count from. */
export interface UnitBases extends UnitShape {
  readonly lowPc: number;
  readonly addrBase: number;
  readonly strOffsetsBase: number;
  readonly rnglistsBase: number;
}

const DW_RLE_end_of_list = 0;
const DW_RLE_base_addressx = 1;
const DW_RLE_startx_endx = 2;
const DW_RLE_startx_length = 3;
const DW_RLE_offset_pair = 4;
const DW_RLE_base_address = 5;
const DW_RLE_start_end = 6;
const DW_RLE_start_length = 7;
const MAX_RANGES = 1 << 20;

export class SharedTables {
  private constructor(
    private readonly littleEndian: boolean,
    private readonly addr: Uint8Array<ArrayBuffer>,
    private readonly strOffsets: Uint8Array<ArrayBuffer>,
    private readonly ranges: Uint8Array<ArrayBuffer>,
    private readonly rnglists: Uint8Array<ArrayBuffer>,
  ) {}

  static async load(sections: DebugSections): Promise<SharedTables> {
    return new SharedTables(
      sections.littleEndian,
      await sections.whole('addr'),
      await sections.whole('str_offsets'),
      await sections.whole('ranges'),
      await sections.whole('rnglists'),
    );
  }

  private cursor(bytes: Uint8Array<ArrayBuffer>, name: string, at: number): Cursor {
    const cursor = new Cursor(bytes, this.littleEndian, `the section .debug_${name}`);
    cursor.seek(at);
    return cursor;
  }

  /** An address written as `form`. */
  address(form: number, value: number, unit: UnitBases): number {
    return isAddressIndex(form) ? this.indexedAddress(value, unit) : value;
  }

  private indexedAddress(index: number, { addrBase, addressBytes }: UnitBases): number {
    return this.cursor(this.addr, 'addr', addrBase + index * addressBytes).unsigned(addressBytes);
  }

  /** Offset in `.debug_str` of a text by its index. */
  textOffset(index: number, { strOffsetsBase, offsetBytes }: UnitBases): number {
    const at = strOffsetsBase + index * offsetBytes;
    return this.cursor(this.strOffsets, 'str_offsets', at).unsigned(offsetBytes);
  }

  /** The ranges of DW_AT_ranges. */
  eachRange(form: number, value: number, unit: UnitBases, tell: (low: number, high: number) => void): void {
    if (unit.version < 5) this.eachOldRange(value, unit, tell);
    else this.eachNewRange(form, value, unit, tell);
  }

  private eachOldRange(offset: number, unit: UnitBases, tell: (low: number, high: number) => void): void {
    const cursor = this.cursor(this.ranges, 'ranges', offset);
    const selection = 2 ** (8 * unit.addressBytes);
    let base = unit.lowPc;
    for (let i = 0; i < MAX_RANGES; i++) {
      const low = cursor.unsigned(unit.addressBytes);
      const high = cursor.unsigned(unit.addressBytes);
      if (low === 0 && high === 0) return;
      // All bits set, rounded to a double or not: the second number is the new base.
      if (low >= selection - 1) base = high;
      else tell(base + low, base + high);
    }
    throw tooMany();
  }

  private eachNewRange(
    form: number,
    value: number,
    unit: UnitBases,
    tell: (low: number, high: number) => void,
  ): void {
    let offset = value;
    if (form === dw.DW_FORM_rnglistx) {
      const entry = this.cursor(this.rnglists, 'rnglists', unit.rnglistsBase + value * unit.offsetBytes);
      offset = unit.rnglistsBase + entry.unsigned(unit.offsetBytes);
    }
    const cursor = this.cursor(this.rnglists, 'rnglists', offset);
    const indexed = (): number => this.indexedAddress(cursor.uleb(), unit);
    const direct = (): number => cursor.unsigned(unit.addressBytes);
    let base = unit.lowPc;
    for (let i = 0; i < MAX_RANGES; i++) {
      const kind = cursor.u8();
      let low: number;
      switch (kind) {
        case DW_RLE_end_of_list:
          return;
        case DW_RLE_base_addressx:
          base = indexed();
          break;
        case DW_RLE_base_address:
          base = direct();
          break;
        case DW_RLE_startx_endx:
          low = indexed();
          tell(low, indexed());
          break;
        case DW_RLE_startx_length:
          low = indexed();
          tell(low, low + cursor.uleb());
          break;
        case DW_RLE_offset_pair:
          low = cursor.uleb();
          tell(base + low, base + cursor.uleb());
          break;
        case DW_RLE_start_end:
          low = direct();
          tell(low, direct());
          break;
        case DW_RLE_start_length:
          low = direct();
          tell(low, low + cursor.uleb());
          break;
        default:
          throw new BadBinary(`the debug information has a list of ranges of an unknown kind (${kind})`);
      }
    }
    throw tooMany();
  }
}

function tooMany(): BadBinary {
  return new BadBinary('the debug information has a list of ranges without an end');
}
