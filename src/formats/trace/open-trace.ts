/** What the three trace formats share: read the table, look over the whole, and make the outcome. */
import { MAX_SHARDS } from '../../engine/units.js';
import type { TableSpec } from '../csv/columns.js';
import type { RowSink } from '../csv/row.js';
import { TableReader } from '../csv/table-reader.js';
import type { OpenOutcome, ReadOptions, TraceFormat } from '../format.js';
import type { Input } from '../input/expand.js';
import { formatCount, type ProblemLog } from '../problem-log.js';
import { expectedRows, readTable } from '../read-table.js';
import { EventColumns } from './event-columns.js';
import { DEFAULT_MEMORY_BUDGET } from './memory.js';

export interface TraceReading {
  readonly format: TraceFormat;
  readonly spec: TableSpec;
  readonly otherHeader: (fields: readonly string[]) => string | null;
  /** Leaves everything to the slow path (to check one against the other). */
  readonly slowOnly?: boolean;
}

export interface Pairing {
  readonly unmatchedFrees: number;
  readonly pairs: number;
}

export async function openTrace(
  reading: TraceReading,
  input: Input,
  options: ReadOptions,
  problems: ProblemLog,
  makeSink: (events: EventColumns) => RowSink & Partial<Pairing>,
): Promise<OpenOutcome> {
  const events: EventColumns = new EventColumns(
    () => expectedRows(input, reader.rows),
    options.memoryBudget ?? DEFAULT_MEMORY_BUDGET,
  );
  const sink = makeSink(events);
  const reader = new TableReader(reading.spec, sink, problems, reading);
  const limit = await readTable(input, reader, options, problems);
  if (events.length === 0) {
    const sentence = limit === null ? nothingUsable(reading.spec.label, reader.rows) : limit.sentence();
    return { kind: 'unusable', sentence, problems: problems.list() };
  }
  lookOver(events, sink, problems);
  return {
    kind: 'trace',
    format: reading.format,
    trace: events.finish(),
    rows: reader.rows,
    bytes: input.state.expandedBytes,
    compression: input.compression,
    unmatchedFrees: sink.unmatchedFrees ?? 0,
    pairs: sink.pairs ?? 0,
    problems: problems.list(),
  };
}

function nothingUsable(label: string, rows: number): string {
  return rows === 0
    ? `A ${label} without any row: there is nothing to replay.`
    : `A ${label}, but none of its ${formatCount(rows)} rows can be replayed; the problems below say why.`;
}

/** Problems of the trace as a whole. */
function lookOver(events: EventColumns, sink: Partial<Pairing>, problems: ProblemLog): void {
  const { shards } = events;
  if (shards > MAX_SHARDS) problems.add('many-shards', 0, formatCount(shards - 1));
  const gaps = shards - events.usedShards;
  if (gaps > 0) problems.add('shard-gaps', 0, '', gaps);
  if (events.allocations === 0) problems.add('only-frees', 0);
  else if (events.allocations === events.length && (sink.unmatchedFrees ?? 0) === 0)
    problems.add('only-allocations', 0);
}
