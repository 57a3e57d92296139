/** The event table while it grows: sized once from an estimate, grown only when that was too small. */
import { NO_ALLOCATION, packMeta, type TraceTable } from '../../engine/replay/trace-table.js';
import { BYTES_PER_EVENT, MemoryLimitError } from './memory.js';

/** Spare room that the finished table may keep; beyond it, the columns are copied to their exact length. */
const MAX_WASTE = 0.1;
const MIN_CAPACITY = 1024;
/** Shard indices below this are noted in an array, the others in a set. */
const DENSE_SHARDS = 1024;

export class EventColumns {
  length = 0;
  allocations = 0;
  private meta = new Uint32Array(0);
  private value = new Uint32Array(0);
  private time = new Uint32Array(0);
  private capacity = 0;
  private readonly denseShards = new Uint8Array(DENSE_SHARDS);
  private readonly sparseShards = new Set<number>();

  /**
   * @param expectedRows the whole file's rows, estimated from what has been read so far
   * @param budget bytes the table and what a replay adds may take
   */
  constructor(
    private readonly expectedRows: () => number,
    private readonly budget: number,
  ) {}

  /** Adds an event; `words[time]` and `words[time + 1]` are the clock. Throws {@link MemoryLimitError}. */
  push(
    shard: number,
    frequent: boolean,
    operation: number,
    value: number,
    words: Uint32Array,
    time: number,
  ): void {
    const i = this.length;
    if (i === this.capacity) this.grow();
    this.meta[i] = packMeta(shard, frequent, operation);
    this.value[i] = value;
    this.time[2 * i] = words[time] as number;
    this.time[2 * i + 1] = words[time + 1] as number;
    this.length = i + 1;
    if (shard < DENSE_SHARDS) this.denseShards[shard] = 1;
    else this.sparseShards.add(shard);
  }

  /** Highest shard + 1; 1 without events. */
  get shards(): number {
    let highest = Math.max(0, this.denseShards.lastIndexOf(1));
    for (const shard of this.sparseShards) highest = Math.max(highest, shard);
    return highest + 1;
  }

  /** Shards that have events. */
  get usedShards(): number {
    let used = this.sparseShards.size;
    for (const seen of this.denseShards) used += seen;
    return used;
  }

  finish(): TraceTable {
    const { length } = this;
    if (this.capacity > length * (1 + MAX_WASTE)) {
      // One column at a time, so that at most one is there twice.
      this.meta = this.meta.slice(0, length);
      this.value = this.value.slice(0, length);
      this.time = this.time.slice(0, 2 * length);
      this.capacity = length;
    }
    return {
      length,
      allocations: this.allocations,
      shards: this.shards,
      meta: this.meta,
      value: this.value,
      time: this.time,
    };
  }

  private grow(): void {
    const expected = Math.ceil(this.expectedRows() * 1.02);
    const capacity = Math.max(MIN_CAPACITY, expected, Math.ceil(this.capacity * 1.25));
    if (capacity * BYTES_PER_EVENT > this.budget) throw new MemoryLimitError(capacity, this.budget);
    try {
      this.meta = enlarged(this.meta, capacity);
      this.value = enlarged(this.value, capacity);
      this.time = enlarged(this.time, 2 * capacity);
    } catch (error) {
      if (error instanceof RangeError) throw new MemoryLimitError(capacity, null);
      throw error;
    }
    this.capacity = capacity;
  }
}

function enlarged(column: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(column);
  return larger;
}

/** Pages of a size in bytes (as words), or 0 when it is 0, no page multiple, or beyond 2^44 bytes. */
export function wholePages(low: number, high: number): number {
  if ((low & 4095) !== 0 || high >= 4096) return 0;
  const pages = high * 1_048_576 + (low >>> 12);
  return pages < NO_ALLOCATION ? pages : 0;
}
