/** A size histogram `size,allocated,live`: bytes (usable), objects allocated, objects live; typed in or made by a script. */
import {
  makeWorkload,
  MAX_WORKLOAD_SIZES,
  type SizeCount,
  type Workload,
  workloadRows,
} from '../../engine/sampling/workload.js';
import { SIZE_CLASSES, sizeClassIndex } from '../../engine/sizes/size-classes.js';
import { type ColumnSpec, FIELD_NUMBER, type TableSpec } from '../csv/columns.js';
import type { Row, RowSink } from '../csv/row.js';
import { TableReader } from '../csv/table-reader.js';
import type { FileFormat } from '../file-format.js';
import { firstRowOf } from '../head.js';
import { type ProblemLog, quoteText } from '../problem-log.js';
import { readTable } from '../read-table.js';

const kind = FIELD_NUMBER;
const COLUMNS = {
  size: { names: ['size', 'bytes', 'usize'], kind, slot: 0, required: true },
  allocated: { names: ['allocated', 'allocations', 'count'], kind, slot: 1, required: true },
  live: { names: ['live'], kind, slot: 2, required: false },
} as const satisfies Record<string, ColumnSpec>;

export const SIZE_HISTOGRAM_SPEC: TableSpec = {
  label: 'size histogram',
  columns: [COLUMNS.size, COLUMNS.allocated, COLUMNS.live],
  looksLikeRow: (fields) => fields.length === 3 && fields.every((field) => /^\+?\d+$/.test(field)),
};

export const SIZE_HISTOGRAM_HEADER = 'size,allocated,live';

class HistogramRows implements RowSink {
  private readonly counts = new Map<number, { allocated: number; live: number }>();
  private withLive = 0;
  private withoutLive = 0;

  constructor(private readonly problems: ProblemLog) {}

  row(row: Row): void {
    for (const column of Object.values(COLUMNS)) {
      if (!row.has(column.slot) && (column.required || row.troubles.has(column.slot)))
        return row.complain(column);
      if (row.has(column.slot) && row.number(column.slot) > Number.MAX_SAFE_INTEGER)
        return row.complainRange(column);
    }
    const size = row.number(COLUMNS.size.slot);
    const allocated = row.number(COLUMNS.allocated.slot);
    const hasLive = row.has(COLUMNS.live.slot);
    if (size === 0) return this.problems.add('size-zero', row.line);
    if (hasLive) this.withLive++;
    else this.withoutLive++;
    const live = hasLive ? row.number(COLUMNS.live.slot) : allocated;
    if (live > allocated) {
      const detail = `${quoteText(String(live))} of ${quoteText(String(allocated))}`;
      this.problems.add('live-above-allocated', row.line, detail);
    }
    const made = Math.max(allocated, live);
    const known = this.counts.get(size);
    if (known !== undefined) {
      this.problems.add('size-repeated', row.line);
      known.allocated += made;
      known.live += live;
    } else if (this.counts.size === MAX_WORKLOAD_SIZES)
      this.problems.add('too-many-sizes', row.line, MAX_WORKLOAD_SIZES.toLocaleString('en-US'));
    else this.counts.set(size, { allocated: made, live });
  }

  finish(): Workload {
    if (this.withoutLive > 0 && this.withLive === 0) this.problems.add('no-live-column', 0);
    else if (this.withoutLive > 0) this.problems.add('live-missing', 0, '', this.withoutLive);
    const rows = [...this.counts].map(([size, count]): SizeCount => ({ size, ...count }));
    const workload = makeWorkload(rows);
    tellOddSizes(workload, this.problems);
    return workload;
  }
}

function tellOddSizes({ size }: Workload, problems: ProblemLog): void {
  const odd = size.filter((bytes) => SIZE_CLASSES[sizeClassIndex(bytes)] !== bytes);
  if (odd.length > 0) problems.add('not-size-class', 0, quoteText(String(odd[0])), odd.length);
}

export const SIZE_HISTOGRAM: FileFormat = {
  id: 'size-histogram',
  label: SIZE_HISTOGRAM_SPEC.label,
  detect: (head) => firstRowOf(SIZE_HISTOGRAM_SPEC, head),
  parse: async (input, options, problems) => {
    const rows = new HistogramRows(problems);
    const reader = new TableReader(SIZE_HISTOGRAM_SPEC, rows, problems);
    await readTable(input, reader, options, problems);
    const workload = rows.finish();
    if (workload.length === 0) {
      const sentence = 'A size histogram without any allocation: there is nothing to show.';
      return { kind: 'unusable', sentence, problems: problems.list() };
    }
    return {
      kind: 'workload',
      format: 'size-histogram',
      workload,
      rows: reader.rows,
      bytes: input.state.expandedBytes,
      compression: input.compression,
      problems: problems.list(),
    };
  },
};

/** The same as text again; counts that are no whole numbers are rounded. */
export function writeSizeHistogram(workload: Workload): string {
  const rows = workloadRows(workload).map(
    ({ size, allocated, live }) => `${size},${Math.round(allocated)},${Math.round(live)}\n`,
  );
  return `${SIZE_HISTOGRAM_HEADER}\n${rows.join('')}`;
}
