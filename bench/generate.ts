/** Seeded synthetic traces: the same numbers on every machine. */
import {
  NO_ALLOCATION,
  OPERATION_ALLOC,
  OPERATION_DALLOC,
  type TraceTable,
  packMeta,
} from '../src/engine/replay/trace-table.js';
import { randomSource } from './random.js';

export interface TraceShape {
  readonly events: number;
  readonly shards: number;
  readonly seed: number;
  /** Extents in use at a time in each shard, about. */
  readonly livePerShard: number;
}

/** Extent sizes in pages, small ones more often. */
const SIZES = [1, 1, 1, 1, 2, 2, 3, 4, 4, 5, 7, 8, 8, 10, 12, 14, 16, 20, 24, 32];
const FREQUENT_SHARE = 0.8;
const START_NS = 1_000_000_000_000;
const TWO_32 = 4_294_967_296;

/** Grows each shard to its live size, then frees and allocates in turn; frees hit any live extent. */
export function generateTrace({ events, shards, seed, livePerShard }: TraceShape): TraceTable {
  const random = randomSource(seed);
  const meta = new Uint32Array(events);
  const value = new Uint32Array(events);
  const time = new Uint32Array(2 * events);
  const live = Array.from({ length: shards }, () => [] as number[]);
  let allocations = 0;
  let ns = START_NS;
  for (let i = 0; i < events; i++) {
    const shard = Math.floor(random() * shards);
    const extents = live[shard] ?? [];
    ns += 200 + Math.floor(random() * 20_000);
    time[2 * i] = ns % TWO_32;
    time[2 * i + 1] = Math.floor(ns / TWO_32);
    const growing = extents.length < livePerShard;
    if (extents.length === 0 || random() < (growing ? 0.75 : 0.49)) {
      meta[i] = packMeta(shard, random() < FREQUENT_SHARE, OPERATION_ALLOC);
      value[i] = SIZES[Math.floor(random() * SIZES.length)] ?? 1;
      extents.push(allocations++);
    } else {
      const pick = Math.floor(random() * extents.length);
      const last = extents.pop() ?? NO_ALLOCATION;
      meta[i] = packMeta(shard, false, OPERATION_DALLOC);
      value[i] = extents[pick] ?? last;
      if (pick < extents.length) extents[pick] = last;
    }
  }
  return { length: events, allocations, shards, meta, value, time };
}
