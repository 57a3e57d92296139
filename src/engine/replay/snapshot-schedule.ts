/** Decides after which events a replay takes a snapshot. */
import type { TraceTable } from './trace-table.js';

/** When to take snapshots. Every plan ends with one after the last event. */
export type SnapshotPlan =
  /** As the original tool: after every `events` events, and once more at the end; 0 = only the end. */
  | { readonly kind: 'interval'; readonly events: number }
  /** About `count` snapshots spread evenly over the events or over the trace's clock. */
  | { readonly kind: 'points'; readonly count: number; readonly axis: 'event' | 'time' }
  /** One for every `ns` nanoseconds of the trace's clock that has events. */
  | { readonly kind: 'time-step'; readonly ns: number };

/** Most snapshots a time step may ask for; a finer step is widened to this. */
export const MAX_TIME_STEPS = 100_000;

const TWO_32 = 4_294_967_296;

export class SnapshotSchedule {
  /** Most snapshots there will be, the one at the end included. */
  readonly capacity: number;
  /** Take a snapshot when this many events are done; beyond the trace's length when only the end is left. */
  next: number;

  readonly #trace: TraceTable;
  readonly #plan: SnapshotPlan;
  readonly #stepNs: number = 0;
  #taken = 0;
  #threshold = 0;

  constructor(trace: TraceTable, plan: SnapshotPlan) {
    this.#trace = trace;
    this.#plan = plan;
    if (plan.kind === 'interval') {
      this.capacity = 1 + (plan.events > 0 ? Math.floor(trace.length / plan.events) : 0);
    } else if (plan.kind === 'points' && plan.axis === 'event') {
      this.capacity = 1 + Math.max(1, plan.count);
    } else {
      const span = latestTime(trace);
      const steps = plan.kind === 'points' ? Math.max(1, plan.count) : Math.ceil(span / Math.max(1, plan.ns));
      this.#stepNs = Math.max(1, span / Math.min(Math.max(1, steps), MAX_TIME_STEPS));
      this.capacity = 2 + Math.ceil(span / this.#stepNs);
    }
    this.next = this.#following();
  }

  /** The snapshot at `next` has been taken. */
  advance(): void {
    this.#taken++;
    this.next = this.#following();
  }

  #following(): number {
    const { length } = this.#trace;
    const plan = this.#plan;
    if (plan.kind === 'interval') return plan.events > 0 ? (this.#taken + 1) * plan.events : Infinity;
    if (this.#stepNs === 0 && plan.kind === 'points') {
      const count = Math.max(1, plan.count);
      // Fewer events than points: one each. The last point is the end's.
      const done = this.#taken === 0 ? 0 : this.next;
      const due = Math.max(done + 1, Math.floor(((this.#taken + 1) * length) / count));
      return due >= length ? Infinity : due;
    }
    let event = this.#taken === 0 ? 0 : this.next;
    while (event < length && timeSinceStart(this.#trace, event) < this.#threshold) event++;
    if (event >= length - 1) return Infinity;
    const time = timeSinceStart(this.#trace, event);
    this.#threshold = (Math.floor(time / this.#stepNs) + 1) * this.#stepNs;
    return event + 1;
  }
}

/** Nanoseconds from the first event's clock to event `index`'s; negative where the clock ran back behind it. */
export function timeSinceStart(trace: TraceTable, index: number): number {
  const { time } = trace;
  return (time[2 * index + 1]! - time[1]!) * TWO_32 + (time[2 * index]! - time[0]!);
}

/** Spans found so far: a table never changes, and a slider replays the same one again and again. */
const SPANS = new WeakMap<TraceTable, number>();

/** The furthest the clock gets from the first event's, in nanoseconds. */
export function latestTime(trace: TraceTable): number {
  const known = SPANS.get(trace);
  if (known !== undefined) return known;
  let latest = 0;
  for (let i = 0; i < trace.length; i++) {
    const at = timeSinceStart(trace, i);
    if (at > latest) latest = at;
  }
  SPANS.set(trace, latest);
  return latest;
}
