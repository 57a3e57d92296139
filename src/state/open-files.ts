/** Reads files one after another; the newest batch takes the bench; tables go whole to the worker that works on them. */
import { plainText } from '../base/plain-text.js';
import type { OpenOutcome } from '../formats/format.js';
import type { StreamRequest } from '../workers/heap.api.js';
import {
  type FileOpener,
  isElf,
  type Keepers,
  type ReadFile,
  unreadable,
  spanOf,
  stacksOf,
} from './file-opener.js';
import {
  type BinaryContent,
  benchOf,
  type FileContent,
  type FileEntry,
  type FilesStore,
  findFile,
  type ManyDumps,
  type NamedBlob,
  updateFile,
} from './files.js';
import type { JobsStore } from './jobs.js';
import { isMany, mayBeMany, splitDumps, streamDumps } from './many-dumps.js';
import type { ViewStore } from './view.js';

export type { BinaryKeeper, FileOpener, ReadFile } from './file-opener.js';
export type { NamedBlob } from './files.js';

/** More files than anybody would cancel one by one. */
const MANY = 4;

export function createFileOpener(
  files: FilesStore,
  jobs: JobsStore,
  view: ViewStore,
  readFile: ReadFile,
  keepers: Keepers,
): FileOpener {
  let nextId = 1;
  let nextTable = 1;
  /** The newest batch that has put a file on a bench. */
  let shownBatch = 0;
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

  /** Many files came at once: too many dumps are asked about, all else is read as ever. */
  async function sort(file: FileEntry, { members }: ManyDumps): Promise<void> {
    const { dumps, others } = await splitDumps(members);
    if (findFile(files.getState(), file.id)?.status !== 'waiting') return;
    if (!isMany(dumps)) {
      replace(file.id, entriesOf(members, file.batch));
      return;
    }
    const size = dumps.reduce((sum, { blob }) => sum + blob.size, 0);
    updateFile(files, file.id, {
      status: 'asking',
      bench: 'heap',
      name: `${dumps.length.toLocaleString('en-US')} dumps`,
      size,
      many: { members: dumps, take: null },
    });
    files.setState((state) => ({ files: [...state.files, ...entriesOf(others, file.batch)] }));
    if (file.batch > shownBatch && view.getState().bench !== 'heap') view.setState({ bench: 'heap' });
  }

  async function readMany(file: FileEntry, { members }: ManyDumps, request: StreamRequest): Promise<void> {
    const abort = new AbortController();
    reading = { id: file.id, abort };
    updateFile(files, file.id, { status: 'reading', progress: null, error: null, problems: [] });
    const profileId = `profile-${nextTable}`;
    nextTable += 1;
    jobs.start({
      id: file.id,
      name: `${request.kind === 'sum' ? 'Adding up' : 'Following'} ${file.name}`,
      total: file.size,
      unit: 'bytes',
      countedUnit: 'dumps',
      cancel: () => cancel(file.id),
    });
    try {
      const { summary, streamed, problems, bytes, rows, others } = await streamDumps({
        id: profileId,
        request,
        members,
        read: ({ blob, name }, onProgress) =>
          readFile(blob, name, { dropSecMisses: false, maxExpandedBytes: null }, onProgress, abort.signal),
        keeper: keepers.streams,
        aborted: () => abort.signal.aborted,
        onProgress(bytesRead, dumps) {
          if (abort.signal.aborted) return;
          updateFile(files, file.id, { progress: { bytesRead, bytesTotal: file.size, rows: dumps } });
          jobs.progress(file.id, bytesRead, dumps, file.size);
        },
      });
      const { rates, ...facts } = summary;
      const content: FileContent = {
        kind: 'profile',
        format: 'heap-dump',
        compression: 'none',
        bytes,
        rows,
        ...facts,
        profileId,
        rate: rates.join(', '),
        streamed,
      };
      if (findFile(files.getState(), file.id)?.status !== 'reading') {
        release(content);
        return;
      }
      updateFile(files, file.id, { status: 'ready', content, problems });
      files.setState((state) => ({ files: [...state.files, ...entriesOf(others, file.batch)] }));
      show(file.id, content);
    } catch (error) {
      if (!abort.signal.aborted) {
        updateFile(files, file.id, { status: 'failed', content: null, error: unreadable(error) });
      }
    } finally {
      jobs.end(file.id);
      reading = null;
    }
  }

  async function read(file: FileEntry): Promise<void> {
    if (file.many !== undefined) {
      await (file.many.take === null ? sort(file, file.many) : readMany(file, file.many, file.many.take));
      return;
    }
    const abort = new AbortController();
    const mine = { id: file.id, abort };
    reading = mine;
    updateFile(files, file.id, { status: 'reading', progress: null, error: null, problems: [] });
    const others = files.getState().files.filter(({ status }) => status === 'waiting').length;
    jobs.start({
      id: file.id,
      name: `Reading ${file.name}${others === 0 ? '' : `, ${others} more wait`}`,
      total: file.size,
      unit: 'bytes',
      countedUnit: 'rows',
      // With many files under way, Cancel means all of them; one alone is removed in the list.
      cancel: () => (others > MANY ? cancelBatch(file.batch) : cancel(file.id)),
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
      if (abort.signal.aborted) return;
      const binary = outcome.kind === 'unusable' && (await isElf(file.blob));
      await (binary ? landBinary(file.id) : land(file.id, outcome));
    } catch (error) {
      if (!abort.signal.aborted) {
        updateFile(files, file.id, { status: 'failed', content: null, error: unreadable(error) });
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
    const tableId = `${outcome.kind}-${nextTable}`;
    nextTable += 1;
    const content = await keep(tableId, outcome);
    if (findFile(files.getState(), id)?.status !== 'reading') {
      // Removed, cancelled or asked for again meanwhile.
      release(content);
      return;
    }
    updateFile(files, id, { status: 'ready', bench: benchOf(content), content, problems });
    show(id, content);
  }

  async function landBinary(id: string): Promise<void> {
    const file = findFile(files.getState(), id);
    if (file === null) return;
    const binaryId = `binary-${nextTable}`;
    nextTable += 1;
    const facts = await keepers.binaries.addBinary(binaryId, file.blob, file.name);
    const content: BinaryContent = { kind: 'binary', format: 'elf', binaryId, ...facts };
    if (findFile(files.getState(), id)?.status !== 'reading') {
      release(content);
      return;
    }
    updateFile(files, id, { status: 'ready', bench: 'heap', content });
    show(id, content);
  }

  /** Gives the tables to their keeper, and returns what the page keeps of them. */
  async function keep(
    tableId: string,
    outcome: Exclude<OpenOutcome, { readonly kind: 'unusable' }>,
  ): Promise<FileContent> {
    switch (outcome.kind) {
      case 'statistics':
      case 'sweep':
      case 'workload': {
        const { problems: _, ...content } = outcome;
        return content;
      }
      case 'trace': {
        const { problems: _, trace, ...rest } = outcome;
        // A table's figures must be read before its buffers are handed over.
        const { length: events, allocations, shards } = trace;
        const span = spanOf(trace);
        await keepers.traces.addTrace(tableId, trace);
        return { ...rest, traceId: tableId, events, allocations, shards, span };
      }
      case 'profile': {
        const { problems: _, profile, ...rest } = outcome;
        const content = {
          ...rest,
          profileId: tableId,
          source: profile.source,
          rate: profile.rate.text,
          stacks: stacksOf(profile),
          threads: profile.threads.map(({ uid, name }) => ({ uid: String(uid), name })),
          frames: profile.addresses.length,
          named: profile.symbols !== null && profile.symbols.length > 0,
        };
        await keepers.profiles.addProfile(tableId, profile);
        return content;
      }
      case 'symbols': {
        const { problems: _, symbols, ...rest } = outcome;
        const { length: names, program } = symbols;
        await keepers.profiles.addSymbols(tableId, symbols);
        return { ...rest, symbolsId: tableId, names, program };
      }
    }
  }

  /** The first file of the newest batch takes its bench. */
  function show(id: string, content: FileContent): void {
    const file = findFile(files.getState(), id);
    if (file === null) return;
    const bench = benchOf(content);
    if (file.batch > shownBatch) {
      shownBatch = file.batch;
      if (view.getState().bench !== bench) view.setState({ bench });
    }
    if (content.kind === 'sweep') {
      if (file.batch >= shownBatch) keepers.showSweep(id);
      return;
    }
    const slot = content.kind === 'profile' ? 'profile' : bench === 'replay' ? 'selected' : null;
    if (slot === null) return;
    const state = files.getState();
    const selected = findFile(state, state[slot]);
    if (selected === null || selected.status !== 'ready' || selected.batch < file.batch) {
      files.setState({ [slot]: id });
    }
  }

  function forget(file: FileEntry | null): void {
    if (file?.content) release(file.content);
  }

  /** Lets the keeper let go; one that has died meanwhile has nothing left to let go of. */
  function release(content: FileContent): void {
    const gone = (): Promise<void> => {
      switch (content.kind) {
        case 'trace':
          return keepers.traces.removeTrace(content.traceId);
        case 'profile':
          return keepers.profiles.removeProfile(content.profileId);
        case 'symbols':
          return keepers.profiles.removeSymbols(content.symbolsId);
        case 'binary':
          return keepers.binaries.removeBinary(content.binaryId);
        case 'statistics':
        case 'sweep':
        case 'workload':
          return Promise.resolve();
      }
    };
    gone().catch(() => undefined);
  }

  function entriesOf(opened: readonly NamedBlob[], of: number): FileEntry[] {
    return opened.map(({ blob, name, sample }) => {
      const id = `file-${nextId}`;
      nextId += 1;
      return {
        id,
        blob,
        name: plainText(name),
        size: blob.size,
        batch: of,
        bench: view.getState().bench,
        sample: sample ?? null,
        dropSecMisses: false,
        status: 'waiting',
        progress: null,
        content: null,
        problems: [],
        error: null,
      };
    });
  }

  /** The row of many files together. */
  function manyOf(members: readonly NamedBlob[], of: number): FileEntry[] {
    const name = `${members.length.toLocaleString('en-US')} files`;
    const size = members.reduce((sum, { blob }) => sum + blob.size, 0);
    return entriesOf([{ blob: new Blob([]), name }], of).map((entry) => ({
      ...entry,
      size,
      many: { members, take: null },
    }));
  }

  function replace(id: string, entries: readonly FileEntry[]): void {
    files.setState((state) => ({
      files: state.files.flatMap((file) => (file.id === id ? entries : [file])),
    }));
  }

  function rereadAll(kinds: readonly FileContent['kind'][]): void {
    for (const file of files.getState().files) {
      if (file.content !== null && kinds.includes(file.content.kind)) {
        updateFile(files, file.id, { status: 'waiting', content: null, progress: null });
      }
    }
    wake();
  }

  function cancel(id: string): void {
    if (reading?.id === id) reading.abort.abort();
    updateFile(files, id, { status: 'cancelled', progress: null });
  }

  function cancelBatch(batch: number): void {
    for (const file of files.getState().files) {
      if (file.batch === batch && (file.status === 'waiting' || file.status === 'reading')) cancel(file.id);
    }
  }

  function reread(id: string, change: { readonly dropSecMisses?: boolean }): void {
    if (reading?.id === id) reading.abort.abort();
    forget(findFile(files.getState(), id));
    updateFile(files, id, { ...change, status: 'waiting', content: null, progress: null, error: null });
    wake();
  }

  const opener: FileOpener = {
    open(opened, behind = false) {
      batch += 1;
      if (behind) shownBatch = batch;
      const entries = mayBeMany(opened) ? manyOf(opened, batch) : entriesOf(opened, batch);
      files.setState((state) => ({ files: [...state.files, ...entries] }));
      wake();
      return entries.map(({ id }) => id);
    },
    take(id, request) {
      const file = findFile(files.getState(), id);
      if (file?.many === undefined || file.status === 'reading') return;
      if (request === null) {
        forget(file);
        replace(id, entriesOf(file.many.members, file.batch));
      } else {
        updateFile(files, id, { status: 'waiting', content: null, many: { ...file.many, take: request } });
      }
      wake();
    },
    select(id) {
      const content = findFile(files.getState(), id)?.content;
      if (content?.kind === 'profile') files.setState({ profile: id });
      else if (content?.kind === 'trace' || content?.kind === 'statistics') files.setState({ selected: id });
    },
    remove(id) {
      if (reading?.id === id) reading.abort.abort();
      forget(findFile(files.getState(), id));
      files.setState((state) => {
        const rest = state.files.filter((file) => file.id !== id);
        const heir = (kinds: readonly FileContent['kind'][]): string | null =>
          rest.findLast(({ content }) => content !== null && kinds.includes(content.kind))?.id ?? null;
        return {
          files: rest,
          selected: state.selected === id ? heir(['trace', 'statistics']) : state.selected,
          profile: state.profile === id ? heir(['profile']) : state.profile,
        };
      });
    },
    cancel,
    reread,
    rereadTraces: () => rereadAll(['trace']),
    rereadProfiles: () => rereadAll(['profile', 'symbols']),
    get busy() {
      return draining;
    },
    get batch() {
      return batch;
    },
    idle: () => (draining ? done.then(() => opener.idle()) : Promise.resolve()),
  };
  return opener;
}
