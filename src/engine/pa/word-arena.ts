/**
 * Memory for the small arrays of a replay. Each shard has dozens of them, and a sweep makes thousands of replays: as
 * buffers of their own they cost more to give back to the system than to use.
 */

/** 256 KiB. */
const CHUNK_WORDS = 65_536;
/** A larger array has a buffer of its own: growing ones would leave too much unused memory behind. */
const MOST_WORDS = CHUNK_WORDS / 4;

export class WordArena {
  readonly #chunks: Int32Array<ArrayBuffer>[] = [];
  #chunk = -1;
  #used = 0;

  /** `length` zeroed words, valid until {@link reset}. */
  words(length: number): Int32Array<ArrayBuffer> {
    if (length > MOST_WORDS) return new Int32Array(length);
    if (this.#chunk < 0 || this.#used + length > CHUNK_WORDS) this.#nextChunk();
    const words = this.#chunks[this.#chunk]!.subarray(this.#used, this.#used + length);
    this.#used += length;
    return words;
  }

  /** Takes all arrays back; their owners must be gone. */
  reset(): void {
    this.#chunk = -1;
  }

  #nextChunk(): void {
    this.#chunk += 1;
    this.#used = 0;
    const known = this.#chunks[this.#chunk];
    if (known === undefined) this.#chunks.push(new Int32Array(CHUNK_WORDS));
    else known.fill(0);
  }
}
