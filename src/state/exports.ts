/** Files a user may take away. Nothing here is computed on the page's thread. */
import type { ReplayClient } from '../workers/replay.client.js';
import { type FilesStore, selectedTrace } from './files.js';
import type { JobsStore } from './jobs.js';
import type { ReplayInputsStore } from './replay-inputs.js';

export interface Download {
  readonly name: string;
  readonly blob: Blob;
}

export interface Exports {
  /**
   * The statistics CSV of the present settings, as the original tool writes it.
   * @param interval events between two rows; 0 = only the end.
   */
  statistics(interval: number): Promise<Download | null>;
  /** The selected trace in the replay format. */
  trace(): Promise<Download | null>;
  readonly busy: boolean;
}

/** The file's own name without the endings that say what it was; safe in every file system. */
export function baseName(name: string): string {
  const stem = name.replace(/(\.(csv|txt|gz|zst|hpa|sec))+$/i, '');
  const plain = stem.replace(/[\p{Cc}\p{Cf}\ufffd\\/:*?"<>|]+/gu, '_');
  return plain.slice(0, 80) || 'trace';
}

export function createExports(
  files: FilesStore,
  inputs: ReplayInputsStore,
  jobs: JobsStore,
  client: Pick<ReplayClient, 'exportStatistics' | 'exportTrace'>,
): Exports {
  let running = 0;

  const run = async (name: string, make: () => Promise<Blob>): Promise<Download | null> => {
    running += 1;
    const id = `export ${name}`;
    jobs.start({
      id,
      name: `Writing ${name}`,
      total: null,
      unit: 'events',
      countedUnit: 'events',
      cancel: null,
    });
    try {
      return { name, blob: await make() };
    } catch (error) {
      jobs.notify(
        'error',
        `${name} could not be written: ${error instanceof Error ? error.message : String(error)}`,
      );
      return null;
    } finally {
      jobs.end(id);
      running -= 1;
    }
  };

  return {
    async statistics(interval) {
      const file = selectedTrace(files.getState());
      if (file === null) return null;
      const { options, hpaOnly, shards } = inputs.store.getState().history.present;
      return run(`${baseName(file.name)}.${hpaOnly ? 'hpa' : 'sec'}.stats.csv`, () =>
        client.exportStatistics({
          traceId: file.content.traceId,
          options,
          mode: { hpaOnly, shards },
          plan: { kind: 'interval', events: interval },
        }),
      );
    },
    async trace() {
      const file = selectedTrace(files.getState());
      if (file === null) return null;
      return run(`${baseName(file.name)}.trace.csv`, () => client.exportTrace(file.content.traceId));
    },
    get busy() {
      return running > 0;
    },
  };
}
