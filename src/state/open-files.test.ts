import { describe, expect, it, vi } from 'vitest';
import { createStatistics } from '../engine/replay/statistics.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { OpenOutcome } from '../formats/format.js';
import { createFiles } from './files.js';
import { createJobs } from './jobs.js';
import { createFileOpener, type ReadFile } from './open-files.js';
import { createView } from './view.js';

function traceTable(length: number): TraceTable {
  return {
    length,
    allocations: length,
    shards: 1,
    meta: new Uint32Array(length),
    value: new Uint32Array(length),
    time: new Uint32Array(2 * length),
  };
}

function openedTrace(length: number): OpenOutcome {
  return {
    kind: 'trace',
    format: 'hpa',
    trace: traceTable(length),
    rows: length,
    bytes: 10,
    compression: 'none',
    unmatchedFrees: 0,
    pairs: 0,
    problems: [],
  };
}

const MEASURED: OpenOutcome = {
  kind: 'statistics',
  format: 'statistics',
  statistics: createStatistics(1, 1),
  rows: 1,
  bytes: 1,
  compression: 'none',
  problems: [],
};

/** An opener whose reads end when the test says so. */
function setUp() {
  const files = createFiles();
  const view = createView();
  const jobs = createJobs(() => 0);
  const kept = new Map<string, number>();
  const reads: {
    name: string;
    drop: boolean;
    end: (outcome: OpenOutcome) => void;
    fail: (error: Error) => void;
  }[] = [];
  const readFile: ReadFile = (_, name, options, __, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      reads.push({ name, drop: options.dropSecMisses, end: resolve, fail: reject });
    });
  const shownSweeps: string[] = [];
  const opener = createFileOpener(files, jobs, view, readFile, {
    showSweep: (id) => shownSweeps.push(id),
    streams: {
      beginStream: () => Promise.resolve(),
      addToStream: () => Promise.resolve({ dumps: 1, nodes: 1 }),
      endStream: (id) => {
        kept.set(id, 1);
        return Promise.resolve({
          source: 'heap_v2',
          rates: [1],
          stacks: 1,
          threads: [],
          frames: 1,
          named: false,
        });
      },
      dropStream: () => Promise.resolve(),
    },
    traces: {
      addTrace: (id, trace) => Promise.resolve(void kept.set(id, trace.length)),
      removeTrace: (id) => Promise.resolve(void kept.delete(id)),
    },
    profiles: {
      addProfile: (id, { addresses }) => Promise.resolve(void kept.set(id, addresses.length)),
      removeProfile: (id) => Promise.resolve(void kept.delete(id)),
      addSymbols: (id, { length }) => Promise.resolve(void kept.set(id, length)),
      removeSymbols: (id) => Promise.resolve(void kept.delete(id)),
    },
    binaries: {
      addBinary(id, blob) {
        kept.set(id, blob.size);
        return Promise.resolve({ buildId: 'abc', description: 'program', modules: [] });
      },
      removeBinary: (id) => Promise.resolve(void kept.delete(id)),
    },
  });
  const named = (name: string) => ({ name, blob: new Blob(['x']) });
  const status = () => files.getState().files.map((file) => `${file.name} ${file.status}`);
  return { files, view, jobs, kept, reads, opener, named, status };
}

const PROFILE: OpenOutcome = {
  kind: 'profile',
  format: 'heap-dump',
  rows: 0,
  bytes: 1,
  compression: 'none',
  problems: [],
  profile: {
    source: 'heap_v2',
    rate: { text: '512', bytes: 512 },
    scaling: 'mean-size',
    oneSizeRecords: false,
    addresses: { length: 3, words: new Uint32Array(6) },
    stacks: { length: 1, parent: Int32Array.of(-1), address: Int32Array.of(-1) },
    records: {
      length: 2,
      stack: new Int32Array(2),
      thread: Int32Array.of(-1, 0),
      counters: new BigUint64Array(8),
    },
    threads: [{ uid: 7n, name: 'a', header: null }],
    header: null,
    mappings: [],
    symbols: null,
  },
};

describe('files of the Heap bench', () => {
  it('a dump opens its bench, a trace the other one, and each keeps its own selection', async () => {
    const { opener, reads, named, status, kept, files, view } = setUp();
    opener.open([named('heap')]);
    reads[0]?.end(PROFILE);
    await vi.waitFor(() => expect(status()).toEqual(['heap ready']));
    expect(view.getState().bench).toBe('heap');
    const [dump] = files.getState().files;
    expect(dump).toMatchObject({ bench: 'heap', content: { stacks: 1, rate: '512', frames: 3 } });
    expect(files.getState()).toMatchObject({ profile: dump?.id, selected: null });
    opener.open([named('trace')]);
    reads[1]?.end(openedTrace(5));
    await vi.waitFor(() => expect(status()).toEqual(['heap ready', 'trace ready']));
    expect(view.getState().bench).toBe('replay');
    expect(files.getState().profile).toBe(dump?.id);
    expect(kept.size).toBe(2);
    opener.remove(dump?.id ?? '');
    expect(files.getState().profile).toBeNull();
    expect(kept.size).toBe(1);
  });

  it('only the first file of a batch changes the bench', async () => {
    const { opener, reads, named, status, view } = setUp();
    opener.open([named('heap'), named('trace')]);
    reads[0]?.end(PROFILE);
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.end(openedTrace(5));
    await vi.waitFor(() => expect(status()).toEqual(['heap ready', 'trace ready']));
    expect(view.getState().bench).toBe('heap');
  });

  it('a program goes to where names are made', async () => {
    const { opener, reads, files, kept } = setUp();
    opener.open([{ name: 'program', blob: new Blob([Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2)]) }]);
    reads[0]?.end({ kind: 'unusable', sentence: 'This is an ELF program.', problems: [] });
    await vi.waitFor(() => expect(files.getState().files[0]?.status).toBe('ready'));
    expect(files.getState().files[0]?.content).toMatchObject({ kind: 'binary', buildId: 'abc' });
    expect(kept.size).toBe(1);
  });

  it('one Cancel ends a large batch', async () => {
    const { opener, reads, named, status, jobs } = setUp();
    opener.open(Array.from({ length: 8 }, (_, n) => named(String(n))));
    reads[0]?.end(PROFILE);
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    jobs.store.getState().jobs[0]?.cancel?.();
    await vi.waitFor(() => expect(opener.busy).toBe(false));
    expect(status().filter((text) => text.endsWith('cancelled'))).toHaveLength(7);
  });
});

describe('opening files', () => {
  it('reads one after the other and keeps the traces', async () => {
    const { opener, reads, named, status, kept, files } = setUp();
    opener.open([named('a'), named('b')]);
    expect(status()).toEqual(['a reading', 'b waiting']);
    reads[0]?.end(openedTrace(5));
    await vi.waitFor(() => expect(status()).toEqual(['a ready', 'b reading']));
    reads[1]?.end(openedTrace(7));
    await opener.idle();
    expect([...kept.values()]).toEqual([5, 7]);
    expect(files.getState().files[1]?.content).toMatchObject({ events: 7, traceId: 'trace-2' });
    // The first of a batch takes the bench, the others wait in the list.
    expect(files.getState().selected).toBe(files.getState().files[0]?.id);
  });

  it('a later batch takes the bench', async () => {
    const { opener, reads, named, files } = setUp();
    opener.open([named('a')]);
    reads[0]?.end(openedTrace(5));
    await opener.idle();
    opener.open([named('b')]);
    reads[1]?.end(MEASURED);
    await opener.idle();
    expect(files.getState().selected).toBe(files.getState().files[1]?.id);
  });

  it('files may come while one is being read, and the same file twice', async () => {
    const { opener, reads, named, status } = setUp();
    opener.open([named('a')]);
    opener.open([named('a')]);
    expect(status()).toEqual(['a reading', 'a waiting']);
    reads[0]?.end(openedTrace(1));
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.end(openedTrace(1));
    await opener.idle();
    expect(status()).toEqual(['a ready', 'a ready']);
  });

  it('an unusable file keeps its sentence and does not stop the next', async () => {
    const { opener, reads, named, files, status } = setUp();
    opener.open([named('a'), named('b'), named('c')]);
    reads[0]?.end({ kind: 'unusable', sentence: 'This is a PNG picture.', problems: [] });
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.fail(new Error('the reader stopped'));
    await vi.waitFor(() => expect(reads).toHaveLength(3));
    reads[2]?.end(openedTrace(1));
    await opener.idle();
    expect(status()).toEqual(['a failed', 'b failed', 'c ready']);
    expect(files.getState().files[0]?.error).toBe('This is a PNG picture.');
    expect(files.getState().files[1]?.error).toBe('This file could not be read: the reader stopped');
  });

  it('cancel stops reading and goes on with the next', async () => {
    const { opener, reads, named, files, status } = setUp();
    opener.open([named('a'), named('b')]);
    opener.cancel(files.getState().files[0]?.id ?? '');
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    expect(status()).toEqual(['a cancelled', 'b reading']);
  });

  it('removing the file on the bench gives it to another, and drops its trace', async () => {
    const { opener, reads, named, files, kept } = setUp();
    opener.open([named('a'), named('b')]);
    reads[0]?.end(openedTrace(1));
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.end(openedTrace(2));
    await opener.idle();
    const [first, second] = files.getState().files;
    opener.remove(first?.id ?? '');
    expect(files.getState().selected).toBe(second?.id);
    opener.remove(second?.id ?? '');
    expect(files.getState()).toEqual({ files: [], selected: null, profile: null });
    expect(kept.size).toBe(0);
  });

  it('reads again with SEC misses left out', async () => {
    const { opener, reads, named, files, kept } = setUp();
    opener.open([named('a')]);
    reads[0]?.end(openedTrace(5));
    await opener.idle();
    opener.reread(files.getState().files[0]?.id ?? '', { dropSecMisses: true });
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    expect(reads[1]?.drop).toBe(true);
    reads[1]?.end(openedTrace(3));
    await opener.idle();
    expect([...kept.values()]).toEqual([3]);
    expect(files.getState().files[0]?.content).toMatchObject({ events: 3, traceId: 'trace-2' });
  });

  it('after a crash every trace is read again', async () => {
    const { opener, reads, named, status } = setUp();
    opener.open([named('a'), named('b')]);
    reads[0]?.end(openedTrace(5));
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.end(MEASURED);
    await opener.idle();
    opener.rereadTraces();
    expect(status()).toEqual(['a reading', 'b ready']);
  });
});
