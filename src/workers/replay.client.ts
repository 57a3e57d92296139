/**
 * The page's side of the replay worker. Replays follow the latest-wins rule; a worker that dies is replaced, every
 * call it left open fails with a sentence, and the owner is told, because its traces are gone with it.
 */
import { proxy, transfer } from 'comlink';
import { latestWins, type LatestWins } from '../base/latest-wins.js';
import { sentenceOf } from '../base/result.js';
import { connect, type WorkerLike } from './connection.client.js';
import type { InspectApi } from './inspect.api.js';
import { createInspectClient, type InspectClient } from './inspect.client.js';
import type { ReplayApi, ReplayFinished, ReplayPart, ReplayRequest } from './replay.api.js';

export interface ReplayListener {
  /** A replay leaves the queue and starts. */
  started(request: ReplayRequest): void;
  part(request: ReplayRequest, part: ReplayPart): void;
  /** `completed` is false when a newer request or a cancel ended it. */
  finished(request: ReplayRequest, result: ReplayFinished): void;
  failed(request: ReplayRequest, sentence: string): void;
  /** The worker died. A new one is ready and empty; add the traces again. */
  crashed(sentence: string): void;
}

export interface ReplayClient {
  addTrace(traceId: string, trace: Parameters<ReplayApi['addTrace']>[1]): Promise<void>;
  removeTrace(traceId: string): Promise<void>;
  /** Asks for a replay; the newest request wins. Answers come to the listener. */
  replay(request: ReplayRequest): void;
  cancel(): void;
  /** Resolves with all snapshots, or with null when `cancelBehind` ended it. Never delays a replay for the screen. */
  replayBehind: ReplayApi['replayBehind'];
  cancelBehind(): void;
  workload(traceId: string): ReturnType<ReplayApi['workload']>;
  /** Resolves with null when `cancelSampling` or a newer call ended it. */
  sampleTrace: ReplayApi['sampleTrace'];
  cancelSampling(): void;
  exportStatistics(request: ReplayRequest): Promise<Blob>;
  fingerprint(traceId: string): ReturnType<ReplayApi['fingerprint']>;
  /** A second table of the trace, made in the worker. */
  copyTrace(traceId: string): ReturnType<ReplayApi['copyTrace']>;
  exportTrace(traceId: string): Promise<Blob>;
  /** Looks inside one replay of a trace added here. */
  readonly inspect: InspectClient;
  /** True while a replay runs or waits. */
  readonly busy: boolean;
  idle(): Promise<void>;
  dispose(): void;
}

export function createReplayWorker(): WorkerLike {
  return new Worker(new URL('./replay.worker.ts', import.meta.url), { type: 'module', name: 'replay' });
}

/**
 * A replay that will end within this time is left to do so when a newer one waits: while a slider moves, whole pictures
 * a few times a second tell more than first parts at every step.
 */
const SPARE_MS = 250;

/** Milliseconds a running replay will still take, by its pace so far. */
function remaining(part: ReplayPart, elapsed: number): number {
  if (part.eventsDone === 0) return Number.POSITIVE_INFINITY;
  return ((part.eventsTotal - part.eventsDone) * elapsed) / part.eventsDone;
}

const CRASH = 'The replay worker stopped (most likely out of memory). It was started again.';

export function createReplayClient(
  makeWorker: () => WorkerLike,
  listener: ReplayListener,
  spareMs = SPARE_MS,
): ReplayClient {
  let connection = connect<ReplayApi & InspectApi>(makeWorker, CRASH, onCrash);
  let disposed = false;

  function onCrash(): void {
    if (disposed) return;
    connection = connect<ReplayApi & InspectApi>(makeWorker, CRASH, onCrash);
    listener.crashed(CRASH);
  }

  const jobs: LatestWins<ReplayRequest> = latestWins(
    async (request, control) => {
      const at = connection;
      const begun = performance.now();
      listener.started(request);
      control.onAbort(() => void at.guard(at.remote.cancel()).catch(() => undefined));
      const onPart = (part: ReplayPart): void => {
        if (control.aborted) return;
        listener.part(request, part);
        if (remaining(part, performance.now() - begun) > spareMs) control.delivered();
      };
      const result = await at.guard(at.remote.replay(request, proxy(onPart)));
      // An abort may cross the end of the job on its way; its last part was dropped here then.
      listener.finished(request, { ...result, completed: result.completed && !control.aborted });
    },
    (error, request) => listener.failed(request, sentenceOf(error)),
  );

  return {
    addTrace: (traceId, trace) =>
      connection.guard(
        connection.remote.addTrace(
          traceId,
          transfer(trace, [trace.meta.buffer, trace.value.buffer, trace.time.buffer]),
        ),
      ),
    removeTrace: (traceId) => connection.guard(connection.remote.removeTrace(traceId)),
    replay: (request) => jobs.submit(request),
    cancel: () => jobs.cancel(),
    replayBehind: (request, onProgress) =>
      connection.guard(connection.remote.replayBehind(request, proxy(onProgress))),
    cancelBehind: () => void connection.guard(connection.remote.cancelBehind()).catch(() => undefined),
    workload: (traceId) => connection.guard(connection.remote.workload(traceId)),
    sampleTrace: (request, onProgress) =>
      connection.guard(connection.remote.sampleTrace(request, proxy(onProgress))),
    cancelSampling: () => void connection.guard(connection.remote.cancelSampling()).catch(() => undefined),
    exportStatistics: (request) => connection.guard(connection.remote.exportStatistics(request)),
    fingerprint: (traceId) => connection.guard(connection.remote.fingerprint(traceId)),
    copyTrace: (traceId) => connection.guard(connection.remote.copyTrace(traceId)),
    exportTrace: (traceId) => connection.guard(connection.remote.exportTrace(traceId)),
    inspect: createInspectClient(() => connection),
    get busy() {
      return jobs.running || jobs.waiting;
    },
    idle: () => jobs.idle(),
    dispose() {
      disposed = true;
      jobs.cancel();
      connection.close('The replay worker was closed.');
    },
  };
}
