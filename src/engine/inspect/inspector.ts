/**
 * Looks inside one replay: the state after any number of events, why an event went as it did, and the life of one
 * pageslab. One pass over the trace comes first; whatever part it has passed can be looked at meanwhile.
 */
import { assert } from '../../base/assert.js';
import type { OptionValues, ReplayMode } from '../replay/options.js';
import { shardCount } from '../replay/run.js';
import { timeSinceStart } from '../replay/snapshot-schedule.js';
import { NO_ALLOCATION, OPERATION_DALLOC, type TraceTable } from '../replay/trace-table.js';
import { PAGE } from '../units.js';
import { CHECKPOINT_BUDGET, Checkpoints, FIRST_SPACING, restore } from './checkpoints.js';
import { eventTimes } from './event-times.js';
import { Explainer, changedSlabs } from './explainer.js';
import type { Decision, Explanation } from './explanation.js';
import { Journal } from './journal.js';
import { LifelineRun } from './life.js';
import type { Moment, MomentQuery } from './moment.js';
import { Pass } from './pass.js';
import { pageslabColumns } from './pageslab-columns.js';
import { ShardCursor } from './shard-cursor.js';
import { shardMoment } from './shard-moment.js';

export interface InspectorLimits {
  /** Bytes that checkpoints may take. */
  readonly budget?: number;
  /** Events between two checkpoints at first. */
  readonly spacing?: number;
}

const NONE: ReadonlySet<number> = new Set();

/** A shard's cursor, and the pageslabs that the event before it changed. */
interface Place {
  readonly cursor: ShardCursor;
  changed: ReadonlySet<number>;
}

export class Inspector {
  readonly events: number;
  readonly shards: number;

  readonly #trace: TraceTable;
  readonly #options: OptionValues;
  readonly #mode: ReplayMode;
  readonly #journal: Journal;
  readonly #checkpoints: Checkpoints;
  /** Null when it is complete. */
  #pass: Pass | null;
  #passed = 0;
  /** By shard: where moments and explanations stand. They do not disturb each other. */
  readonly #moments = new Map<number, Place>();
  readonly #reasons = new Map<number, ShardCursor>();

  constructor(trace: TraceTable, options: OptionValues, mode: ReplayMode, limits: InspectorLimits = {}) {
    this.#trace = trace;
    this.#options = options;
    this.#mode = mode;
    this.events = trace.length;
    this.shards = shardCount(trace, mode);
    this.#journal = new Journal(trace, this.shards);
    this.#checkpoints = new Checkpoints(limits.budget ?? CHECKPOINT_BUDGET, limits.spacing ?? FIRST_SPACING);
    this.#pass = new Pass(this.#journal, this.#checkpoints, options, mode);
  }

  /** Events that the first pass has passed: what can be looked at. */
  get passed(): number {
    return this.#passed;
  }

  get checkpoints(): number {
    return this.#checkpoints.count;
  }

  /** Bytes of all checkpoints. */
  get bytes(): number {
    return this.#checkpoints.bytes;
  }

  /** Goes on with the first pass by up to `maxEvents`. Returns true when it is complete. */
  advance(maxEvents: number): boolean {
    if (this.#pass === null) return true;
    const isDone = this.#pass.advance(maxEvents);
    this.#passed = this.#pass.events;
    if (isDone) this.#pass = null;
    return isDone;
  }

  /** The state of a shard after `events` events; valid until the next call for this shard. */
  stateAt(events: number, shard: number): ShardCursor {
    return this.#placeAt(events, shard).cursor;
  }

  moment({ events, shard, order, count, ...query }: MomentQuery): Moment {
    const from = Math.max(0, query.from);
    const { cursor, changed } = this.#placeAt(events, shard);
    const { time } = this.#trace;
    const nowLow = events === 0 ? 0 : time[2 * events - 2]!;
    const nowHigh = events === 0 ? 0 : time[2 * events - 1]!;
    const { hpa, sec } = cursor.pa;
    const purgeDelay = this.#options.min_purge_delay_ms > 0;
    return {
      events,
      clockNs: events === 0 ? 0 : timeSinceStart(this.#trace, events - 1),
      furthestNs: eventTimes(this.#trace).furthest(events),
      shard,
      sums: shardMoment(cursor.pa, nowHigh, nowLow),
      from,
      pageslabs: pageslabColumns(hpa.set, sec, { order, from, count, changed, nowLow, nowHigh, purgeDelay }),
    };
  }

  /** Why event `event`, which the first pass must have passed, went as it did. */
  explain(event: number): Explanation {
    assert(event >= 0 && event < this.passed, `event ${event} has not been replayed yet`);
    const journal = this.#journal;
    const shard = journal.shardOf(event);
    const cursor = this.#reasons.get(shard) ?? this.#newCursor(shard);
    this.#reasons.set(shard, cursor);
    this.#seek(cursor, event);
    const isAlloc = journal.isAlloc(event);
    const value = this.#trace.value[event]!;
    const named = value === NO_ALLOCATION ? null : value;
    const accepted = isAlloc || journal.accepted(event);
    const freedPages = accepted && !isAlloc ? journal.requestedPages(value) : null;
    return {
      event,
      operation: isAlloc ? 'alloc' : 'dalloc',
      shard,
      pages: isAlloc ? value : freedPages,
      frequent: (this.#trace.meta[event]! & 2) !== 0,
      allocation: isAlloc ? this.#allocationsBefore(event) : named,
      decisions: accepted ? this.#watch(cursor, event) : [this.#ignoredFree(event, named)],
    };
  }

  /** To follow one pageslab through the whole trace, which the first pass must have passed. */
  lifeline(shard: number, slab: number, entries: number): LifelineRun {
    assert(this.passed === this.events, 'the first pass is not complete');
    return new LifelineRun(this.#journal, this.#newCursor(shard), slab, entries);
  }

  /** Events at or before a position: nanoseconds since the first event (where the clock runs back: the furthest so far), or events. */
  eventsAt(axis: 'time' | 'event', position: number): number {
    if (axis === 'event') return Math.max(0, Math.min(this.events, Math.floor(position)));
    return eventTimes(this.#trace).eventsAt(position);
  }

  #placeAt(events: number, shard: number): Place {
    assert(events >= 0 && events <= this.passed, `event ${events} has not been replayed yet`);
    assert(shard >= 0 && shard < this.shards, `there is no shard ${shard}`);
    const known = this.#moments.get(shard);
    if (known?.cursor.events === events) return known;
    const place = known ?? { cursor: this.#newCursor(shard), changed: NONE };
    this.#moments.set(shard, place);
    place.changed = NONE;
    if (events === 0) {
      this.#seek(place.cursor, 0);
      return place;
    }
    // The last event is watched, to tell what it changed.
    this.#seek(place.cursor, events - 1);
    if (this.#journal.shardOf(events - 1) !== shard) place.cursor.run(events);
    else place.changed = changedSlabs(this.#watch(place.cursor, events - 1));
    return place;
  }

  #newCursor(shard: number): ShardCursor {
    return new ShardCursor(this.#journal, shard, this.#options, this.#mode);
  }

  /** From the nearest checkpoint, or from where it is if that is nearer. */
  #seek(cursor: ShardCursor, events: number): void {
    const checkpoint = this.#checkpoints.before(events);
    if (cursor.events > events || cursor.events < checkpoint.events) restore(cursor, checkpoint);
    cursor.run(events);
  }

  /** Replays the event at the cursor, an accepted one of its shard, and returns the decisions. */
  #watch(cursor: ShardCursor, event: number): readonly Decision[] {
    const slabMaxAllocPages = Math.floor(this.#options.slab_max_alloc / PAGE);
    const explainer = new Explainer(slabMaxAllocPages, this.#options.max_bytes);
    cursor.pa.hpa.observer = explainer;
    cursor.step(event);
    cursor.pa.hpa.observer = null;
    cursor.events = event + 1;
    return explainer.decisions;
  }

  /** Allocations of all shards before an event. */
  #allocationsBefore(event: number): number {
    const checkpoint = this.#checkpoints.before(event);
    let allocations = checkpoint.allocations;
    for (let i = checkpoint.events; i < event; i++) if (this.#journal.isAlloc(i)) allocations++;
    return allocations;
  }

  #ignoredFree(event: number, allocation: number | null): Decision {
    const ignored = { kind: 'ignored-free', allocation } as const;
    if (allocation === null || allocation >= this.#allocationsBefore(event)) {
      return { ...ignored, reason: 'unknown' };
    }
    const { meta, value } = this.#trace;
    for (let i = 0; i < event; i++) {
      if (value[i] === allocation && (meta[i]! & 1) === OPERATION_DALLOC && this.#journal.accepted(i)) {
        return { ...ignored, reason: 'dead' };
      }
    }
    return { ...ignored, reason: 'other-shard' };
  }
}
