/** The files on the bench: what they are, how far reading them is, what is wrong with them. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StatisticsTable } from '../engine/replay/statistics.js';
import type { OpenedStatistics, OpenedTrace, Problem, ReadProgress } from '../formats/format.js';

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

export interface FileEntry {
  readonly id: string;
  readonly blob: Blob;
  readonly name: string;
  readonly size: number;
  /** Files opened together share a batch; a later batch takes the bench. */
  readonly batch: number;
  /** Name of the sample this is, or null. */
  readonly sample: string | null;
  readonly dropSecMisses: boolean;
  readonly status: 'waiting' | 'reading' | 'ready' | 'failed' | 'cancelled';
  readonly progress: ReadProgress | null;
  readonly content: TraceContent | MeasuredContent | null;
  readonly problems: readonly Problem[];
  /** Why nothing of it could be used. */
  readonly error: string | null;
}

export interface Files {
  readonly files: readonly FileEntry[];
  /** The file on the bench. */
  readonly selected: string | null;
}

export type FilesStore = StoreApi<Files>;

export function createFiles(): FilesStore {
  return createStore<Files>(() => ({ files: [], selected: null }));
}

export function findFile(files: Files, id: string | null): FileEntry | null {
  return files.files.find((file) => file.id === id) ?? null;
}

export function selectedTrace(files: Files): (FileEntry & { readonly content: TraceContent }) | null {
  const file = findFile(files, files.selected);
  const content = file?.content;
  return file && content?.kind === 'trace' ? { ...file, content } : null;
}

export function updateFile(store: FilesStore, id: string, change: Partial<FileEntry>): void {
  store.setState(({ files }) => ({
    files: files.map((file) => (file.id === id ? { ...file, ...change } : file)),
  }));
}
