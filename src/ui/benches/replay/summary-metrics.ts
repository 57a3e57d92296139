/** What the summary strip shows, in order: name, unit, how two runs are compared, and what the number means. */
import {
  formatBytes,
  formatCount,
  formatDifference,
  formatPercent,
  formatPointChange,
  formatRelativeChange,
} from '../../../base/numbers.js';
import type { StatisticsTable } from '../../../engine/replay/statistics.js';
import { snapshotRange, type Summary, summarise, wholeRange } from '../../../engine/replay/summary.js';

export interface SummaryMetric {
  readonly key: keyof Summary;
  readonly label: string;
  readonly format: (value: number) => string;
  readonly compare: (value: number, reference: number) => string;
  readonly help: string;
  /** Least width of its column where there is room, and where there is little: its longest usual text. Pixels. */
  readonly room: readonly [number, number];
}

/** Fewer pageslabs than this are compared one by one. */
const FEW_SLABS = 100;

function slabsChange(format: (value: number) => string): SummaryMetric['compare'] {
  return (value, reference) =>
    Math.max(value, reference) < FEW_SLABS
      ? formatDifference(value, reference, format)
      : formatRelativeChange(value, reference, format);
}

const bytesChange: SummaryMetric['compare'] = (value, reference) =>
  formatRelativeChange(value, reference, formatBytes);
/** Calls and pages: "+51" tells more than a share of what may be none at all. */
const countChange: SummaryMetric['compare'] = (value, reference) => formatDifference(value, reference);

const oneDigit = (value: number): string => (Number.isFinite(value) ? value.toFixed(1) : formatCount(value));

export const SUMMARY_METRICS: readonly SummaryMetric[] = [
  {
    key: 'peakPageslabs',
    label: 'peak slabs',
    format: formatCount,
    compare: slabsChange(formatCount),
    help: 'Most pageslabs (2 MiB each) at any snapshot, all shown shards together.',
    room: [70, 46],
  },
  {
    key: 'meanPageslabs',
    label: 'mean slabs',
    format: oneDigit,
    compare: slabsChange(oneDigit),
    help: 'Pageslabs on average over the trace time.',
    room: [74, 50],
  },
  {
    key: 'peakDirtyBytes',
    label: 'peak dirty',
    format: formatBytes,
    compare: bytesChange,
    help: 'Most dirty memory at any snapshot: freed, but still held from the kernel.',
    room: [88, 66],
  },
  {
    key: 'meanDirtyBytes',
    label: 'mean dirty',
    format: formatBytes,
    compare: bytesChange,
    help: 'Dirty memory on average over the trace time.',
    room: [88, 66],
  },
  {
    key: 'hugeCoverage',
    label: 'huge',
    format: formatPercent,
    compare: formatPointChange,
    help: 'Share of the active bytes that lie in huge pageslabs: mean of active pages in huge slabs ÷ mean of active pages.',
    room: [72, 58],
  },
  {
    key: 'fragmentation',
    label: 'fragmented',
    format: formatPercent,
    compare: formatPointChange,
    help: 'Memory held but not in use: 1 − mean active ÷ mean (active + dirty). Retained pages hold no memory and do not count.',
    room: [84, 68],
  },
  {
    key: 'purgeCalls',
    label: 'purge calls',
    format: formatCount,
    compare: countChange,
    help: 'Address ranges given back to the kernel; each is a call, or a part of a vectored one.',
    room: [82, 52],
  },
  {
    key: 'purgedPages',
    label: 'pages purged',
    format: formatCount,
    compare: countChange,
    help: 'Dirty pages of 4 KiB that the purges gave back.',
    room: [94, 58],
  },
  {
    key: 'hugifies',
    label: 'hugify',
    format: formatCount,
    compare: countChange,
    help: 'Hugify calls. Eager style makes slabs huge without a call.',
    room: [64, 46],
  },
  {
    key: 'dehugifies',
    label: 'dehugify',
    format: formatCount,
    compare: countChange,
    help: 'Dehugify calls: huge slabs broken up before a purge.',
    room: [68, 54],
  },
  {
    key: 'secHitRatio',
    label: 'SEC hits',
    format: formatPercent,
    compare: formatPointChange,
    help: 'Share of cacheable requests that the small extent cache served itself.',
    room: [84, 58],
  },
];

/** The figures of a run, whole or within a zoom; null where it has no snapshot there, or no such shard. */
export function summaryOf(
  table: StatisticsTable | null,
  zoom: readonly [number, number] | null,
  axis: 'time' | 'event',
  shard: number | null,
): Summary | null {
  if (table === null || (shard !== null && shard >= table.shards)) return null;
  const range = zoom === null ? wholeRange(table) : snapshotRange(table, axis, zoom[0], zoom[1]);
  return range === null ? null : summarise(table, range, shard);
}
