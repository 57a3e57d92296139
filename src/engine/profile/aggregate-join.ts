/**
 * Joins the stacks of many dumps, of one process or of many: a frame is the same where module and offset in the file
 * are the same, wherever the process had loaded it. Only distinct frames and stacks are kept, so that thousands of
 * dumps can pass one by one.
 */
import { AddressIndex } from './address-index.js';
import { AddressMover, CommonSpace, type SpaceNotes } from './aggregate-space.js';
import type { AddressTable, HeapProfile, Mapping, StackTree, SymbolTable } from './profile.js';
import { StackIndex } from './stack-index.js';

export interface JoinNotes extends SpaceNotes {
  /** Frames outside of all modules of their dump: joined by their bare address. */
  readonly looseFrames: number;
  /** Addresses that files of the join name differently; the first name is kept. */
  readonly namedTwice: number;
}

/** All stacks of a join, over one address space (see {@link CommonSpace}). */
export interface JoinedStacks {
  readonly addresses: AddressTable;
  readonly stacks: StackTree;
  readonly mappings: readonly Mapping[];
  /** Names the files brought. */
  readonly symbols: SymbolTable | null;
  readonly notes: JoinNotes;
}

export class ProfileJoin {
  /** Profiles added. */
  profiles = 0;
  private readonly space = new CommonSpace();
  private readonly addresses = new AddressIndex();
  private readonly stacks = new StackIndex();
  private readonly names: (string | undefined)[] = [];
  private program = '';
  private looseFrames = 0;
  private namedTwice = 0;
  /** Scratch, kept from profile to profile. */
  private rows = new Int32Array(0);
  private nodes = new Int32Array(0);

  /** Number of distinct nodes so far, the root included. */
  get length(): number {
    return this.stacks.length;
  }

  /**
   * Adds a profile's stacks. Returns the joined node of each of its nodes: valid until the next call, perhaps longer
   * than the profile's tree.
   */
  add({ addresses, stacks, mappings, symbols }: HeapProfile): Int32Array {
    this.profiles++;
    const mover = new AddressMover(this.space, this.space.layout(mappings));
    const rows = (this.rows = atLeast(this.rows, addresses.length));
    for (let row = 0; row < addresses.length; row++) {
      const known = this.addresses.length;
      const inside = mover.move(addresses.words[2 * row] as number, addresses.words[2 * row + 1] as number);
      rows[row] = this.addresses.add(mover.low, mover.high);
      if (!inside && this.addresses.length > known) this.looseFrames++;
    }
    const nodes = (this.nodes = atLeast(this.nodes, stacks.length));
    nodes[0] = 0;
    for (let node = 1; node < stacks.length; node++) {
      const parent = nodes[stacks.parent[node] as number] as number;
      nodes[node] = this.stacks.child(parent, rows[stacks.address[node] as number] as number);
    }
    if (symbols !== null) this.addNames(symbols, mover);
    return nodes;
  }

  /** What was joined. The join cannot go on after that. */
  finish(): JoinedStacks {
    const addresses = this.addresses.finish();
    const { looseFrames, namedTwice, space } = this;
    return {
      addresses,
      stacks: this.stacks.finish(),
      mappings: space.mappings,
      symbols: this.symbols(addresses),
      notes: { ...space.notes, looseFrames, namedTwice },
    };
  }

  private addNames({ program, length, words, names }: SymbolTable, mover: AddressMover): void {
    if (this.program === '') this.program = program;
    for (let i = 0; i < length; i++) {
      mover.move(words[2 * i] as number, words[2 * i + 1] as number);
      const row = this.addresses.add(mover.low, mover.high);
      const name = names[i] as string;
      if (this.names[row] === undefined) this.names[row] = name;
      else if (this.names[row] !== name) this.namedTwice++;
    }
  }

  private symbols({ words }: AddressTable): SymbolTable | null {
    const named: number[] = [];
    const names: string[] = [];
    this.names.forEach((name, row) => {
      if (name === undefined) return;
      named.push(words[2 * row] as number, words[2 * row + 1] as number);
      names.push(name);
    });
    if (names.length === 0) return null;
    return { program: this.program, length: names.length, words: Uint32Array.from(named), names };
  }
}

function atLeast(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return array.length >= length ? array : new Int32Array(Math.max(length, 2 * array.length));
}
