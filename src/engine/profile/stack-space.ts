/** One space of addresses and stacks for several profiles, so that equal stacks have one number. */
import { AddressIndex } from './address-index.js';
import type { AddressTable, HeapProfile, StackTree } from './profile.js';
import { StackIndex } from './stack-index.js';

export interface StackSpace {
  readonly addresses: AddressTable;
  readonly stacks: StackTree;
  /** For each profile: its nodes' numbers in `stacks`; null where they are the same. */
  readonly nodes: readonly (Int32Array | null)[];
}

/** Joined by absolute address: right for profiles of one process, and what jeprof does for all. */
export function uniteStacks(profiles: readonly HeapProfile[]): StackSpace {
  const [only] = profiles;
  if (only !== undefined && profiles.length === 1)
    return { addresses: only.addresses, stacks: only.stacks, nodes: [null] };
  const addresses = new AddressIndex();
  const stacks = new StackIndex();
  const nodes = profiles.map((profile) => addStacks(profile, addresses, stacks));
  return { addresses: addresses.finish(), stacks: stacks.finish(), nodes };
}

function addStacks({ addresses, stacks }: HeapProfile, all: AddressIndex, tree: StackIndex): Int32Array {
  const rows = new Int32Array(addresses.length);
  for (let a = 0; a < rows.length; a++)
    rows[a] = all.add(addresses.words[2 * a] as number, addresses.words[2 * a + 1] as number);
  const nodes = new Int32Array(stacks.length);
  for (let node = 1; node < nodes.length; node++) {
    const parent = nodes[stacks.parent[node] as number] as number;
    nodes[node] = tree.child(parent, rows[stacks.address[node] as number] as number);
  }
  return nodes;
}
