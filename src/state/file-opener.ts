/** What opening files needs and offers, and what the page keeps of tables it hands on. */
import { sentenceOf } from '../base/result.js';
import type { HeapProfile, SymbolTable } from '../engine/profile/profile.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { OpenOutcome, ReadProgress } from '../formats/format.js';
import type { StreamRequest } from '../workers/heap.api.js';
import type { BinaryContent, NamedBlob } from './files.js';
import type { StreamKeeper } from './many-dumps.js';

/** Reads one file off the page's thread. Rejects when aborted, or when the reader itself broke. */
export type ReadFile = (
  file: Blob,
  name: string,
  options: { readonly dropSecMisses: boolean; readonly maxExpandedBytes: number | null },
  onProgress: (progress: ReadProgress) => void,
  signal: AbortSignal,
) => Promise<OpenOutcome>;

/** Where traces go once they are read. */
export interface TraceKeeper {
  addTrace(traceId: string, trace: TraceTable): Promise<void>;
  removeTrace(traceId: string): Promise<void>;
}

/** Where profiles and names go once they are read. */
export interface ProfileKeeper {
  addProfile(profileId: string, profile: HeapProfile): Promise<void>;
  removeProfile(profileId: string): Promise<void>;
  addSymbols(symbolsId: string, symbols: SymbolTable): Promise<void>;
  removeSymbols(symbolsId: string): Promise<void>;
}

/** Where programs and libraries go; they are read in place, never whole. */
export interface BinaryKeeper {
  /** Rejects with a sentence where the file cannot be used. */
  addBinary(
    binaryId: string,
    blob: Blob,
    name: string,
  ): Promise<Omit<BinaryContent, 'kind' | 'format' | 'binaryId'>>;
  removeBinary(binaryId: string): Promise<void>;
}

export interface Keepers {
  readonly streams: StreamKeeper;
  readonly traces: TraceKeeper;
  readonly profiles: ProfileKeeper;
  readonly binaries: BinaryKeeper;
  /** Results of a sweep were read: they have no keeper, the page shows them. */
  readonly showSweep: (id: string) => void;
}

export interface FileOpener {
  /**
   * Returns the ids that the files got; very many get one together, until the user says how to take them.
   * @param behind they are put on their bench, but the one that is shown stays
   */
  open(files: readonly NamedBlob[], behind?: boolean): readonly string[];
  /** Says how many dumps are taken: added up or as a series while they are read, or null for each by itself. */
  take(id: string, request: StreamRequest | null): void;
  select(id: string): void;
  remove(id: string): void;
  cancel(id: string): void;
  /** Reads a file again, for instance with its SEC misses left out. */
  reread(id: string, change: { readonly dropSecMisses?: boolean }): void;
  /** Reads all traces again: the replay worker that held them is gone. */
  rereadTraces(): void;
  /** Reads all heap dumps and names again: the heap worker that held them is gone. */
  rereadProfiles(): void;
  readonly busy: boolean;
  /** Number of the newest batch. */
  readonly batch: number;
  idle(): Promise<void>;
}

/** The clock's way from the first event to the last; word pairs as `TraceTable.time` describes them. */
export function spanOf({ length, time }: TraceTable): number {
  if (length === 0) return 0;
  const at = (event: number): bigint =>
    (BigInt(time[2 * event + 1] ?? 0) << 32n) | BigInt(time[2 * event] ?? 0);
  const span = at(length - 1) - at(0);
  return span > 0n ? Number(span) : 0;
}

/** Records over all threads. */
export function stacksOf({ records }: HeapProfile): number {
  let stacks = 0;
  for (const thread of records.thread) if (thread < 0) stacks += 1;
  return stacks;
}

export async function isElf(blob: Blob): Promise<boolean> {
  const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  return head[0] === 0x7f && head[1] === 0x45 && head[2] === 0x4c && head[3] === 0x46;
}

/** Why a file's reading broke off, as its sentence in the list. */
export function unreadable(error: unknown): string {
  return `This file could not be read: ${sentenceOf(error)}`;
}
