/** Asks sources of names for every address of a profile, and keeps the answers as columns. */
import { hex16 } from './addresses.js';
import { ModuleIndex } from './module-index.js';
import type { FrameTable, NameSource, SourceFrame } from './names.js';
import type { AddressTable, Mapping } from './profile.js';
import { shortName } from './short-name.js';
import { NO_LINE } from './symbol-source.js';

/** What an address without a name is called: by all its digits, as jeprof does, or by module and offset where it has one. */
export type UnknownNames = 'address' | 'module';

/** @param sources the first one that knows an address names it */
export function buildFrameTable(
  addresses: AddressTable,
  mappings: readonly Mapping[],
  sources: readonly NameSource[],
  unknown: UnknownNames = 'address',
): FrameTable {
  const { length, words } = addresses;
  const texts = new Texts();
  const first = new Int32Array(length + 1);
  const known = new Uint8Array(length);
  const module = new Int32Array(length).fill(-1);
  const offset = new Float64Array(length).fill(Number.NaN);
  const index = new ModuleIndex(mappings);
  const full: number[] = [];
  const short: number[] = [];
  const location: number[] = [];
  for (let address = 0; address < length; address++) {
    const low = words[2 * address] as number;
    const high = words[2 * address + 1] as number;
    const found = ask(sources, low, high);
    known[address] = found === null ? 0 : 1;
    const place = index.find(low, high);
    const named = found ?? [{ full: unknownName(low, high, unknown, index, place), location: NO_LINE }];
    for (const frame of named) {
      const text = texts.add(frame.full);
      full.push(text);
      short.push(texts.short(text));
      location.push(texts.add(frame.location));
    }
    first[address + 1] = full.length;
    if (place === null) continue;
    module[address] = place.module;
    offset[address] = place.offset;
  }
  return {
    length,
    first,
    full: Int32Array.from(full),
    short: Int32Array.from(short),
    location: Int32Array.from(location),
    texts: texts.all,
    known,
    module,
    offset,
    modules: index.modules,
  };
}

function unknownName(
  low: number,
  high: number,
  unknown: UnknownNames,
  index: ModuleIndex,
  place: ReturnType<ModuleIndex['find']>,
): string {
  if (unknown === 'address' || place === null) return `0x${hex16(low, high)}`;
  return `${index.modules[place.module]?.name ?? ''}+0x${place.offset.toString(16)}`;
}

function ask(sources: readonly NameSource[], low: number, high: number): readonly SourceFrame[] | null {
  for (const source of sources) {
    const frames = source.lookup(low, high);
    if (frames !== null && frames.length > 0) return frames;
  }
  return null;
}

/** Distinct texts by number. */
class Texts {
  readonly all: string[] = [];
  private readonly rows = new Map<string, number>();
  private readonly shortOf: number[] = [];

  add(text: string): number {
    let row = this.rows.get(text);
    if (row === undefined) {
      row = this.all.push(text) - 1;
      this.rows.set(text, row);
    }
    return row;
  }

  short(row: number): number {
    return (this.shortOf[row] ??= this.add(shortName(this.all[row] as string)));
  }
}
