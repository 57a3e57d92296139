/**
 * The next or last event that purged, hugified or took a new pageslab. Their counters never fall, so the event is found by
 * halving: the statistics narrow it down to one interval, a few moments without pageslabs do the rest.
 */
import type { ShardMoment } from '../engine/inspect/moment.js';
import type { Column, StatisticsTable } from '../engine/replay/statistics.js';

export const JUMP_KINDS = ['purge', 'hugify', 'growth'] as const;
export type JumpKind = (typeof JUMP_KINDS)[number];

interface Counter {
  readonly column: Column;
  readonly of: (sums: ShardMoment) => number;
}

const COUNTERS: Readonly<Record<JumpKind, Counter>> = {
  purge: { column: 'npurges', of: (sums) => sums.npurges },
  hugify: { column: 'nhugifies', of: (sums) => sums.nhugifies },
  growth: { column: 'total_pageslabs', of: (sums) => sums.slabs },
};

export interface JumpQuestion {
  readonly kind: JumpKind;
  readonly direction: 1 | -1;
  /** Events done where the search begins. */
  readonly from: number;
  readonly total: number;
  readonly shard: number;
  /** Snapshots of the same run; null where there are none. */
  readonly table: StatisticsTable | null;
}

/** The snapshots' bounds for the first count of events with a counter of at least `wanted`: more than `low`, at most `high`. */
function narrowed(
  { column }: Counter,
  { table, shard, total }: JumpQuestion,
  wanted: number,
): { low: number; high: number } {
  let low = 0;
  let high = total;
  if (table === null || shard >= table.shards) return { low, high };
  const { snapshots, shards, columns } = table;
  for (let p = 0; p < snapshots; p += 1) {
    const row = p * shards + shard;
    const events = columns.operation_count[row] as number;
    if ((columns[column][row] as number) >= wanted) {
      high = Math.min(high, events);
      break;
    }
    low = Math.max(low, events);
  }
  return { low, high };
}

/**
 * Events done right after the event looked for; null when there is none.
 * @param sumsAt the shard's sums after so many events
 */
export async function findJump(
  question: JumpQuestion,
  sumsAt: (events: number) => Promise<ShardMoment>,
): Promise<number | null> {
  const { kind, direction, from, total } = question;
  const counter = COUNTERS[kind];
  const value = async (events: number): Promise<number> => counter.of(await sumsAt(events));
  let wanted: number;
  if (direction > 0) {
    wanted = (await value(from)) + 1;
  } else {
    if (from === 0) return null;
    // What stood one event earlier came about before it: at the event looked for.
    wanted = await value(from - 1);
    if (wanted === 0) return null;
  }
  const bounds = narrowed(counter, question, wanted);
  let low = direction > 0 ? Math.max(bounds.low, from) : bounds.low;
  let high = direction > 0 ? bounds.high : Math.min(bounds.high, from - 1);
  if (high === total && (await value(total)) < wanted) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    // oxlint-disable-next-line no-await-in-loop -- each step asks for what the last one left
    if ((await value(middle)) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}
