/** The numbers of one snapshot as text, for the readout, the descriptions and the exports. */
import { formatCount, NO_NUMBER } from '../../base/numbers.js';
import { byteUnit } from '../shared/ticks.js';
import { formatClock } from '../shared/time-ticks.js';
import type { GroupColumns } from './columns.js';
import type { Peak } from './layout.js';
import { type AxisKind, PANELS, type PanelId, type Series, type WorkKind } from './series.js';

export interface Row {
  readonly key: string;
  readonly label: string;
  /** Unit of the number, empty for plain counts. */
  readonly unit: string;
  /** Null for rows that are no series of the picture: sums, and counts for the record. */
  readonly series: Series | null;
  /** Formatted with places that stay the same over the run. */
  readonly text: (columns: GroupColumns, index: number) => string;
}

interface Format {
  readonly unit: string;
  readonly text: (value: number) => string;
}

const COUNT: Format = { unit: '', text: formatCount };

function bytesFormat(peak: number): Format {
  const unit = byteUnit(peak > 0 ? peak : 2 ** 20);
  const places = unit.bytes === 1 ? 0 : 2;
  return {
    unit: unit.name,
    text: (value) => (Number.isFinite(value) ? (value / unit.bytes).toFixed(places) : NO_NUMBER),
  };
}

function formatOf(series: Series, axis: AxisKind, work: WorkKind, peak: Peak): Format {
  switch (series.panel) {
    case 'pageslabs':
      return COUNT;
    case 'memory':
      return bytesFormat(peak.left);
    case 'work':
      if (work === 'cumulative') return COUNT;
      return {
        unit: axis === 'time' ? '/ s' : '/ 1000',
        text: (value) => (Number.isFinite(value) ? value.toFixed(2) : NO_NUMBER),
      };
    case 'sec':
      if (series.id === 'sec_bytes') return bytesFormat(peak.right);
      return { unit: '%', text: (value) => (Number.isFinite(value) ? (value * 100).toFixed(1) : NO_NUMBER) };
  }
}

function sumOf(series: readonly Series[], columns: GroupColumns, index: number): number {
  let sum = 0;
  for (const one of series) sum += columns.series[one.id][index] ?? Number.NaN;
  return sum;
}

/** Rows of a panel's readout. Stacks read from the top down, as they are drawn. */
export function readoutRows(panel: PanelId, axis: AxisKind, work: WorkKind, peak: Peak): readonly Row[] {
  const { series } = PANELS[panel];
  const ordered = panel === 'work' ? series : [...series].reverse();
  const rows: Row[] = ordered.map((one) => {
    const format = formatOf(one, axis, work, peak);
    return {
      key: one.id,
      label: one.label,
      unit: format.unit,
      series: one,
      text: (columns, index) =>
        columns.missing.has(one.id) ? NO_NUMBER : format.text(columns.series[one.id][index] ?? Number.NaN),
    };
  });
  const counter = (label: string, of: (columns: GroupColumns) => Float64Array): Row => ({
    key: label,
    label,
    unit: 'so far',
    series: null,
    text: (columns, i) => formatCount(of(columns)[i] ?? Number.NaN),
  });
  switch (panel) {
    case 'pageslabs':
    case 'memory': {
      const format = panel === 'memory' ? bytesFormat(peak.left) : COUNT;
      rows.push({
        key: 'total',
        label: 'total',
        unit: format.unit,
        series: null,
        text: (columns, i) => format.text(sumOf(series, columns, i)),
      });
      break;
    }
    case 'work':
      rows.push(counter('pages purged', (columns) => columns.pagesPurged));
      break;
    case 'sec':
      rows.push(
        counter('hits', (columns) => columns.hits),
        counter('misses', (columns) => columns.misses),
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
