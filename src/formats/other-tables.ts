/** Headers of all tables we know, to tell where another one begins in the middle of a file. */
import { planOfHeader, type TableSpec } from './csv/columns.js';
import { STATISTICS_SPEC } from './statistics-columns.js';
import { HPA_SPEC, SEC_SPEC } from './trace/raw-columns.js';
import { REPLAY_SPEC } from './trace/replay-columns.js';

const SPECS: readonly TableSpec[] = [HPA_SPEC, SEC_SPEC, REPLAY_SPEC, STATISTICS_SPEC];

/** A function from a line's fields to the label of the other table whose header they are, or null. */
export function otherTableThan(spec: TableSpec): (fields: readonly string[]) => string | null {
  const others = SPECS.filter((other) => other !== spec);
  return (fields) => others.find((other) => planOfHeader(other, fields) !== null)?.label ?? null;
}
