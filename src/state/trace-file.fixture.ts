/** A trace that has been read, for tests that ask for no event of it. */
import type { FileEntry } from './files.js';

/** @param events every second one an allocation */
export function traceFile(id: string, events: number, shards: number): FileEntry {
  return {
    id,
    blob: new Blob([]),
    name: `${id}.csv`,
    size: 1,
    batch: 1,
    bench: 'replay',
    sample: null,
    dropSecMisses: false,
    status: 'ready',
    progress: null,
    problems: [],
    error: null,
    content: {
      kind: 'trace',
      format: 'hpa',
      rows: events,
      bytes: 1,
      compression: 'none',
      unmatchedFrees: 0,
      pairs: 0,
      traceId: `trace of ${id}`,
      events,
      allocations: events / 2,
      shards,
      span: 100,
    },
  };
}
