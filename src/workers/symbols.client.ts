/**
 * The page's side of the symbols worker. It remembers the files, so that a worker that was aborted or broke can be
 * followed by a new one that knows them too; calls run one at a time, in the order asked.
 */
import { proxy, type Remote, wrap } from 'comlink';
import type { Mapping } from '../engine/profile/profile.js';
import { whenAborted, whenBroken, type WorkerLike } from './connection.client.js';
import type { AddedBinary, SymbolisedByWorker, SymbolsApi } from './symbols.api.js';

export interface SymbolsClient {
  /** Rejects with the signal's reason when aborted, and with a sentence when the worker broke. */
  addBinary(
    id: string,
    file: Blob,
    name: string,
    mappings: readonly Mapping[],
    signal: AbortSignal,
  ): Promise<AddedBinary>;
  /** Forgets a file. */
  removeBinary(id: string): void;
  /** `words` is copied. `onProgress` gets the share that is done, 0 to 1. */
  symbolise(
    words: Uint32Array,
    mappings: readonly Mapping[],
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<SymbolisedByWorker>;
  dispose(): void;
}

export function createSymbolsWorker(): WorkerLike {
  return new Worker(new URL('./symbols.worker.ts', import.meta.url), { type: 'module', name: 'symbols' });
}

const CRASH =
  'the symbols worker stopped, most likely out of memory. Try binaries with less debug information.';
const CLOSED = 'the symbols worker was closed.';

interface Connection {
  readonly worker: WorkerLike;
  readonly api: Remote<SymbolsApi>;
  /** Ids of the files this worker knows. */
  readonly known: Set<string>;
}

export function createSymbolsClient(makeWorker: () => WorkerLike): SymbolsClient {
  const files = new Map<string, { readonly file: Blob; readonly name: string }>();
  let current: Connection | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  function end(): void {
    current?.worker.terminate();
    current = null;
  }

  function connect(): Connection {
    if (current === null) {
      const worker = makeWorker();
      current = { worker, api: wrap<SymbolsApi>(worker), known: new Set() };
    }
    return current;
  }

  async function run<T>(call: (connection: Connection) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const connection = connect();
    const over = new AbortController();
    try {
      return await Promise.race([
        call(connection),
        whenAborted(signal, over),
        whenBroken(connection.worker, over, CRASH),
      ]);
    } catch (error) {
      // Aborted or broken: either way what this worker still does is not wanted.
      end();
      throw error;
    } finally {
      over.abort();
    }
  }

  function queue<T>(call: (connection: Connection) => Promise<T>, signal: AbortSignal): Promise<T> {
    const either = AbortSignal.any([signal, closing.signal]);
    const result = tail.then(() => run(call, either));
    tail = result.catch(() => undefined);
    const over = new AbortController();
    return Promise.race([result, whenAborted(either, over)]).finally(() => over.abort());
  }

  /** Brings a worker to what the client remembers. */
  async function catchUp({ api, known }: Connection): Promise<void> {
    for (const id of known) {
      if (files.has(id)) continue;
      known.delete(id);
      await api.removeBinary(id);
    }
    for (const [id, { file, name }] of files) {
      if (known.has(id)) continue;
      known.add(id);
      await api.addBinary(id, file, name, []);
    }
  }

  return {
    addBinary(id, file, name, mappings, signal) {
      return queue(async (connection) => {
        files.delete(id);
        await catchUp(connection);
        const added = await connection.api.addBinary(id, file, name, mappings);
        if (added.kind === 'binary') {
          files.set(id, { file, name });
          connection.known.add(id);
        }
        return added;
      }, signal);
    },
    removeBinary(id) {
      files.delete(id);
    },
    symbolise(words, mappings, onProgress, signal) {
      const report = (share: number): void => {
        if (!signal.aborted) onProgress(share);
      };
      return queue(async (connection) => {
        await catchUp(connection);
        return connection.api.symbolise(words, mappings, proxy(report));
      }, signal);
    },
    dispose() {
      closing.abort(new Error(CLOSED));
      end();
    },
  };
}
