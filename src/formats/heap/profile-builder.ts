/** Collects a heap profile piece by piece; every reader of profiles ends here. */
import { AddressIndex } from '../../engine/profile/address-index.js';
import type {
  Counters,
  HeapProfile,
  Mapping,
  ProfileSource,
  ProfileThread,
  Scaling,
  SymbolTable,
} from '../../engine/profile/profile.js';
import { MERGED, OVERFLOW } from '../../engine/profile/profile.js';
import { StackSorter } from '../../engine/profile/stack-sorter.js';
import { DEFAULT_MEMORY_BUDGET, MemoryLimitError } from '../trace/memory.js';
import { RecordColumns } from './record-columns.js';

/** As deep as the depth column of a call tree reaches, with room for frames inlined. */
export const MAX_FRAMES = 30_000;

/** Usual bytes of a frame, and least of a stack with its counters. */
const BYTES_PER_FRAME = 10;
const BYTES_PER_STACK = 160;
/** Memory at its peak, when the tree is made: the frames as read and as nodes, records and their copy, and so on. */
const MEMORY_PER_FRAME = 12;
const MEMORY_PER_RECORD = 80;
const MEMORY_PER_STACK = 24;
const MEMORY_PER_ADDRESS = 32;
const STACKS_BETWEEN_CHECKS = 1024;

export class ProfileBuilder {
  source: ProfileSource = 'heap_v2';
  rateText = '';
  rateBytes = 0;
  scaling: Scaling = 'none';
  header: Counters | null = null;
  symbols: SymbolTable | null = null;
  readonly addresses = new AddressIndex();
  readonly stacks: StackSorter;
  readonly records: RecordColumns;
  readonly mappings: Mapping[] = [];
  private readonly threads: { uid: bigint; name: string | null; header: Counters | null }[] = [];
  private readonly threadRows = new Map<bigint, number>();
  /** Rows of small thread numbers, the usual ones, + 1. */
  private readonly smallThreads = new Int32Array(1 << 16);
  /** Stacks that had come before; known after `finish`. */
  repeatedStacks = 0;
  private frameCount = 0;
  /** Frames of all stacks. */
  private frames = 0;
  private cut = false;

  /**
   * @param bytes size of what will be read, as far as known: room is made at once
   * @param budget bytes of memory that the profile may take while it is made
   */
  constructor(
    bytes = 0,
    private readonly budget = DEFAULT_MEMORY_BUDGET,
  ) {
    const stacks = Math.ceil(bytes / BYTES_PER_STACK);
    this.stacks = new StackSorter(Math.ceil(bytes / BYTES_PER_FRAME), stacks);
    this.records = new RecordColumns(2 * stacks);
  }

  startStack(): void {
    this.stacks.start();
    this.frameCount = 0;
    this.cut = false;
  }

  /** One more frame, leaf first, as written: callers' return addresses become those of their calls. */
  addFrame(low: number, high: number): void {
    if (this.frameCount === MAX_FRAMES) {
      this.cut = true;
      return;
    }
    if (this.frameCount > 0) {
      if (low === 0) high = (high - 1) >>> 0;
      low = (low - 1) >>> 0;
    }
    this.frameCount++;
    this.stacks.push(this.addresses.add(low, high));
  }

  /** A number for the stack whose frames were added; `finish` makes it a node. Throws where memory ends. */
  endStack(): number {
    this.frames += this.frameCount;
    const stack = this.stacks.end();
    if (stack % STACKS_BETWEEN_CHECKS === 0) this.checkMemory(stack);
    return stack;
  }

  get stackDepth(): number {
    return this.frameCount;
  }

  /** Whether frames were left out of the stack being read. */
  get stackCut(): boolean {
    return this.cut;
  }

  private checkMemory(stacks: number): void {
    const need =
      this.frames * MEMORY_PER_FRAME +
      this.records.length * MEMORY_PER_RECORD +
      stacks * MEMORY_PER_STACK +
      this.addresses.length * MEMORY_PER_ADDRESS;
    if (need > this.budget) throw new MemoryLimitError(this.records.length, this.budget);
  }

  /** Row of a thread, new or known. */
  thread(uid: bigint): number {
    const known = this.threadRows.get(uid);
    if (known !== undefined) return known;
    const row = this.threads.push({ uid, name: null, header: null }) - 1;
    this.threadRows.set(uid, row);
    if (uid < BigInt(this.smallThreads.length)) this.smallThreads[Number(uid)] = row + 1;
    return row;
  }

  smallThread(uid: number): number {
    const row = this.smallThreads[uid] ?? 0;
    return row > 0 ? row - 1 : this.thread(BigInt(uid));
  }

  /** What the header says of a thread. Returns false when it had said something before (then it is added up). */
  threadHeader(row: number, counters: Counters, name: string | null): boolean {
    const thread = this.threads[row];
    if (thread === undefined) return true;
    const before = thread.header;
    thread.header = before === null ? counters : addCounters(before, counters);
    thread.name ??= name;
    return before === null;
  }

  nameThread(row: number, name: string | null): void {
    const thread = this.threads[row];
    if (thread !== undefined) thread.name ??= name;
  }

  finish(oneSizeRecords = false): HeapProfile {
    const threads: readonly ProfileThread[] = this.threads;
    const { tree, nodes } = this.stacks.finish();
    this.repeatedStacks = countRepeats(nodes, tree.length);
    const records = this.records.finish(nodes);
    return {
      source: this.source,
      rate: { text: this.rateText, bytes: this.rateBytes },
      scaling: this.scaling,
      oneSizeRecords,
      addresses: this.addresses.finish(),
      stacks: tree,
      records,
      threads,
      header: this.header,
      mappings: this.mappings,
      symbols: this.symbols,
    };
  }
}

function countRepeats(nodes: Int32Array, count: number): number {
  const seen = new Uint8Array(count);
  let repeats = 0;
  for (const node of nodes) {
    if (seen[node] === 1) repeats++;
    seen[node] = 1;
  }
  return repeats;
}

export function addCounters(a: Counters, b: Counters): Counters {
  const sum = (i: 0 | 1 | 2 | 3): bigint => (a[i] + b[i] > OVERFLOW ? OVERFLOW : a[i] + b[i]);
  return [sum(0), sum(1), sum(2), sum(3)];
}

export { MERGED };
