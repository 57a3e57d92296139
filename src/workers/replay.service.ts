/**
 * What the replay worker does, without the worker: it holds traces and replays them in short slices, so that a
 * cancel or a newer call gets in between two slices. Clock, pause and writers are arguments; tests drive them.
 */
import type { OptionValues, ReplayMode } from '../engine/replay/options.js';
import type { Replay, SnapshotPlan } from '../engine/replay/run.js';
import {
  COLUMNS,
  createStatistics,
  type StatisticsTable,
  statisticsBuffers,
} from '../engine/replay/statistics.js';
import { ReplayScratch } from '../engine/replay/scratch.js';
import { latestTime } from '../engine/replay/snapshot-schedule.js';
import { type TraceTable, traceBuffers } from '../engine/replay/trace-table.js';
import type { ProgramSamples } from '../engine/sampling/sample-program.js';
import type { TraceSampling } from '../engine/sampling/trace-sampling.js';
import { hashTrace } from '../engine/tuning/fingerprint.js';
import { workloadOfTrace } from '../engine/sampling/trace-sizes.js';
import type { ReplayApi, ReplayFinished, ReplayPart, ReplayRequest } from './replay.api.js';
import type { DumpAnswer, DumpRequest } from './sampling.api.js';
import { slices } from './slices.js';
import { createTraces, type Traces } from './traces.js';

export interface ReplayServiceParts {
  /** Milliseconds from any start; never runs backwards. */
  now(): number;
  /** Lets waiting messages in; resolves right after them. */
  pause(): Promise<void>;
  start(
    trace: TraceTable,
    options: OptionValues,
    mode: ReplayMode,
    plan: SnapshotPlan,
    scratch: ReplayScratch,
  ): Pick<Replay, 'statistics' | 'eventsDone' | 'done' | 'advance'>;
  /** Marks a value's buffers as handed over. */
  transfer<T extends object>(value: T, buffers: ArrayBuffer[]): T;
  writeStatistics(table: StatisticsTable): Blob;
  writeTrace(trace: TraceTable): Blob;
  startSampling(trace: TraceTable, request: DumpRequest): TraceSampling;
  writeSamples(samples: ProgramSamples, request: DumpRequest): DumpAnswer;
}

/** The first part comes as soon as a picture would be late without it, the next ones at a calm pace. */
const FIRST_PART_MS = 30;
const NEXT_PART_MS = 60;
/** Between two words on how far it is, where there is nothing to show meanwhile. */
const PROGRESS_MS = 100;

export function createReplayService(parts: ReplayServiceParts, traces: Traces = createTraces()): ReplayApi {
  /** Of the replays on screen: a newer one may take it over, since the older never advances again. */
  const scratch = new ReplayScratch();
  let generation = 0;
  let samplings = 0;
  /** Replays for the screen that run now: a newer one may begin while the older still ends. */
  let onScreen = 0;
  let behind = 0;
  const mustWait = (mine: number): boolean => onScreen > 0 && mine === behind;

  const find = (traceId: string): TraceTable => traces.find(traceId);

  /** Streams a replay; `ended` tells that a newer one or a cancel came. */
  const onScreenReplay = async (
    trace: TraceTable,
    request: ReplayRequest,
    onPart: (part: ReplayPart) => unknown,
    ended: () => boolean,
  ): Promise<ReplayFinished> => {
    const begun = parts.now();
    const replay = begin(parts, trace, request, scratch);
    // A part is answered when the receiver has it; without waiting for that the end could overtake the last part.
    const received: unknown[] = [];
    let sent = 0;
    let nextPart = begun + FIRST_PART_MS;
    const send = (): void => {
      received.push(onPart(takePart(parts, replay, sent, trace.length)));
      sent = replay.statistics.snapshots;
      nextPart = parts.now() + NEXT_PART_MS;
    };
    let worked = parts.now() - begun;
    for await (const slice of slices(parts, replay)) {
      worked += slice;
      if (ended()) return { completed: false, events: replay.eventsDone, milliseconds: worked };
      if (!replay.done && parts.now() >= nextPart && replay.statistics.snapshots > sent) send();
    }
    send();
    await Promise.all(received);
    return { completed: true, events: replay.eventsDone, milliseconds: worked };
  };

  return {
    addTrace(traceId, trace) {
      traces.add(traceId, trace);
      return Promise.resolve();
    },

    removeTrace(traceId) {
      traces.remove(traceId);
      return Promise.resolve();
    },

    async replay(request, onPart): Promise<ReplayFinished> {
      generation += 1;
      const mine = generation;
      const trace = find(request.traceId);
      onScreen += 1;
      try {
        return await onScreenReplay(trace, request, onPart, () => mine !== generation);
      } finally {
        onScreen -= 1;
      }
    },

    async replayBehind(request, onProgress) {
      behind += 1;
      const mine = behind;
      const trace = find(request.traceId);
      const replay = begin(parts, trace, request, new ReplayScratch());
      let nextWord = parts.now() + PROGRESS_MS;
      for await (const slice of slices(parts, replay)) {
        void slice;
        // oxlint-disable-next-line no-await-in-loop -- it waits for its turn
        while (mustWait(mine)) await parts.pause();
        if (mine !== behind) return null;
        if (parts.now() < nextWord) continue;
        onProgress(replay.eventsDone, trace.length);
        nextWord = parts.now() + PROGRESS_MS;
      }
      return takePart(parts, replay, 0, trace.length);
    },

    cancelBehind() {
      behind += 1;
      return Promise.resolve();
    },

    cancel() {
      generation += 1;
      return Promise.resolve();
    },

    workload: (traceId) => Promise.resolve().then(() => workloadOfTrace(find(traceId))),

    async sampleTrace(request, onProgress) {
      samplings += 1;
      const mine = samplings;
      const sampling = parts.startSampling(find(request.traceId), request);
      let nextWord = parts.now() + PROGRESS_MS;
      for await (const slice of slices(parts, sampling)) {
        void slice;
        if (mine !== samplings) return null;
        if (parts.now() < nextWord) continue;
        onProgress(sampling.eventsDone, sampling.eventsTotal);
        nextWord = parts.now() + PROGRESS_MS;
      }
      return parts.writeSamples(sampling.samples, request);
    },

    cancelSampling() {
      samplings += 1;
      return Promise.resolve();
    },

    async exportStatistics(request) {
      const replay = begin(parts, find(request.traceId), request, new ReplayScratch());
      for await (const slice of slices(parts, replay)) void slice;
      return parts.writeStatistics(replay.statistics);
    },

    fingerprint: (traceId) =>
      Promise.resolve().then(() => {
        const trace = find(traceId);
        return { events: trace.length, seconds: latestTime(trace) / 1e9, hash: hashTrace(trace) };
      }),

    copyTrace(traceId) {
      const trace = find(traceId);
      const { meta, value, time } = trace;
      const copy = { ...trace, meta: meta.slice(), value: value.slice(), time: time.slice() };
      return Promise.resolve(parts.transfer(copy, traceBuffers(copy)));
    },

    exportTrace(traceId) {
      return Promise.resolve(parts.writeTrace(find(traceId)));
    },
  };
}

type Running = ReturnType<ReplayServiceParts['start']>;

function begin(
  parts: ReplayServiceParts,
  trace: TraceTable,
  request: ReplayRequest,
  scratch: ReplayScratch,
): Running {
  return parts.start(trace, request.options, request.mode, request.plan, scratch);
}

/** Copies the snapshots from `from` on into a table of their own. */
function takePart(parts: ReplayServiceParts, replay: Running, from: number, eventsTotal: number): ReplayPart {
  const { statistics } = replay;
  const { shards, capacity } = statistics;
  const snapshots = statistics.snapshots - from;
  const copy = createStatistics(shards, snapshots);
  for (const name of COLUMNS) {
    copy.columns[name].set(statistics.columns[name].subarray(from * shards, (from + snapshots) * shards));
  }
  return parts.transfer(
    { shards, capacity, from, snapshots, columns: copy.columns, eventsDone: replay.eventsDone, eventsTotal },
    statisticsBuffers(copy),
  );
}
