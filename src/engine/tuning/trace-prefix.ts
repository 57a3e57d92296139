/** The first events of a trace as a trace of its own; columns are shared, not copied. */
import { OPERATION_ALLOC, type TraceTable } from '../replay/trace-table.js';

/** Shards stay those of the whole trace, so that a prefix's figures can be compared with the whole's. */
export function tracePrefix(trace: TraceTable, events: number): TraceTable {
  if (events >= trace.length) return trace;
  let allocations = 0;
  for (let i = 0; i < events; i += 1) if ((trace.meta[i]! & 1) === OPERATION_ALLOC) allocations += 1;
  return {
    length: events,
    allocations,
    shards: trace.shards,
    meta: trace.meta.subarray(0, events),
    value: trace.value.subarray(0, events),
    time: trace.time.subarray(0, 2 * events),
  };
}
