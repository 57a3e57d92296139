/** The counter against the coin: the same allocations decided in two ways, with draws, time and results compared. */
import { byteChance } from '../../engine/sampling/chance.js';
import { Prng } from '../../engine/sampling/prng.js';
import { CoinToss } from '../../engine/sampling/samplers.js';
import { histogram, kolmogorovSmirnov } from '../../engine/sampling/trial-statistics.js';
import { ByteWalk } from '../../engine/sampling/walk.js';
import { type Workload, workloadTotals } from '../../engine/sampling/workload.js';
import type { CounterAnswer, CounterRequest, CounterRun } from '../sampling.api.js';
import { settingOf } from './setup.js';

/** Decisions each way makes in all: enough to time, few enough to follow a slider. */
const DECISIONS = 2 ** 22;
/** A trial is made as long as it takes for so many samples, within bounds. */
const WANTED_SAMPLES = 12;
const SHORTEST = 1024;
const LONGEST = 2 ** 16;
const MOST_TRIALS = 2048;
const MOST_BINS = 40;

/** Samples of one trial. */
type Decide = () => number;

/** @param now milliseconds from any start */
export function counter(request: CounterRequest, now: () => number): CounterAnswer {
  const { workload, rate, samples } = settingOf(request);
  const seed = BigInt(request.seed);
  const mean = samples / workloadTotals(workload).allocations;
  const allocations = Math.round(Math.min(LONGEST, Math.max(SHORTEST, WANTED_SAMPLES / mean)));
  const trials = Math.min(MOST_TRIALS, Math.floor(DECISIONS / allocations));
  const classes = sequenceOf(workload, allocations, new Prng(seed));
  // Seeds of their own: with the one of the sequence, or the same for both, they would not be independent.
  const counted = timed(new Prng(seed + 1_000_003n), trials, now, (prng) =>
    walked(prng, classes, workload, rate),
  );
  const tossed = timed(new Prng(seed + 2_000_006n), trials, now, (prng) =>
    coins(prng, classes, workload, rate),
  );
  const all = [...counted.values, ...tossed.values];
  // Whole numbers: bins of one width each, around them.
  const least = Math.min(...all);
  const width = Math.max(1, Math.ceil((Math.max(...all) - least + 1) / MOST_BINS));
  const bins = Math.ceil((Math.max(...all) - least + 1) / width);
  const low = least - 0.5;
  const high = low + bins * width;
  const runOf = ({ values, ...run }: Timed): CounterRun => ({
    ...run,
    trials,
    counts: histogram(values, trials, { low, high }, bins),
  });
  return {
    allocations,
    low,
    high,
    counter: runOf(counted),
    coins: runOf(tossed),
    agreement: kolmogorovSmirnov(counted.values, tossed.values),
  };
}

interface Timed {
  readonly values: Float64Array<ArrayBuffer>;
  readonly draws: number;
  readonly samples: number;
  readonly nanoseconds: number;
}

function timed(prng: Prng, trials: number, now: () => number, make: (prng: Prng) => Decide): Timed {
  const decide = make(prng);
  const values = new Float64Array(trials);
  const begun = now();
  for (let trial = 0; trial < trials; trial++) values[trial] = decide();
  const nanoseconds = (now() - begun) * 1e6;
  return { values, draws: prng.draws, samples: values.reduce((a, b) => a + b, 0), nanoseconds };
}

function coins(prng: Prng, classes: Uint32Array, workload: Workload, rate: number): Decide {
  const chances = workload.size.map((size) => byteChance(size, rate));
  const coin = new CoinToss(prng, (index) => chances[index] as number);
  return () => {
    let samples = 0;
    for (let i = 0; i < classes.length; i++) if (coin.take(classes[i] as number, i, 0, 0)) samples++;
    return samples;
  };
}

function walked(prng: Prng, classes: Uint32Array, workload: Workload, rate: number): Decide {
  const walk = new ByteWalk(prng, rate);
  const { size } = workload;
  return () => {
    let samples = 0;
    for (let i = 0; i < classes.length; i++) if (walk.take(size[classes[i] as number] as number)) samples++;
    return samples;
  };
}

/** Allocations of the workload's sizes in their proportions, in any order; indices of sizes. */
function sequenceOf(workload: Workload, length: number, prng: Prng): Uint32Array<ArrayBuffer> {
  const upTo = new Float64Array(workload.length);
  let sum = 0;
  for (let i = 0; i < workload.length; i++) {
    sum += workload.allocated[i] as number;
    upTo[i] = sum;
  }
  return Uint32Array.from({ length }, () => {
    const at = prng.uniform() * sum;
    let low = 0;
    let high = workload.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}
