/** The table of shapes of debugging entries (`.debug_abbrev`). */
import { Cursor } from '../cursor.js';
import { BadBinary } from '../random-access.js';
import { DW_FORM_implicit_const } from './constants.js';
import { fixedBytes, type UnitShape } from './forms.js';

export interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  /** `[attribute, form, implicit value]` one after the other. */
  readonly attributes: readonly number[];
}

export type Abbreviations = ReadonlyMap<number, Abbreviation>;

/** Compilers write a dozen. Each entry of a shape walks them, so many of no bytes would make a small file slow. */
const MAX_ATTRIBUTES = 256;

export function readAbbreviations(
  bytes: Uint8Array<ArrayBuffer>,
  littleEndian: boolean,
  offset: number,
): Abbreviations {
  const cursor = new Cursor(bytes, littleEndian, 'the section .debug_abbrev');
  cursor.seek(offset);
  const table = new Map<number, Abbreviation>();
  for (;;) {
    const code = cursor.uleb();
    if (code === 0) return table;
    const tag = cursor.uleb();
    const hasChildren = cursor.u8() !== 0;
    const attributes: number[] = [];
    for (;;) {
      const attribute = cursor.uleb();
      const form = cursor.uleb();
      const implicit = form === DW_FORM_implicit_const ? cursor.sleb() : 0;
      if (attribute === 0 && form === 0) break;
      attributes.push(attribute, form, implicit);
      if (attributes.length > 3 * MAX_ATTRIBUTES) {
        throw new BadBinary('the debug information has an entry shape with too many values');
      }
    }
    if (!table.has(code)) table.set(code, { tag, hasChildren, attributes });
  }
}

/** Bytes of an entry's values when all are of fixed size, else -1. */
export function entryBytes({ attributes }: Abbreviation, unit: UnitShape): number {
  let sum = 0;
  for (let i = 1; i < attributes.length; i += 3) {
    const bytes = fixedBytes(attributes[i] as number, unit);
    if (bytes < 0) return -1;
    sum += bytes;
  }
  return sum;
}

export function abbreviation(table: Abbreviations, code: number): Abbreviation {
  const found = table.get(code);
  if (found === undefined)
    throw new BadBinary(`the debug information uses an entry shape (${code}) that is not defined`);
  return found;
}
