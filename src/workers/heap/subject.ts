/** One profile or several as one: their stacks in one space, with the names of its addresses. */
import { AddressIndex } from '../../engine/profile/address-index.js';
import { ProfileJoin } from '../../engine/profile/aggregate-join.js';
import { buildFrameTable } from '../../engine/profile/frame-table.js';
import type { FrameTable, NameSource, SourceFrame } from '../../engine/profile/names.js';
import type { AddressTable, HeapProfile, Mapping, StackTree } from '../../engine/profile/profile.js';
import type { Holdings } from './holdings.js';

export interface Subject {
  readonly ids: readonly string[];
  readonly profiles: readonly HeapProfile[];
  readonly addresses: AddressTable;
  readonly stacks: StackTree;
  /** Of each profile: its nodes among `stacks`; null where they are the same. */
  readonly nodes: readonly (Int32Array | null)[];
  readonly frames: FrameTable;
  /** Of the space the addresses are in. */
  readonly mappings: readonly Mapping[];
}

/** Dumps of several processes are joined by module and offset (`ProfileJoin`), each name taken from the first that has it. */
export function makeSubject(holdings: Holdings, ids: readonly string[]): Subject {
  const profiles = ids.map((id) => holdings.profile(id));
  const [only] = profiles;
  const [id] = ids;
  if (only !== undefined && id !== undefined && profiles.length === 1) {
    const { addresses, stacks, mappings } = only;
    return { ids, profiles, addresses, stacks, nodes: [null], frames: holdings.frames(id), mappings };
  }
  const join = new ProfileJoin();
  // The join's answer is its own scratch: keep a copy.
  const nodes = profiles.map((profile) => join.add(profile).slice(0, profile.stacks.length));
  const { addresses, stacks, mappings } = join.finish();
  const source = joinedNames(holdings, ids, profiles, nodes, stacks, addresses);
  const frames = buildFrameTable(addresses, mappings, [source]);
  return { ids, profiles, addresses, stacks, nodes, frames, mappings };
}

function joinedNames(
  holdings: Holdings,
  ids: readonly string[],
  profiles: readonly HeapProfile[],
  nodes: readonly Int32Array[],
  stacks: StackTree,
  addresses: AddressTable,
): NameSource {
  const found: (readonly SourceFrame[] | undefined)[] = [];
  profiles.forEach((profile, i) => {
    const frames = holdings.frames(ids[i] ?? '');
    const own = profile.stacks;
    for (let node = 1; node < own.length; node++) {
      const address = own.address[node] as number;
      const row = stacks.address[nodes[i]?.[node] as number] as number;
      if (found[row] === undefined && frames.known[address] === 1) found[row] = framesAt(frames, address);
    }
  });
  const index = new AddressIndex();
  for (let row = 0; row < addresses.length; row++) {
    index.add(addresses.words[2 * row] as number, addresses.words[2 * row + 1] as number);
  }
  return { lookup: (low, high) => found[index.find(low, high)] ?? null };
}

function framesAt(frames: FrameTable, address: number): SourceFrame[] {
  const list: SourceFrame[] = [];
  const end = frames.first[address + 1] as number;
  for (let entry = frames.first[address] as number; entry < end; entry++) {
    list.push({
      full: frames.texts[frames.full[entry] as number] as string,
      location: frames.texts[frames.location[entry] as number] as string,
    });
  }
  return list;
}
