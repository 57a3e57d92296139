/**
 * The page's side of the heap worker. Of each kind of question the newest wins; a worker that dies is replaced, and
 * the owner is told, because its profiles are gone with it.
 */
import { transfer } from 'comlink';
import { latestWins, type LatestWins } from '../base/latest-wins.js';
import { sentenceOf } from '../base/result.js';
import { type HeapProfile, profileBuffers, type SymbolTable } from '../engine/profile/profile.js';
import type { SymbolisedAddresses } from '../engine/profile/symbolised.js';
import type { ProfileWorkload } from '../engine/sampling/profile-sizes.js';
import type {
  ExportRequest,
  HeapApi,
  HeapQueries,
  HeapQuestion,
  Places,
  StreamRequest,
  StreamSize,
  StreamSummary,
} from './heap.api.js';
import { connect, pause, type WorkerLike } from './connection.client.js';

export interface HeapListener {
  started(question: HeapQuestion): void;
  /** Called when nothing of this kind runs any more. */
  ended(question: HeapQuestion): void;
  landed<K extends HeapQuestion>(
    question: K,
    request: HeapQueries[K]['request'],
    answer: HeapQueries[K]['answer'],
  ): void;
  failed<K extends HeapQuestion>(question: K, request: HeapQueries[K]['request'], sentence: string): void;
  /** The worker died or was stopped. A new one is ready and empty; add the profiles again. */
  crashed(sentence: string): void;
}

export interface HeapClient {
  addProfile(id: string, profile: HeapProfile): Promise<void>;
  removeProfile(id: string): Promise<void>;
  addSymbols(id: string, symbols: SymbolTable): Promise<void>;
  removeSymbols(id: string): Promise<void>;
  places(id: string): Promise<Places>;
  /** Estimated objects by size. */
  workload(id: string): Promise<ProfileWorkload>;
  addNames(id: string, names: SymbolisedAddresses): Promise<void>;
  /** Answers come to the listener. */
  ask<K extends HeapQuestion>(question: K, request: HeapQueries[K]['request']): void;
  /** Drops what of this kind runs or waits. */
  drop(question: HeapQuestion): void;
  export(request: ExportRequest): Promise<Blob>;
  beginStream(id: string, request: StreamRequest): Promise<void>;
  addToStream(id: string, profile: HeapProfile): Promise<StreamSize>;
  endStream(id: string): Promise<StreamSummary>;
  dropStream(id: string): Promise<void>;
  /** Ends the worker, whatever it does, and starts another. */
  restart(): void;
  readonly busy: boolean;
  idle(): Promise<void>;
  dispose(): void;
}

export function createHeapWorker(): WorkerLike {
  return new Worker(new URL('./heap.worker.ts', import.meta.url), { type: 'module', name: 'heap' });
}

const CRASH = 'The heap worker stopped (most likely out of memory). It was started again.';
const STOPPED = 'The question was stopped.';

type Asked<K extends HeapQuestion> = HeapQueries[K]['request'];

export function createHeapClient(makeWorker: () => WorkerLike, listener: HeapListener): HeapClient {
  let connection = connect<HeapApi>(makeWorker, CRASH, () => onEnd(CRASH));
  let disposed = false;
  let calls = 0;

  function onEnd(sentence: string): void {
    if (disposed) return;
    connection = connect<HeapApi>(makeWorker, CRASH, () => onEnd(CRASH));
    listener.crashed(sentence);
  }

  function queue<K extends HeapQuestion>(question: K): LatestWins<Asked<K>> {
    return latestWins<Asked<K>>(
      async (request, control) => {
        const at = connection;
        listener.started(question);
        try {
          const call = at.remote[question] as unknown as (
            request: Asked<K>,
          ) => Promise<HeapQueries[K]['answer']>;
          const answer = await at.guard(call(request));
          if (!control.aborted) listener.landed(question, request, answer);
        } finally {
          listener.ended(question);
        }
      },
      (error, request) => listener.failed(question, request, sentenceOf(error)),
    );
  }

  const queues: { readonly [K in HeapQuestion]: LatestWins<Asked<K>> } = {
    look: queue('look'),
    facts: queue('facts'),
    detail: queue('detail'),
    threads: queue('threads'),
    rules: queue('rules'),
    growth: queue('growth'),
    diff: queue('diff'),
  };
  const all = Object.values(queues) as readonly LatestWins<never>[];

  const counted = async <T>(call: Promise<T>): Promise<T> => {
    calls += 1;
    try {
      return await connection.guard(call);
    } finally {
      calls -= 1;
    }
  };

  const client: HeapClient = {
    addProfile: (id, profile) =>
      counted(connection.remote.addProfile(id, transfer(profile, profileBuffers(profile)))),
    removeProfile: (id) => counted(connection.remote.removeProfile(id)),
    addSymbols: (id, symbols) => counted(connection.remote.addSymbols(id, symbols)),
    removeSymbols: (id) => counted(connection.remote.removeSymbols(id)),
    places: (id) => counted(connection.remote.places(id)),
    workload: (id) => counted(connection.remote.workload(id)),
    addNames: (id, names) => counted(connection.remote.addNames(id, names)),
    ask: (question, request) => (queues[question] as LatestWins<typeof request>).submit(request),
    drop: (question) => queues[question].cancel(),
    export: (request) => counted(connection.remote.export(request)),
    beginStream: (id, request) => counted(connection.remote.beginStream(id, request)),
    addToStream: (id, profile) =>
      counted(connection.remote.addToStream(id, transfer(profile, profileBuffers(profile)))),
    endStream: (id) => counted(connection.remote.endStream(id)),
    dropStream: (id) => counted(connection.remote.dropStream(id)),
    restart() {
      for (const queue of all) queue.cancel();
      connection.close(STOPPED);
      onEnd(STOPPED);
    },
    get busy() {
      return calls > 0 || all.some((queue) => queue.running || queue.waiting);
    },
    async idle() {
      while (client.busy) {
        // oxlint-disable-next-line no-await-in-loop -- one answer may lead to another question
        await Promise.all([...all.map((queue) => queue.idle()), pause()]);
      }
    },
    dispose() {
      disposed = true;
      for (const queue of all) queue.cancel();
      connection.close('The heap worker was closed.');
    },
  };
  return client;
}
