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
  /** The axis of the curves: stripes of the right one are broken. */
  readonly axis: 'left' | 'right';
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
      return series.map(({ label }) => label).join(' + ');
  }
}

/** The series that stand for an axis of a panel: its stack, all calls together, the hit ratio, the cached bytes. */
function standIns(
  panel: PanelId,
  axis: PanelComparison['axis'],
  shown: readonly Series[],
): readonly Series[] {
  if (panel === 'sec') return shown.filter(({ mark }) => (mark === 'line') === (axis === 'left'));
  if (axis === 'right') return [];
  return panel === 'work' ? shown : comparedAreas(shown);
}

function curveOf(columns: GroupColumns, series: readonly Series[], interval: boolean): StepCurve {
  const x = interval ? columns.intervalStart : columns.x;
  return { x, y: totalOf(columns, series), end: columns.x[columns.length - 1] ?? 0 };
}

const AXES = ['left', 'right'] as const;

/** One for each axis; none where there is nothing that both show. */
export function comparePanel(
  panel: PanelId,
  a: GroupColumns | null,
  b: GroupColumns | null,
  domain: readonly [number, number],
  hidden: ReadonlySet<SeriesId>,
  work: WorkKind,
): readonly PanelComparison[] {
  if (a === null || b === null || a.length === 0 || b.length === 0) return [];
  const inB = new Set(shownSeries(panel, b, hidden).map(({ id }) => id));
  const shown = shownSeries(panel, a, hidden);
  return AXES.flatMap((axis) => {
    const common = standIns(panel, axis, shown).filter(({ id }) => inB.has(id));
    const first = common[0];
    if (first === undefined) return [];
    const interval = isInterval(first.id, work);
    const shares = pairShares(curveOf(a, common, interval), curveOf(b, common, interval), domain);
    return shares.width > 0 ? [{ shares, of: named(panel, common), axis }] : [];
  });
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

/** The same where two comparisons share a line: "hit ratio: A 42.0 %, B 13.1 %", shares of the axis on which it is higher. */
export function briefParts({ shares, of }: PanelComparison): readonly ComparisonPart[] {
  const head: ComparisonPart = { side: null, text: `${of}: ` };
  const sides = (['a', 'b'] as const)
    .filter((side) => shares[side] > 0)
    .map((side) => ({ side, text: `${side.toUpperCase()} ${formatPercent(shares[side])}` }));
  if (sides.length === 0) return [head, { side: null, text: 'the same' }];
  return [head, ...sides.flatMap((part, i) => (i === 0 ? [part] : [{ side: null, text: ', ' }, part]))];
}

/** All of them in whole words. */
export function comparisonText(comparisons: readonly PanelComparison[]): string {
  return comparisons
    .map((one) =>
      comparisonParts(one)
        .map(({ text }) => text)
        .join(''),
    )
    .join('; ');
}
