/**
 * States of all shards along the trace, to seek from. They start close together; when they grow large or their sum
 * outgrows its budget, every second one is dropped and the spacing doubles: time of a seek and memory are bounded.
 */
import { StateReader, StateWriter } from '../pa/state-words.js';
import type { ShardCursor } from './shard-cursor.js';

/** Events between two checkpoints at first. */
export const FIRST_SPACING = 8192;
/** Bytes that checkpoints may take. */
export const CHECKPOINT_BUDGET = 384 * 2 ** 20;
/** Bytes that one may take for each event it spares: copying more takes about as long as replaying. */
const BYTES_PER_EVENT = 64;
/** Events up to which checkpoints are spread to keep to that; what needs more spreading is left to the budget. */
const COMFORTABLE_SPACING = 32_768;

export interface Checkpoint {
  /** Events that are behind it. */
  readonly events: number;
  /** Allocations among them, of all shards. */
  readonly allocations: number;
  readonly words: Int32Array;
  /** By shard: where its state begins in `words`. */
  readonly begins: Uint32Array;
}

export class Checkpoints {
  /** Events between two checkpoints now: they stand at its multiples. */
  spacing: number;
  bytes = 0;

  readonly #budget: number;
  readonly #writer = new StateWriter();
  #kept: Checkpoint[] = [];

  constructor(budget: number = CHECKPOINT_BUDGET, spacing: number = FIRST_SPACING) {
    this.#budget = budget;
    this.spacing = spacing;
  }

  get count(): number {
    return this.#kept.length;
  }

  /** Where the next one is due. */
  get next(): number {
    return this.#kept.length * this.spacing;
  }

  /** Keeps the state at {@link next}. The one at 0 is never dropped. */
  add(cursors: readonly ShardCursor[], allocations: number): void {
    const begins = new Uint32Array(cursors.length);
    cursors.forEach((cursor, shard) => {
      begins[shard] = this.#writer.length;
      cursor.save(this.#writer);
    });
    const checkpoint = { events: this.next, allocations, words: this.#writer.take(), begins };
    this.#kept.push(checkpoint);
    this.bytes += bytesOf(checkpoint);
    const isLarge = (): boolean =>
      this.spacing < COMFORTABLE_SPACING && bytesOf(checkpoint) > BYTES_PER_EVENT * this.spacing;
    while ((isLarge() || this.bytes > this.#budget) && this.#kept.length > 1) {
      this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
      this.spacing *= 2;
      this.bytes = this.#kept.reduce((sum, kept) => sum + bytesOf(kept), 0);
    }
  }

  /** The last checkpoint at or before `events`. */
  before(events: number): Checkpoint {
    const index = Math.min(Math.floor(events / this.spacing), this.#kept.length - 1);
    return this.#kept[index]!;
  }
}

/** Puts a shard's cursor where the checkpoint was taken. */
export function restore(cursor: ShardCursor, checkpoint: Checkpoint): void {
  cursor.load(new StateReader(checkpoint.words, checkpoint.begins[cursor.shard]!), checkpoint.events);
}

function bytesOf(checkpoint: Checkpoint): number {
  return checkpoint.words.byteLength + checkpoint.begins.byteLength;
}
