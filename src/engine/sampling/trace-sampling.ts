/** jemalloc's sampler walking through a trace, allocation by allocation, in slices that a cancel may end. */
import { NO_ALLOCATION, OPERATION_ALLOC, type TraceTable } from '../replay/trace-table.js';
import { PAGE } from '../units.js';
import { Prng } from './prng.js';
import type { ProgramSamples, SampledGroup, SamplingSettings } from './sample-program.js';
import { planStacks, type StackPlan } from './synthetic-stacks.js';
import { sizeOfPages } from './trace-sizes.js';
import { ByteWalk } from './walk.js';

/**
 * Goes through the trace twice: once for its sizes, which the made-up stacks are planned by, once as the sampler. Shards are
 * threads, and extents are the allocations.
 */
export class TraceSampling {
  readonly #trace: TraceTable;
  readonly #settings: SamplingSettings;
  readonly #walk: ByteWalk;
  readonly #pages = new Set<number>();
  readonly #groups: SampledGroup[] = [];
  readonly #indices = new Map<string, number>();
  /** By allocation: 1 + its group while it is sampled and alive, else 0. */
  readonly #groupOf: Uint32Array<ArrayBuffer>;
  #plan: StackPlan | null = null;
  #rowOfPages: ReadonlyMap<number, number> = new Map();
  #event = 0;
  #allocation = 0;

  constructor(trace: TraceTable, settings: SamplingSettings) {
    this.#trace = trace;
    this.#settings = settings;
    this.#walk = new ByteWalk(new Prng(settings.seed), settings.rate);
    this.#groupOf = new Uint32Array(trace.allocations);
  }

  /** Of {@link eventsTotal}: each event is met twice. */
  get eventsDone(): number {
    return this.#plan === null ? this.#event : this.#trace.length + this.#event;
  }

  get eventsTotal(): number {
    return 2 * this.#trace.length;
  }

  get done(): boolean {
    return this.#plan !== null && this.#event === this.#trace.length;
  }

  /** @returns whether it is done */
  advance(events: number): boolean {
    const end = Math.min(this.#trace.length, this.#event + Math.max(1, events));
    if (this.#plan === null) this.#collect(end);
    else this.#sample(this.#plan, end);
    this.#event = end;
    if (this.#plan === null && end === this.#trace.length) {
      this.#makePlan();
      this.#event = 0;
    }
    return this.done;
  }

  /** What was sampled so far. */
  get samples(): ProgramSamples {
    const plan = this.#plan ?? { stacks: [], ofSize: [] };
    return { rate: this.#settings.rate, plan, groups: this.#groups };
  }

  #collect(end: number): void {
    const { meta, value } = this.#trace;
    for (let i = this.#event; i < end; i++) {
      if (((meta[i] as number) & 1) === OPERATION_ALLOC) this.#pages.add(value[i] as number);
    }
  }

  #makePlan(): void {
    const sizeOf = sizeOfPages(this.#pages.size);
    const sizes = [...new Set(Array.from(this.#pages, sizeOf))].sort((a, b) => a - b);
    const rowOf = new Map(sizes.map((size, row) => [size, row] as const));
    this.#rowOfPages = new Map(
      Array.from(this.#pages, (pages) => [pages, rowOf.get(sizeOf(pages)) ?? 0] as const),
    );
    this.#plan = planStacks(this.#settings.layout, sizes);
  }

  #sample(plan: StackPlan, end: number): void {
    const { meta, value } = this.#trace;
    const groupOf = this.#groupOf;
    for (let i = this.#event; i < end; i++) {
      const word = meta[i] as number;
      const operand = value[i] as number;
      if ((word & 1) !== OPERATION_ALLOC) {
        const group = operand === NO_ALLOCATION ? 0 : (groupOf[operand] ?? 0);
        if (group === 0) continue;
        (this.#groups[group - 1] as SampledGroup).live--;
        groupOf[operand] = 0;
        continue;
      }
      const number = this.#allocation++;
      const size = operand * PAGE;
      if (!this.#walk.take(size)) continue;
      const stacks = plan.ofSize[this.#rowOfPages.get(operand) ?? 0] ?? [];
      const index = this.#groupAt(stacks[number % stacks.length] ?? 0, word >>> 2, size);
      const group = this.#groups[index] as SampledGroup;
      group.live++;
      group.all++;
      groupOf[number] = index + 1;
    }
  }

  #groupAt(stack: number, thread: number, size: number): number {
    const key = `${stack} ${thread} ${size}`;
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.#groups.length;
      this.#indices.set(key, index);
      this.#groups.push({ stack, thread, size, live: 0, all: 0 });
    }
    return index;
  }
}
