/** One run of a sweep: the same replay as a single one, with few snapshots, judged by its figures. */
import { latestTime } from '../replay/snapshot-schedule.js';
import type { ReplayMode } from '../replay/options.js';
import { Replay, type SnapshotPlan } from '../replay/run.js';
import { ReplayScratch } from '../replay/scratch.js';
import type { TraceTable } from '../replay/trace-table.js';
import { figuresOf } from './figures-of.js';
import type { SweepPoint, SweepResult } from './sweep-types.js';
import { tracePrefix } from './trace-prefix.js';

export interface PointRequest {
  readonly point: SweepPoint;
  readonly mode: ReplayMode;
  /** Events to replay; the whole trace when null. */
  readonly events: number | null;
  readonly snapshots: number;
}

/** Snapshots spread over time where the trace's clock moves, else over its events. */
export function sweepSnapshots(trace: TraceTable, count: number): SnapshotPlan {
  return { kind: 'points', count, axis: latestTime(trace) > 0 ? 'time' : 'event' };
}

/** A run in slices, for callers that must listen between them. */
export class PointRun {
  readonly #replay: Replay;
  readonly #request: PointRequest;
  readonly #whole: boolean;

  /** `scratch` may serve many runs, one at a time. */
  constructor(trace: TraceTable, request: PointRequest, scratch: ReplayScratch = new ReplayScratch()) {
    const part = request.events === null ? trace : tracePrefix(trace, request.events);
    this.#request = request;
    this.#whole = part.length === trace.length;
    this.#replay = new Replay(
      part,
      request.point.options,
      request.mode,
      sweepSnapshots(part, request.snapshots),
      scratch,
    );
  }

  get eventsDone(): number {
    return this.#replay.eventsDone;
  }

  /** Replays up to `maxEvents` more events. Returns true when the run is complete. */
  advance(maxEvents: number): boolean {
    return this.#replay.advance(maxEvents);
  }

  /** `milliseconds` the run took: the engine has no clock. */
  result(milliseconds: number): SweepResult {
    return {
      point: this.#request.point,
      events: this.#replay.eventsDone,
      whole: this.#whole,
      figures: figuresOf(this.#replay.statistics),
      milliseconds,
    };
  }
}

/** A run in one go; `now` gives milliseconds from any start. */
export function runPoint(
  trace: TraceTable,
  request: PointRequest,
  now: () => number,
  scratch: ReplayScratch = new ReplayScratch(),
): SweepResult {
  const begun = now();
  const run = new PointRun(trace, request, scratch);
  run.advance(trace.length + 1);
  return run.result(now() - begun);
}
