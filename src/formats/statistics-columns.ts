/** Columns of the benchmark's statistics CSV; slots are column numbers. */
import { STATS_COLUMNS } from '../engine/replay/statistics.js';
import { FIELD_NUMBER, type TableSpec } from './csv/columns.js';

export const STATISTICS_SPEC: TableSpec = {
  label: 'statistics CSV of the benchmark',
  columns: STATS_COLUMNS.map((name, slot) => ({ names: [name], kind: FIELD_NUMBER, slot, required: true })),
  looksLikeRow: (fields) =>
    fields.length === STATS_COLUMNS.length && fields.every((field) => /^\d+$/.test(field)),
};
