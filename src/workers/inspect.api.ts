import type { Explanation } from '../engine/inspect/explanation.js';
import type { Lifeline, Moment, MomentQuery } from '../engine/inspect/moment.js';
import type { OptionValues, ReplayMode } from '../engine/replay/options.js';

export interface InspectRequest {
  readonly traceId: string;
  readonly options: OptionValues;
  readonly mode: ReplayMode;
}

export interface InspectProgress {
  readonly eventsDone: number;
  readonly eventsTotal: number;
}

/** What the checkpoints of an opened replay cost. */
export interface Inspected {
  readonly shards: number;
  readonly events: number;
  readonly checkpoints: number;
  readonly bytes: number;
}

/** Looks inside one replay at a time; shares the traces with the replays of the same worker. */
export interface InspectApi {
  /**
   * Goes through the trace once and keeps checkpoints. `at`, `why` and `eventsAt` may be called at once: they wait
   * for nothing but the part they need. Resolves null when a newer call or `closeInspection` ended it.
   */
  inspect(
    request: InspectRequest,
    onProgress: (progress: InspectProgress) => void,
  ): Promise<Inspected | null>;
  /** Buffers of the answer belong to the receiver. Null when a newer inspection or `closeInspection` ended it. */
  at(query: MomentQuery): Promise<Moment | null>;
  /** How many events lie at or before a position: nanoseconds since the first event (the clock may run back: furthest so far), or events. */
  eventsAt(axis: 'time' | 'event', position: number): Promise<number>;
  /** Explains event `event` (from 0). The moment asked for last is not disturbed. Null as with {@link at}. */
  why(event: number): Promise<Explanation | null>;
  /** The life of a pageslab, in at most `entries` entries. Null when a newer call or `closeInspection` ended it. */
  lifeline(shard: number, slab: number, entries: number): Promise<Lifeline | null>;
  /** Ends the inspection and what waits for it; frees its checkpoints. */
  closeInspection(): Promise<void>;
}
