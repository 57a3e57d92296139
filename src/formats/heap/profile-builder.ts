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
import { StackIndex } from '../../engine/profile/stack-index.js';
import { RecordColumns } from './record-columns.js';

/** As deep as the depth column of a call tree reaches, with room for frames inlined. */
export const MAX_FRAMES = 30_000;

export const NO_COUNTERS: Counters = [0n, 0n, 0n, 0n];

export class ProfileBuilder {
  source: ProfileSource = 'heap_v2';
  rateText = '';
  rateBytes = 0;
  scaling: Scaling = 'none';
  header: Counters | null = null;
  symbols: SymbolTable | null = null;
  readonly addresses = new AddressIndex();
  readonly stacks = new StackIndex();
  readonly records = new RecordColumns();
  readonly mappings: Mapping[] = [];
  private readonly threads: { uid: bigint; name: string | null; header: Counters | null }[] = [];
  private readonly threadRows = new Map<bigint, number>();
  /** Rows of small thread numbers, the usual ones, + 1. */
  private readonly smallThreads = new Int32Array(1 << 16);
  /** Address rows of the stack being read, leaf first. */
  private frames = new Int32Array(256);
  private frameCount = 0;
  private cut = false;

  startStack(): void {
    this.frameCount = 0;
    this.cut = false;
  }

  /** One more frame, leaf first, as written: callers' return addresses become those of their calls. */
  addFrame(low: number, high: number): void {
    if (this.frameCount === MAX_FRAMES) {
      this.cut = true;
      return;
    }
    if (this.frameCount === this.frames.length) {
      const frames = new Int32Array(2 * this.frames.length);
      frames.set(this.frames);
      this.frames = frames;
    }
    if (this.frameCount > 0) {
      if (low === 0) high = (high - 1) >>> 0;
      low = (low - 1) >>> 0;
    }
    this.frames[this.frameCount++] = this.addresses.add(low, high);
  }

  /** The number of the stack whose frames were added. */
  endStack(): number {
    return this.stacks.add(this.frames, this.frameCount);
  }

  get stackDepth(): number {
    return this.frameCount;
  }

  /** Whether frames were left out of the stack being read. */
  get stackCut(): boolean {
    return this.cut;
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
    return {
      source: this.source,
      rate: { text: this.rateText, bytes: this.rateBytes },
      scaling: this.scaling,
      oneSizeRecords,
      addresses: this.addresses.finish(),
      stacks: this.stacks.finish(),
      records: this.records.finish(),
      threads,
      header: this.header,
      mappings: this.mappings,
      symbols: this.symbols,
    };
  }
}

export function addCounters(a: Counters, b: Counters): Counters {
  const sum = (i: 0 | 1 | 2 | 3): bigint => (a[i] + b[i] > OVERFLOW ? OVERFLOW : a[i] + b[i]);
  return [sum(0), sum(1), sum(2), sum(3)];
}

export { MERGED };
