/** The table of runs as CSV: a line a run in the order shown, its settings and figures, exact, units in the head. */
import { csvTable } from '../../../../base/csv.js';
import { OPTIONS } from '../../../../engine/replay/options.js';
import type { Summary } from '../../../../engine/replay/summary.js';
import type { RunRow } from './run-rows.js';

/** Heads with their units; keys as the engine has them. */
const FIGURES: readonly (readonly [keyof Summary, string])[] = [
  ['nanoseconds', 'span_ns'],
  ['events', 'events'],
  ['peakPageslabs', 'peak_pageslabs'],
  ['meanPageslabs', 'mean_pageslabs'],
  ['peakDirtyBytes', 'peak_dirty_bytes'],
  ['meanDirtyBytes', 'mean_dirty_bytes'],
  ['hugeCoverage', 'huge_share'],
  ['fragmentation', 'fragmentation_share'],
  ['purgeCalls', 'purge_calls'],
  ['purgedPages', 'purged_pages'],
  ['hugifies', 'hugify_calls'],
  ['dehugifies', 'dehugify_calls'],
  ['secHitRatio', 'sec_hit_share'],
];

export interface RunsRange {
  /** Null: whole runs. */
  readonly zoom: readonly [number, number] | null;
  readonly axis: 'time' | 'event';
  /** Null: all shards. */
  readonly shard: number | null;
}

const HEAD = [
  'run',
  'name',
  'trace',
  'kind',
  'mode',
  'shards',
  'shard_shown',
  'snapshots',
  'range_axis',
  'range_from',
  'range_to',
  'means_over',
  ...FIGURES.map(([, head]) => head),
  ...OPTIONS.map(({ name }) => `option_${name}`),
];

export function runsCsv(rows: readonly RunRow[], { zoom, axis, shard }: RunsRange): string {
  return csvTable(
    HEAD,
    rows.map(({ pin, run, name, trace, summary }) => {
      const inputs = pin === null ? (run?.inputs ?? null) : pin.inputs;
      return [
        pin === null ? 'current' : pin.number,
        name,
        trace,
        inputs === null ? 'measured' : 'replay',
        inputs === null ? '' : inputs.hpaOnly ? 'hpa' : 'hpa+sec',
        run?.table.shards ?? Number.NaN,
        shard ?? 'all',
        run?.table.snapshots ?? Number.NaN,
        zoom === null ? 'whole' : axis === 'time' ? 'nanoseconds' : 'events',
        zoom?.[0] ?? Number.NaN,
        zoom?.[1] ?? Number.NaN,
        summary?.weightedBy ?? '',
        ...FIGURES.map(([key]) => Number(summary?.[key] ?? Number.NaN)),
        ...OPTIONS.map(({ name: option }) => inputs?.options[option] ?? Number.NaN),
      ];
    }),
  );
}
