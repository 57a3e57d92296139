/** An app for tests of what is shown: its workers take every message and never answer. */
import type { WorkerLike } from '../workers/connection.client.js';
import { type App, createApp } from './app.js';
import type { FileEntry } from './files.js';

const SILENT_WORKER: WorkerLike = {
  postMessage: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  terminate: () => undefined,
};

const makeWorker = (): WorkerLike => SILENT_WORKER;
const unused = (): Promise<never> => Promise.reject(new Error('unused'));

export function silentApp(hash: string, cores = 1): App {
  return createApp({
    afterFrame: (call) => call(),
    readFile: unused,
    makeReplayWorker: makeWorker,
    makeHeapWorker: makeWorker,
    makeSymbolsWorker: makeWorker,
    makeSamplingWorker: makeWorker,
    makeSweepWorker: makeWorker,
    makeTuningWorker: makeWorker,
    cores,
    now: () => 0,
    fetchSample: unused,
    hash,
    page: 'test',
  });
}

/** A file on the Replay bench that is being read. */
export const READING_FILE: FileEntry = {
  id: 'f',
  blob: new Blob([]),
  name: 'trace.csv',
  size: 1,
  batch: 1,
  bench: 'replay',
  sample: null,
  dropSecMisses: false,
  status: 'reading',
  progress: null,
  content: null,
  problems: [],
  error: null,
};
