/** The page's side of looking inside a replay, on the replay worker's connection. */
import { proxy } from 'comlink';
import { sentenceOf } from '../base/result.js';
import type { Connection } from './connection.client.js';
import type { InspectApi, Inspected, InspectProgress, InspectRequest } from './inspect.api.js';

export interface InspectListener {
  /** How far the first pass is. */
  progress(request: InspectRequest, progress: InspectProgress): void;
  /** The first pass is complete. */
  finished(request: InspectRequest, inspected: Inspected): void;
  failed(request: InspectRequest, sentence: string): void;
}

export interface InspectClient {
  /** Opens a replay; the one open before is closed. All calls below are about the newest. */
  open(request: InspectRequest, listener: InspectListener): void;
  /** One call is under way and one waits: a newer one takes the place of the waiting one, which resolves null. */
  at(...query: Parameters<InspectApi['at']>): ReturnType<InspectApi['at']>;
  eventsAt: InspectApi['eventsAt'];
  why: InspectApi['why'];
  lifeline: InspectApi['lifeline'];
  close(): void;
}

export function createInspectClient(connection: () => Connection<InspectApi>): InspectClient {
  let newest = 0;
  const at = latest((...query: Parameters<InspectApi['at']>) => {
    const worker = connection();
    return worker.guard(worker.remote.at(...query));
  });

  return {
    open(request, listener) {
      newest += 1;
      const mine = newest;
      // A worker that was ended may still have words on their way.
      let over = false;
      const isHeard = (): boolean => !over && mine === newest;
      const onProgress = (progress: InspectProgress): void => {
        if (isHeard()) listener.progress(request, progress);
      };
      const worker = connection();
      worker.guard(worker.remote.inspect(request, proxy(onProgress))).then(
        (inspected) => {
          if (isHeard() && inspected !== null) listener.finished(request, inspected);
          over = true;
        },
        (error: unknown) => {
          if (isHeard()) listener.failed(request, sentenceOf(error));
          over = true;
        },
      );
    },
    at,
    eventsAt: (axis, position) => {
      const worker = connection();
      return worker.guard(worker.remote.eventsAt(axis, position));
    },
    why: (event) => {
      const worker = connection();
      return worker.guard(worker.remote.why(event));
    },
    lifeline: (shard, slab, entries) => {
      const worker = connection();
      return worker.guard(worker.remote.lifeline(shard, slab, entries));
    },
    close() {
      newest += 1;
      const worker = connection();
      worker.guard(worker.remote.closeInspection()).catch(() => undefined);
    },
  };
}

/** Runs one call at a time; of those that come meanwhile only the newest runs, the others resolve null. */
export function latest<Input extends unknown[], Output>(
  call: (...input: Input) => Promise<Output | null>,
): (...input: Input) => Promise<Output | null> {
  let running = false;
  let waiting: { readonly start: () => void; readonly drop: () => void } | null = null;

  const run = async (input: Input): Promise<Output | null> => {
    running = true;
    try {
      return await call(...input);
    } finally {
      running = false;
      const next = waiting;
      waiting = null;
      next?.start();
    }
  };

  return (...input) => {
    if (!running) return run(input);
    waiting?.drop();
    return new Promise((resolve) => {
      waiting = { start: () => resolve(run(input)), drop: () => resolve(null) };
    });
  };
}
