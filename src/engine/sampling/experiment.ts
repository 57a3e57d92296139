/**
 * Trials of a sampler on a workload: an estimate for each, to be compared with the truth and the theory. Seeded; goes on in
 * slices, and what it has so far can be looked at in between.
 */
import { Prng } from './prng.js';
import { type Stratum, strataOf, truthOf } from './strata.js';
import type { Strategy } from './strategies.js';
import { BinomialEngine, type TrialEngine, WalkEngine, type TrialSums } from './trial-engines.js';
import { chanceOf, hazardVariance } from './chance.js';
import type { Workload } from './workload.js';

/** walk: the sampler itself, from sample to sample. binomial: the short cut by size, for large workloads. */
export type EngineKind = 'walk' | 'binomial';

export const MAX_TRIALS = 100_000;

export interface ExperimentPlan {
  readonly workload: Workload;
  readonly strategy: Strategy;
  readonly engine: EngineKind;
  readonly trials: number;
  readonly seed: bigint;
}

/** Columns by trial; rows up to `length` are filled. */
export interface TrialTable {
  length: number;
  /** Estimates of live bytes and objects. */
  readonly bytes: Float64Array<ArrayBuffer>;
  readonly count: Float64Array<ArrayBuffer>;
  /** Samples taken, of live and of freed objects: the cost. */
  readonly samples: Float64Array<ArrayBuffer>;
  /** Variance of the bytes, as estimated from the samples of the trial. */
  readonly varianceBytes: Float64Array<ArrayBuffer>;
}

/** What the trials should show, in closed form. */
export interface Expectation {
  /** The truth. */
  readonly bytes: number;
  readonly count: number;
  /** Means of the estimates: less than the truth where something is never sampled. */
  readonly meanBytes: number;
  readonly meanCount: number;
  readonly varianceBytes: number;
  readonly varianceCount: number;
  readonly samples: number;
}

export class Experiment {
  /** Grows while the experiment advances. */
  readonly trials: TrialTable;
  readonly expected: Expectation;
  readonly #engine: TrialEngine;
  readonly #prng: Prng;
  readonly #wanted: number;
  readonly #sums: TrialSums = { bytes: 0, count: 0, samples: 0, varianceBytes: 0 };

  constructor({ workload, strategy, engine, trials, seed }: ExperimentPlan) {
    const strata = strataOf(workload, strategy);
    this.#wanted = Math.max(0, Math.min(MAX_TRIALS, Math.floor(trials)));
    this.#prng = new Prng(seed);
    this.#engine =
      engine === 'binomial'
        ? new BinomialEngine(strata, this.#prng)
        : new WalkEngine(strata, this.#prng, strategy.walkRate);
    this.expected = expectation(strata);
    this.trials = {
      length: 0,
      bytes: new Float64Array(this.#wanted),
      count: new Float64Array(this.#wanted),
      samples: new Float64Array(this.#wanted),
      varianceBytes: new Float64Array(this.#wanted),
    };
  }

  get done(): boolean {
    return this.trials.length === this.#wanted;
  }

  /** Random numbers drawn so far. */
  get draws(): number {
    return this.#prng.draws;
  }

  /** Goes on for about `maxSteps` draws, be it in the middle of a trial. Returns true when all trials are done. */
  advance(maxSteps: number): boolean {
    let left = maxSteps;
    const sums = this.#sums;
    while (!this.done && left > 0) {
      left = this.#engine.advance(sums, left);
      if (!this.#engine.done) break;
      const row = this.trials.length++;
      this.trials.bytes[row] = sums.bytes;
      this.trials.count[row] = sums.count;
      this.trials.samples[row] = sums.samples;
      this.trials.varianceBytes[row] = sums.varianceBytes;
      sums.bytes = sums.count = sums.samples = sums.varianceBytes = 0;
      this.#engine.restart();
    }
    return this.done;
  }
}

/** From the whole counts that the trials are made of. */
function expectation(strata: readonly Stratum[]): Expectation {
  const truth = truthOf(strata);
  const sum = { meanBytes: 0, meanCount: 0, varianceBytes: 0, varianceCount: 0, samples: 0 };
  for (const { size, hazard, live, freed } of strata) {
    if (hazard === 0) continue;
    const variance = live * hazardVariance(hazard);
    sum.meanBytes += live * size;
    sum.meanCount += live;
    sum.varianceCount += variance;
    sum.varianceBytes += variance * size * size;
    sum.samples += (live + freed) * chanceOf(hazard);
  }
  return { ...truth, ...sum };
}
