/** Heap profiles built by hand, for tests. */
import { AddressIndex } from './address-index.js';
import { type HeapProfile, type Mapping, MERGED, OVERFLOW } from './profile.js';
import { StackIndex } from './stack-index.js';

export interface FixtureStack {
  /** Leaf first, as the tables count them (calls, not return addresses). */
  readonly frames: readonly number[];
  readonly objects: number;
  readonly bytes: number;
  readonly accumulated?: readonly [objects: number, bytes: number];
}

export interface FixtureProfile {
  readonly rate?: number;
  readonly stacks: readonly FixtureStack[];
  readonly mappings?: readonly Mapping[];
  readonly symbols?: readonly (readonly [address: number, name: string])[];
}

const TWO_32 = 4_294_967_296;
const low = (value: number): number => value % TWO_32;
const high = (value: number): number => Math.floor(value / TWO_32);
const counter = (value: number): bigint => (value === Number.POSITIVE_INFINITY ? OVERFLOW : BigInt(value));

export function makeProfile({
  rate = 4096,
  stacks,
  mappings = [],
  symbols = [],
}: FixtureProfile): HeapProfile {
  const addresses = new AddressIndex();
  const tree = new StackIndex();
  const nodes = stacks.map(({ frames }) => {
    const rows = Int32Array.from(frames, (frame) => addresses.add(low(frame), high(frame)));
    return tree.add(rows, rows.length);
  });
  const counters = stacks.flatMap(({ objects, bytes, accumulated = [0, 0] }) =>
    [objects, bytes, ...accumulated].map(counter),
  );
  return {
    source: 'heap_v2',
    rate: { text: String(rate), bytes: rate },
    scaling: 'mean-size',
    oneSizeRecords: false,
    addresses: addresses.finish(),
    stacks: tree.finish(),
    records: {
      length: stacks.length,
      stack: Int32Array.from(nodes),
      thread: new Int32Array(stacks.length).fill(MERGED),
      counters: BigUint64Array.from(counters),
    },
    threads: [],
    header: null,
    mappings,
    symbols:
      symbols.length === 0
        ? null
        : {
            program: '/bin/program',
            length: symbols.length,
            words: Uint32Array.from(symbols.flatMap(([address]) => [low(address), high(address)])),
            names: symbols.map(([, name]) => name),
          },
  };
}

/** A module's code as one mapping. */
export function makeMapping(path: string, start: number, length = 0x10000, offset = 0): Mapping {
  return {
    start: BigInt(start),
    end: BigInt(start + length),
    permissions: 'r-xp',
    offset: BigInt(offset),
    path,
    deleted: false,
  };
}
