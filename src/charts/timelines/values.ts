/** The numbers of one snapshot as text, for the readout, the descriptions and the exports. */
import { formatCount, NO_NUMBER } from '../../base/numbers.js';
import { byteUnit } from '../shared/ticks.js';
import { formatClock } from '../shared/time-ticks.js';
import { type GroupColumns, isInterval } from './columns.js';
import type { Peak } from './layout.js';
import type { ReadPlace } from './reading.js';
import { type AxisKind, comparedAreas, PANELS, type PanelId, type Series, type WorkKind } from './series.js';

export interface Row {
  readonly key: string;
  readonly label: string;
  /** Unit of the number, empty for plain counts. */
  readonly unit: string;
  /** Null for rows that are no series of the picture: sums, and counts for the record. */
  readonly series: Series | null;
  /** Belongs to the interval that ends at a snapshot, not to the snapshot. */
  readonly interval: boolean;
  /** NaN where nothing is known. */
  readonly value: (columns: GroupColumns, index: number) => number;
  /** Formatted with places that stay the same over the run. */
  readonly text: (value: number) => string;
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

/** How many rows a panel's readout has. */
export function readoutCount(panel: PanelId): number {
  return readoutRows(panel, 'time', 'rate', { left: 1, right: 1 }).length;
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
      interval: isInterval(one.id, work),
      value: (columns, index) =>
        columns.missing.has(one.id) ? Number.NaN : (columns.series[one.id][index] ?? Number.NaN),
      text: format.text,
    };
  });
  const counter = (label: string, of: (columns: GroupColumns) => Float64Array): Row => ({
    key: label,
    label,
    unit: 'so far',
    series: null,
    interval: false,
    value: (columns, i) => of(columns)[i] ?? Number.NaN,
    text: formatCount,
  });
  switch (panel) {
    case 'pageslabs':
    case 'memory': {
      const format = panel === 'memory' ? bytesFormat(peak.left) : COUNT;
      if (panel === 'memory') {
        const holding = comparedAreas(series);
        rows.push({
          key: 'held',
          label: 'active + dirty',
          unit: format.unit,
          series: null,
          interval: false,
          value: (columns, i) => sumOf(holding, columns, i),
          text: format.text,
        });
      }
      rows.push({
        key: 'total',
        label: 'total',
        unit: format.unit,
        series: null,
        interval: false,
        value: (columns, i) => sumOf(series, columns, i),
        text: format.text,
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

/** The snapshot of a run that a row is read of. */
export function placeIn(row: Row, at: ReadPlace): number {
  return row.interval ? at.interval : at.level;
}

/** A less B in the row's own format, with its sign; "=" where nothing tells them apart in it. */
export function differenceText(row: Row, a: number, b: number): string {
  const difference = a - b;
  if (!Number.isFinite(difference)) return NO_NUMBER;
  const size = row.text(Math.abs(difference));
  if (size === row.text(0)) return difference === 0 ? '=' : `≈ ${row.text(0)}`;
  return `${difference < 0 ? '\u2212' : '+'}${size}`;
}

/** Where a snapshot is: "1:02.345, event 12 345"; nothing for none (-1). */
export function placeText(columns: GroupColumns, index: number): string {
  if (index < 0) return '';
  const event = `event ${formatCount(columns.events[index] ?? Number.NaN)}`;
  const clock = columns.clock[index];
  return clock === undefined ? event : `${formatClock(clock, 3)}, ${event}`;
}
