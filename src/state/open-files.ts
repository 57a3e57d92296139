/** Reads files one after another; the newest batch takes the bench; a trace goes to the replay worker whole. */
import { plainText } from '../base/plain-text.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { OpenOutcome, ReadProgress } from '../formats/format.js';
import { type FileEntry, type FilesStore, findFile, updateFile } from './files.js';
import type { JobsStore } from './jobs.js';

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

export interface NamedBlob {
  readonly blob: Blob;
  readonly name: string;
  readonly sample?: string;
}

export interface FileOpener {
  open(files: readonly NamedBlob[]): void;
  select(id: string): void;
  remove(id: string): void;
  cancel(id: string): void;
  /** Reads a file again, for instance with its SEC misses left out. */
  reread(id: string, change: { readonly dropSecMisses?: boolean }): void;
  /** Reads all traces again: the replay worker that held them is gone. */
  rereadTraces(): void;
  readonly busy: boolean;
  idle(): Promise<void>;
}

const HEAP_FILE = 'This belongs to the Heap bench: it holds a heap profile, and no trace to replay.';

export function createFileOpener(
  files: FilesStore,
  jobs: JobsStore,
  readFile: ReadFile,
  keeper: TraceKeeper,
): FileOpener {
  let nextId = 1;
  let nextTrace = 1;
  let batch = 0;
  let reading: { readonly id: string; readonly abort: AbortController } | null = null;
  let draining = false;
  let done: Promise<void> = Promise.resolve();

  const next = (): FileEntry | undefined => files.getState().files.find((file) => file.status === 'waiting');

  const drain = async (): Promise<void> => {
    draining = true;
    for (let file = next(); file !== undefined; file = next()) {
      // oxlint-disable-next-line no-await-in-loop -- one file at a time: reading them side by side gains nothing
      await read(file);
    }
    draining = false;
  };

  const wake = (): void => {
    if (!draining) done = drain();
  };

  async function read(file: FileEntry): Promise<void> {
    const abort = new AbortController();
    const mine = { id: file.id, abort };
    reading = mine;
    updateFile(files, file.id, { status: 'reading', progress: null, error: null, problems: [] });
    jobs.start({
      id: file.id,
      name: `Reading ${file.name}`,
      total: file.size,
      unit: 'bytes',
      countedUnit: 'rows',
      cancel: () => cancel(file.id),
    });
    try {
      const outcome = await readFile(
        file.blob,
        file.name,
        { dropSecMisses: file.dropSecMisses, maxExpandedBytes: null },
        (progress) => {
          if (abort.signal.aborted) return;
          updateFile(files, file.id, { progress });
          jobs.progress(file.id, progress.bytesRead, progress.rows, progress.bytesTotal ?? file.size);
        },
        abort.signal,
      );
      if (!abort.signal.aborted) await land(file.id, outcome);
    } catch (error) {
      if (!abort.signal.aborted) {
        updateFile(files, file.id, { status: 'failed', content: null, error: sentenceOf(error) });
      }
    } finally {
      jobs.end(file.id);
      reading = null;
    }
  }

  async function land(id: string, outcome: OpenOutcome): Promise<void> {
    const file = findFile(files.getState(), id);
    if (file === null) return;
    const { problems } = outcome;
    if (outcome.kind === 'unusable') {
      updateFile(files, id, { status: 'failed', content: null, error: outcome.sentence, problems });
      return;
    }
    if (outcome.kind === 'profile' || outcome.kind === 'symbols') {
      updateFile(files, id, { status: 'failed', content: null, error: HEAP_FILE, problems });
      return;
    }
    if (outcome.kind === 'statistics') {
      const { problems: _, ...content } = outcome;
      updateFile(files, id, { status: 'ready', content, problems });
    } else {
      const { problems: _, trace, ...rest } = outcome;
      const traceId = `trace-${nextTrace}`;
      nextTrace += 1;
      // The table's figures must be read before its buffers are handed over.
      const { length, allocations, shards } = trace;
      const span = spanOf(trace);
      await keeper.addTrace(traceId, trace);
      if (findFile(files.getState(), id)?.status !== 'reading') {
        // Removed, cancelled or asked for again meanwhile.
        await keeper.removeTrace(traceId);
        return;
      }
      updateFile(files, id, {
        status: 'ready',
        content: { ...rest, traceId, events: length, allocations, shards, span },
        problems,
      });
    }
    const state = files.getState();
    const selected = findFile(state, state.selected);
    if (selected === null || selected.status !== 'ready' || selected.batch < file.batch) {
      files.setState({ selected: id });
    }
  }

  function forget(file: FileEntry | null): void {
    if (file?.content?.kind === 'trace') {
      keeper.removeTrace(file.content.traceId).catch(() => undefined);
    }
  }

  function cancel(id: string): void {
    if (reading?.id === id) reading.abort.abort();
    updateFile(files, id, { status: 'cancelled', progress: null });
  }

  function reread(id: string, change: { readonly dropSecMisses?: boolean }): void {
    if (reading?.id === id) reading.abort.abort();
    forget(findFile(files.getState(), id));
    updateFile(files, id, { ...change, status: 'waiting', content: null, progress: null, error: null });
    wake();
  }

  const opener: FileOpener = {
    open(opened) {
      batch += 1;
      const entries = opened.map(({ blob, name, sample }): FileEntry => {
        const id = `file-${nextId}`;
        nextId += 1;
        return {
          id,
          blob,
          name: plainText(name),
          size: blob.size,
          batch,
          sample: sample ?? null,
          dropSecMisses: false,
          status: 'waiting',
          progress: null,
          content: null,
          problems: [],
          error: null,
        };
      });
      files.setState((state) => ({ files: [...state.files, ...entries] }));
      wake();
    },
    select: (id) => files.setState({ selected: id }),
    remove(id) {
      if (reading?.id === id) reading.abort.abort();
      forget(findFile(files.getState(), id));
      files.setState((state) => {
        const rest = state.files.filter((file) => file.id !== id);
        const heir = rest.findLast((file) => file.status === 'ready');
        return { files: rest, selected: state.selected === id ? (heir?.id ?? null) : state.selected };
      });
    },
    cancel,
    reread,
    rereadTraces() {
      for (const file of files.getState().files) {
        if (file.content?.kind === 'trace') {
          updateFile(files, file.id, { status: 'waiting', content: null, progress: null });
        }
      }
      wake();
    },
    get busy() {
      return draining;
    },
    idle: () => (draining ? done.then(() => opener.idle()) : Promise.resolve()),
  };
  return opener;
}

/** The clock's way from the first event to the last; word pairs as `TraceTable.time` describes them. */
function spanOf({ length, time }: TraceTable): number {
  if (length === 0) return 0;
  const at = (event: number): bigint =>
    (BigInt(time[2 * event + 1] ?? 0) << 32n) | BigInt(time[2 * event] ?? 0);
  const span = at(length - 1) - at(0);
  return span > 0n ? Number(span) : 0;
}

function sentenceOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `This file could not be read: ${reason}`;
}
