/** What the page must show, computed with the engine from the same bytes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type OptionName, type OptionValues, presetValues } from '../src/engine/replay/options.js';
import { Replay } from '../src/engine/replay/run.js';
import type { StatisticsTable } from '../src/engine/replay/statistics.js';
import { snapshotRange, summarise, wholeRange } from '../src/engine/replay/summary.js';
import type { TraceTable } from '../src/engine/replay/trace-table.js';
import type { OpenedTrace, ReadOptions } from '../src/formats/format.js';
import { openFile } from '../src/formats/open.js';
import { defaultInputs, type ReplayInputs } from '../src/state/replay-inputs.js';
import { SAMPLES } from '../src/state/samples.js';
import { SUMMARY_METRICS } from '../src/ui/benches/replay/summary-metrics.js';
import type { SummaryCells } from './jelab-page.js';

export type Axis = 'time' | 'event';

export function sampleBytes(name: string): Buffer {
  const file = SAMPLES.find((sample) => sample.name === name)?.file;
  return readFileSync(fileURLToPath(new URL(`../public/samples/${file}`, import.meta.url)));
}

/** Reads a file as the page does. */
export async function openTrace(bytes: Uint8Array, options: ReadOptions = {}): Promise<OpenedTrace> {
  const blob = new Blob([new Uint8Array(bytes)]);
  const outcome = await openFile({ name: 'test', size: blob.size, stream: () => blob.stream() }, options);
  if (outcome.kind !== 'trace') throw new Error('not a trace');
  return outcome;
}

export async function sampleTrace(name: string): Promise<TraceTable> {
  return (await openTrace(sampleBytes(name))).trace;
}

/** The page's starting inputs with some options changed. */
export function inputsWith(
  options: Partial<Record<OptionName, number>>,
  others: Partial<Omit<ReplayInputs, 'options'>> = {},
): ReplayInputs {
  return { ...defaultInputs(), ...others, options: { ...presetValues('microbench'), ...options } };
}

export function withOptions(options: OptionValues): ReplayInputs {
  return { ...defaultInputs(), options };
}

/** The run that the page makes of these inputs. */
export function replayOf(trace: TraceTable, inputs: ReplayInputs, axis: Axis = 'time'): StatisticsTable {
  const mode = { hpaOnly: inputs.hpaOnly, shards: inputs.shards };
  const replay = new Replay(trace, inputs.options, mode, { kind: 'points', count: inputs.points, axis });
  replay.advance(Infinity);
  return replay.statistics;
}

/** The values of the summary strip, as text, by label. */
export function summaryText(
  table: StatisticsTable,
  range: { readonly axis: Axis; readonly zoom: readonly [number, number] } | null = null,
): Record<string, string> {
  const summary = summaryOf(table, range);
  return Object.fromEntries(
    SUMMARY_METRICS.map(({ key, label, format }) => [label, format(Number(summary[key]))]),
  );
}

/** The whole row of a run over which another lies, B. */
export function comparedSummary(table: StatisticsTable, pinned: StatisticsTable): SummaryCells {
  const [mine, other] = [summaryOf(table, null), summaryOf(pinned, null)];
  return Object.fromEntries(
    SUMMARY_METRICS.map(({ key, label, format, compare }) => {
      const value = Number(mine[key]);
      return [label, { value: format(value), change: compare(value, Number(other[key])) }];
    }),
  );
}

function summaryOf(
  table: StatisticsTable,
  range: { readonly axis: Axis; readonly zoom: readonly [number, number] } | null,
) {
  const part = range === null ? wholeRange(table) : snapshotRange(table, range.axis, ...range.zoom);
  const summary = part === null ? null : summarise(table, part, null);
  if (summary === null) throw new Error('nothing to sum up');
  return summary;
}
