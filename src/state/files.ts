/** The files on the bench: what they are, how far reading them is, what is wrong with them. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StatisticsTable } from '../engine/replay/statistics.js';
import type { HeapProfile } from '../engine/profile/profile.js';
import type {
  OpenedProfile,
  OpenedStatistics,
  OpenedSweep,
  OpenedSymbols,
  OpenedTrace,
  OpenedWorkload,
  Problem,
  ReadProgress,
} from '../formats/format.js';
import type { StreamRequest } from '../workers/heap.api.js';
import type { GroupKind } from './heap-inputs.js';
import type { Bench } from './view.js';

export type TraceContent = Omit<OpenedTrace, 'trace' | 'problems'> & {
  /** Name of the trace in the replay worker, which holds the table. */
  readonly traceId: string;
  readonly events: number;
  readonly allocations: number;
  readonly shards: number;
  /** Nanoseconds from the first event to the last, as far as a double tells them. */
  readonly span: number;
};

export type MeasuredContent = Omit<OpenedStatistics, 'statistics' | 'problems'> & {
  readonly statistics: StatisticsTable;
};

/** Dumps that were read one after the other and not kept: what is left of them is one profile. */
export interface StreamedDumps {
  readonly kind: GroupKind;
  /** Dumps that were taken in, in their order. */
  readonly names: readonly string[];
  /** When each file was written last, in milliseconds since 1970; null where unknown. */
  readonly modified: readonly (number | null)[];
}

/** A heap profile, which the heap worker holds. */
export type ProfileContent = Omit<OpenedProfile, 'profile' | 'problems'> & {
  /** Name of the profile in the heap worker. */
  readonly profileId: string;
  readonly source: HeapProfile['source'];
  /** As written; '' where the file has none. */
  readonly rate: string;
  /** Records of all threads together, and threads named. */
  readonly stacks: number;
  readonly threads: readonly { readonly uid: string; readonly name: string | null }[];
  readonly frames: number;
  /** The dump brings names of its own. */
  readonly named: boolean;
  /** The dumps that it is the sum of, or the last one of. */
  readonly streamed?: StreamedDumps;
};

/** Names of addresses, which the heap worker holds. */
export type SymbolsContent = Omit<OpenedSymbols, 'symbols' | 'problems'> & {
  readonly symbolsId: string;
  readonly names: number;
  /** The program they are of; '' where unknown. Text from the file. */
  readonly program: string;
};

/** A program or library, which the symbol worker reads. */
export interface BinaryContent {
  readonly kind: 'binary';
  readonly format: 'elf';
  readonly binaryId: string;
  /** Hex digits; '' where it has none. */
  readonly buildId: string;
  /** What it knows and what it lacks, in words. */
  readonly description: string;
  /** Modules of open dumps that it names; paths, text from files. */
  readonly modules: readonly string[];
}

/** A size histogram or jemalloc's statistics: a small table, kept as it is. */
export type WorkloadContent = Omit<OpenedWorkload, 'problems'>;

/** Results of sweeps that were made elsewhere. */
export type SweepContent = Omit<OpenedSweep, 'problems'>;

export type FileContent =
  | TraceContent
  | MeasuredContent
  | ProfileContent
  | SymbolsContent
  | BinaryContent
  | WorkloadContent
  | SweepContent;

export interface NamedBlob {
  readonly blob: Blob;
  readonly name: string;
  readonly sample?: string;
}

/** Many dumps that came together, in one row of the list. */
export interface ManyDumps {
  readonly members: readonly NamedBlob[];
  /** How they are taken together; null as long as nobody has said it. */
  readonly take: StreamRequest | null;
}

/** When a file was written last, in milliseconds since 1970; null for what is no file. */
export function modifiedAt(blob: Blob): number | null {
  return blob instanceof File ? blob.lastModified : null;
}

export interface FileEntry {
  readonly id: string;
  readonly blob: Blob;
  readonly name: string;
  readonly size: number;
  /** Files opened together share a batch; a later batch takes the bench. */
  readonly batch: number;
  /** Where it is listed: the bench it belongs to, or, until that is known, the one it was opened on. */
  readonly bench: Bench;
  /** Name of the sample this is, or null. */
  readonly sample: string | null;
  readonly dropSecMisses: boolean;
  /** Set where the row stands for many files; `blob` is then empty. */
  readonly many?: ManyDumps;
  /** asking: many dumps wait for the user to say how to take them. */
  readonly status: 'asking' | 'waiting' | 'reading' | 'ready' | 'failed' | 'cancelled';
  readonly progress: ReadProgress | null;
  readonly content: FileContent | null;
  readonly problems: readonly Problem[];
  /** Why nothing of it could be used. */
  readonly error: string | null;
}

export interface Files {
  readonly files: readonly FileEntry[];
  /** The file on the Replay bench. */
  readonly selected: string | null;
  /** The file on the Heap bench. */
  readonly profile: string | null;
}

export type FilesStore = StoreApi<Files>;

export function createFiles(): FilesStore {
  return createStore<Files>(() => ({ files: [], selected: null, profile: null }));
}

export function findFile(files: Files, id: string | null): FileEntry | null {
  return files.files.find((file) => file.id === id) ?? null;
}

export function selectedTrace(files: Files): (FileEntry & { readonly content: TraceContent }) | null {
  const file = findFile(files, files.selected);
  const content = file?.content;
  return file && content?.kind === 'trace' ? { ...file, content } : null;
}

export type ProfileEntry = FileEntry & { readonly content: ProfileContent };

export function findProfile(files: Files, id: string | null): ProfileEntry | null {
  const file = findFile(files, id);
  return file?.content?.kind === 'profile' ? { ...file, content: file.content } : null;
}

/** All dumps that were read. */
export function profilesOf({ files }: Files): readonly ProfileEntry[] {
  return files.flatMap((file) =>
    file.content?.kind === 'profile' ? [{ ...file, content: file.content }] : [],
  );
}

export function benchOf(content: FileContent): Bench {
  if (content.kind === 'workload') return 'sampling';
  return content.kind === 'trace' || content.kind === 'statistics' || content.kind === 'sweep'
    ? 'replay'
    : 'heap';
}

export function updateFile(store: FilesStore, id: string, change: Partial<FileEntry>): void {
  store.setState(({ files }) => ({
    files: files.map((file) => (file.id === id ? { ...file, ...change } : file)),
  }));
}
