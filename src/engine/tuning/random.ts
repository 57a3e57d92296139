/** Seeded numbers for designs: PCG's output step over a 32-bit counter. Not for secrets, and not jemalloc's generator. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    // The upper half of a seed counts too.
    this.#state = (seed ^ Math.imul(Math.floor(seed / 4_294_967_296) | 0, 0x9e37_79b1)) | 0;
  }

  /** 32 random bits. */
  bits(): number {
    this.#state = (Math.imul(this.#state, 747_796_405) + 0x9e37_79b9) | 0;
    const word = Math.imul((this.#state >>> ((this.#state >>> 28) + 4)) ^ this.#state, 277_803_737);
    return ((word >>> 22) ^ word) >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    return this.bits() / 4_294_967_296;
  }

  /** A whole number in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** The numbers 0 to `length` - 1 in random order. */
  permutation(length: number): Uint32Array {
    const order = Uint32Array.from({ length }, (_, i) => i);
    for (let i = length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      const swapped = order[i]!;
      order[i] = order[j]!;
      order[j] = swapped;
    }
    return order;
  }
}
