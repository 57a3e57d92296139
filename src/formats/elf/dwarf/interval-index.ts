/** Half-open ranges of addresses, each with an owner; many may overlap. */

export interface IntervalIndex {
  readonly length: number;
  /** Owners of the ranges that hold `address`, with the ranges' lengths, in no order. Looks at no more than {@link MAX_STEPS} ranges. */
  visit(address: number, tell: (owner: number, bytes: number) => void): void;
}

/** Ranges looked at for one address: a hostile file could otherwise make each of them overlap all others. */
const MAX_STEPS = 4096;

export class IntervalBuilder {
  private readonly lows: number[] = [];
  private readonly highs: number[] = [];
  private readonly owners: number[] = [];

  get length(): number {
    return this.lows.length;
  }

  add(low: number, high: number, owner: number): void {
    if (!(low < high) || !Number.isSafeInteger(low)) return;
    this.lows.push(low);
    this.highs.push(high);
    this.owners.push(owner);
  }

  build(): IntervalIndex {
    const order = Uint32Array.from({ length: this.lows.length }, (_, i) => i);
    order.sort((a, b) => (this.lows[a] as number) - (this.lows[b] as number) || a - b);
    const low = Float64Array.from(order, (i) => this.lows[i] as number);
    const high = Float64Array.from(order, (i) => this.highs[i] as number);
    const owner = Int32Array.from(order, (i) => this.owners[i] as number);
    // The furthest end of a range and all before it: where it is at or below an address, none of them holds it.
    const reach = new Float64Array(order.length);
    let furthest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < high.length; i++) {
      furthest = Math.max(furthest, high[i] as number);
      reach[i] = furthest;
    }
    return {
      length: order.length,
      visit(address, tell) {
        let from = 0;
        let to = low.length;
        while (from < to) {
          const middle = (from + to) >>> 1;
          if ((low[middle] as number) <= address) from = middle + 1;
          else to = middle;
        }
        const last = Math.max(0, from - MAX_STEPS);
        for (let i = from - 1; i >= last && (reach[i] as number) > address; i--) {
          if (address < (high[i] as number))
            tell(owner[i] as number, (high[i] as number) - (low[i] as number));
        }
      },
    };
  }
}
