/** Drives a trace through the shards and takes snapshots (`simulate_trace`, test/stress/pa/pa_microbench.c). */
import { Central } from '../pa/central.js';
import { PAC_PLACE, PaShard } from '../pa/pa-shard.js';
import type { OptionValues, ReplayMode } from './options.js';
import { type ShardCounts, recordSnapshot } from './record.js';
import { ReplayScratch } from './scratch.js';
import { type SnapshotPlan, SnapshotSchedule } from './snapshot-schedule.js';
import type { StatisticsTable } from './statistics.js';
import { OPERATION_ALLOC, type TraceTable } from './trace-table.js';

export type { SnapshotPlan } from './snapshot-schedule.js';

/**
 * An allocation's record is two words. First word: 0 when not live; place + 1 of an extent of the HPA; -(shard + 1)
 * when the PAC serves it. Second word: requested pages, extent pages and shard of an HPA extent in the fields
 * below; requested pages alone for the PAC, whose sizes have no bound.
 */
const RECORD = 2;
const DEAD = 0;
const PAGES_BITS = 10;
const PAGES_MASK = (1 << PAGES_BITS) - 1;

/** Shards a replay of this trace uses (`main`, pa_microbench.c). */
export function shardCount(trace: TraceTable, mode: ReplayMode): number {
  return mode.shards ?? trace.shards;
}

export class Replay {
  /** Snapshots so far; grows while the replay advances. */
  readonly statistics: StatisticsTable;
  readonly shards: readonly PaShard[];
  readonly counts: ShardCounts;

  readonly #trace: TraceTable;
  readonly #central: Central;
  readonly #schedule: SnapshotSchedule;
  readonly #records: Int32Array;
  #nextAllocation = 0;
  #next = 0;
  #done = false;

  /** `scratch` may serve many replays, one at a time: `statistics` is valid until the next one begins. */
  constructor(
    trace: TraceTable,
    options: OptionValues,
    mode: ReplayMode,
    plan: SnapshotPlan,
    scratch: ReplayScratch = new ReplayScratch(),
  ) {
    const shards = shardCount(trace, mode);
    this.#trace = trace;
    this.#central = new Central(options, scratch.takeArena());
    this.shards = Array.from({ length: shards }, () => new PaShard(this.#central, options, mode.hpaOnly));
    this.counts = {
      allocs: new Float64Array(shards),
      deallocs: new Float64Array(shards),
      activePages: new Float64Array(shards),
    };
    this.#records = scratch.take(RECORD * trace.allocations);
    this.#schedule = new SnapshotSchedule(trace, plan);
    this.statistics = scratch.takeStatistics(shards, this.#schedule.capacity);
  }

  get eventsDone(): number {
    return this.#next;
  }

  get done(): boolean {
    return this.#done;
  }

  /** Replays up to `maxEvents` more events. Returns true when the replay is complete. */
  advance(maxEvents: number): boolean {
    if (this.#done) return true;
    const total = this.#trace.length;
    const limit = Math.min(total, this.#next + maxEvents);
    while (this.#next < limit) {
      const stop = this.#schedule.next;
      this.#run(Math.min(stop, limit));
      if (this.#next === stop) {
        this.#snapshot();
        this.#schedule.advance();
      }
    }
    if (this.#next === total) {
      this.#snapshot();
      this.#done = true;
    }
    return this.#done;
  }

  #snapshot(): void {
    recordSnapshot(this.statistics, this.#trace, this.#next, this.shards, this.counts);
  }

  /** Replays events up to, not including, `end`. */
  #run(end: number): void {
    const { meta, value, time } = this.#trace;
    const { shards, counts } = this;
    const records = this.#records;
    const clock = this.#central.clock;
    const fold = shards.length;
    let nextAllocation = this.#nextAllocation;
    for (let i = this.#next; i < end; i++) {
      const word = meta[i]!;
      let shard = word >>> 2;
      if (shard >= fold) shard %= fold;
      clock[0] = time[2 * i]!;
      clock[1] = time[2 * i + 1]!;
      if ((word & 1) === OPERATION_ALLOC) {
        const pages = value[i]!;
        const pa = shards[shard]!;
        const place = pa.alloc(pages, (word & 2) !== 0);
        const at = RECORD * nextAllocation++;
        if (place === PAC_PLACE) {
          records[at] = -(shard + 1);
          records[at + 1] = pages;
        } else {
          records[at] = place + 1;
          records[at + 1] = (((shard << PAGES_BITS) | pa.extentPages) << PAGES_BITS) | pages;
        }
        counts.allocs[shard] = counts.allocs[shard]! + 1;
        counts.activePages[shard] = counts.activePages[shard]! + pages;
      } else {
        const allocation = value[i]!;
        if (allocation >= nextAllocation) continue;
        const at = RECORD * allocation;
        const state = records[at]!;
        const detail = records[at + 1]!;
        const owner = state < 0 ? -state - 1 : detail >>> (2 * PAGES_BITS);
        if (state === DEAD || owner !== shard) continue;
        const pages = state < 0 ? detail >>> 0 : detail & PAGES_MASK;
        records[at] = DEAD;
        if (state < 0) shards[shard]!.dallocPac(pages);
        else shards[shard]!.dalloc(state - 1, (detail >>> PAGES_BITS) & PAGES_MASK);
        counts.deallocs[shard] = counts.deallocs[shard]! + 1;
        counts.activePages[shard] = counts.activePages[shard]! - pages;
      }
    }
    this.#nextAllocation = nextAllocation;
    this.#next = end;
  }
}
