/**
 * What one worker of the pool does, without the worker: it holds its copy of the trace and replays one setting after
 * another. A run is one piece of work: the pool ends a worker that is to stop at once.
 */
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import type { SweepApi, SweepRunRequest } from './sweep.api.js';

export interface SweepServiceParts {
  /** Replays one setting and judges it. */
  run(trace: TraceTable, request: SweepRunRequest): SweepResult;
  /** Lets waiting messages in. */
  pause(): Promise<void>;
}

export function createSweepService(parts: SweepServiceParts): SweepApi {
  const traces = new Map<string, TraceTable>();
  let generation = 0;
  return {
    addTrace(traceId, trace) {
      traces.set(traceId, trace);
      return Promise.resolve();
    },
    removeTrace(traceId) {
      traces.delete(traceId);
      return Promise.resolve();
    },
    async run(request) {
      const mine = generation;
      // A cancel that came behind this call must still get in before it.
      await parts.pause();
      if (mine !== generation) return null;
      const trace = traces.get(request.traceId);
      if (trace === undefined) throw new Error('The sweep worker does not hold this trace.');
      return parts.run(trace, request);
    },
    cancel() {
      generation += 1;
      return Promise.resolve();
    },
  };
}
