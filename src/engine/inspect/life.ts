/** Follows one pageslab through the whole trace, replaying its shard alone. */
import type { AllocatorObserver } from '../pa/observer.js';
import { FLAGS, NACTIVE, NTOUCHED, STRIDE } from '../pa/pageslab.js';
import type { PageslabSet } from '../pa/pageslab-set.js';
import { timeSinceStart } from '../replay/snapshot-schedule.js';
import { HUGEPAGE_PAGES } from '../units.js';
import type { Journal } from './journal.js';
import type { Lifeline } from './moment.js';
import { SLAB_FLAGS } from './pageslab-columns.js';
import type { ShardCursor } from './shard-cursor.js';
import { activeOf, flagsOf, packState, thin, touchedOf } from './thin.js';

const INITIAL_ENTRIES = 1024;

export class LifelineRun {
  readonly #journal: Journal;
  readonly #cursor: ShardCursor;
  readonly #slab: number;
  readonly #limit: number;
  readonly #counter: FateCounter;
  /** Events done, and state then, by change. */
  #events = new Uint32Array(INITIAL_ENTRIES);
  #states = new Uint32Array(INITIAL_ENTRIES);
  #changes = 0;

  /** `cursor`: of the pageslab's shard, at the trace's start. `limit`: most entries to return. */
  constructor(journal: Journal, cursor: ShardCursor, slab: number, limit: number) {
    this.#journal = journal;
    this.#cursor = cursor;
    this.#slab = slab;
    this.#limit = limit;
    this.#counter = new FateCounter(slab);
    cursor.pa.hpa.observer = this.#counter;
  }

  /** Follows it through up to `maxEvents` more events of the trace. Returns true at the end. */
  advance(maxEvents: number): boolean {
    const cursor = this.#cursor;
    const journal = this.#journal;
    const { length } = journal.trace;
    const end = Math.min(length, cursor.events + maxEvents);
    for (let event = cursor.events; event < end; event++) {
      if (journal.shardOf(event) !== cursor.shard) continue;
      cursor.step(event);
      this.#look(event + 1);
    }
    cursor.events = end;
    return end === length;
  }

  /** The life up to where it was followed. Without entries when there is no such pageslab. */
  lifeline(): Lifeline {
    const kept = thin(this.#states, this.#changes, this.#limit);
    const { trace } = this.#journal;
    const events = Uint32Array.from(kept, (i) => this.#events[i]!);
    const stateOf = (i: number): number => this.#states[i]!;
    return {
      shard: this.#cursor.shard,
      slab: this.#slab,
      length: kept.length,
      changes: this.#changes,
      events,
      clockNs: Float64Array.from(events, (done) => timeSinceStart(trace, done - 1)),
      nactive: Uint16Array.from(kept, (i) => activeOf(stateOf(i))),
      ntouched: Uint16Array.from(kept, (i) => touchedOf(stateOf(i))),
      flags: Uint8Array.from(kept, (i) => flagsOf(stateOf(i))),
      purges: this.#counter.purges,
      hugifies: this.#counter.hugifies,
      dehugifies: this.#counter.dehugifies,
      emptied: this.#counter.emptied,
    };
  }

  #look(eventsDone: number): void {
    const { set } = this.#cursor.pa.hpa;
    if (this.#slab >= set.slabs) return;
    const base = this.#slab * STRIDE;
    const { words } = set;
    const state = packState(
      words[base + NACTIVE]!,
      words[base + NTOUCHED]!,
      words[base + FLAGS]! & SLAB_FLAGS,
    );
    if (this.#changes > 0 && this.#states[this.#changes - 1] === state) return;
    if (this.#changes === this.#states.length) {
      this.#events = doubled(this.#events);
      this.#states = doubled(this.#states);
    }
    this.#events[this.#changes] = eventsDone;
    this.#states[this.#changes++] = state;
  }
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(2 * array.length);
  grown.set(array);
  return grown;
}

/** Counts what befalls one pageslab. */
class FateCounter implements AllocatorObserver {
  purges = 0;
  hugifies = 0;
  dehugifies = 0;
  emptied = 0;
  readonly #slab: number;

  constructor(slab: number) {
    this.#slab = slab;
  }

  purge(_set: PageslabSet, slab: number, _ranges: number, dehugify: boolean): void {
    if (slab !== this.#slab) return;
    this.purges++;
    if (dehugify) this.dehugifies++;
  }

  hugify(_set: PageslabSet, slab: number): void {
    if (slab === this.#slab) this.hugifies++;
  }

  freed(set: PageslabSet, place: number): void {
    const slab = Math.floor(place / HUGEPAGE_PAGES);
    if (slab === this.#slab && set.words[slab * STRIDE + NACTIVE] === 0) this.emptied++;
  }

  pac(): void {}
  secHit(): void {}
  secMiss(): void {}
  secFill(): void {}
  secKeep(): void {}
  secFlush(): void {}
  pick(): void {}
  grow(): void {}
  placed(): void {}
  assumedHuge(): void {}
  deferred(): void {}
  purgeCheck(): void {}
  purgeEnd(): void {}
  hugifyCheck(): void {}
}
