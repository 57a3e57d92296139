/**
 * What the first pass over a trace learns once and for all. Which frees are accepted, and where each allocation lies, is
 * the same however often a part is replayed, so seeking back restores neither.
 */
import { PAC_PLACE } from '../pa/pa-shard.js';
import { OPERATION_ALLOC, type TraceTable } from '../replay/trace-table.js';

/** Bits of a record that hold the requested pages of an extent of the HPA; its own pages lie above. */
const PAGES_BITS = 16;
const PAGES_MASK = (1 << PAGES_BITS) - 1;

export class Journal {
  readonly trace: TraceTable;
  /** Shards that the trace's are folded into. */
  readonly shards: number;
  /** By allocation: its place. */
  readonly #places: Int32Array;
  /** By allocation: pages asked for and pages of the extent; with the PAC the former alone, which has no bound. */
  readonly #pages: Uint32Array;
  /** Bit by event: a free that names a live allocation of its shard. */
  readonly #accepted: Int32Array;

  constructor(trace: TraceTable, shards: number) {
    this.trace = trace;
    this.shards = shards;
    this.#places = new Int32Array(trace.allocations);
    this.#pages = new Uint32Array(trace.allocations);
    this.#accepted = new Int32Array((trace.length + 31) >>> 5);
  }

  shardOf(event: number): number {
    const shard = this.trace.meta[event]! >>> 2;
    return shard < this.shards ? shard : shard % this.shards;
  }

  isAlloc(event: number): boolean {
    return (this.trace.meta[event]! & 1) === OPERATION_ALLOC;
  }

  allocated(allocation: number, place: number, pages: number, extentPages: number): void {
    this.#places[allocation] = place;
    this.#pages[allocation] = place === PAC_PLACE ? pages : pages | (extentPages << PAGES_BITS);
  }

  accept(event: number): void {
    this.#accepted[event >>> 5] = this.#accepted[event >>> 5]! | (1 << (event & 31));
  }

  accepted(event: number): boolean {
    return ((this.#accepted[event >>> 5]! >>> (event & 31)) & 1) !== 0;
  }

  place(allocation: number): number {
    return this.#places[allocation]!;
  }

  /** Pages that were asked for. */
  requestedPages(allocation: number): number {
    const pages = this.#pages[allocation]!;
    return this.#places[allocation] === PAC_PLACE ? pages : pages & PAGES_MASK;
  }

  /** Pages of an extent of the HPA. */
  extentPages(allocation: number): number {
    return this.#pages[allocation]! >>> PAGES_BITS;
  }
}
