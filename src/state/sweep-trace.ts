/**
 * Finds the trace of the shown sweep again: it was read anew, closed and opened, or the results came from a file. Its
 * fingerprint tells it, not its name.
 */
import type { ReplayClient } from '../workers/replay.client.js';
import type { FilesStore } from './files.js';
import { planKey } from './sweep-inputs.js';
import { type SweepResultsStore, updateSweep } from './sweep-results.js';

export interface SweepTraceFinder {
  /** True where the sweep's trace is open. */
  readonly open: boolean;
  /** Looks through the open traces for the sweep's, and links it. */
  find(): void;
  readonly busy: boolean;
}

export function createSweepTraceFinder(
  files: FilesStore,
  results: SweepResultsStore,
  traces: Pick<ReplayClient, 'fingerprint'>,
  onFound: () => void,
): SweepTraceFinder {
  /** By the trace's id; null while it is asked for, or could not be told. */
  const hashes = new Map<string, string | null>();
  let asking = 0;

  const openIds = (): readonly string[] =>
    files.getState().files.flatMap(({ content }) => (content?.kind === 'trace' ? [content.traceId] : []));

  const isOpen = (): boolean => {
    const traceId = results.getState().run?.traceId ?? null;
    return traceId !== null && openIds().includes(traceId);
  };

  function link(): void {
    const { run } = results.getState();
    if (run === null || isOpen()) return;
    const found = openIds().find((id) => hashes.get(id) === run.traceHash);
    if (found === undefined) return;
    const key = run.key === null ? null : planKey(run.spec, found);
    updateSweep(results, run.sweepId, { traceId: found, key });
    onFound();
  }

  async function ask(traceId: string): Promise<void> {
    hashes.set(traceId, null);
    asking += 1;
    try {
      hashes.set(traceId, (await traces.fingerprint(traceId)).hash);
    } catch {
      // It was closed meanwhile, or its worker died: then it is read anew under another id.
    } finally {
      asking -= 1;
    }
    link();
  }

  return {
    get open() {
      return isOpen();
    },
    find() {
      const ids = openIds();
      for (const id of hashes.keys()) if (!ids.includes(id)) hashes.delete(id);
      for (const id of ids) if (!hashes.has(id)) void ask(id);
      link();
    },
    get busy() {
      return asking > 0;
    },
  };
}
