/** Columns of the two raw probe formats (test/stress/pa/pa_data_preprocessor.cpp). */
import { type ColumnSpec, FIELD_NUMBER, FIELD_PROBE, FIELD_SKIP, type TableSpec } from '../csv/columns.js';

export const SHARD = 0;
export const ADDRESS = 1;
export const NSECS = 2;
export const SIZE = 3;
export const FREQUENT = 4;
export const SEC_POINTER = 5;

const number = FIELD_NUMBER;
const skipped = (...names: string[]): ColumnSpec => ({ names, kind: FIELD_SKIP, slot: 0, required: false });

export const RAW_COLUMNS = {
  shard: { names: ['shard_ind_int', 'shard_ind'], kind: number, slot: SHARD, required: true },
  address: { names: ['addr_int', 'addr'], kind: number, slot: ADDRESS, required: true, address: true },
  nsecs: { names: ['nsecs_int', 'nsecs'], kind: number, slot: NSECS, required: true },
  probe: { names: ['probe', '_c3'], kind: FIELD_PROBE, slot: 0, required: true },
  size: { names: ['size_int', 'size'], kind: number, slot: SIZE, required: true },
  secProbe: { names: ['_c4', 'probe', 'operation'], kind: FIELD_PROBE, slot: 0, required: true },
  secPointer: {
    names: ['sec_ptr_int', 'sec_ptr'],
    kind: number,
    slot: SEC_POINTER,
    required: true,
    address: true,
  },
  extent: {
    names: ['edata_ptr_int', 'edata_ptr'],
    kind: number,
    slot: ADDRESS,
    required: true,
    address: true,
  },
  frequent: {
    names: ['is_frequent_reuse_int', 'is_frequent_reuse', 'is_frequent'],
    kind: number,
    slot: FREQUENT,
    required: true,
  },
} as const satisfies Record<string, ColumnSpec>;

const digits = /^\d+$/;
const wholeOrHex = /^(0x[0-9a-f]+|[0-9a-f]+)$/i;

/** `shard_ind_int,addr_int,nsecs_int,probe,size_int`: every extent HPA gave and took. */
export const HPA_SPEC: TableSpec = {
  label: 'raw hpa trace',
  columns: [RAW_COLUMNS.shard, RAW_COLUMNS.address, RAW_COLUMNS.nsecs, RAW_COLUMNS.probe, RAW_COLUMNS.size],
  looksLikeRow: (f) =>
    (f.length === 4 || f.length === 5) &&
    /^(hpa|sec)_d?alloc$/i.test(f[3] ?? '') &&
    digits.test(f[0] ?? '') &&
    wholeOrHex.test(f[1] ?? '') &&
    digits.test(f[2] ?? ''),
};

/** Ten columns from `process_id` to `is_frequent_reuse_int`: every extent the SEC gave and took. */
export const SEC_SPEC: TableSpec = {
  label: 'raw sec trace',
  columns: [
    skipped('process_id'),
    skipped('thread_id'),
    skipped('thread_name'),
    RAW_COLUMNS.nsecs,
    RAW_COLUMNS.secProbe,
    RAW_COLUMNS.secPointer,
    skipped('sec_shard_ptr_int', 'sec_shard_ptr'),
    RAW_COLUMNS.extent,
    RAW_COLUMNS.size,
    RAW_COLUMNS.frequent,
  ],
  looksLikeRow: (f) =>
    f.length >= 8 && f.length <= 10 && /^(hpa|sec)_d?alloc$/i.test(f[4] ?? '') && digits.test(f[3] ?? ''),
};
