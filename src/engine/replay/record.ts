/** Writes one snapshot: a row for each shard (`print_shard_stats`, test/stress/pa/pa_microbench.c). */
import type { PaShard } from '../pa/pa-shard.js';
import { EMPTY, FULL, PARTIAL } from '../pa/pageslab-set.js';
import { HUGEPAGE_PAGES, PAGE } from '../units.js';
import { timeSinceStart } from './snapshot-schedule.js';
import type { StatisticsTable } from './statistics.js';
import type { TraceTable } from './trace-table.js';

/** What the benchmark itself counts for a shard (`shard_stats_t`, pa_microbench.c), in pages. */
export interface ShardCounts {
  readonly allocs: Float64Array;
  readonly deallocs: Float64Array;
  readonly activePages: Float64Array;
}

/** Appends the state after `events` events to `table`. */
export function recordSnapshot(
  table: StatisticsTable,
  trace: TraceTable,
  events: number,
  shards: readonly PaShard[],
  counts: ShardCounts,
): void {
  const clock = events === 0 ? 0 : timeSinceStart(trace, events - 1);
  const first = table.snapshots * table.shards;
  for (let shard = 0; shard < table.shards; shard++) {
    recordShard(table, first + shard, shard, events, clock, shards[shard]!, counts);
  }
  table.snapshots++;
}

function recordShard(
  table: StatisticsTable,
  row: number,
  shard: number,
  events: number,
  clock: number,
  pa: PaShard,
  counts: ShardCounts,
): void {
  const { columns } = table;
  const { hpa, sec } = pa;
  const { set } = hpa;
  const empty = set.counts[EMPTY]!;
  const emptyHuge = set.counts[EMPTY + 1]!;
  const partial = set.counts[PARTIAL]!;
  const partialHuge = set.counts[PARTIAL + 1]!;
  const full = set.counts[FULL]!;
  const fullHuge = set.counts[FULL + 1]!;

  columns.operation_count[row] = events;
  columns.shard_id[row] = shard;
  columns.alloc_count[row] = counts.allocs[shard]!;
  columns.dealloc_count[row] = counts.deallocs[shard]!;
  columns.active_bytes[row] = counts.activePages[shard]! * PAGE;
  columns.total_pageslabs[row] = set.slabs;
  columns.full_pageslabs_total[row] = full + fullHuge;
  columns.empty_pageslabs_total[row] = empty + emptyHuge;
  columns.hugified_pageslabs[row] = emptyHuge + partialHuge + fullHuge;
  columns.full_pageslabs_non_huge[row] = full;
  columns.full_pageslabs_huge[row] = fullHuge;
  columns.empty_pageslabs_non_huge[row] = empty;
  columns.empty_pageslabs_huge[row] = emptyHuge;
  columns.dirty_bytes[row] = set.ndirty * PAGE;
  columns.nhugifies[row] = hpa.nhugifies;
  columns.nhugify_failures[row] = hpa.nhugifyFailures;
  columns.ndehugifies[row] = hpa.ndehugifies;
  columns.npurge_passes[row] = hpa.npurgePasses;
  columns.npurges[row] = hpa.npurges;

  columns.clock_ns[row] = clock;
  columns.active_pages[row] = set.nactive;
  columns.dirty_pages[row] = set.ndirty;
  columns.touched_pages[row] = set.ntouched;
  columns.retained_pages[row] = HUGEPAGE_PAGES * set.slabs - set.ntouched;
  columns.active_huge_pages[row] = set.nactiveHuge;
  columns.partial_pageslabs_non_huge[row] = partial;
  columns.partial_pageslabs_huge[row] = partialHuge;
  columns.pac_alloc_count[row] = pa.pacAllocs;
  columns.pac_bytes[row] = pa.pacPages * PAGE;
  columns.sec_bytes[row] = sec.bytes();
  columns.sec_hits[row] = sec.hits;
  columns.sec_misses[row] = sec.misses;
  columns.sec_dalloc_flush[row] = sec.dallocFlush;
  columns.sec_dalloc_noflush[row] = sec.dallocNoflush;
  columns.sec_overfills[row] = sec.overfills;
  columns.purged_pageslabs[row] = hpa.purgedPageslabs;
  columns.purge_ranges[row] = hpa.purgeRanges;
  columns.assumed_huge[row] = hpa.assumedHuge;
}
