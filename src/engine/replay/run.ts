/** Drives a trace through the shards and takes snapshots (`simulate_trace`, test/stress/pa/pa_microbench.c). */
import { Central } from '../pa/central.js';
import { PAC_PLACE, PaShard } from '../pa/pa-shard.js';
import type { OptionValues, ReplayMode } from './options.js';
import { type ShardCounts, recordSnapshot } from './record.js';
import { type SnapshotPlan, SnapshotSchedule } from './snapshot-schedule.js';
import { type StatisticsTable, createStatistics } from './statistics.js';
import { OPERATION_ALLOC, type TraceTable } from './trace-table.js';

export type { SnapshotPlan } from './snapshot-schedule.js';

/** Words of an allocation's record: its place + 2 (0 when not live), size in pages, extent pages and shard. */
const RECORD = 3;
const PLACE_OFFSET = 2;
const DEAD = 0;
const EXTENT_BITS = 16;
const EXTENT_MASK = 0xffff;

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

  constructor(trace: TraceTable, options: OptionValues, mode: ReplayMode, plan: SnapshotPlan) {
    const shards = shardCount(trace, mode);
    this.#trace = trace;
    this.#central = new Central(options);
    this.shards = Array.from({ length: shards }, () => new PaShard(this.#central, options, mode.hpaOnly));
    this.counts = {
      allocs: new Float64Array(shards),
      deallocs: new Float64Array(shards),
      activePages: new Float64Array(shards),
    };
    this.#records = new Int32Array(RECORD * trace.allocations);
    this.#schedule = new SnapshotSchedule(trace, plan);
    this.statistics = createStatistics(shards, this.#schedule.capacity);
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
        records[at] = place + PLACE_OFFSET;
        records[at + 1] = pages;
        records[at + 2] =
          place === PAC_PLACE ? shard << EXTENT_BITS : (shard << EXTENT_BITS) | pa.extentPages;
        counts.allocs[shard] = counts.allocs[shard]! + 1;
        counts.activePages[shard] = counts.activePages[shard]! + pages;
      } else {
        const allocation = value[i]!;
        if (allocation >= nextAllocation) continue;
        const at = RECORD * allocation;
        const detail = records[at + 2]!;
        const place = records[at]!;
        if (place === DEAD || detail >>> EXTENT_BITS !== shard) continue;
        const pages = records[at + 1]! >>> 0;
        records[at] = DEAD;
        shards[shard]!.dalloc(
          place - PLACE_OFFSET,
          place - PLACE_OFFSET === PAC_PLACE ? pages : detail & EXTENT_MASK,
        );
        counts.deallocs[shard] = counts.deallocs[shard]! + 1;
        counts.activePages[shard] = counts.activePages[shard]! - pages;
      }
    }
    this.#nextAllocation = nextAllocation;
    this.#next = end;
  }
}
