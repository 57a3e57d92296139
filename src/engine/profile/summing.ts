/**
 * Four orders of summing and unbiasing, side by side (PROFILING_INTERNALS.md of jemalloc, "Aggregating"):
 * `samples`  each sample by its own size, then the sum: right. NaN where the dump does not tell samples apart;
 * `stacks`   each record by its mean size, then the sum: what jeprof does; right where a record's samples are of one size;
 * `pooled`   counts and bytes of all records of a row, then scaled by their common mean size;
 * `whole`    bytes of a row, scaled by their total as if it were one allocation: hardly any correction is left.
 * Records of dumps with different rates are pooled by rate, each pool scaled by its own.
 */
import { estimateRecords } from './estimates.js';
import type { FilteredNodes } from './filter.js';
import { CALLBACK, type Labels, NO_LABEL } from './labels.js';
import type { FrameTable } from './names.js';
import { counterWords, type HeapProfile, type Measure, MEASURES, MERGED, type StackTree } from './profile.js';
import type { StackSpace } from './stack-space.js';
import { exactScaleFactor, sampleChance } from './unbias.js';
import { type WriterKind, writerKind } from './writer-kind.js';

export type SumRule = 'samples' | 'stacks' | 'pooled' | 'whole';
export type SumRows = 'stack' | 'function' | 'module' | 'whole';

export interface SumTable {
  /** Number of rows. */
  readonly length: number;
  /** Name of a row, made on demand: names of stacks are long. Frames of stacks come leaf first. */
  readonly nameOf: (row: number) => string;
  readonly samples: Float64Array<ArrayBuffer>;
  readonly stacks: Float64Array<ArrayBuffer>;
  readonly pooled: Float64Array<ArrayBuffer>;
  readonly whole: Float64Array<ArrayBuffer>;
  /** Variance of `stacks`; NaN where unknown. */
  readonly variance: Float64Array<ArrayBuffer>;
}

const TWO_32 = 4_294_967_296;

/**
 * @param space of these profiles
 * @param filtered what is left of each of its stacks
 * @param kind what a row is: a stack, its innermost function or module, or all together
 */
export function sumByRules(
  profiles: readonly HeapProfile[],
  space: StackSpace,
  filtered: FilteredNodes,
  frames: FrameTable,
  labels: Labels,
  measure: Measure,
  kind: SumRows,
): SumTable {
  const rows = new RowNames(filtered.stacks, frames, labels, kind);
  const sums: Sums[] = [];
  profiles.forEach((profile, i) => {
    const nodes = space.nodes[i] ?? null;
    addProfile(profile, measure, (stack) => {
      const left = filtered.node[nodes === null ? stack : (nodes[stack] as number)] as number;
      if (left < 0) return null;
      const row = rows.of(left);
      return (sums[row] ??= { samples: 0, stacks: 0, variance: 0, pools: new Map() });
    });
  });
  const inBytes = MEASURES.indexOf(measure) % 2 === 1;
  const column = (value: (sum: Sums) => number) => Float64Array.from(sums, value);
  return {
    length: sums.length,
    nameOf: (row) => rows.name(row),
    samples: column((sum) => sum.samples),
    stacks: column((sum) => sum.stacks),
    pooled: column((sum) =>
      overPools(sum, inBytes, (objects, bytes, rate) => exactScaleFactor(objects, bytes, 'mean-size', rate)),
    ),
    whole: column((sum) => overPools(sum, inBytes, (_, bytes, rate) => 1 / sampleChance(bytes, rate))),
    variance: column((sum) => sum.variance),
  };
}

interface Sums {
  samples: number;
  stacks: number;
  variance: number;
  /** Counters as written, by rate (0: not to be scaled). */
  readonly pools: Map<number, { objects: number; bytes: number }>;
}

function overPools(
  { pools }: Sums,
  inBytes: boolean,
  factor: (objects: number, bytes: number, rate: number) => number,
): number {
  let total = 0;
  for (const [rate, { objects, bytes }] of pools) {
    const scaled = rate > 0 && objects > 0 && bytes > 0;
    total += (inBytes ? bytes : objects) * (scaled ? factor(objects, bytes, rate) : 1);
  }
  return total;
}

function addProfile(profile: HeapProfile, measure: Measure, sumsOf: (stack: number) => Sums | null): void {
  const { records, scaling, rate } = profile;
  const writer = writerKind(profile);
  const jeprof = estimateRecords(profile, measure, 'jeprof', writer);
  const best = estimateRecords(profile, measure, 'best', writer);
  const words = counterWords(records.counters);
  const pair = MEASURES.indexOf(measure) < 2 ? 0 : 4;
  const poolRate = scaling === 'mean-size' ? rate.bytes : 0;
  for (let record = 0; record < records.length; record++) {
    if (records.thread[record] !== MERGED) continue;
    const sums = sumsOf(records.stack[record] as number);
    if (sums === null) continue;
    const at = 8 * record + pair;
    const objects = (words[at + 1] as number) * TWO_32 + (words[at] as number);
    const bytes = (words[at + 3] as number) * TWO_32 + (words[at + 2] as number);
    let pool = sums.pools.get(poolRate);
    if (pool === undefined) sums.pools.set(poolRate, (pool = { objects: 0, bytes: 0 }));
    pool.objects += objects;
    pool.bytes += bytes;
    sums.stacks += jeprof.value[record] as number;
    sums.variance += jeprof.variance[record] as number;
    sums.samples += tellsSamples(writer, objects, best.oneSize[record] === 1)
      ? (best.value[record] as number)
      : Number.NaN;
  }
}

/** jemalloc unbiases each sample before it adds them up and writes sums that scale back to that; plain counters of several sizes are lost. */
function tellsSamples({ kind }: WriterKind, objects: number, oneSize: boolean): boolean {
  return oneSize || objects <= 1 || kind === 'unbiased';
}

/** Numbers and names of rows, in order of first use. */
class RowNames {
  /** Key of each row, and one of its stacks. */
  private readonly keys: number[] = [];
  private readonly stackOf: number[] = [];
  private readonly rowOf = new Map<number, number>();

  constructor(
    private readonly stacks: StackTree,
    private readonly frames: FrameTable,
    private readonly labels: Labels,
    private readonly kind: SumRows,
  ) {}

  of(node: number): number {
    const key = this.key(node);
    let row = this.rowOf.get(key);
    if (row === undefined) {
      row = this.keys.push(key) - 1;
      this.stackOf.push(node);
      this.rowOf.set(key, row);
    }
    return row;
  }

  private key(node: number): number {
    switch (this.kind) {
      case 'stack':
        return node;
      case 'function':
        return this.leafLabel(node);
      case 'module':
        return node === 0 ? -1 : (this.frames.module[this.stacks.address[node] as number] as number);
      case 'whole':
        return 0;
    }
  }

  name(row: number): string {
    const key = this.keys[row] as number;
    switch (this.kind) {
      case 'stack':
        return this.stackName(this.stackOf[row] as number);
      case 'function':
        return this.labels.texts[key] ?? '(no frames)';
      case 'module':
        return this.frames.modules[key]?.name ?? '(no module)';
      case 'whole':
        return 'all';
    }
  }

  /** Label of the innermost frame that has one, -1 where none has. */
  private leafLabel(node: number): number {
    for (let at = node; at > 0; at = this.stacks.parent[at] as number) {
      for (const label of this.labelsOf(this.stacks.address[at] as number)) return label;
    }
    return NO_LABEL;
  }

  /** Leaf first. */
  private stackName(node: number): string {
    const parts: string[] = [];
    for (let at = node; at > 0; at = this.stacks.parent[at] as number)
      for (const label of this.labelsOf(this.stacks.address[at] as number))
        parts.push(this.labels.texts[label] as string);
    return parts.length === 0 ? '(no frames)' : parts.join(' < ');
  }

  private *labelsOf(address: number): Iterable<number> {
    const first = this.frames.first[address] as number;
    for (let entry = (this.frames.first[address + 1] as number) - 1; entry >= first; entry--) {
      let label = this.labels.label[entry] as number;
      if (label === CALLBACK) label = this.labels.callback(entry, -1);
      if (label !== NO_LABEL) yield label;
    }
  }
}
