/**
 * Two ways to make a trial, which must agree. The walk runs the sampler itself over the program's allocations and skips from
 * sample to sample; the short cut draws for each group of equal allocations how many are sampled.
 */
import { type BinomialDraw, binomial } from './binomial.js';
import { chanceOf, hazardVariance } from './chance.js';
import { GeometricWait } from './geometric-wait.js';
import type { Prng } from './prng.js';
import { exponentialWait, LONGEST_WAIT } from './samplers.js';
import type { Stratum } from './strata.js';

/** Sums of one trial. */
export interface TrialSums {
  bytes: number;
  count: number;
  samples: number;
  varianceBytes: number;
}

export interface TrialEngine {
  /** True when the trial is complete. */
  readonly done: boolean;
  /** Begins a new trial. */
  restart(): void;
  /** Goes on with the trial for about `steps` draws, adding to `sums`. Returns the steps that are left. */
  advance(sums: TrialSums, steps: number): number;
}

/** What a live sample of each stratum adds to the sums. */
class Weights {
  readonly count: Float64Array;
  readonly bytes: Float64Array;
  readonly varianceBytes: Float64Array;

  constructor(strata: readonly Stratum[]) {
    this.count = Float64Array.from(strata, ({ hazard }) => (hazard > 0 ? 1 / chanceOf(hazard) : 0));
    this.bytes = Float64Array.from(strata, ({ size }, i) => size * (this.count[i] as number));
    this.varianceBytes = Float64Array.from(strata, ({ size, hazard }, i) =>
      hazard > 0 ? size * size * (this.count[i] as number) * hazardVariance(hazard) : 0,
    );
  }

  add(sums: TrialSums, stratum: number, samples: number): void {
    sums.bytes += samples * (this.bytes[stratum] as number);
    sums.count += samples * (this.count[stratum] as number);
    sums.varianceBytes += samples * (this.varianceBytes[stratum] as number);
  }
}

export class BinomialEngine implements TrialEngine {
  readonly #prng: Prng;
  readonly #live: readonly BinomialDraw[];
  readonly #freed: readonly BinomialDraw[];
  readonly #weights: Weights;
  done = false;

  constructor(strata: readonly Stratum[], prng: Prng) {
    this.#prng = prng;
    this.#live = strata.map(({ live, hazard }) => binomial(live, hazard));
    this.#freed = strata.map(({ freed, hazard }) => binomial(freed, hazard));
    this.#weights = new Weights(strata);
  }

  restart(): void {
    this.done = false;
  }

  advance(sums: TrialSums, steps: number): number {
    for (let stratum = 0; stratum < this.#live.length; stratum++) {
      const live = (this.#live[stratum] as BinomialDraw).draw(this.#prng);
      sums.samples += live + (this.#freed[stratum] as BinomialDraw).draw(this.#prng);
      if (live > 0) this.#weights.add(sums, stratum, live);
    }
    this.done = true;
    return steps - 2 * this.#live.length;
  }
}

/** Times that the walk goes through all sizes: the program's allocations come mixed, in short runs of equal ones. */
const ROUNDS = 64;
/** Fewer times for workloads of very many sizes. */
const MOST_RUNS = 200_000;

export class WalkEngine implements TrialEngine {
  readonly #prng: Prng;
  readonly #wait: GeometricWait | null;
  /** Run by run: stratum, whether live, number of allocations. */
  readonly #runStratum: Int32Array;
  readonly #runLive: Uint8Array;
  readonly #runCount: Float64Array;
  /** What an allocation takes off the wait: bytes for jemalloc's own walk, else its hazard. */
  readonly #step: Float64Array;
  readonly #weights: Weights;
  #left: number;
  #run = 0;
  /** Allocations of the current run that are still to come. */
  #rest = 0;
  /** Samples among those of the run that are behind. */
  #hits = 0;

  /** @param rate of jemalloc's walk in bytes; null: by hazards */
  constructor(strata: readonly Stratum[], prng: Prng, rate: number | null) {
    this.#prng = prng;
    this.#wait = rate === null ? null : new GeometricWait(prng, rate);
    this.#step = Float64Array.from(strata, ({ size, hazard }) => (rate === null ? hazard : size));
    this.#weights = new Weights(strata);
    const runs = runsOf(strata);
    this.#runStratum = Int32Array.from(runs, ([stratum]) => stratum);
    this.#runLive = Uint8Array.from(runs, ([, live]) => (live ? 1 : 0));
    this.#runCount = Float64Array.from(runs, ([, , count]) => count);
    this.#rest = this.#runCount[0] ?? 0;
    this.#left = this.#nextWait();
  }

  get done(): boolean {
    return this.#run === this.#runCount.length;
  }

  /** A new trial; the wait goes on, as between two parts of a program. */
  restart(): void {
    this.#run = 0;
    this.#rest = this.#runCount[0] ?? 0;
    this.#hits = 0;
  }

  advance(sums: TrialSums, steps: number): number {
    const runs = this.#runCount.length;
    let left = steps;
    while (this.#run < runs && left > 0) {
      const stratum = this.#runStratum[this.#run] as number;
      const step = this.#step[stratum] as number;
      const live = this.#runLive[this.#run] === 1;
      let rest = this.#rest;
      let hits = this.#hits;
      let paused = false;
      if (this.#always(step)) {
        hits += rest;
        rest = 0;
      } else if (step > 0) {
        for (;;) {
          // The first allocation whose end reaches the wait.
          const skipped = Math.max(0, Math.ceil(this.#left / step) - 1);
          if (skipped >= rest) break;
          if (left <= 0) {
            paused = true;
            break;
          }
          rest -= skipped + 1;
          hits++;
          left--;
          this.#left = this.#nextWait();
        }
      }
      if (paused) {
        this.#rest = rest;
        this.#hits = hits;
        return left;
      }
      // Once a run, so that sums do not depend on where a slice ends.
      sums.samples += hits;
      if (live && hits > 0) this.#weights.add(sums, stratum, hits);
      this.#hits = 0;
      if (rest > 0) this.#left -= rest * step;
      left--;
      this.#run++;
      this.#rest = this.#runCount[this.#run] ?? 0;
    }
    return left;
  }

  /** Whether no wait is longer than this step: then every allocation is sampled, and nothing needs to be drawn. */
  #always(step: number): boolean {
    return this.#wait === null ? step > LONGEST_WAIT : this.#wait.alwaysOne;
  }

  #nextWait(): number {
    // A wait of exactly 0 would hit an allocation of chance 0.
    return this.#wait === null ? exponentialWait(this.#prng) || Number.MIN_VALUE : this.#wait.next();
  }
}

function runsOf(strata: readonly Stratum[]): [stratum: number, live: boolean, count: number][] {
  const runs: [number, boolean, number][] = [];
  const rounds = Math.max(1, Math.min(ROUNDS, Math.floor(MOST_RUNS / (2 * strata.length + 1))));
  for (let round = 0; round < rounds; round++) {
    strata.forEach(({ live, freed }, stratum) => {
      for (const [count, alive] of [
        [live, true],
        [freed, false],
      ] as const) {
        const own = Math.floor((count * (round + 1)) / rounds) - Math.floor((count * round) / rounds);
        if (own > 0) runs.push([stratum, alive, own]);
      }
    });
  }
  return runs;
}
