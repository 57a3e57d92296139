/** A heap dump that has been read, for tests that ask for nothing in it. */
import type { FileEntry } from './files.js';

export function dumpFile(id: string, change: Partial<FileEntry> = {}): FileEntry {
  return {
    id,
    name: `${id}.heap`,
    batch: 1,
    status: 'ready',
    bench: 'heap',
    blob: new Blob([]),
    size: 0,
    sample: null,
    dropSecMisses: false,
    progress: null,
    problems: [],
    error: null,
    content: {
      kind: 'profile',
      format: 'heap-dump',
      rows: 1,
      bytes: 1,
      compression: 'none',
      profileId: id,
      source: 'heap_v2',
      rate: '1',
      stacks: 1,
      threads: [],
      frames: 1,
      named: false,
    },
    ...change,
  };
}
