/** How fast the sampler walks and experiments run. */
import { Experiment } from '../src/engine/sampling/experiment.js';
import { Prng } from '../src/engine/sampling/prng.js';
import { CoinToss, type Sampler } from '../src/engine/sampling/samplers.js';
import { perByte } from '../src/engine/sampling/strategies.js';
import { ByteWalk, prefixSums } from '../src/engine/sampling/walk.js';
import { makeWorkload, type Workload, workloadTotals } from '../src/engine/sampling/workload.js';
import { SIZE_CLASSES, usableSize } from '../src/engine/sizes/size-classes.js';
import { median, rateLine, time } from './measure.js';

const RUNS = 5;
const RATE = 2 ** 19;
const ALLOCATIONS = 10_000_000;
const TRIALS = 10_000;

/** Requests of 1 to 30,000 bytes in a fixed order: large for a program, so samples come often. */
function sequence(): Uint32Array {
  return Uint32Array.from({ length: ALLOCATIONS }, (_, i) => usableSize(1 + ((i * 2_654_435_761) % 30_000)));
}

/** 10^9 allocations in 40 size classes, as many bytes in each class. */
function large(): Workload {
  const sizes = SIZE_CLASSES.slice(1, 41);
  const weight = sizes.reduce((sum, size) => sum + 1 / size, 0);
  return makeWorkload(
    sizes.map((size) => {
      const allocated = Math.round(1e9 / weight / size);
      return { size, allocated, live: Math.round(allocated / 3) };
    }),
  );
}

function decide(sampler: Sampler, sizes: Uint32Array): number {
  let hits = 0;
  for (let i = 0; i < sizes.length; i++) if (sampler.take(sizes[i] as number, i, 0, 0)) hits++;
  return hits;
}

function skip(walk: ByteWalk, sums: Float64Array, length: number): number {
  let hits = 0;
  for (let at = walk.skip(sums, 0, length); at < length; at = walk.skip(sums, at + 1, length)) hits++;
  return hits;
}

function trials(workload: Workload, engine: 'walk' | 'binomial', count: number): Experiment {
  const experiment = new Experiment({ workload, strategy: perByte(RATE), engine, trials: count, seed: 1n });
  while (!experiment.advance(1_000_000));
  return experiment;
}

export async function benchSampling(print: (line: string) => void): Promise<void> {
  const sizes = sequence();
  const sums = prefixSums(sizes);
  const strategy = perByte(RATE);
  print(
    `\nSampling: ${ALLOCATIONS / 1e6} M allocations of 15 KiB on average, lg_prof_sample 19, median of ${RUNS}`,
  );
  const rows: readonly [string, () => unknown][] = [
    [
      'walk, skipping from sample to sample',
      () => skip(new ByteWalk(new Prng(1n), RATE), sums, sizes.length),
    ],
    ['walk, counting down at each allocation', () => decide(new ByteWalk(new Prng(1n), RATE), sizes)],
    [
      'a coin for each allocation',
      () => decide(new CoinToss(new Prng(1n), (size) => strategy.chance(size, 0, 0, 0)), sizes),
    ],
  ];
  for (const [name, run] of rows) print(rateLine(name, 'allocations', ALLOCATIONS, await time(RUNS, run)));
  const workload = large();
  const { allocations } = workloadTotals(workload);
  const millions = Math.round(allocations / 1e6);
  print(
    rateLine(
      'walk of an experiment, in runs of one size',
      'allocations',
      allocations,
      await time(RUNS, () => trials(workload, 'walk', 1)),
    ),
  );
  const spent = await time(RUNS, () => trials(workload, 'binomial', TRIALS));
  print(
    `${`${TRIALS} trials of ${millions} M allocations in ${workload.length} sizes`.padEnd(44)} ${median(spent).toFixed(0).padStart(6)} ms   (${Math.min(...spent).toFixed(0)} to ${Math.max(...spent).toFixed(0)})`,
  );
}
