/** Makes small ELF files of any word size and byte order, and changes sections of existing ones. */
export interface BuiltSymbol {
  readonly name: string;
  readonly address: number;
  readonly size?: number;
  /** STT_FUNC unless given. */
  readonly type?: number;
  /** STB_GLOBAL unless given. */
  readonly bind?: number;
  /** Section 1 (`.text`) unless given. */
  readonly section?: number;
}

interface BuiltSection {
  readonly name: string;
  readonly type: number;
  readonly flags?: number;
  readonly address?: number;
  readonly bytes: Uint8Array;
  readonly link?: number;
}

/** A shared object with `.text` of 0x1000 bytes at 0x1000 and the given symbols. */
export function buildElf(
  symbols: readonly BuiltSymbol[],
  { is64 = true, littleEndian = true, machine = 62, extra = [] as readonly BuiltSection[] } = {},
): Uint8Array<ArrayBuffer> {
  const strings = texts(symbols.map(({ name }) => name));
  const rows = new Writer(is64, littleEndian);
  const entries: readonly BuiltSymbol[] = [
    { name: '', address: 0, type: 0, bind: 0, section: 0 },
    ...symbols,
  ];
  for (const { name, address, size = 16, type = 2, bind = 1, section = 1 } of entries) {
    const at = strings.at(name);
    if (is64)
      rows
        .u32(at)
        .u8((bind << 4) | type)
        .u8(0)
        .u16(section)
        .word(address)
        .word(size);
    else
      rows
        .u32(at)
        .word(address)
        .word(size)
        .u8((bind << 4) | type)
        .u8(0)
        .u16(section);
  }
  const sections: BuiltSection[] = [
    { name: '.text', type: 1, flags: 6, address: 0x1000, bytes: new Uint8Array(0x1000) },
    { name: '.symtab', type: 2, bytes: rows.done(), link: 3 },
    { name: '.strtab', type: 3, bytes: strings.bytes },
    ...extra,
  ];
  return layOut(sections, is64, littleEndian, machine);
}

function layOut(
  sections: readonly BuiltSection[],
  is64: boolean,
  littleEndian: boolean,
  machine: number,
): Uint8Array<ArrayBuffer> {
  const names = texts([...sections.map(({ name }) => name), '.shstrtab']);
  const all: BuiltSection[] = [...sections, { name: '.shstrtab', type: 3, bytes: names.bytes }];
  const headBytes = is64 ? 64 : 52;
  const places: number[] = [];
  let at = headBytes;
  for (const { bytes } of all) {
    places.push(at);
    at += bytes.length;
  }
  const file = new Writer(is64, littleEndian);
  for (const byte of [0x7f, 0x45, 0x4c, 0x46, is64 ? 2 : 1, littleEndian ? 1 : 2, 1]) file.u8(byte);
  for (let i = 7; i < 16; i++) file.u8(0);
  file.u16(3).u16(machine).u32(1).word(0).word(0).word(at).u32(0);
  file
    .u16(headBytes)
    .u16(0)
    .u16(0)
    .u16(is64 ? 64 : 40)
    .u16(all.length + 1)
    .u16(all.length);
  for (const { bytes } of all) file.raw(bytes);
  file.section(0, 0, 0, 0, 0, 0, 0);
  for (const [i, { name, type, flags = 0, address = 0, bytes, link = 0 }] of all.entries()) {
    file.section(names.at(name), type, flags, address, places[i] as number, bytes.length, link);
  }
  return file.done();
}

function texts(list: readonly string[]) {
  const places = new Map<string, number>([['', 0]]);
  let all = '\0';
  for (const text of list) {
    places.set(text, all.length);
    all += `${text}\0`;
  }
  return { bytes: new TextEncoder().encode(all), at: (text: string) => places.get(text) ?? 0 };
}

class Writer {
  private readonly out: number[] = [];

  constructor(
    private readonly is64: boolean,
    private readonly littleEndian: boolean,
  ) {}

  private number(value: number, width: number): this {
    const bytes = Array.from({ length: width }, (_, i) => Math.floor(value / 256 ** i) % 256);
    this.out.push(...(this.littleEndian ? bytes : bytes.reverse()));
    return this;
  }

  u8(value: number): this {
    return this.number(value, 1);
  }

  u16(value: number): this {
    return this.number(value, 2);
  }

  u32(value: number): this {
    return this.number(value, 4);
  }

  word(value: number): this {
    return this.number(value, this.is64 ? 8 : 4);
  }

  raw(bytes: Uint8Array): this {
    for (const byte of bytes) this.out.push(byte);
    return this;
  }

  section(
    name: number,
    type: number,
    flags: number,
    address: number,
    at: number,
    size: number,
    link: number,
  ): this {
    this.u32(name).u32(type).word(flags).word(address).word(at).word(size).u32(link).u32(0);
    return this.word(1).word(0);
  }

  done(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.out);
  }
}

/** Fields of a section's header in a 64-bit little-endian file. */
const FIELDS = { type: [4, 4], flags: [8, 8], offset: [24, 8], size: [32, 8] } as const;

/** Index of a section by its name in a 64-bit little-endian file. */
export function sectionIndex(file: Uint8Array<ArrayBuffer>, name: string): number {
  const view = new DataView(file.buffer);
  const table = Number(view.getBigUint64(40, true));
  const count = view.getUint16(60, true);
  const names = Number(view.getBigUint64(table + 64 * view.getUint16(62, true) + 24, true));
  const decoder = new TextDecoder();
  for (let i = 0; i < count; i++) {
    const at = names + view.getUint32(table + 64 * i, true);
    if (decoder.decode(file.subarray(at, file.indexOf(0, at))) === name) return i;
  }
  throw new Error(`no section ${name}`);
}

export function sectionField(
  file: Uint8Array<ArrayBuffer>,
  index: number,
  field: keyof typeof FIELDS,
): number {
  const view = new DataView(file.buffer);
  const at = Number(view.getBigUint64(40, true)) + 64 * index + FIELDS[field][0];
  return FIELDS[field][1] === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

export function setSectionField(
  file: Uint8Array<ArrayBuffer>,
  index: number,
  field: keyof typeof FIELDS,
  value: bigint,
): void {
  const view = new DataView(file.buffer);
  const at = Number(view.getBigUint64(40, true)) + 64 * index + FIELDS[field][0];
  if (FIELDS[field][1] === 4) view.setUint32(at, Number(value), true);
  else view.setBigUint64(at, value, true);
}

export function sectionBytes(file: Uint8Array<ArrayBuffer>, name: string): Uint8Array<ArrayBuffer> {
  const index = sectionIndex(file, name);
  const offset = sectionField(file, index, 'offset');
  return file.slice(offset, offset + sectionField(file, index, 'size'));
}

const SHF_COMPRESSED = 0x800n;

/** The file with a section moved to its end, compressed: `kind` 1 zlib, 2 zstd. */
export function withCompressed(
  file: Uint8Array<ArrayBuffer>,
  name: string,
  kind: number,
  pack: (bytes: Uint8Array) => Uint8Array,
  promised?: number,
): Uint8Array<ArrayBuffer> {
  const bytes = sectionBytes(file, name);
  const packed = pack(bytes);
  const grown = new Uint8Array(file.length + 24 + packed.length);
  grown.set(file);
  const view = new DataView(grown.buffer);
  view.setUint32(file.length, kind, true);
  view.setBigUint64(file.length + 8, BigInt(promised ?? bytes.length), true);
  grown.set(packed, file.length + 24);
  const index = sectionIndex(file, name);
  setSectionField(grown, index, 'flags', BigInt(sectionField(file, index, 'flags')) | SHF_COMPRESSED);
  setSectionField(grown, index, 'offset', BigInt(file.length));
  setSectionField(grown, index, 'size', BigInt(24 + packed.length));
  return grown;
}

/** A zstd frame of raw blocks, uncompressed: enough to test that frames are read. */
export function storedZstd(bytes: Uint8Array): Uint8Array {
  const out = [0x28, 0xb5, 0x2f, 0xfd, 0xa0];
  for (let i = 0; i < 4; i++) out.push((bytes.length >>> (8 * i)) & 255);
  const BLOCK = 1 << 16;
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const block = bytes.subarray(at, at + BLOCK);
    const header = (block.length << 3) | (at + BLOCK >= bytes.length ? 1 : 0);
    out.push(header & 255, (header >>> 8) & 255, header >>> 16, ...block);
  }
  return Uint8Array.from(out);
}
