/** Builds event tables from short text or from plain objects, for tests. */
import {
  NO_ALLOCATION,
  OPERATION_ALLOC,
  OPERATION_DALLOC,
  type TraceTable,
  packMeta,
} from '../engine/replay/trace-table.js';
import { PAGE } from '../engine/units.js';

export interface TestEvent {
  readonly shard: number;
  readonly operation: typeof OPERATION_ALLOC | typeof OPERATION_DALLOC;
  /** Allocation: pages. Deallocation: number of the allocation. */
  readonly value: number;
  readonly ns: bigint;
  readonly frequent: boolean;
}

export function buildTrace(events: readonly TestEvent[]): TraceTable {
  const length = events.length;
  const table = {
    length,
    allocations: events.filter((event) => event.operation === OPERATION_ALLOC).length,
    shards: events.reduce((most, event) => Math.max(most, event.shard + 1), 1),
    meta: new Uint32Array(length),
    value: new Uint32Array(length),
    time: new Uint32Array(2 * length),
  };
  events.forEach((event, i) => {
    table.meta[i] = packMeta(event.shard, event.frequent, event.operation);
    table.value[i] = event.value;
    table.time[2 * i] = Number(event.ns & 0xffff_ffffn);
    table.time[2 * i + 1] = Number(event.ns >> 32n);
  });
  return table;
}

/** A well-formed preprocessed trace, header line included. Slow and simple on purpose: it checks the real reader. */
export function traceFromText(text: string): TraceTable {
  const events: TestEvent[] = [];
  for (const line of text.split('\n').slice(1)) {
    if (line === '') continue;
    const [shard, operation, value, ns, frequent] = line.split(',');
    const isAlloc = operation === '0';
    const amount = Number(value);
    events.push({
      shard: Number(shard),
      operation: isAlloc ? OPERATION_ALLOC : OPERATION_DALLOC,
      value: isAlloc ? amount / PAGE : Math.min(amount, NO_ALLOCATION),
      ns: BigInt(ns ?? 0),
      frequent: frequent === '1',
    });
  }
  return buildTrace(events);
}

/** The 19-column CSV of a statistics table, row by row: slow and simple, to check the real writer. */
export function joinColumns(columns: readonly ArrayLike<number>[], rows: number): string {
  let text = '';
  for (let row = 0; row < rows; row++) text += `${columns.map((column) => column[row]).join(',')}\n`;
  return text;
}
