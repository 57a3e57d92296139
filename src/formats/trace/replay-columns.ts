/** Columns of the preprocessed trace (`parse_csv_line`, test/stress/pa/pa_microbench.c). */
import { type ColumnSpec, FIELD_NUMBER, type TableSpec } from '../csv/columns.js';

export const SHARD = 0;
export const OPERATION = 1;
export const VALUE = 2;
export const NSECS = 3;
export const FREQUENT = 4;

const kind = FIELD_NUMBER;

export const REPLAY_COLUMNS = {
  shard: { names: ['shard_ind', 'shard_ind_int'], kind, slot: SHARD, required: true },
  operation: { names: ['operation', 'operation_index'], kind, slot: OPERATION, required: true },
  value: { names: ['size_or_alloc_index'], kind, slot: VALUE, required: true },
  nsecs: { names: ['nsecs', 'nsecs_int'], kind, slot: NSECS, required: true },
  frequent: { names: ['is_frequent'], kind, slot: FREQUENT, required: false },
} as const satisfies Record<string, ColumnSpec>;

/** The header line, without line end. */
export const REPLAY_HEADER = 'shard_ind,operation,size_or_alloc_index,nsecs,is_frequent';

export const REPLAY_SPEC: TableSpec = {
  label: 'replay trace',
  columns: [
    REPLAY_COLUMNS.shard,
    REPLAY_COLUMNS.operation,
    REPLAY_COLUMNS.value,
    REPLAY_COLUMNS.nsecs,
    REPLAY_COLUMNS.frequent,
  ],
  looksLikeRow: (f) =>
    (f.length === 4 || f.length === 5) &&
    f.every((field) => /^\+?\d+$/.test(field)) &&
    (f[1] === '0' || f[1] === '1') &&
    (f[4] ?? '0').length === 1,
};
