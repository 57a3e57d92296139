/** The first pass over a trace: fills the journal and keeps checkpoints (`simulate_trace`, test/stress/pa/pa_microbench.c). */
import type { OptionValues, ReplayMode } from '../replay/options.js';
import { OPERATION_ALLOC } from '../replay/trace-table.js';
import type { Checkpoints } from './checkpoints.js';
import type { Journal } from './journal.js';
import { ShardCursor } from './shard-cursor.js';

export class Pass {
  /** Events that are behind it. */
  events = 0;

  readonly #journal: Journal;
  readonly #checkpoints: Checkpoints;
  readonly #cursors: readonly ShardCursor[];
  /** By allocation: its shard + 1 while it lives, else 0. */
  readonly #owners: Int32Array;
  #allocations = 0;

  constructor(journal: Journal, checkpoints: Checkpoints, options: OptionValues, mode: ReplayMode) {
    this.#journal = journal;
    this.#checkpoints = checkpoints;
    this.#cursors = Array.from(
      { length: journal.shards },
      (_, shard) => new ShardCursor(journal, shard, options, mode),
    );
    this.#owners = new Int32Array(journal.trace.allocations);
    checkpoints.add(this.#cursors, 0);
  }

  /** Replays up to `maxEvents` more events. Returns true at the end of the trace. */
  advance(maxEvents: number): boolean {
    const { length } = this.#journal.trace;
    const limit = Math.min(length, this.events + maxEvents);
    while (this.events < limit) {
      const due = this.#checkpoints.next;
      this.#run(Math.min(due, limit));
      if (this.events === due) this.#checkpoints.add(this.#cursors, this.#allocations);
    }
    return this.events === length;
  }

  #run(end: number): void {
    const journal = this.#journal;
    const { meta, value } = journal.trace;
    const cursors = this.#cursors;
    const owners = this.#owners;
    const fold = journal.shards;
    let next = this.#allocations;
    for (let event = this.events; event < end; event++) {
      const word = meta[event]!;
      let shard = word >>> 2;
      if (shard >= fold) shard %= fold;
      const cursor = cursors[shard]!;
      if ((word & 1) === OPERATION_ALLOC) {
        const place = cursor.alloc(event);
        journal.allocated(next, place, value[event]!, cursor.pa.extentPages);
        owners[next++] = shard + 1;
      } else {
        const allocation = value[event]!;
        if (allocation >= next || owners[allocation] !== shard + 1) continue;
        owners[allocation] = 0;
        journal.accept(event);
        cursor.dalloc(event, allocation);
      }
    }
    this.#allocations = next;
    this.events = end;
  }
}
