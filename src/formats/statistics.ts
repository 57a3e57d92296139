/**
 * The benchmark's statistics CSV (`print_shard_stats`, test/stress/pa/pa_microbench.c): one row a shard and snapshot. Opened
 * as a measured run; chart-only columns hold NaN except those the 19 columns imply.
 */
import {
  CHART_COLUMNS,
  createStatistics,
  STATS_COLUMNS,
  STATS_HEADER,
  type StatisticsTable,
} from '../engine/replay/statistics.js';
import { ByteWriter } from './byte-writer.js';
import type { ColumnSpec } from './csv/columns.js';
import type { Row, RowSink } from './csv/row.js';
import { TableReader } from './csv/table-reader.js';
import type { FileFormat } from './file-format.js';
import { firstRowOf } from './head.js';
import { otherTableThan } from './other-tables.js';
import { readTable } from './read-table.js';
import { STATISTICS_SPEC } from './statistics-columns.js';

const WIDTH = STATS_COLUMNS.length;
const OPERATION_COUNT = 0;
const SHARD_ID = 1;
const ALL_PRESENT = 2 ** WIDTH - 1;

/** Gathers rows, and cuts them into snapshots: a snapshot begins at shard 0 and counts up. */
class StatisticsRows implements RowSink {
  private values = new Float64Array(WIDTH * 256);
  rows = 0;

  row(row: Row): void {
    const at = this.rows * WIDTH;
    if (row.present !== ALL_PRESENT) {
      const missing = STATISTICS_SPEC.columns.find((column) => !row.has(column.slot));
      return row.complain(missing as ColumnSpec);
    }
    if (at === this.values.length) {
      const larger = new Float64Array(2 * at);
      larger.set(this.values);
      this.values = larger;
    }
    for (let slot = 0; slot < WIDTH; slot++) {
      const value = row.number(slot);
      if (value > Number.MAX_SAFE_INTEGER)
        return row.complainRange(STATISTICS_SPEC.columns[slot] as ColumnSpec);
      this.values[at + slot] = value;
    }
    this.rows++;
  }

  /** The snapshots that have all shards, and how many rows belong to none. */
  finish(): { readonly table: StatisticsTable; readonly leftOver: number } {
    const starts: number[] = [];
    const sizes: number[] = [];
    const frequency = new Map<number, number>();
    for (let start = 0; start < this.rows; ) {
      let end = start + 1;
      if (this.at(start, SHARD_ID) === 0) {
        while (end < this.rows && this.continues(start, end)) end++;
        starts.push(start);
        sizes.push(end - start);
        frequency.set(end - start, (frequency.get(end - start) ?? 0) + 1);
      }
      start = end;
    }
    // The usual size is that of most snapshots; a damaged file has some shorter ones.
    let shards = 0;
    for (const [size, count] of frequency) {
      const best = frequency.get(shards) ?? 0;
      if (count > best || (count === best && size > shards)) shards = size;
    }
    const whole = starts.filter((_, i) => sizes[i] === shards);
    const table = createStatistics(Math.max(1, shards), whole.length);
    whole.forEach((start, snapshot) => {
      for (let shard = 0; shard < shards; shard++) this.copy(start + shard, table, snapshot * shards + shard);
    });
    table.snapshots = whole.length;
    return { table, leftOver: this.rows - whole.length * shards };
  }

  private at(row: number, column: number): number {
    return this.values[row * WIDTH + column] as number;
  }

  private continues(start: number, row: number): boolean {
    return (
      this.at(row, SHARD_ID) === row - start &&
      this.at(row, OPERATION_COUNT) === this.at(start, OPERATION_COUNT)
    );
  }

  private copy(from: number, table: StatisticsTable, to: number): void {
    const { columns } = table;
    for (const name of CHART_COLUMNS) columns[name][to] = Number.NaN;
    STATS_COLUMNS.forEach((name, slot) => {
      columns[name][to] = this.at(from, slot);
    });
    const get = (name: (typeof STATS_COLUMNS)[number]) => columns[name][to] as number;
    columns.dirty_pages[to] = get('dirty_bytes') / 4096;
    const partialHuge = get('hugified_pageslabs') - get('full_pageslabs_huge') - get('empty_pageslabs_huge');
    columns.partial_pageslabs_huge[to] = partialHuge;
    columns.partial_pageslabs_non_huge[to] =
      get('total_pageslabs') - get('full_pageslabs_total') - get('empty_pageslabs_total') - partialHuge;
  }
}

export const STATISTICS: FileFormat = {
  id: 'statistics',
  label: STATISTICS_SPEC.label,
  detect: (head) => firstRowOf(STATISTICS_SPEC, head),
  parse: async (input, options, problems) => {
    const rows = new StatisticsRows();
    const otherHeader = otherTableThan(STATISTICS_SPEC);
    const reader = new TableReader(STATISTICS_SPEC, rows, problems, { otherHeader });
    await readTable(input, reader, options, problems);
    const { table, leftOver } = rows.finish();
    if (leftOver > 0) problems.add('incomplete-snapshot', 0, '', leftOver);
    if (table.snapshots === 0) {
      const sentence = `A ${STATISTICS_SPEC.label} without any complete snapshot: there is nothing to show.`;
      return { kind: 'unusable', sentence, problems: problems.list() };
    }
    return {
      kind: 'statistics',
      format: 'statistics',
      statistics: table,
      rows: reader.rows,
      bytes: input.state.expandedBytes,
      compression: input.compression,
      problems: problems.list(),
    };
  },
};

/** Longest row: 19 numbers below 2^53. */
const ROW_BYTES = 20 * WIDTH;

/** The 19 columns as the benchmark writes them, in chunks of about 1 MiB. */
export function* writeStatistics(table: StatisticsTable): Iterable<Uint8Array<ArrayBuffer>> {
  const writer = new ByteWriter();
  writer.text(`${STATS_HEADER}\n`);
  const columns = STATS_COLUMNS.map((name) => table.columns[name]);
  const rows = table.snapshots * table.shards;
  for (let row = 0; row < rows; row++) {
    writer.reserve(ROW_BYTES);
    columns.forEach((column, i) => {
      if (i > 0) writer.comma();
      writer.number(column[row] as number);
    });
    writer.lineFeed();
    if (row % 1024 === 1023) yield* writer.take();
  }
  yield* writer.finish();
}
