/**
 * The heap profile that jemalloc would dump of samples (prof_dump_impl, src/prof_data.c): for `formats/heap/writers` to write. With
 * prof_unbias, counters are transformed so that jeprof's scaling gives back unbiased sums; without, they are plain.
 */
import type { Counters, HeapProfile, SymbolTable } from '../../engine/profile/profile.js';
import { sumSamples, type UnbiasTable, unbiasTable, writeUnbiased } from '../../engine/profile/written.js';
import type { ProgramSamples, SampledGroup } from '../../engine/sampling/sample-program.js';
import { MERGED, ProfileBuilder } from '../heap/profile-builder.js';

export interface DumpSettings {
  /** prof_unbias: 5.3.0 and later by default; false is also what jemalloc up to 5.2.1 writes. */
  readonly unbias: boolean;
  /** prof_accum: also what was ever sampled. */
  readonly accumulated: boolean;
}

const PROGRAM = '/synthetic/program';
const PROGRAM_START = 0x40_0000;
/** Bytes of a function, and where in it the call is. */
const FUNCTION_BYTES = 0x40;
const CALL = 0x15;

export function sampledProfile(
  { rate, plan, groups }: ProgramSamples,
  { unbias, accumulated }: DumpSettings,
): HeapProfile {
  const builder = new ProfileBuilder();
  builder.rateText = String(rate);
  builder.rateBytes = rate;
  builder.scaling = 'mean-size';
  const functions = [...new Set(plan.stacks.flat())];
  const addresses = new Map(
    functions.map((name, i) => [name, PROGRAM_START + 0x1000 + i * FUNCTION_BYTES + CALL]),
  );
  builder.symbols = symbolsOf(plan.stacks, addresses);
  builder.mappings.push({
    start: BigInt(PROGRAM_START),
    end: BigInt(Math.ceil((PROGRAM_START + 0x2000 + functions.length * FUNCTION_BYTES) / 0x1000) * 0x1000),
    permissions: 'r-xp',
    offset: 0n,
    path: PROGRAM,
    deleted: false,
  });
  const table = unbias ? unbiasTable(rate) : null;
  const countersOf = (some: readonly SampledGroup[]): Counters => [
    ...pair(some, 'live', table),
    ...(accumulated ? pair(some, 'all', table) : ([0n, 0n] as const)),
  ];
  builder.header = countersOf(groups);
  for (const [thread, own] of byKey(groups, ({ thread }) => thread)) {
    builder.threadHeader(builder.thread(BigInt(thread)), countersOf(own), null);
  }
  const stacks = [...byKey(groups, ({ stack }) => stack)].map(([stack, own]) => ({
    own,
    frames: (plan.stacks[stack] ?? []).map((name) => addresses.get(name) ?? 0),
  }));
  for (const { own, frames } of stacks.sort((a, b) => compareStacks(a.frames, b.frames))) {
    if (!own.some(({ live }) => live > 0) && !accumulated) continue;
    builder.startStack();
    for (const address of frames) builder.addFrame(address, 0);
    const stack = builder.endStack();
    addRecord(builder, stack, MERGED, countersOf(own));
    for (const [thread, part] of byKey(own, ({ thread }) => thread)) {
      if (part.some(({ live }) => live > 0) || accumulated) {
        addRecord(builder, stack, builder.thread(BigInt(thread)), countersOf(part));
      }
    }
  }
  return builder.finish();
}

function addRecord(builder: ProfileBuilder, stack: number, thread: number, counters: Counters): void {
  const record = builder.records.add(stack, thread);
  counters.forEach((value, m) => builder.records.set(record, m, value));
}

function pair(
  groups: readonly SampledGroup[],
  which: 'live' | 'all',
  table: UnbiasTable | null,
): readonly [bigint, bigint] {
  if (table === null) {
    let objects = 0n;
    let bytes = 0n;
    for (const group of groups) {
      objects += BigInt(group[which]);
      bytes += BigInt(group[which]) * BigInt(group.size);
    }
    return [objects, bytes];
  }
  const sums = sumSamples(
    table,
    groups.map((group) => [group.size, group[which]] as const),
  );
  const { objects, bytes } = writeUnbiased(sums, table.rate);
  return [objects, bytes];
}

/** In rising order of the key. */
function byKey(
  groups: readonly SampledGroup[],
  keyOf: (group: SampledGroup) => number,
): Map<number, SampledGroup[]> {
  const found = new Map<number, SampledGroup[]>();
  for (const group of groups.toSorted((a, b) => keyOf(a) - keyOf(b))) {
    const key = keyOf(group);
    const own = found.get(key);
    if (own === undefined) found.set(key, [group]);
    else own.push(group);
  }
  return found;
}

/** As memcmp over the address vectors of a little-endian machine: the lowest byte counts first. */
function compareStacks(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = swapBytes(a[i] as number) - swapBytes(b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function swapBytes(x: number): number {
  return (((x & 0xff) << 24) | ((x & 0xff00) << 8) | ((x >>> 8) & 0xff00) | (x >>> 24)) >>> 0;
}

/** Leaves by their address as written, callers by that of the call, as symbolised files name them. */
function symbolsOf(
  stacks: readonly (readonly string[])[],
  addresses: ReadonlyMap<string, number>,
): SymbolTable {
  const leaves = new Set(stacks.map(([leaf]) => leaf));
  const words: number[] = [];
  const names: string[] = [];
  for (const [name, address] of addresses) {
    words.push(leaves.has(name) ? address : address - 1, 0);
    names.push(name);
  }
  return { program: PROGRAM, length: names.length, words: Uint32Array.from(words), names };
}
