/** Everything there is to know of a shard, as plain values: to compare two ways of getting there. */
import type { PaShard } from '../engine/pa/pa-shard.js';
import { STRIDE } from '../engine/pa/pageslab.js';
import { recordSnapshot, type ShardCounts } from '../engine/replay/record.js';
import { COLUMNS, createStatistics } from '../engine/replay/statistics.js';
import type { TraceTable } from '../engine/replay/trace-table.js';

/** The words of all pageslabs, containers in their order, SEC bins from the head, and where the last purge lies. */
export function shardState(pa: PaShard): unknown {
  const { hpa, sec } = pa;
  const { set } = hpa;
  return {
    words: [...set.words.subarray(0, set.slabs * STRIDE)],
    containers: set.containers(),
    bins: sec.bins.map((bin) => ({
      bytes: bin.bytes,
      extents: Array.from({ length: bin.count }, (_, i) => [bin.placeAt(i), bin.pagesAt(i)]),
    })),
    sinceLastPurge: hpa.sinceLastPurge(0, 0),
    dirtyMax: hpa.dirtyMax(),
  };
}

/** One row of statistics by column: what the replay would write for this shard now. */
export function statisticsRow(
  trace: TraceTable,
  events: number,
  shards: readonly PaShard[],
  shard: number,
  counts: ShardCounts,
): Record<string, number | undefined> {
  const table = createStatistics(shards.length, 1);
  recordSnapshot(table, trace, events, shards, counts);
  return Object.fromEntries(COLUMNS.map((name) => [name, table.columns[name][shard]]));
}
