/**
 * The page's side of the sampling workers: one for closed forms, which must follow a slider, one for what takes time.
 * Both start with their first question. Of each kind of question the newest wins; a worker that dies is replaced by the
 * next question, which brings all it needs.
 */
import { proxy, type Remote } from 'comlink';
import { latestWins, type LatestWins } from '../base/latest-wins.js';
import { sentenceOf } from '../base/result.js';
import { type Connection, connect, pause, type WorkerLike } from './connection.client.js';
import type {
  DumpAnswer,
  DumpRequest,
  ExperimentFinished,
  ExperimentPart,
  ExperimentRequest,
  SamplingApi,
  SamplingQueries,
  SamplingQuestion,
} from './sampling.api.js';

export interface SamplingListener {
  landed<K extends SamplingQuestion>(
    question: K,
    request: SamplingQueries[K]['request'],
    answer: SamplingQueries[K]['answer'],
  ): void;
  failed(
    question: SamplingQuestion | 'experiment',
    request: SamplingQueries[SamplingQuestion]['request'] | ExperimentRequest,
    sentence: string,
  ): void;
  /** An experiment leaves the queue and starts. */
  started(request: ExperimentRequest): void;
  part(request: ExperimentRequest, part: ExperimentPart): void;
  /** `completed` is false when a newer one or a cancel ended it. */
  finished(request: ExperimentRequest, result: ExperimentFinished): void;
}

export interface SamplingClient {
  /** Answers come to the listener. */
  ask<K extends SamplingQuestion>(question: K, request: SamplingQueries[K]['request']): void;
  experiment(request: ExperimentRequest): void;
  cancelExperiment(): void;
  dump(request: DumpRequest): Promise<DumpAnswer>;
  readonly busy: boolean;
  idle(): Promise<void>;
  dispose(): void;
}

export function createSamplingWorker(): WorkerLike {
  return new Worker(new URL('./sampling.worker.ts', import.meta.url), { type: 'module', name: 'sampling' });
}

const CRASH = 'The sampling worker stopped (most likely out of memory). Change something to start it again.';
const CLOSED = 'The sampling worker was closed.';

export function createSamplingClient(
  makeWorker: () => WorkerLike,
  listener: SamplingListener,
): SamplingClient {
  const fast = lazyConnection(makeWorker);
  const slow = lazyConnection(makeWorker);
  let calls = 0;

  const theory = queue('theory', fast, (remote, request) => remote.theory(request));
  const counter = queue('counter', slow, (remote, request) => remote.counter(request));

  function queue<K extends SamplingQuestion>(
    question: K,
    connection: LazyConnection,
    call: (
      remote: Remote<SamplingApi>,
      request: SamplingQueries[K]['request'],
    ) => Promise<SamplingQueries[K]['answer']>,
  ): LatestWins<SamplingQueries[K]['request']> {
    return latestWins(
      async (request, control) => {
        const at = connection.get();
        const answer = await at.guard(call(at.remote, request));
        if (!control.aborted) listener.landed(question, request, answer);
      },
      (error, request) => listener.failed(question, request, sentenceOf(error)),
    );
  }

  const experiments: LatestWins<ExperimentRequest> = latestWins(
    async (request, control) => {
      const at = slow.get();
      listener.started(request);
      control.onAbort(() => void at.guard(at.remote.cancel()).catch(() => undefined));
      const onPart = (part: ExperimentPart): void => {
        if (control.aborted) return;
        listener.part(request, part);
        control.delivered();
      };
      const result = await at.guard(at.remote.experiment(request, proxy(onPart)));
      // An abort may cross the end of the job on its way; its last part was dropped here then.
      listener.finished(request, { ...result, completed: result.completed && !control.aborted });
    },
    (error, request) => listener.failed('experiment', request, sentenceOf(error)),
  );

  const queues: readonly Pick<LatestWins<never>, 'cancel' | 'running' | 'waiting' | 'idle'>[] = [
    theory,
    counter,
    experiments,
  ];
  const asked = { theory, counter } as const;
  const client: SamplingClient = {
    ask: (question, request) => (asked[question] as LatestWins<typeof request>).submit(request),
    experiment: (request) => experiments.submit(request),
    cancelExperiment: () => experiments.cancel(),
    async dump(request) {
      calls += 1;
      try {
        const at = slow.get();
        return await at.guard(at.remote.dump(request));
      } finally {
        calls -= 1;
      }
    },
    get busy() {
      return calls > 0 || queues.some((one) => one.running || one.waiting);
    },
    async idle() {
      while (client.busy) {
        // oxlint-disable-next-line no-await-in-loop -- one answer may lead to another question
        await Promise.all([...queues.map((one) => one.idle()), pause()]);
      }
    },
    dispose() {
      for (const one of queues) one.cancel();
      fast.close();
      slow.close();
    },
  };
  return client;
}

interface LazyConnection {
  /** The worker that lives; starts one where none does. */
  get(): Connection<SamplingApi>;
  close(): void;
}

function lazyConnection(makeWorker: () => WorkerLike): LazyConnection {
  let connection: Connection<SamplingApi> | null = null;
  return {
    get() {
      connection ??= connect<SamplingApi>(makeWorker, CRASH, () => {
        connection = null;
      });
      return connection;
    },
    close() {
      connection?.close(CLOSED);
      connection = null;
    },
  };
}
