/**
 * A heap profile as read from a file: exactly what is written there, as struct of arrays. What the numbers mean
 * (unbiasing, errors) is `unbias.ts`; names are `names.ts`.
 */

/** What wrote the file. */
export type ProfileSource =
  /** `heap_v2/RATE` of jemalloc. */
  | 'heap_v2'
  /** The older `heap profile: n: s [n: s] @ kind/rate` family. */
  | 'heap-profile'
  /** prof_log: sampled objects that were freed while logging. */
  | 'prof_log'
  /** prof_recent: the newest sampled allocations. */
  | 'prof_recent';

/**
 * How a record's counters become estimates (jeprof's rules).
 * mean-size: by 1 / (1 - exp(-(bytes/objects)/rate)); halved-rate: the older rule (x = bytes/objects/(rate/2), divide
 * by x where x < 1); none: as written.
 */
export type Scaling = 'mean-size' | 'halved-rate' | 'none';

/** Mean bytes between samples. */
export interface SamplingRate {
  /** As written, digits only; '' where the file has none. */
  readonly text: string;
  /** The rate used, as a double; 0 where there is none (then nothing is scaled). */
  readonly bytes: number;
}

/** The four counters of a record, in this order. */
export const MEASURES = ['inuse_objects', 'inuse_space', 'alloc_objects', 'alloc_space'] as const;
export type Measure = (typeof MEASURES)[number];

/** Distinct frame addresses. */
export interface AddressTable {
  readonly length: number;
  /** Low (`[2a]`) and high (`[2a + 1]`) 32 bits of address `a`. */
  readonly words: Uint32Array<ArrayBuffer>;
}

/**
 * All stacks as one tree, callers above callees. A stack is the number of its leaf's node; following `parent` gives its
 * frames leaf first; node 0 is the root, without a frame, and as a stack the empty one. A parent's number is below
 * its children's. A stack may be a node inside another.
 */
export interface StackTree {
  /** Number of nodes, with the root. */
  readonly length: number;
  /** The caller's node; -1 for the root. */
  readonly parent: Int32Array<ArrayBuffer>;
  /**
   * Row in the {@link AddressTable}; -1 for the root. A leaf's address is as written; every other frame's is one less
   * (return address to call instruction), as jeprof and symbolised files count them.
   */
  readonly address: Int32Array<ArrayBuffer>;
}

/** Counter lines below stacks, in the order of the file. One stack may have several records of a thread: scale each, then add. */
export interface RecordTable {
  readonly length: number;
  /** Node of the {@link StackTree}. */
  readonly stack: Int32Array<ArrayBuffer>;
  /** Row in `threads`, or {@link MERGED} for all threads together (`t*`). Merged and thread records must not be added up. */
  readonly thread: Int32Array<ArrayBuffer>;
  /** Counter `m` (index in {@link MEASURES}) of record `r` is `[4r + m]`, exact. Hot loops read it by {@link counterWords}. */
  readonly counters: BigUint64Array<ArrayBuffer>;
}

/** `RecordTable.thread` of a record over all threads. */
export const MERGED = -1;

/** In a counter: 2^64 - 1, jemalloc's mark for a value that did not fit. Not a number to compute with. */
export const OVERFLOW = 0xffff_ffff_ffff_ffffn;

export type Counters = readonly [bigint, bigint, bigint, bigint];

export interface ProfileThread {
  readonly uid: bigint;
  /** Text from the file; null where it has none. */
  readonly name: string | null;
  /** The thread's line in the header (lines with the same number added up); null where it has none. */
  readonly header: Counters | null;
}

/** A line of the memory map. */
export interface Mapping {
  readonly start: bigint;
  /** First address past the mapping. */
  readonly end: bigint;
  /** `r-xp` and the like; '' where the file does not say (macOS). */
  readonly permissions: string;
  /** Offset in the file of the mapping's first byte. */
  readonly offset: bigint;
  /** Path, or a pseudo name such as `[vdso]`, or ''. Text from the file. */
  readonly path: string;
  /** The file was removed or replaced while it ran. */
  readonly deleted: boolean;
}

/** Names the file itself brings (`--- symbol`, or an `address name` file). */
export interface SymbolTable {
  /** The program they are of; '' where the file does not say. Text from the file. */
  readonly program: string;
  readonly length: number;
  /** Low (`[2i]`) and high (`[2i + 1]`) 32 bits of the address (as {@link StackTree} counts them). Unsorted; the last of equal ones counts. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** Full name, then those inlined into it, joined by `--` (`splitSymbol`). Text from the file. */
  readonly names: readonly string[];
}

export interface HeapProfile {
  readonly source: ProfileSource;
  readonly rate: SamplingRate;
  readonly scaling: Scaling;
  /** Each record holds objects of one size only (JSON logs), so estimates and errors are exact in form. */
  readonly oneSizeRecords: boolean;
  readonly addresses: AddressTable;
  readonly stacks: StackTree;
  readonly records: RecordTable;
  readonly threads: readonly ProfileThread[];
  /** The header's own totals; null where there are none. They do not add up with the records in good files too. */
  readonly header: Counters | null;
  readonly mappings: readonly Mapping[];
  readonly symbols: SymbolTable | null;
}

/** Low (`[2i]`) and high (`[2i + 1]`) words of 64-bit values: `high * 2^32 + low` is the value, rounded once to a double. */
export function counterWords(values: BigUint64Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
}

/** Buffers to transfer when a profile moves between threads. */
export function profileBuffers({ addresses, stacks, records, symbols }: HeapProfile): ArrayBuffer[] {
  const arrays = [addresses.words, stacks.parent, stacks.address, records.stack, records.thread];
  const buffers = [...arrays.map((array) => array.buffer), records.counters.buffer];
  if (symbols !== null) buffers.push(symbols.words.buffer);
  return buffers;
}
