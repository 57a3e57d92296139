/** Sentences for those who hear the charts. */
import { formatBytes, formatCount, formatPercent } from '../../base/numbers.js';
import type { GroupColumns } from './columns.js';
import { type Peak, panelPeak, shownSeries } from './layout.js';
import type { ReadPlace } from './reading.js';
import { type AxisKind, axisUnit, PANELS, type PanelId, type SeriesId, type WorkKind } from './series.js';
import { differenceText, placeIn, placeText, readoutRows } from './values.js';

function range(values: Float64Array, format: (value: number) => string): string | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let last = Number.NaN;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
    last = value;
  }
  if (Number.isNaN(last)) return null;
  return `from ${format(least)} to ${format(most)}, at the end ${format(last)}`;
}

function formatterOf(panel: PanelId, id: SeriesId, work: WorkKind): (value: number) => string {
  if (panel === 'memory' || id === 'sec_bytes') return formatBytes;
  if (id === 'sec_hit_ratio') return formatPercent;
  return panel === 'work' && work === 'rate' ? (value) => value.toFixed(2) : formatCount;
}

/** What a panel shows: lowest, highest and last value of each shown series over the whole run. */
export function describePanel(
  title: string,
  panel: PanelId,
  columns: GroupColumns | null,
  hidden: ReadonlySet<SeriesId>,
  axis: AxisKind,
  work: WorkKind,
): string {
  const name = `${title}, ${PANELS[panel].title}`;
  if (columns === null || columns.length === 0) return `${name}: no data yet.`;
  const parts: string[] = [];
  for (const series of shownSeries(panel, columns, hidden)) {
    const text = range(columns.series[series.id], formatterOf(panel, series.id, work));
    if (text !== null) parts.push(`${series.label} ${text}`);
  }
  if (parts.length === 0) return `${name}: every series is hidden or unknown.`;
  const unit = panel === 'work' ? ` in ${axisUnit(panel, axis, work)}` : '';
  return `${name}${unit}: ${parts.join('; ')}.`;
}

/** Why a panel has nothing to show, for its middle; null when it has something. */
export function emptyNote(
  panel: PanelId,
  columns: GroupColumns | null,
  domain: readonly [number, number],
  hidden: ReadonlySet<SeriesId>,
  other: GroupColumns | null = null,
): string | null {
  if (columns === null && other !== null) return 'run A has no such shard';
  if (columns === null || columns.length === 0) return null;
  const known = PANELS[panel].series.filter(({ id }) => !columns.missing.has(id));
  if (known.length === 0) return 'not in this file';
  if (known.every(({ id }) => hidden.has(id))) return 'every series is switched off';
  if (other !== null && panelPeak(panel, other, domain, hidden).left > 0) return null;
  if (panel === 'sec' || panelPeak(panel, columns, domain, hidden).left > 0) return null;
  return panel === 'work'
    ? 'this run makes no such call here'
    : 'this run has no pageslab here: the HPA served nothing';
}

/** The readout of one snapshot, spoken when the crosshair is moved by key. */
export function describeSnapshot(
  panel: PanelId,
  columns: GroupColumns,
  index: number,
  axis: AxisKind,
  work: WorkKind,
  peak: Peak,
  other: { readonly columns: GroupColumns; readonly at: ReadPlace } | null = null,
): string {
  const values = readoutRows(panel, axis, work, peak).map((row) => {
    const own = `${row.label} ${row.text(row.value(columns, index))} ${row.unit}`.trim();
    if (other === null) return own;
    const [a, b] = [row.value(columns, index), row.value(other.columns, placeIn(row, other.at))];
    return `${own}, B ${row.text(b)}, difference ${differenceText(row, a, b)}`;
  });
  return `${placeText(columns, index)}: ${values.join(other === null ? ', ' : '; ')}.`;
}
