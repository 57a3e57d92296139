/** What one worker of the pool does, without the worker: it holds its copy of the trace and replays one setting after another. */
import { fail, ok, type Result, sentenceOf } from '../base/result.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { PointRequest } from '../engine/tuning/run-point.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import type { SweepApi } from './sweep.api.js';

/** Replays one setting and judges it. */
export type MakeRun = (trace: TraceTable, request: PointRequest) => SweepResult;

export function createSweepService(makeRun: MakeRun): SweepApi {
  const traces = new Map<string, TraceTable>();

  function outcomeOf(trace: TraceTable, request: PointRequest): Result<SweepResult> {
    try {
      return ok(makeRun(trace, request));
    } catch (error) {
      return fail(sentenceOf(error));
    }
  }

  return {
    addTrace(traceId, trace) {
      traces.set(traceId, trace);
      return Promise.resolve();
    },
    run({ traceId, mode, snapshots }, tasks) {
      const trace = traces.get(traceId);
      if (trace === undefined) return Promise.reject(new Error('The sweep worker does not hold this trace.'));
      return Promise.resolve(
        tasks.map(({ point, events }) => outcomeOf(trace, { point, events, mode, snapshots })),
      );
    },
  };
}
