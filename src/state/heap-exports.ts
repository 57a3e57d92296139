/** Files a user may take away from the Heap bench. All are written by the worker. */
import type { ExportRequest, HeapExportKind } from '../workers/heap.api.js';
import type { Download } from './exports.js';
import type { FilesStore } from './files.js';
import type { HeapStore } from './heap-inputs.js';
import type { HeapResultsStore } from './heap-results.js';
import type { JobsStore } from './jobs.js';
import { lensOf, shownProfiles } from './run-heap.js';

export interface HeapExports {
  /** Null where nothing is shown or it could not be written; the reason is then in the status bar. */
  make(kind: HeapExportKind): Promise<Download | null>;
  readonly busy: boolean;
}

const ENDINGS: Readonly<Record<HeapExportKind, string>> = {
  pprof: 'pb.gz',
  'pprof-threads': 'threads.pb.gz',
  folded: 'folded.txt',
  csv: 'csv',
  json: 'json',
  text: 'txt',
  symbolised: 'sym.heap',
};

/** The dump's own name, safe in every file system. */
export function heapBaseName(name: string): string {
  const stem = (name.split('/').at(-1) ?? name).replace(/(\.(heap|raw|json|txt|gz|zst))+$/i, '');
  const plain = stem.replace(/[\p{Cc}\p{Cf}\ufffd\\/:*?"<>|]+/gu, '_');
  return plain.slice(0, 80) || 'heap';
}

/** Of the modules that open binaries name. Where two of them claim one path with different ids, none is told. */
function buildIdsOf(files: FilesStore): readonly (readonly [path: string, id: string])[] {
  const ids = new Map<string, string>();
  for (const { content } of files.getState().files) {
    if (content?.kind !== 'binary' || content.buildId === '') continue;
    for (const path of content.modules) {
      const known = ids.get(path);
      ids.set(path, known === undefined || known === content.buildId ? content.buildId : '');
    }
  }
  return [...ids].filter(([, id]) => id !== '');
}

export function createHeapExports(
  files: FilesStore,
  heap: HeapStore,
  results: HeapResultsStore,
  jobs: JobsStore,
  write: (request: ExportRequest) => Promise<Blob>,
): HeapExports {
  let running = 0;
  return {
    async make(kind) {
      const shown = shownProfiles(files, heap.getState());
      const [first] = shown;
      if (first === undefined) return null;
      const stem = shown.length === 1 ? heapBaseName(first.name) : `sum-of-${shown.length}-dumps`;
      const name = `${stem}.${ENDINGS[kind]}`;
      const id = `export ${name}`;
      running += 1;
      jobs.start({
        id,
        name: `Writing ${name}`,
        total: null,
        unit: 'events',
        countedUnit: 'rows',
        cancel: null,
      });
      try {
        const lens = lensOf(heap.getState(), results.getState().names);
        const profiles = shown.map(({ content }) => content.profileId);
        return {
          name,
          blob: await write({ ...lens, profiles, sizes: false, kind, buildIds: buildIdsOf(files) }),
        };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        jobs.notify('error', `${name} could not be written: ${reason}`);
        return null;
      } finally {
        jobs.end(id);
        running -= 1;
      }
    },
    get busy() {
      return running > 0;
    },
  };
}
