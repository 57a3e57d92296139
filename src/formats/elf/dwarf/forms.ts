/** Values of attributes, by the form they are written in. */
import type { Cursor } from '../cursor.js';
import { BadBinary } from '../random-access.js';
import * as dw from './constants.js';

/** What of a unit's header decides how values are read. */
export interface UnitShape {
  readonly version: number;
  /** 4 or 8: width of offsets into sections. */
  readonly offsetBytes: number;
  readonly addressBytes: number;
}

/**
 * Reads one value as a number. What it means hangs on the form: an address, an index into the tables of addresses or
 * texts, an offset in a section, a number; of a text in place its position in the cursor; of a reference within the
 * unit the distance from the unit's start. Blocks are passed over (0).
 */
export function readForm(cursor: Cursor, form: number, unit: UnitShape, implicit: number): number {
  switch (form) {
    case dw.DW_FORM_addr:
      return cursor.unsigned(unit.addressBytes);
    case dw.DW_FORM_data1:
    case dw.DW_FORM_flag:
    case dw.DW_FORM_ref1:
    case dw.DW_FORM_strx1:
    case dw.DW_FORM_addrx1:
      return cursor.u8();
    case dw.DW_FORM_data2:
    case dw.DW_FORM_ref2:
    case dw.DW_FORM_strx2:
    case dw.DW_FORM_addrx2:
      return cursor.u16();
    case dw.DW_FORM_strx3:
    case dw.DW_FORM_addrx3:
      return cursor.u24();
    case dw.DW_FORM_data4:
    case dw.DW_FORM_ref4:
    case dw.DW_FORM_strx4:
    case dw.DW_FORM_addrx4:
    case dw.DW_FORM_ref_sup4:
      return cursor.u32();
    case dw.DW_FORM_data8:
    case dw.DW_FORM_ref8:
    case dw.DW_FORM_ref_sig8:
    case dw.DW_FORM_ref_sup8:
      return cursor.u64();
    case dw.DW_FORM_data16:
      cursor.skip(16);
      return 0;
    case dw.DW_FORM_sdata:
      return cursor.sleb();
    case dw.DW_FORM_udata:
    case dw.DW_FORM_ref_udata:
    case dw.DW_FORM_strx:
    case dw.DW_FORM_addrx:
    case dw.DW_FORM_loclistx:
    case dw.DW_FORM_rnglistx:
    case dw.DW_FORM_GNU_addr_index:
    case dw.DW_FORM_GNU_str_index:
      return cursor.uleb();
    case dw.DW_FORM_strp:
    case dw.DW_FORM_line_strp:
    case dw.DW_FORM_sec_offset:
    case dw.DW_FORM_strp_sup:
    case dw.DW_FORM_GNU_ref_alt:
    case dw.DW_FORM_GNU_strp_alt:
      return cursor.unsigned(unit.offsetBytes);
    case dw.DW_FORM_ref_addr:
      return cursor.unsigned(unit.version === 2 ? unit.addressBytes : unit.offsetBytes);
    case dw.DW_FORM_string:
      return cursor.skipText();
    case dw.DW_FORM_flag_present:
      return 1;
    case dw.DW_FORM_implicit_const:
      return implicit;
    case dw.DW_FORM_block1:
      cursor.skip(cursor.u8());
      return 0;
    case dw.DW_FORM_block2:
      cursor.skip(cursor.u16());
      return 0;
    case dw.DW_FORM_block4:
      cursor.skip(cursor.u32());
      return 0;
    case dw.DW_FORM_block:
    case dw.DW_FORM_exprloc:
      cursor.skip(cursor.uleb());
      return 0;
    case dw.DW_FORM_indirect: {
      const real = cursor.uleb();
      if (real === dw.DW_FORM_indirect || real === dw.DW_FORM_implicit_const) throw unknownForm(real);
      return readForm(cursor, real, unit, 0);
    }
    default:
      throw unknownForm(form);
  }
}

function unknownForm(form: number): BadBinary {
  return new BadBinary(
    `the debug information has values of a form that jelab does not know (0x${form.toString(16)})`,
  );
}

/** Bytes of a value that are the same in every entry, or -1. Lets whole entries be stepped over. */
export function fixedBytes(form: number, unit: UnitShape): number {
  switch (form) {
    case dw.DW_FORM_flag_present:
    case dw.DW_FORM_implicit_const:
      return 0;
    case dw.DW_FORM_data1:
    case dw.DW_FORM_flag:
    case dw.DW_FORM_ref1:
    case dw.DW_FORM_strx1:
    case dw.DW_FORM_addrx1:
      return 1;
    case dw.DW_FORM_data2:
    case dw.DW_FORM_ref2:
    case dw.DW_FORM_strx2:
    case dw.DW_FORM_addrx2:
      return 2;
    case dw.DW_FORM_data4:
    case dw.DW_FORM_ref4:
    case dw.DW_FORM_strx4:
    case dw.DW_FORM_addrx4:
      return 4;
    case dw.DW_FORM_data8:
    case dw.DW_FORM_ref8:
    case dw.DW_FORM_ref_sig8:
      return 8;
    case dw.DW_FORM_addr:
      return unit.addressBytes;
    case dw.DW_FORM_strp:
    case dw.DW_FORM_line_strp:
    case dw.DW_FORM_sec_offset:
      return unit.offsetBytes;
    default:
      return -1;
  }
}

export function isAddressIndex(form: number): boolean {
  return (
    form === dw.DW_FORM_addrx ||
    (form >= dw.DW_FORM_addrx1 && form <= dw.DW_FORM_addrx4) ||
    form === dw.DW_FORM_GNU_addr_index
  );
}

export function isTextIndex(form: number): boolean {
  return (
    form === dw.DW_FORM_strx ||
    (form >= dw.DW_FORM_strx1 && form <= dw.DW_FORM_strx4) ||
    form === dw.DW_FORM_GNU_str_index
  );
}

export function isLocalReference(form: number): boolean {
  return form >= dw.DW_FORM_ref1 && form <= dw.DW_FORM_ref_udata;
}
