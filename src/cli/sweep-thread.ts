/** What a thread of `jelab sweep` does: it holds a trace and replays one setting after another. */
import { renameSync, writeFileSync } from 'node:fs';
import type { ReplayMode } from '../engine/replay/options.js';
import { Replay } from '../engine/replay/run.js';
import { ReplayScratch } from '../engine/replay/scratch.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import { runPoint } from '../engine/tuning/run-point.js';
import type { SweepTask } from '../engine/tuning/sweep-schedule.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import { writeStatistics } from '../formats/statistics.js';
import { reason } from './failure.js';

export interface SweepRun {
  readonly task: SweepTask;
  readonly mode: ReplayMode;
  readonly snapshots: number;
  /** Where the run's statistics go, as `jelab replay -i` would write them; whole runs only. */
  readonly statistics: { readonly path: string; readonly interval: number } | null;
}

export type ToSweepThread =
  | { readonly kind: 'trace'; readonly trace: TraceTable }
  | { readonly kind: 'run'; readonly run: SweepRun };

export type FromSweepThread =
  | { readonly kind: 'result'; readonly result: SweepResult }
  | { readonly kind: 'failed'; readonly task: SweepTask; readonly sentence: string };

/** A thread as the command sees it. */
export interface SweepThread {
  post(message: ToSweepThread): void;
  onMessage(act: (message: FromSweepThread) => void): void;
  /** Called with the reason, perhaps twice. */
  onDeath(act: (sentence: string) => void): void;
  end(): Promise<void>;
}

/** Answers the messages of one thread. */
export function createSweepThread(): (message: ToSweepThread) => FromSweepThread | null {
  const scratch = new ReplayScratch();
  let trace: TraceTable | null = null;
  return (message) => {
    if (message.kind === 'trace') {
      ({ trace } = message);
      return null;
    }
    const { task, mode, snapshots, statistics } = message.run;
    try {
      if (trace === null) throw new Error('the thread has no trace');
      const result = runPoint(trace, { ...task, mode, snapshots }, () => performance.now(), scratch);
      if (statistics !== null && result.whole) saveStatistics(trace, message.run, statistics, scratch);
      return { kind: 'result', result };
    } catch (error) {
      return { kind: 'failed', task, sentence: reason(error) };
    }
  };
}

/** A replay of its own: its snapshots lie elsewhere. The file appears whole. */
function saveStatistics(
  trace: TraceTable,
  { task, mode }: SweepRun,
  { path, interval }: NonNullable<SweepRun['statistics']>,
  scratch: ReplayScratch,
): void {
  const replay = new Replay(trace, task.point.options, mode, { kind: 'interval', events: interval }, scratch);
  replay.advance(trace.length + 1);
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, Buffer.concat([...writeStatistics(replay.statistics)]));
  renameSync(temporary, path);
}

/** The columns in memory that all threads see: posting such a table copies nothing. */
export function shareTrace(trace: TraceTable): TraceTable {
  const share = (column: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
    const shared = new Uint32Array(new SharedArrayBuffer(column.byteLength));
    shared.set(column);
    // The engine only reads a trace, so the kind of buffer below makes no difference to it.
    return shared as unknown as Uint32Array<ArrayBuffer>;
  };
  return { ...trace, meta: share(trace.meta), value: share(trace.value), time: share(trace.time) };
}
