/**
 * The event table: one preprocessed trace as struct of arrays, 16 bytes an event. Formats build it once, the
 * engine only reads it; its buffers are transferred between workers, never copied.
 */

/** Event operations (`pa_op_t`, test/stress/pa/pa_microbench.c). */
export const OPERATION_ALLOC = 0;
export const OPERATION_DALLOC = 1;

/** `value` of a deallocation whose allocation number is not one of this trace. */
export const NO_ALLOCATION = 0xffff_ffff;

/** Highest shard index that fits an event's `meta` word. */
export const MAX_SHARD_INDEX = 0x3fff_ffff;

export interface TraceTable {
  /** Number of events (accepted rows). */
  readonly length: number;
  /** Number of allocation events among them: they are numbered 0, 1, ... in order. */
  readonly allocations: number;
  /** Highest shard index of any event + 1; 1 for an empty trace. */
  readonly shards: number;
  /** Bit 0: operation; bit 1: is_frequent; bits 2 to 31: shard index. One word an event. */
  readonly meta: Uint32Array<ArrayBuffer>;
  /** Allocation: size in pages (>= 1). Deallocation: the allocation's number, or {@link NO_ALLOCATION}. */
  readonly value: Uint32Array<ArrayBuffer>;
  /** Clock in nanoseconds, any unsigned 64-bit value: word 2i is the low half, word 2i + 1 the high half. */
  readonly time: Uint32Array<ArrayBuffer>;
}

/** Packs an event's `meta` word. */
export function packMeta(shard: number, frequent: boolean, operation: number): number {
  return ((shard << 2) | (frequent ? 2 : 0) | operation) >>> 0;
}

/** The clock of event `index`, in nanoseconds, exact. */
export function eventTime(table: TraceTable, index: number): bigint {
  return (BigInt(table.time[2 * index + 1] ?? 0) << 32n) | BigInt(table.time[2 * index] ?? 0);
}

/** The buffers to hand over when the table moves to another thread. */
export function traceBuffers(table: TraceTable): ArrayBuffer[] {
  return [table.meta.buffer, table.value.buffer, table.time.buffer];
}
