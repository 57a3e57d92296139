import { WordArena } from '../pa/word-arena.js';
import { createStatistics, type StatisticsTable } from './statistics.js';

/**
 * Working memory that one replay after another may use. A trace's allocation records are megabytes, and pages fresh
 * from the system cost more than clearing used ones: a tenth of a replay's time was spent on them.
 */
export class ReplayScratch {
  #words = new Int32Array(0);
  #statistics: StatisticsTable | null = null;
  readonly #arena = new WordArena();

  /** `length` zeroed words, valid until the next call. */
  take(length: number): Int32Array {
    if (this.#words.length < length) this.#words = new Int32Array(length);
    else this.#words.fill(0, 0, length);
    return this.#words;
  }

  /** An arena with nothing in it, valid until the next call. */
  takeArena(): WordArena {
    this.#arena.reset();
    return this.#arena;
  }

  /** A table with no snapshot yet, valid until the next call. One run of a sweep wants the same as the one before. */
  takeStatistics(shards: number, capacity: number): StatisticsTable {
    const known = this.#statistics;
    if (known === null || known.shards !== shards || known.capacity !== capacity) {
      this.#statistics = createStatistics(shards, capacity);
      return this.#statistics;
    }
    known.snapshots = 0;
    return known;
  }
}
