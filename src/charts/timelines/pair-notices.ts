/** What a reader must know before comparing two runs that are not of one kind. Pure. */
import { formatCount } from '../../base/numbers.js';
import type { StatisticsTable } from '../../engine/replay/statistics.js';
import { hasClock } from './columns.js';
import type { AxisKind } from './series.js';

function lacksMemory(table: StatisticsTable | null): boolean {
  return table !== null && table.snapshots > 0 && Number.isNaN(table.columns.active_pages[0]);
}

/** "Run A", "Run B" or "Both runs", by what holds for them. */
function who(a: boolean, b: boolean): string | null {
  if (a && b) return 'Both runs';
  return a ? 'Run A' : b ? 'Run B' : null;
}

export interface PairFacts {
  readonly drawn: AxisKind;
  readonly wanted: AxisKind;
  readonly otherTrace: boolean;
  /** A is still replayed: its snapshots are not counted yet. */
  readonly growing: boolean;
}

export function pairNotices(
  a: StatisticsTable | null,
  b: StatisticsTable,
  { drawn: axis, wanted, otherTrace, growing }: PairFacts,
): string[] {
  const notices: string[] = [];
  if (otherTrace) {
    const place = axis === 'time' ? 'the same time after it' : 'the same number of events after it';
    notices.push(
      `A and B are runs of different traces: each begins at its own first event, and equal places on the axis are ${place}, not the same moment of a program.`,
    );
  }
  const clockless = who(a !== null && !hasClock(a), !hasClock(b));
  if (axis !== wanted && clockless !== null) {
    const has = clockless === 'Both runs' ? 'have' : 'has';
    notices.push(`${clockless} ${has} no clock, so the axis counts events and rates are per 1000 events.`);
  }
  const poor = who(lacksMemory(a), lacksMemory(b));
  if (poor !== null) {
    const is = poor === 'Both runs' ? 'are measured' : 'is measured';
    notices.push(
      `${poor} ${is}: a statistics CSV does not tell active and retained pages, purge calls, or the SEC, nor of which trace it is. Memory compares what both tell.`,
    );
  }
  if (a !== null && a.shards !== b.shards) {
    notices.push(`A has ${formatCount(a.shards)} ${shards(a)}, B ${formatCount(b.shards)}.`);
  }
  if (a !== null && !growing && a.snapshots !== b.snapshots && a.snapshots > 0) {
    notices.push(
      `A has ${formatCount(a.snapshots)} snapshots, B ${formatCount(b.snapshots)}: each is known only at its own, and held between them.`,
    );
  }
  return notices;
}

function shards({ shards }: StatisticsTable): string {
  return shards === 1 ? 'shard' : 'shards';
}
