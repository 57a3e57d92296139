/**
 * Replays the pinned runs that a link brought, one after the other, behind whatever is on the screen: the worker lets
 * such a replay stand still while one for the sliders runs, so the newest input is never later for it.
 */
import { sentenceOf } from '../base/result.js';
import type { ReplayClient } from '../workers/replay.client.js';
import { type FileEntry, type Files, type FilesStore, selectedTrace, type TraceContent } from './files.js';
import type { JobsStore } from './jobs.js';
import { findPin, type Pin, type PinsStore } from './pins.js';
import { keyOf, requestFor } from './run-replays.js';

type TraceEntry = FileEntry & { readonly content: TraceContent };

export interface PinRunner {
  /** Follows the stores from now on; returns the function that ends it. */
  follow(): () => void;
  readonly busy: boolean;
}

/** The open trace that a pin is of; null where it is not open. A link knows the user's own trace only as "on the bench". */
export function traceOfPin(files: Files, { trace }: Pick<Pin, 'trace'>): TraceEntry | null {
  const { sample, fileId } = trace;
  if (sample === null && fileId === null) {
    const selected = selectedTrace(files);
    return selected?.sample === null ? selected : null;
  }
  const found = files.files.find((file) => (fileId === null ? file.sample === sample : file.id === fileId));
  return found?.content?.kind === 'trace' ? { ...found, content: found.content } : null;
}

const JOB = 'pinned replays';
const CANCELLED = 'Cancelled.';

export function createPinRunner(
  files: FilesStore,
  pins: PinsStore,
  jobs: JobsStore,
  client: Pick<ReplayClient, 'replayBehind' | 'cancelBehind'>,
): PinRunner {
  let running: string | null = null;

  const wanting = (): readonly Pin[] =>
    pins.store
      .getState()
      .pins.filter(({ run, inputs, error }) => run === null && inputs !== null && error === null);

  const next = (): void => {
    if (running !== null) return;
    const state = files.getState();
    for (const pin of wanting()) {
      const trace = traceOfPin(state, pin);
      if (trace === null || pin.inputs === null) continue;
      running = pin.id;
      void replay(pin, trace, pin.inputs).finally(() => {
        running = null;
        jobs.end(JOB);
        next();
      });
      return;
    }
  };

  const cancelAll = (): void => {
    client.cancelBehind();
    for (const { id } of wanting()) pins.fail(id, CANCELLED);
  };

  async function replay(pin: Pin, trace: TraceEntry, inputs: NonNullable<Pin['inputs']>): Promise<void> {
    const left = wanting().length;
    jobs.start({
      id: JOB,
      name:
        left === 1
          ? `Replaying pinned run #${pin.number}`
          : `Replaying pinned run #${pin.number}, ${left - 1} more`,
      total: trace.content.events,
      unit: 'events',
      countedUnit: 'events',
      cancel: cancelAll,
    });
    const request = requestFor(trace.content.traceId, inputs, pin.axis);
    try {
      const part = await client.replayBehind(request, (done, total) => jobs.progress(JOB, done, done, total));
      if (part === null) return;
      const { shards, snapshots, capacity, columns, eventsDone, eventsTotal } = part;
      pins.land(pin.id, {
        key: keyOf(request),
        source: 'replay',
        fileId: trace.id,
        fileName: trace.name,
        inputs,
        axis: pin.axis,
        table: { shards, snapshots, capacity: Math.min(capacity, snapshots), columns },
        complete: true,
        eventsDone,
        eventsTotal,
        span: trace.content.span,
        milliseconds: null,
      });
    } catch (error) {
      pins.fail(pin.id, sentenceOf(error));
    }
  }

  const update = (): void => {
    // Unpinned while it was replayed: nobody waits for it any more.
    if (running !== null && findPin(pins.store.getState(), running) === null) client.cancelBehind();
    next();
  };

  return {
    follow() {
      const ends = [files.subscribe(update), pins.store.subscribe(update)];
      update();
      return () => {
        for (const end of ends) end();
        client.cancelBehind();
      };
    },
    get busy() {
      return running !== null;
    },
  };
}
