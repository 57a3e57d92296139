/** The bytes of a section, expanded when it is compressed (SHF_COMPRESSED with zlib or zstd, and the older `.zdebug_`). */
import { Cursor } from './cursor.js';
import type { ElfFile, ElfSection } from './elf-file.js';
import { inflate } from './inflate.js';
import { BadBinary, bytesAccess, checkRange, type RandomAccess } from './random-access.js';

const SHT_NOBITS = 8;
const SHF_COMPRESSED = 0x800;
const COMPRESSION = { 1: 'zlib', 2: 'zstd' } as const;

/** Random access within a section. Opening a compressed one expands it whole. */
export async function openSection(file: ElfFile, section: ElfSection): Promise<RandomAccess> {
  const { name, offset, size } = section;
  if (section.type === SHT_NOBITS)
    throw new BadBinary(`the section ${name} is empty: it was split off into another file`);
  checkRange(offset, size, file.access.size, 'the file');
  if ((section.flags & SHF_COMPRESSED) !== 0) {
    const headBytes = file.is64 ? 24 : 12;
    const cursor = new Cursor(
      await file.access.read(offset, Math.min(size, headBytes)),
      file.littleEndian,
      `the section ${name}`,
    );
    const kind = cursor.u32();
    if (file.is64) cursor.skip(4);
    const expanded = file.is64 ? cursor.u64() : cursor.u32();
    const method = COMPRESSION[kind as keyof typeof COMPRESSION] as 'zlib' | 'zstd' | undefined;
    if (method === undefined)
      throw new BadBinary(`the section ${name} is compressed in an unknown way (${kind})`);
    const packed = await file.access.read(offset + headBytes, size - headBytes);
    return bytesAccess(await inflate(packed, method, expanded, name));
  }
  if (name.startsWith('.zdebug_')) {
    const packed = await file.access.read(offset, size);
    const cursor = new Cursor(packed, false, `the section ${name}`);
    if (cursor.u32() !== 0x5a_4c_49_42)
      throw new BadBinary(`the section ${name} is not compressed as its name says`);
    const expanded = cursor.u64();
    return bytesAccess(await inflate(packed.subarray(cursor.at), 'zlib', expanded, name));
  }
  return {
    size,
    read(at, length) {
      checkRange(at, length, size, `the section ${name}`);
      return file.access.read(offset + at, length);
    },
  };
}

/** Sections read whole may be this large. */
const MAX_WHOLE_BYTES = 1 << 29;

export async function readWhole(access: RandomAccess, name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (access.size > MAX_WHOLE_BYTES) {
    throw new BadBinary(`the section ${name} has ${access.size} bytes, more than jelab holds at once`);
  }
  return access.read(0, access.size);
}
