/** One shard at some point of the trace. Shards know nothing of each other, so each moves alone. */
import { Central } from '../pa/central.js';
import { PAC_PLACE, PaShard } from '../pa/pa-shard.js';
import type { StateReader, StateWriter } from '../pa/state-words.js';
import type { OptionValues, ReplayMode } from '../replay/options.js';
import { OPERATION_ALLOC } from '../replay/trace-table.js';
import type { Journal } from './journal.js';

export class ShardCursor {
  readonly shard: number;
  readonly pa: PaShard;
  /** Events of the whole trace that are behind it. */
  events = 0;
  /** What the benchmark counts (`shard_stats_t`, pa_microbench.c), in pages. */
  allocs = 0;
  deallocs = 0;
  activePages = 0;

  readonly #journal: Journal;
  readonly #central: Central;

  constructor(journal: Journal, shard: number, options: OptionValues, mode: ReplayMode) {
    this.shard = shard;
    this.#journal = journal;
    this.#central = new Central(options);
    this.pa = new PaShard(this.#central, options, mode.hpaOnly);
  }

  /** Replays this shard's events up to, not including, `end`. The first pass must have passed them. */
  run(end: number): void {
    const { trace, shards } = this.#journal;
    const { meta } = trace;
    for (let event = this.events; event < end; event++) {
      let shard = meta[event]! >>> 2;
      if (shard >= shards) shard %= shards;
      if (shard === this.shard) this.step(event);
    }
    this.events = end;
  }

  /** Replays one event of this shard that the first pass has passed. */
  step(event: number): void {
    const journal = this.#journal;
    const { meta, value } = journal.trace;
    if ((meta[event]! & 1) === OPERATION_ALLOC) this.alloc(event);
    else if (journal.accepted(event)) this.dalloc(event, value[event]!);
  }

  /** Replays an allocation and returns its place. */
  alloc(event: number): number {
    const { meta, value } = this.#journal.trace;
    this.#setClock(event);
    const pages = value[event]!;
    this.allocs++;
    this.activePages += pages;
    return this.pa.alloc(pages, (meta[event]! & 2) !== 0);
  }

  /** Replays an accepted free. */
  dalloc(event: number, allocation: number): void {
    const journal = this.#journal;
    this.#setClock(event);
    const pages = journal.requestedPages(allocation);
    const place = journal.place(allocation);
    this.deallocs++;
    this.activePages -= pages;
    if (place === PAC_PLACE) this.pa.dallocPac(pages);
    else this.pa.dalloc(place, journal.extentPages(allocation));
  }

  save(to: StateWriter): void {
    to.number(this.allocs);
    to.number(this.deallocs);
    to.number(this.activePages);
    this.pa.save(to);
  }

  load(from: StateReader, events: number): void {
    this.events = events;
    this.allocs = from.number();
    this.deallocs = from.number();
    this.activePages = from.number();
    this.pa.load(from);
  }

  #setClock(event: number): void {
    const { time } = this.#journal.trace;
    this.#central.clock[0] = time[2 * event]!;
    this.#central.clock[1] = time[2 * event + 1]!;
  }
}
