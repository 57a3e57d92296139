/** Runs jemalloc's sampler over a program with made-up stacks, and keeps what its profiler would: samples by stack, thread and size. */
import { NO_ALLOCATION, OPERATION_ALLOC, type TraceTable } from '../replay/trace-table.js';
import { usableSize } from '../sizes/size-classes.js';
import { PAGE } from '../units.js';
import { binomial } from './binomial.js';
import { byteHazard } from './chance.js';
import { Prng } from './prng.js';
import { planStacks, type StackLayout, type StackPlan } from './synthetic-stacks.js';
import { workloadOfTrace } from './trace-sizes.js';
import { ByteWalk } from './walk.js';
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

/** Walks through a trace, allocation by allocation; shards are threads, and extents are the allocations. */
export function sampleTrace(trace: TraceTable, { rate, seed, layout }: SamplingSettings): ProgramSamples {
  const workload = workloadOfTrace(trace);
  const rowOf = new Map(Array.from(workload.size, (size, row) => [size, row] as const));
  const rowOfSize = (size: number): number => rowOf.get(size) ?? rowOf.get(usableSize(size)) ?? 0;
  const plan = planStacks(layout, workload.size);
  const walk = new ByteWalk(new Prng(seed), rate);
  const groups = new Map<string, SampledGroup>();
  /** Sampled allocations that are alive. */
  const alive = new Map<number, SampledGroup>();
  let next = 0;
  for (let i = 0; i < trace.length; i++) {
    const meta = trace.meta[i] as number;
    const operand = trace.value[i] as number;
    if ((meta & 1) !== OPERATION_ALLOC) {
      const group = operand === NO_ALLOCATION ? undefined : alive.get(operand);
      if (group === undefined) continue;
      group.live--;
      alive.delete(operand);
      continue;
    }
    const number = next++;
    const size = operand * PAGE;
    if (!walk.take(size)) continue;
    const stacks = plan.ofSize[rowOfSize(size)] ?? [];
    const stack = stacks[number % stacks.length] ?? 0;
    const thread = meta >>> 2;
    const key = `${stack} ${thread} ${size}`;
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { stack, thread, size, live: 0, all: 0 }));
    group.live++;
    group.all++;
    alive.set(number, group);
  }
  return { rate, plan, groups: [...groups.values()] };
}
