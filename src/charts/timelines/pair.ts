/** Two runs in one panel: on how much of the axis which one is higher, in words and numbers. Pure. */
import { formatPercent } from '../../base/numbers.js';
import type { StepCurve } from '../shared/decimate.js';
import { type PairShares, pairShares } from '../shared/step-pair.js';
import { type GroupColumns, isInterval } from './columns.js';
import { shownSeries, totalOf } from './layout.js';
import { comparedAreas, PANELS, type PanelId, type Series, type SeriesId, type WorkKind } from './series.js';

export interface PanelComparison {
  readonly shares: PairShares;
  /** What is compared, to stand before "higher". */
  readonly of: string;
}

function named(panel: PanelId, series: readonly Series[]): string {
  switch (panel) {
    case 'pageslabs':
      return series.length === PANELS.pageslabs.series.length ? 'pageslabs' : 'pageslabs shown';
    case 'memory':
      return series.map(({ label }) => label).join(' + ');
    case 'work':
      return series.length === PANELS.work.series.length
        ? 'calls together'
        : series.map(({ label }) => label).join(' + ');
    case 'sec':
      return 'hit ratio';
  }
}

/** The series that stand for a panel: its stack, all calls together, or the hit ratio. */
function standIns(panel: PanelId, shown: readonly Series[]): readonly Series[] {
  if (panel === 'sec') return shown.filter(({ id }) => id === 'sec_hit_ratio');
  return panel === 'work' ? shown : comparedAreas(shown);
}

function curveOf(columns: GroupColumns, series: readonly Series[], interval: boolean): StepCurve {
  const x = interval ? columns.intervalStart : columns.x;
  return { x, y: totalOf(columns, series), end: columns.x[columns.length - 1] ?? 0 };
}

/** Null where there is nothing that both show. */
export function comparePanel(
  panel: PanelId,
  a: GroupColumns | null,
  b: GroupColumns | null,
  domain: readonly [number, number],
  hidden: ReadonlySet<SeriesId>,
  work: WorkKind,
): PanelComparison | null {
  if (a === null || b === null || a.length === 0 || b.length === 0) return null;
  const inB = new Set(shownSeries(panel, b, hidden).map(({ id }) => id));
  const common = standIns(panel, shownSeries(panel, a, hidden)).filter(({ id }) => inB.has(id));
  const first = common[0];
  if (first === undefined) return null;
  const interval = isInterval(first.id, work);
  const shares = pairShares(curveOf(a, common, interval), curveOf(b, common, interval), domain);
  return shares.width > 0 ? { shares, of: named(panel, common) } : null;
}

/** A piece of the comparison in words; of a side where it tells what that side's stripes cover. */
export interface ComparisonPart {
  readonly side: 'a' | 'b' | null;
  readonly text: string;
}

/** "A higher on 42.0 % of the axis, B on 13.1 %"; "the same throughout". */
export function comparisonParts({ shares, of }: PanelComparison): readonly ComparisonPart[] {
  const head: ComparisonPart = { side: null, text: `${of}: ` };
  if (shares.a === 0 && shares.b === 0) return [head, { side: null, text: 'the same throughout' }];
  const a = `A higher on ${formatPercent(shares.a)} of the axis`;
  const b = `B higher on ${formatPercent(shares.b)} of the axis`;
  if (shares.a === 0) return [head, { side: 'b', text: b }, { side: null, text: ', A nowhere' }];
  if (shares.b === 0) return [head, { side: 'a', text: a }, { side: null, text: ', B nowhere' }];
  return [
    head,
    { side: 'a', text: a },
    { side: null, text: ', ' },
    { side: 'b', text: `B on ${formatPercent(shares.b)}` },
  ];
}

export function comparisonText(comparison: PanelComparison): string {
  return comparisonParts(comparison)
    .map(({ text }) => text)
    .join('');
}
