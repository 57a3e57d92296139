/**
 * The page's side of the tuning worker. It is started when it is first needed; one that dies is replaced by an empty one,
 * and its open calls fail with a sentence: the owner adds its results again.
 */
import { connect, type Connection, type WorkerLike } from './connection.client.js';
import type { TuningApi } from './tuning.api.js';

export interface TuningClient extends TuningApi {
  dispose(): void;
}

export function createTuningWorker(): WorkerLike {
  return new Worker(new URL('./tuning.worker.ts', import.meta.url), { type: 'module', name: 'tuning' });
}

const CRASH = 'The worker that judges the runs stopped (most likely out of memory).';

/** @param onCrash the results are gone with the worker. */
export function createTuningClient(makeWorker: () => WorkerLike, onCrash: () => void): TuningClient {
  let connection: Connection<TuningApi> | null = null;
  const at = (): Connection<TuningApi> => {
    connection ??= connect<TuningApi>(makeWorker, CRASH, () => {
      connection = null;
      onCrash();
    });
    return connection;
  };
  const call = <T>(make: (on: Connection<TuningApi>) => Promise<T>): Promise<T> => {
    const on = at();
    return on.guard(make(on));
  };
  return {
    add: (sweepId, results) => call(({ remote }) => remote.add(sweepId, results)),
    judge: (request) => call(({ remote }) => remote.judge(request)),
    write: (sweepId, context) => call(({ remote }) => remote.write(sweepId, context)),
    missing: (request) => call(({ remote }) => remote.missing(request)),
    dispose() {
      connection?.close('The tuning worker was closed.');
      connection = null;
    },
  };
}
