/**
 * The figures of a finished replay, from its snapshots: means and peaks over all shards, rates per second that the
 * trace's clock moved forward. A figure that has no meaning for a run is NaN, and {@link whyMissing} says why.
 */
import { PAGE } from '../units.js';
import { type Column, type StatisticsTable } from '../replay/statistics.js';
import {
  forwardTime,
  meanOver,
  type SnapshotRange,
  summarise,
  valueAt,
  wholeRange,
} from '../replay/summary.js';
import { describeFigure, FIGURES, type FigureName } from './figures.js';
import type { Figures } from './sweep-types.js';

const NS_PER_SECOND = 1e9;

/** Figures of a range of snapshots; the whole run by default. All are NaN where the range holds no snapshot. */
export function figuresOf(table: StatisticsTable, range: SnapshotRange = wholeRange(table)): Figures {
  const summary = summarise(table, range, null);
  if (summary === null) return allMissing();
  const seconds = forwardTime(table, range) / NS_PER_SECOND;
  const perSecond = (calls: number): number => (seconds > 0 ? calls / seconds : Number.NaN);
  const mean = (column: Column): number => meanOver(table, column, range, null, summary.weightedBy);
  const hugifyCalls = summary.hugifies + summary.dehugifies;
  return {
    mean_dirty_bytes: summary.meanDirtyBytes,
    mean_overhead_bytes: summary.meanDirtyBytes + PAGE * mean('retained_pages'),
    mean_memory_bytes: PAGE * mean('touched_pages') + mean('pac_bytes'),
    peak_memory_bytes: peakMemory(table, range),
    purge_calls_per_second: perSecond(summary.purgeCalls),
    hugify_calls_per_second: perSecond(hugifyCalls),
    dehugify_calls_per_second: perSecond(summary.dehugifies),
    kernel_calls_per_second: perSecond(summary.purgeCalls + hugifyCalls),
    huge_coverage: summary.hugeCoverage,
    sec_hit_ratio: summary.secHitRatio,
    peak_pageslabs: summary.peakPageslabs,
  };
}

/** Why a figure is NaN, in a sentence; null where it is a number. */
export function whyMissing(name: FigureName, figures: Figures): string | null {
  if (!Number.isNaN(figures[name])) return null;
  const { label, unit } = describeFigure(name);
  if (unit === 'per-second')
    return `${label}: the clock of this run does not move forward, so there is no rate.`;
  if (name === 'huge_coverage') return `${label}: the HPA served no memory in this run.`;
  if (name === 'sec_hit_ratio')
    return `${label}: the SEC had no requests in this run; it is off, or there were none for it.`;
  return `${label}: this run does not tell.`;
}

function allMissing(): Figures {
  return Object.fromEntries(FIGURES.map(({ name }) => [name, Number.NaN])) as Record<FigureName, number>;
}

/** Highest snapshot of the resident pages of the HPA and the bytes of the PAC together. */
function peakMemory(table: StatisticsTable, { from, to }: SnapshotRange): number {
  let highest = 0;
  for (let snapshot = from; snapshot <= to; snapshot += 1) {
    const memory =
      PAGE * valueAt(table, 'touched_pages', snapshot, null) + valueAt(table, 'pac_bytes', snapshot, null);
    // A missing value must show, and it compares with nothing.
    if (!(memory <= highest)) highest = memory;
  }
  return highest;
}
