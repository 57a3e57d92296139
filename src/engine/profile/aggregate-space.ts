/**
 * One address space for the dumps of many processes. Modules (programs, libraries) lie elsewhere in each process, so
 * an address is known by module and offset in the file; here each module gets one place, the one of the dump that
 * brought it first where that is free, and the addresses of later dumps are moved there. Tables over the common space
 * then work as those of one dump do: names, reports, exports.
 */
import type { Mapping } from './profile.js';

/** Where addresses of one dump go: `[start, end)` moves by `shift`. Sorted by start. */
export interface Move {
  readonly start: number;
  readonly end: number;
  readonly shift: number;
}

/** What the user should know about the join; texts are paths from files. */
export interface SpaceNotes {
  /** Modules met with code of different size or place in the file: other builds, kept apart. */
  readonly otherBuilds: ReadonlySet<string>;
  /** Modules that were replaced on disk in one dump and not in another: perhaps other builds. */
  readonly replaced: ReadonlySet<string>;
  /** Dumps without any map: their addresses were taken as they are. */
  readonly withoutMap: number;
}

interface Segment {
  readonly offset: number;
  readonly endOffset: number;
  readonly start: number;
}

/** A module as loaded once in a dump. */
interface Load {
  readonly path: string;
  /** Copy number, for files that are mapped more than once. */
  readonly copy: number;
  readonly mappings: Mapping[];
}

/** Above all user space of x86-64 and aarch64, below 2^53. */
const SPARE_MODULES = 2 ** 51;
const SPARE_ADDRESSES = 2 ** 52;
const SPARE_STEP = 2 ** 32;
const EXACT = 2 ** 53;
/** Mappings looked at for one address, where they overlap. */
const MOST_OVERLAPS = 64;
const TWO_32 = 2 ** 32;

export class CommonSpace {
  /** Map of the common space. */
  readonly mappings: Mapping[] = [];
  /** By load and kind of page, each sorted by offset and without overlaps. */
  private readonly segments = new Map<string, Segment[]>();
  private readonly builds = new Map<string, Set<string>>();
  private readonly deleted = new Map<string, boolean>();
  /** Segments by start, for collisions. */
  private readonly occupied: { start: number; end: number }[] = [];
  /** Addresses outside of all modules, as kept. */
  private readonly loose = new Set<number>();
  /** Such addresses that had to make way for a module. */
  private readonly displaced = new Map<number, number>();
  private readonly otherBuilds = new Set<string>();
  private readonly replaced = new Set<string>();
  private withoutMap = 0;
  private spare = SPARE_MODULES;

  get notes(): SpaceNotes {
    const { otherBuilds, replaced, withoutMap } = this;
    return { otherBuilds, replaced, withoutMap };
  }

  /** Takes in the map of a dump. Null where its addresses can only be taken as they are (no map). */
  layout(mappings: readonly Mapping[]): Move[] | null {
    const loads = loadsOf(mappings);
    if (loads.length === 0) {
      this.withoutMap++;
      return null;
    }
    const moves: Move[] = [];
    for (const load of loads) this.place(load, moves);
    return moves.sort((a, b) => a.start - b.start);
  }

  /** The place of an address outside of all modules of its dump. */
  looseAddress(address: number): number {
    if (this.loose.has(address)) return address;
    if (!this.isOccupied(address, address + 1)) {
      this.loose.add(address);
      return address;
    }
    let moved = this.displaced.get(address);
    if (moved === undefined) {
      moved = SPARE_ADDRESSES + 16 * this.displaced.size;
      this.displaced.set(address, moved);
    }
    return moved;
  }

  private place(load: Load, moves: Move[]): void {
    const key = this.keyOf(load);
    let shift = 0;
    for (const mapping of load.mappings) {
      const segments = this.segmentsOf(key, mapping.permissions);
      const start = Number(mapping.start);
      const from = Number(mapping.offset);
      const to = from + Number(mapping.end) - start;
      for (let offset = from; offset < to; ) {
        const at = lastFrom(segments, offset);
        const known = segments[at];
        const address = start + (offset - from);
        let end = to;
        if (known !== undefined && offset < known.endOffset) {
          end = Math.min(end, known.endOffset);
          shift = known.start + (offset - known.offset) - address;
        } else {
          end = Math.min(end, segments[at + 1]?.offset ?? end);
          const added = this.addSegment(mapping, address + shift, offset, end);
          segments.splice(at + 1, 0, added);
          shift = added.start - address;
        }
        moves.push({ start: address, end: address + (end - offset), shift });
        offset = end;
      }
    }
  }

  /** Code is code; data pages are of one kind where their permissions are the same. Pages may be mapped as both. */
  private segmentsOf(key: string, permissions: string): Segment[] {
    const kind = `${key}\0${isCode(permissions) ? 'code' : permissions}`;
    let segments = this.segments.get(kind);
    if (segments === undefined) this.segments.set(kind, (segments = []));
    return segments;
  }

  /** Loads of one path are the same where their code has the same place in the file, or lies where it lay before. */
  private keyOf({ path, copy, mappings }: Load): string {
    const deleted = mappings.some((mapping) => mapping.deleted);
    const before = this.deleted.get(path);
    if (before !== undefined && before !== deleted) this.replaced.add(path);
    this.deleted.set(path, deleted);
    const name = `${path}\0${copy}`;
    let builds = this.builds.get(name);
    if (builds === undefined) this.builds.set(name, (builds = new Set()));
    const build = `${name}\0${codeExtent(mappings)}`;
    if (builds.has(build)) return build;
    for (const other of builds) {
      if (mappings.some((mapping) => this.liesAt(other, mapping))) return other;
    }
    if (builds.size > 0) this.otherBuilds.add(path);
    builds.add(build);
    return build;
  }

  private liesAt(key: string, { start, offset, permissions }: Mapping): boolean {
    if (!isCode(permissions)) return false;
    const segments = this.segmentsOf(key, permissions);
    const segment = segments[lastFrom(segments, Number(offset))];
    return (
      segment !== undefined &&
      Number(offset) < segment.endOffset &&
      segment.start - segment.offset === Number(start - offset)
    );
  }

  private addSegment(mapping: Mapping, wanted: number, offset: number, endOffset: number): Segment {
    const length = endOffset - offset;
    let start = wanted;
    if (this.isOccupied(wanted, wanted + length) || this.holdsLoose(wanted, wanted + length)) {
      start = this.spare;
      this.spare += SPARE_STEP * Math.ceil(1 + length / SPARE_STEP);
    }
    this.occupied.splice(this.after(start), 0, { start, end: start + length });
    this.mappings.push({
      ...mapping,
      start: BigInt(start),
      end: BigInt(start + length),
      offset: BigInt(offset),
    });
    return { offset, endOffset, start };
  }

  /** Index of the first segment that starts above `address`. */
  private after(address: number): number {
    let low = 0;
    let high = this.occupied.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.occupied[middle]?.start ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private isOccupied(start: number, end: number): boolean {
    const next = this.after(start);
    const before = this.occupied[next - 1];
    const behind = this.occupied[next];
    return (before !== undefined && before.end > start) || (behind !== undefined && behind.start < end);
  }

  private holdsLoose(start: number, end: number): boolean {
    for (const address of this.loose) if (address >= start && address < end) return true;
    return false;
  }
}

/** Moves addresses of one dump, given as words, to the common space. */
export class AddressMover {
  low = 0;
  high = 0;
  private last = 0;
  private readonly still: boolean;

  constructor(
    private readonly space: CommonSpace,
    private readonly moves: readonly Move[] | null,
  ) {
    this.still = moves === null;
  }

  /** Sets {@link low} and {@link high}. Returns false where the address lies outside of all modules. */
  move(low: number, high: number): boolean {
    this.low = low;
    this.high = high;
    if (this.still) return false;
    const address = high * TWO_32 + low;
    // Only pseudo modules of the kernel lie so high, and always at one place.
    if (address >= EXACT) return false;
    const move = this.moveAt(address);
    const moved = move === null ? this.space.looseAddress(address) : address + move.shift;
    if (moved !== address) {
      this.high = Math.floor(moved / TWO_32);
      this.low = moved - this.high * TWO_32;
    }
    return move !== null;
  }

  private moveAt(address: number): Move | null {
    const moves = this.moves ?? [];
    const recent = moves[this.last];
    const next = moves[this.last + 1];
    if (
      recent !== undefined &&
      address >= recent.start &&
      address < recent.end &&
      (next === undefined || address < next.start)
    )
      return recent;
    let low = 0;
    let high = moves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((moves[middle] as Move).start <= address) low = middle + 1;
      else high = middle;
    }
    // Mappings of bad files overlap: among those that hold the address, the one that begins last counts.
    for (let at = low - 1; at >= 0 && at >= low - MOST_OVERLAPS; at--) {
      const found = moves[at] as Move;
      if (address >= found.end) continue;
      this.last = at;
      return found;
    }
    return null;
  }
}

/**
 * The modules of a map, by address. Memory without a file is none, but for the kernel's [vdso]; nor are files without
 * code, of which there may be very many mappings.
 */
function loadsOf(mappings: readonly Mapping[]): Load[] {
  const byPath = new Map<string, Mapping[]>();
  for (const mapping of mappings) {
    const { path, start, end } = mapping;
    const named = path !== '' && (!path.startsWith('[') || path === '[vdso]');
    if (!named || end <= start || Number(end) >= EXACT || Number(mapping.offset) >= EXACT) continue;
    const list = byPath.get(path);
    if (list === undefined) byPath.set(path, [mapping]);
    else list.push(mapping);
  }
  const loads: Load[] = [];
  for (const [path, list] of byPath) {
    list.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
    let copy = 0;
    let current: Mapping[] = [];
    for (const mapping of list) {
      const before = current.at(-1);
      // Offsets rise within a load.
      const again =
        before !== undefined &&
        (mapping.offset < before.offset || (mapping.offset === 0n && before.offset === 0n));
      if (again) {
        loads.push({ path, copy: copy++, mappings: current });
        current = [];
      }
      current.push(mapping);
    }
    loads.push({ path, copy, mappings: current });
  }
  return loads
    .filter((load) => load.mappings.some(({ permissions }) => isCode(permissions)))
    .sort((a, b) => Number((a.mappings[0]?.start ?? 0n) - (b.mappings[0]?.start ?? 0n)));
}

/** First and last offset of a load's code in its file. */
function codeExtent(mappings: readonly Mapping[]): string {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (const { start, end, offset, permissions } of mappings) {
    if (!isCode(permissions)) continue;
    from = Math.min(from, Number(offset));
    to = Math.max(to, Number(offset + end - start));
  }
  return `${from}-${to}`;
}

/** Maps without permissions (macOS) list code. */
function isCode(permissions: string): boolean {
  return permissions === '' || permissions.includes('x');
}

/** Index of the last segment that begins at or below an offset, -1 for none. */
function lastFrom(segments: readonly Segment[], offset: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle] as Segment).offset <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
