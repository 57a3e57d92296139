/** What the clients share: a worker with its calls guarded against its end, and the races of a call with abort and crash. */
import { type Endpoint, type Remote, wrap } from 'comlink';

/** What a client needs of a `Worker`. */
export interface WorkerLike extends Endpoint {
  terminate(): void;
}

export interface Connection<Api> {
  readonly remote: Remote<Api>;
  /** Settles as the call does, or fails with a sentence when the worker ends first. */
  guard<T>(call: Promise<T>): Promise<T>;
  /** Ends the worker; open calls fail with `reason`. `onCrash` is not called. */
  close(reason: string): void;
}

/** Connects to a new worker. When it dies, open calls fail with `crash`, then `onCrash` is called, once. */
export function connect<Api>(
  makeWorker: () => WorkerLike,
  crash: string,
  onCrash: () => void,
): Connection<Api> {
  const worker = makeWorker();
  const remote = wrap<Api>(worker);
  const end = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    end.signal.addEventListener('abort', () => reject(new Error(String(end.signal.reason))));
  });
  ended.catch(() => undefined);
  let dead = false;
  const close = (reason: string): void => {
    dead = true;
    worker.terminate();
    end.abort(reason);
  };
  const die = (): void => {
    if (dead) return;
    close(crash);
    onCrash();
  };
  worker.addEventListener('error', die);
  worker.addEventListener('messageerror', die);
  return { remote, guard: (call) => Promise.race([call, ended]), close };
}

/** Rejects with the signal's reason when it aborts; stops listening when `over` does. */
export function whenAborted(signal: AbortSignal, over: AbortController): Promise<never> {
  return new Promise((_, reject) => {
    const tell = () => reject(signal.reason as Error);
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true, signal: over.signal });
  });
}

/** Rejects with `crash` when the worker breaks; stops listening when `over` aborts. */
export function whenBroken(worker: WorkerLike, over: AbortController, crash: string): Promise<never> {
  return new Promise((_, reject) => {
    const tell = () => reject(new Error(crash));
    for (const kind of ['error', 'messageerror']) {
      worker.addEventListener(kind, tell);
      over.signal.addEventListener('abort', () => worker.removeEventListener(kind, tell));
    }
  });
}

/** Lets waiting messages in. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 4);
  });
}
