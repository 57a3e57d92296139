/**
 * What the replay worker does to look inside a replay. The first pass works in slices; a moment or an explanation is
 * one short piece of work and waits only until the pass has reached what it needs.
 */
import { Inspector } from '../engine/inspect/inspector.js';
import type { Explanation } from '../engine/inspect/explanation.js';
import type { Lifeline, Moment, PageslabColumns } from '../engine/inspect/moment.js';
import type { InspectApi } from './inspect.api.js';
import { type SliceParts, slices } from './slices.js';
import type { Traces } from './traces.js';

export interface InspectServiceParts extends SliceParts {
  /** Marks buffers of an answer as handed over. */
  transfer<T extends object>(value: T, buffers: ArrayBuffer[]): T;
}

/** Between two words on how far the pass is. */
const PROGRESS_MS = 100;

interface Inspection {
  readonly inspector: Inspector;
  /** A newer inspection or a close took its place. */
  ended: boolean;
  /** Calls that wait for the pass; they look for themselves whether it has come far enough. */
  waiting: (() => void)[];
}

export function createInspectService(parts: InspectServiceParts, traces: Traces): InspectApi {
  let current: Inspection | null = null;
  let lifelines = 0;

  const close = (): void => {
    const closed = current;
    current = null;
    lifelines += 1;
    if (closed === null) return;
    closed.ended = true;
    wake(closed);
  };

  const opened = (): Inspection => {
    if (current === null) throw new Error('No replay is open to look into.');
    return current;
  };

  /** What `work` makes of the inspector once the pass has passed `events` events; null when the inspection ends before. */
  const when = async <T>(events: number, work: (inspector: Inspector) => T): Promise<T | null> => {
    const inspection = opened();
    const { inspector } = inspection;
    // oxlint-disable-next-line no-await-in-loop -- each turn waits for the next slice
    while (!inspection.ended && inspector.passed < events) await nextSlice(inspection);
    return inspection.ended ? null : work(inspector);
  };

  return {
    async inspect({ traceId, options, mode }, onProgress) {
      close();
      const inspector = new Inspector(traces.find(traceId), options, mode);
      const mine: Inspection = { inspector, ended: false, waiting: [] };
      current = mine;
      let nextWord = parts.now() + PROGRESS_MS;
      for await (const slice of slices(parts, inspector)) {
        void slice;
        if (mine.ended) return null;
        wake(mine);
        if (parts.now() < nextWord) continue;
        onProgress({ eventsDone: inspector.passed, eventsTotal: inspector.events });
        nextWord = parts.now() + PROGRESS_MS;
      }
      const { shards, events, checkpoints, bytes } = inspector;
      return { shards, events, checkpoints, bytes };
    },

    async at(query): Promise<Moment | null> {
      checkEvents(query.events, opened().inspector.events, 0);
      const moment = await when(query.events, (inspector) => {
        checkShard(inspector, query.shard);
        return inspector.moment(query);
      });
      return moment === null ? null : parts.transfer(moment, columnBuffers(moment.pageslabs));
    },

    async eventsAt(axis, position): Promise<number> {
      return await Promise.resolve(opened().inspector.eventsAt(axis, position));
    },

    async why(event): Promise<Explanation | null> {
      checkEvents(event, opened().inspector.events, 1);
      return await when(event + 1, (inspector) => inspector.explain(event));
    },

    async lifeline(shard, slab, entries): Promise<Lifeline | null> {
      lifelines += 1;
      const mine = lifelines;
      const run = await when(opened().inspector.events, (inspector) => {
        checkShard(inspector, shard);
        return inspector.lifeline(shard, slab, entries);
      });
      if (run === null || mine !== lifelines) return null;
      for await (const slice of slices(parts, run)) {
        void slice;
        if (mine !== lifelines) return null;
      }
      const lifeline = run.lifeline();
      return parts.transfer(lifeline, columnBuffers(lifeline));
    },

    closeInspection() {
      close();
      return Promise.resolve();
    },
  };
}

function wake(inspection: Inspection): void {
  const woken = inspection.waiting;
  inspection.waiting = [];
  for (const call of woken) call();
}

function nextSlice(inspection: Inspection): Promise<void> {
  return new Promise((resolve) => {
    inspection.waiting.push(resolve);
  });
}

function checkEvents(number: number, most: number, beyond: number): void {
  if (Number.isInteger(number) && number >= 0 && number + beyond <= most) return;
  throw new Error(`The trace has ${most} events; there is no number ${number}.`);
}

function checkShard(inspector: Inspector, shard: number): void {
  if (Number.isInteger(shard) && shard >= 0 && shard < inspector.shards) return;
  throw new Error(`The replay has ${inspector.shards} shards; there is no number ${shard}.`);
}

function columnBuffers(columns: PageslabColumns | Lifeline): ArrayBuffer[] {
  const values: readonly (number | ArrayBufferView<ArrayBuffer>)[] = Object.values(columns);
  return values.flatMap((column) => (typeof column === 'number' ? [] : [column.buffer]));
}
