/** The numbers of one snapshot as text, for the readout, the descriptions and the exports. */
import { formatCount, formatPercent, NO_NUMBER } from '../../base/numbers.js';
import { byteUnit, formatInUnit } from '../shared/ticks.js';
import { formatClock } from '../shared/time-ticks.js';
import type { GroupColumns } from './columns.js';
import type { Peak } from './layout.js';
import { PANELS, type PanelId, type Series, type WorkKind } from './series.js';

export interface Row {
  readonly key: string;
  readonly label: string;
  /** Null for rows that are no series of the picture: sums, and counts for the record. */
  readonly series: Series | null;
  /** Formatted with places that stay the same over the run. */
  readonly text: (columns: GroupColumns, index: number) => string;
}

function rateText(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : NO_NUMBER;
}

function seriesText(series: Series, work: WorkKind, peak: Peak): (value: number) => string {
  const unit = byteUnit(series.panel === 'sec' ? peak.right : peak.left);
  switch (series.panel) {
    case 'pageslabs':
      return formatCount;
    case 'memory':
      return (value) => formatInUnit(value, unit);
    case 'work':
      return work === 'rate' ? rateText : formatCount;
    case 'sec':
      return series.id === 'sec_hit_ratio' ? formatPercent : (value) => formatInUnit(value, unit);
  }
}

function sumOf(series: readonly Series[], columns: GroupColumns, index: number): number {
  let sum = 0;
  for (const one of series) sum += columns.series[one.id][index] ?? Number.NaN;
  return sum;
}

/** Rows of a panel's readout. Stacks read from the top down, as they are drawn. */
export function readoutRows(panel: PanelId, work: WorkKind, peak: Peak): readonly Row[] {
  const { series } = PANELS[panel];
  const ordered = panel === 'work' ? series : [...series].reverse();
  const rows: Row[] = ordered.map((one) => {
    const format = seriesText(one, work, peak);
    return {
      key: one.id,
      label: one.label,
      series: one,
      text: (columns, index) =>
        columns.missing.has(one.id) ? NO_NUMBER : format(columns.series[one.id][index] ?? Number.NaN),
    };
  });
  const extra = (key: string, label: string, text: Row['text']): Row => ({ key, label, series: null, text });
  switch (panel) {
    case 'pageslabs':
      rows.push(extra('total', 'total', (columns, i) => formatCount(sumOf(series, columns, i))));
      break;
    case 'memory': {
      const unit = byteUnit(peak.left);
      rows.push(extra('total', 'total', (columns, i) => formatInUnit(sumOf(series, columns, i), unit)));
      break;
    }
    case 'work':
      rows.push(
        extra('pages', 'pages purged so far', (columns, i) =>
          formatCount(columns.pagesPurged[i] ?? Number.NaN),
        ),
      );
      break;
    case 'sec':
      rows.push(
        extra('hits', 'hits so far', (columns, i) => formatCount(columns.hits[i] ?? Number.NaN)),
        extra('misses', 'misses so far', (columns, i) => formatCount(columns.misses[i] ?? Number.NaN)),
      );
      break;
  }
  return rows;
}

/** Where a snapshot is: "1:02.345, event 12 345". */
export function placeText(columns: GroupColumns, index: number): string {
  const event = `event ${formatCount(columns.events[index] ?? Number.NaN)}`;
  const clock = columns.clock[index];
  return clock === undefined ? event : `${formatClock(clock, 3)}, ${event}`;
}
