/** The debug sections of a binary: small tables whole, large ones in pieces, texts one by one. */
import { textAt } from '../cursor.js';
import { type ElfFile, sectionNamed } from '../elf-file.js';
import { BadBinary, cachedAccess, type RandomAccess } from '../random-access.js';
import { openSection, readWhole } from '../section-data.js';
import * as dw from './constants.js';
import { isTextIndex } from './forms.js';

export type DebugSectionName =
  | 'info'
  | 'abbrev'
  | 'line'
  | 'str'
  | 'line_str'
  | 'str_offsets'
  | 'addr'
  | 'ranges'
  | 'rnglists';

/** A text in a debug section: `[section, offset]`. */
export type TextPlace = readonly [section: DebugSectionName, offset: number];

const TEXT_STEP = 256;
const MAX_TEXT = 1 << 17;

export class DebugSections {
  private readonly opened = new Map<DebugSectionName, Promise<RandomAccess | null>>();
  private readonly wholes = new Map<DebugSectionName, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(readonly file: ElfFile) {}

  get littleEndian(): boolean {
    return this.file.littleEndian;
  }

  has(name: DebugSectionName): boolean {
    return this.section(name) !== null;
  }

  private section(name: DebugSectionName) {
    return sectionNamed(this.file, `.debug_${name}`) ?? sectionNamed(this.file, `.zdebug_${name}`);
  }

  /** Random access to a section; null where the file has none. */
  open(name: DebugSectionName): Promise<RandomAccess | null> {
    const found = this.opened.get(name);
    if (found !== undefined) return found;
    const section = this.section(name);
    const opening =
      section === null ? Promise.resolve(null) : openSection(this.file, section).then(cachedAccess);
    this.opened.set(name, opening);
    return opening;
  }

  /** A whole section; empty where the file has none. */
  whole(name: DebugSectionName): Promise<Uint8Array<ArrayBuffer>> {
    const found = this.wholes.get(name);
    if (found !== undefined) return found;
    const reading = this.open(name).then((access) =>
      access === null ? new Uint8Array(0) : readWhole(access, `.debug_${name}`),
    );
    this.wholes.set(name, reading);
    return reading;
  }

  async text([name, offset]: TextPlace): Promise<string> {
    const access = await this.open(name);
    if (access === null || !(offset >= 0 && offset < access.size)) return '';
    for (let length = TEXT_STEP; ; length *= 4) {
      const bytes = await access.read(offset, Math.min(length, access.size - offset));
      if (bytes.includes(0) || length >= MAX_TEXT || offset + length >= access.size) return textAt(bytes, 0);
    }
  }
}

/** Where a text value stands. `inPlace`: section offset of a text written in the entry itself. */
export function textPlace(
  form: number,
  value: number,
  inPlace: TextPlace,
  textOffset: (index: number) => number,
): TextPlace | null {
  if (form === dw.DW_FORM_string) return inPlace;
  if (form === dw.DW_FORM_strp) return ['str', value];
  if (form === dw.DW_FORM_line_strp) return ['line_str', value];
  if (isTextIndex(form)) {
    const offset = textOffset(value);
    return offset < 0 ? null : ['str', offset];
  }
  // Texts of a supplementary file are not at hand.
  if (form === dw.DW_FORM_strp_sup || form === dw.DW_FORM_GNU_strp_alt) return null;
  throw new BadBinary(`a name in the debug information is no text (form 0x${form.toString(16)})`);
}
