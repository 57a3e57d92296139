/** What a frame is called in exported files: its full name, else its place in a module, else its address. */
import { hex16 } from '../../../engine/profile/addresses.js';
import type { FrameTable } from '../../../engine/profile/names.js';
import type { AddressTable } from '../../../engine/profile/profile.js';

/** The tag jeprof adds to names: where the symbol begins. */
const ADDRESS_TAG = /<[0-9a-f]{16}>$/;

export function isNamed(frames: FrameTable, address: number, entry: number): boolean {
  return frames.known[address] === 1 && frames.texts[frames.full[entry] as number] !== '??';
}

export function entryName(
  frames: FrameTable,
  { words }: AddressTable,
  address: number,
  entry: number,
): string {
  if (isNamed(frames, address, entry)) {
    return (frames.texts[frames.full[entry] as number] as string).replace(ADDRESS_TAG, '');
  }
  const module = frames.modules[frames.module[address] as number];
  if (module !== undefined) return `${module.name}+0x${(frames.offset[address] as number).toString(16)}`;
  return `0x${hex16(words[2 * address] as number, words[2 * address + 1] as number)}`;
}

export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Taken from `file:line`, perhaps with ` (discriminator 3)`; null where unknown. */
export function sourceLine(location: string): SourceLine | null {
  const match = /^(.*?)(?::(\d{1,9}|\?))?(?: \(discriminator \d+\))?$/s.exec(location);
  const file = match?.[1] ?? '';
  if (file === '' || file === '??' || file === '?') return null;
  return { file, line: Number(match?.[2] ?? 0) || 0 };
}
