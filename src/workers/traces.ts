/** The traces that a worker holds: its services share them. */
import type { TraceTable } from '../engine/replay/trace-table.js';

export interface Traces {
  add(traceId: string, trace: TraceTable): void;
  remove(traceId: string): void;
  /** Throws a sentence when the trace is gone. */
  find(traceId: string): TraceTable;
}

export function createTraces(): Traces {
  const traces = new Map<string, TraceTable>();
  return {
    add: (traceId, trace) => void traces.set(traceId, trace),
    remove: (traceId) => void traces.delete(traceId),
    find(traceId) {
      const trace = traces.get(traceId);
      if (trace === undefined) throw new Error('This trace is no longer open; open its file again.');
      return trace;
    },
  };
}
