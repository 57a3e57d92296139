/** Runs jemalloc's sampler over a program with made-up stacks, and keeps what its profiler would: samples by stack, thread and size. */
import type { TraceTable } from '../replay/trace-table.js';
import { binomial } from './binomial.js';
import { byteHazard } from './chance.js';
import { Prng } from './prng.js';
import { planStacks, type StackLayout, type StackPlan } from './synthetic-stacks.js';
import { TraceSampling } from './trace-sampling.js';
import { type Workload, wholeCounts } from './workload.js';

/** Samples of one stack, thread and size. */
export interface SampledGroup {
  /** Row in the plan's stacks. */
  readonly stack: number;
  readonly thread: number;
  readonly size: number;
  /** Samples whose objects are alive, and all that were ever taken. */
  live: number;
  all: number;
}

export interface ProgramSamples {
  /** Mean bytes between samples. */
  readonly rate: number;
  readonly plan: StackPlan;
  readonly groups: readonly SampledGroup[];
}

/** How a program is sampled. */
export interface SamplingSettings {
  readonly rate: number;
  readonly seed: bigint;
  readonly layout: StackLayout;
}

/** Draws for each size how many of its objects are sampled; one thread. */
export function sampleWorkload(workload: Workload, { rate, seed, layout }: SamplingSettings): ProgramSamples {
  const whole = wholeCounts(workload);
  const plan = planStacks(layout, whole.size);
  const prng = new Prng(seed);
  const groups: SampledGroup[] = [];
  for (let row = 0; row < whole.length; row++) {
    const size = whole.size[row] as number;
    const hazard = byteHazard(size, rate);
    const stacks = plan.ofSize[row] ?? [];
    const liveObjects = whole.live[row] as number;
    const freed = (whole.allocated[row] as number) - liveObjects;
    stacks.forEach((stack, part) => {
      const live = binomial(equalPart(liveObjects, part, stacks.length), hazard).draw(prng);
      const gone = binomial(equalPart(freed, part, stacks.length), hazard).draw(prng);
      if (live + gone > 0) groups.push({ stack, thread: 0, size, live, all: live + gone });
    });
  }
  return { rate, plan, groups };
}

function equalPart(count: number, part: number, parts: number): number {
  return Math.floor((count * (part + 1)) / parts) - Math.floor((count * part) / parts);
}

/** Walks through a trace to its end; see {@link TraceSampling}. */
export function sampleTrace(trace: TraceTable, settings: SamplingSettings): ProgramSamples {
  const sampling = new TraceSampling(trace, settings);
  while (!sampling.done) sampling.advance(trace.length);
  return sampling.samples;
}
