/** A flat form of allocator state: what checkpoints hold. Written and read in the same order by `save` and `load`. */

const INITIAL_WORDS = 1024;

/** The two halves of a double, to store counters that outgrow 32 bits. */
const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

/** Collects words; {@link take} gives them away and starts anew, so one writer serves many checkpoints. */
export class StateWriter {
  /** The words so far and room behind them; replaced when it grows: read it after {@link reserve}. */
  words = new Int32Array(INITIAL_WORDS);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Makes room for `count` words, which the caller fills, and returns where they begin. */
  reserve(count: number): number {
    const begin = this.#length;
    const end = begin + count;
    if (end > this.words.length) {
      const grown = new Int32Array(Math.max(end, 2 * this.words.length));
      grown.set(this.words.subarray(0, begin));
      this.words = grown;
    }
    this.#length = end;
    return begin;
  }

  /** Takes back the last `count` words of a reservation. */
  giveBack(count: number): void {
    this.#length -= count;
  }

  /** One 32-bit word. */
  word(value: number): void {
    // The place first: making room may replace the array.
    const at = this.reserve(1);
    this.words[at] = value;
  }

  /** Any number, exact: two words. */
  number(value: number): void {
    double[0] = value;
    this.word(halves[0]!);
    this.word(halves[1]!);
  }

  all(values: ArrayLike<number>): void {
    const at = this.reserve(values.length);
    this.words.set(values, at);
  }

  take(): Int32Array<ArrayBuffer> {
    const taken = this.words.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }
}

/** Reads what a {@link StateWriter} wrote, from word `next` on. */
export class StateReader {
  next: number;

  constructor(
    readonly words: Int32Array,
    begin: number,
  ) {
    this.next = begin;
  }

  word(): number {
    return this.words[this.next++]!;
  }

  number(): number {
    halves[0] = this.word();
    halves[1] = this.word();
    return double[0]!;
  }

  /** Fills `target`. */
  into(target: Int32Array): void {
    target.set(this.words.subarray(this.next, this.next + target.length));
    this.next += target.length;
  }
}
