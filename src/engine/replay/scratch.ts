/**
 * Working memory that one replay after another may use. A trace's allocation records are megabytes, and pages fresh
 * from the system cost more than clearing used ones: a tenth of a replay's time was spent on them.
 */
export class ReplayScratch {
  #words = new Int32Array(0);

  /** `length` zeroed words, valid until the next call. */
  take(length: number): Int32Array {
    if (this.#words.length < length) this.#words = new Int32Array(length);
    else this.#words.fill(0, 0, length);
    return this.#words;
  }
}
