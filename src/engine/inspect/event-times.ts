/** Finds how many events lie at or before a point of the trace's clock, and the point of an event; the clock may run back. */
import { timeSinceStart } from '../replay/snapshot-schedule.js';
import type { TraceTable } from '../replay/trace-table.js';

const BLOCK = 4096;

/** A table never changes, and one trace is looked into under one setting after another. */
const KNOWN = new WeakMap<TraceTable, EventTimes>();

export function eventTimes(trace: TraceTable): EventTimes {
  const known = KNOWN.get(trace);
  if (known !== undefined) return known;
  const made = new EventTimes(trace);
  KNOWN.set(trace, made);
  return made;
}

export class EventTimes {
  readonly #trace: TraceTable;
  /** By block: the furthest the clock gets from the first event's up to the block's end, in nanoseconds. */
  readonly #furthest: Float64Array;

  constructor(trace: TraceTable) {
    this.#trace = trace;
    this.#furthest = new Float64Array(Math.ceil(trace.length / BLOCK));
    let furthest = 0;
    for (let event = 0; event < trace.length; event++) {
      const time = timeSinceStart(trace, event);
      if (time > furthest) furthest = time;
      if (event % BLOCK === BLOCK - 1 || event === trace.length - 1) {
        this.#furthest[Math.floor(event / BLOCK)] = furthest;
      }
    }
  }

  /** The furthest the clock gets within the first `events` events: their place on an axis that never runs back. Nanoseconds. */
  furthest(events: number): number {
    const block = Math.floor((events - 1) / BLOCK);
    let furthest = block > 0 ? this.#furthest[block - 1]! : 0;
    for (let event = Math.max(0, block * BLOCK); event < events; event++) {
      furthest = Math.max(furthest, timeSinceStart(this.#trace, event));
    }
    return furthest;
  }

  /** Events before the first that lies more than `ns` behind the trace's start. */
  eventsAt(ns: number): number {
    if (ns < 0) return 0;
    let low = 0;
    let high = this.#furthest.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#furthest[middle]! > ns) high = middle;
      else low = middle + 1;
    }
    const { length } = this.#trace;
    let event = Math.min(length, low * BLOCK);
    while (event < length && timeSinceStart(this.#trace, event) <= ns) event++;
    return event;
  }
}
