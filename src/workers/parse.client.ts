/**
 * The page's side of the parse worker: one file at a time, in the order asked. A running read is aborted by ending its
 * worker, which stops at once whatever it does; the next file gets a new one.
 */
import { proxy, type Remote, wrap } from 'comlink';
import type { OpenOutcome, ReadProgress } from '../formats/format.js';
import { whenAborted, whenBroken, type WorkerLike } from './connection.client.js';
import type { ParseApi } from './parse.api.js';

export interface ParseClient {
  /** Starts the worker before there is a file, so that the first one does not wait for its code. */
  prepare(): void;
  /**
   * Reads a file. Rejects with the signal's reason when aborted (running or waiting), and with a sentence when the
   * worker broke.
   */
  readFile(
    file: Blob,
    name: string,
    options: { readonly dropSecMisses: boolean; readonly maxExpandedBytes: number | null },
    onProgress: (progress: ReadProgress) => void,
    signal: AbortSignal,
  ): Promise<OpenOutcome>;
  /** Files being read or waiting. */
  readonly pending: number;
  dispose(): void;
}

export function createParseWorker(): WorkerLike {
  return new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module', name: 'parse' });
}

const CRASH = 'the reading worker stopped, most likely out of memory. Try a smaller part of the file.';
const CLOSED = 'the reader was closed.';

export function createParseClient(makeWorker: () => WorkerLike): ParseClient {
  let current: { readonly worker: WorkerLike; readonly api: Remote<ParseApi> } | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  let pending = 0;
  const closing = new AbortController();

  function end(): void {
    current?.worker.terminate();
    current = null;
  }

  function connected(): { readonly worker: WorkerLike; readonly api: Remote<ParseApi> } {
    if (current !== null) return current;
    const made = connect(makeWorker());
    // One that breaks while nobody waits for it must not get the next file.
    made.worker.addEventListener('error', () => {
      if (current === made) end();
    });
    return (current = made);
  }

  async function run(
    call: (api: Remote<ParseApi>) => Promise<OpenOutcome>,
    signal: AbortSignal,
  ): Promise<OpenOutcome> {
    signal.throwIfAborted();
    const { worker, api } = connected();
    const over = new AbortController();
    try {
      return await Promise.race([call(api), whenAborted(signal, over), whenBroken(worker, over, CRASH)]);
    } catch (error) {
      // Aborted or broken: either way what this worker still does is not wanted.
      end();
      throw error;
    } finally {
      over.abort();
    }
  }

  return {
    prepare() {
      connected();
    },
    readFile(file, name, options, onProgress, signal) {
      const either = AbortSignal.any([signal, closing.signal]);
      const report = (progress: ReadProgress): void => {
        if (!either.aborted) onProgress(progress);
      };
      pending++;
      const result = tail.then(() => run((api) => api.parse(file, name, options, proxy(report)), either));
      tail = result.catch(() => undefined).finally(() => pending--);
      return abortable(result, either);
    },
    get pending() {
      return pending;
    },
    dispose() {
      closing.abort(new Error(CLOSED));
      end();
    },
  };
}

function connect(worker: WorkerLike): { readonly worker: WorkerLike; readonly api: Remote<ParseApi> } {
  return { worker, api: wrap<ParseApi>(worker) };
}

/** Rejects at once when aborted, also while the file only waits for its turn. */
function abortable<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new AbortController();
  return Promise.race([result, whenAborted(signal, over)]).finally(() => over.abort());
}
