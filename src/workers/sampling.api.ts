import type { Agreement, RunningMean, Summary } from '../engine/sampling/trial-statistics.js';
import type { EngineKind, Expectation } from '../engine/sampling/experiment.js';
import type { SizeSamples } from '../engine/sampling/summing-rules.js';
import type { SizeCount, WorkloadTotals } from '../engine/sampling/workload.js';
import type { WriterSteps } from '../engine/sampling/writer-steps.js';

/** Strategies that the bench compares, in the order they are shown. */
export type StrategyId =
  | 'per-byte'
  | 'per-allocation'
  | 'per-allocation-typed'
  | 'optimal'
  | 'start-up'
  | 'even-odd'
  | 'threads'
  | 'ignoring-small';

/** equal: one in N so that as many samples are expected as per byte; typed: N as the user set it. */
export type Cost = 'equal' | 'typed';

/** A stack whose error is asked for. */
export interface StackQuestion {
  readonly bytes: number;
  /** Size of its objects; null for the mix of the workload. */
  readonly size: number | null;
  /** Standard error wanted, as a share of the bytes. */
  readonly error: number;
}

/** What is sampled and how. */
export interface SamplingSetup {
  readonly workload: readonly SizeCount[];
  /** lg_prof_sample; the rate where there is no budget. */
  readonly lg: number;
  /** Expected samples that set the rate instead; null for none. */
  readonly budget: number | null;
  readonly cost: Cost;
  /** One in N allocations, where the cost is as typed, and as a curve of its own. */
  readonly n: number;
}

export interface TheoryRequest extends SamplingSetup {
  readonly stack: StackQuestion;
  readonly writer: readonly SizeSamples[];
}

/** Variance of the bytes that one allocation adds, over its size. Columns are as long as `size`. */
export interface VarianceCurves {
  /** Bytes, rising: a grid, even by powers, and the workload's sizes. */
  readonly size: Float64Array<ArrayBuffer>;
  readonly perByte: Float64Array<ArrayBuffer>;
  readonly perByteApproximate: Float64Array<ArrayBuffer>;
  readonly perAllocationEqual: Float64Array<ArrayBuffer>;
  readonly perAllocationTyped: Float64Array<ArrayBuffer>;
  /** NaN but at sizes of the workload that have live objects. */
  readonly optimal: Float64Array<ArrayBuffer>;
}

/** What one strategy does with the workload. Columns by size of the workload. */
export interface StrategyFacts {
  readonly id: StrategyId;
  readonly label: string;
  readonly samples: number;
  readonly varianceBytes: number;
  /** Root-mean-square error of the live bytes, as a share of them; a bias is in it. */
  readonly relativeError: number;
  readonly missedBytes: number;
  readonly bySize: {
    readonly varianceBytes: Float64Array<ArrayBuffer>;
    readonly samples: Float64Array<ArrayBuffer>;
  };
}

/** Error against cost. Columns are as long as `lg`. */
export interface CostCurve {
  readonly id: StrategyId;
  readonly label: string;
  readonly samplesPerGib: Float64Array<ArrayBuffer>;
  /** Of all live bytes, and of the stack asked for. */
  readonly errorWhole: Float64Array<ArrayBuffer>;
  readonly errorStack: Float64Array<ArrayBuffer>;
}

export interface StackAnswer {
  /** The highest whole lg_prof_sample that is good enough; null where not even 0 is. */
  readonly lg: number | null;
  /** The rate at which it is just good enough. */
  readonly rate: number;
  readonly errorThere: number;
  readonly samplesPerGib: number;
  /** Error at the present rate. */
  readonly errorNow: number;
}

/** Bytes reported by each rule of summing, by number of machines. */
export interface RuleCurves {
  /** Which stack, on as many machines as `machines` says. */
  readonly label: string;
  readonly truth: Float64Array<ArrayBuffer>;
  readonly samples: Float64Array<ArrayBuffer>;
  readonly records: Float64Array<ArrayBuffer>;
  readonly pooled: Float64Array<ArrayBuffer>;
  readonly whole: Float64Array<ArrayBuffer>;
}

/** Today's chances and the best ones of the same cost. Columns by size. */
export interface BestRates {
  readonly id: string;
  readonly label: string;
  readonly size: Float64Array<ArrayBuffer>;
  readonly liveShare: Float64Array<ArrayBuffer>;
  readonly today: Float64Array<ArrayBuffer>;
  /** NaN where there is no optimum. */
  readonly optimal: Float64Array<ArrayBuffer>;
  /** Why there is nothing to compare; null where there is. */
  readonly reason: string | null;
  /** Variance per byte over that of the optimum, at one cost; NaN where it cannot be told. */
  readonly perByte: number;
  /** The same for sampling one in N allocations at that cost. */
  readonly perAllocation: number;
}

export interface TheoryAnswer {
  readonly totals: WorkloadTotals;
  /** Sizes of the workload, and share of the live bytes of each. */
  readonly size: Float64Array<ArrayBuffer>;
  readonly allocated: Float64Array<ArrayBuffer>;
  readonly live: Float64Array<ArrayBuffer>;
  /** Mean bytes between samples, and what that costs. */
  readonly rate: number;
  readonly samples: number;
  /** One in so many allocations costs the same. */
  readonly nEqual: number;
  readonly variance: VarianceCurves;
  readonly strategies: readonly StrategyFacts[];
  /** Why there is no optimum here; null where there is one. */
  readonly optimalError: string | null;
  readonly lgs: Float64Array<ArrayBuffer>;
  readonly costs: readonly CostCurve[];
  readonly stack: StackAnswer;
  readonly machines: Float64Array<ArrayBuffer>;
  readonly rules: readonly RuleCurves[];
  readonly writer: WriterSteps;
  /** The same sums split by size, each written as a stack of its own. */
  readonly writerAlone: readonly (SizeSamples & { readonly steps: WriterSteps })[];
  /** This workload first, then the presets. */
  readonly best: readonly BestRates[];
  readonly milliseconds: number;
}

export interface ExperimentRequest extends SamplingSetup {
  readonly trials: number;
  /** Decimal; taken modulo 2^64. */
  readonly seed: string;
  readonly engine: EngineKind;
}

export interface TrialsOf {
  readonly id: StrategyId;
  readonly label: string;
  readonly trials: number;
  readonly expected: Expectation;
  readonly summary: Summary;
  readonly running: RunningMean;
  /** Trials by estimate of the live bytes, in equal parts of `domain`; what lies outside is in the first and last. */
  readonly counts: Uint32Array<ArrayBuffer>;
  readonly domain: { readonly low: number; readonly high: number };
  readonly outside: { readonly below: number; readonly above: number };
  /** Mean of the samples taken. */
  readonly samples: number;
}

/** All strategies so far. */
export interface ExperimentPart {
  readonly strategies: readonly TrialsOf[];
  readonly trialsDone: number;
  /** Of all strategies together. */
  readonly trialsTotal: number;
}

export interface ExperimentFinished {
  readonly completed: boolean;
  readonly milliseconds: number;
}

export interface CounterRequest extends SamplingSetup {
  readonly seed: string;
}

/** Trials made in one way. */
export interface CounterRun {
  readonly trials: number;
  readonly draws: number;
  readonly samples: number;
  readonly nanoseconds: number;
  /** Trials by their samples, in equal parts of [low, high]. */
  readonly counts: Uint32Array<ArrayBuffer>;
}

/** The same allocations decided with a counter (one draw a sample) and with a coin (one draw an allocation). */
export interface CounterAnswer {
  /** Of one trial. */
  readonly allocations: number;
  readonly low: number;
  readonly high: number;
  readonly counter: CounterRun;
  readonly coins: CounterRun;
  /** Are the samples of the trials of one distribution? */
  readonly agreement: Agreement;
}

export interface DumpRequest extends SamplingSetup {
  readonly seed: string;
  /** Made-up stacks: one for each size, a few of mixed sizes, or a single one. */
  readonly layout: 'by-size' | 'mixed' | 'one';
  /** As jemalloc 5.3.0 and later write it; false: plain samples. */
  readonly unbias: boolean;
  /** prof_accum: also what was ever sampled. */
  readonly accumulated: boolean;
  /** With the stacks' names in the file. */
  readonly named: boolean;
}

export interface DumpAnswer {
  readonly blob: Blob;
  /** Of live objects. */
  readonly samples: number;
  /** All that were taken while the program ran. */
  readonly samplesEver: number;
}

/** Questions whose newest alone is of interest; all are answered at once. */
export interface SamplingQueries {
  readonly theory: { readonly request: TheoryRequest; readonly answer: TheoryAnswer };
  readonly counter: { readonly request: CounterRequest; readonly answer: CounterAnswer };
}

export type SamplingQuestion = keyof SamplingQueries;

export interface SamplingApi {
  theory(request: TheoryRequest): Promise<TheoryAnswer>;
  counter(request: CounterRequest): Promise<CounterAnswer>;
  /** Calls `onPart` as trials come. Resolves with `completed: false` when a newer call or `cancel` ended it. */
  experiment(request: ExperimentRequest, onPart: (part: ExperimentPart) => void): Promise<ExperimentFinished>;
  cancel(): Promise<void>;
  /** Samples once and writes what jemalloc would. */
  dump(request: DumpRequest): Promise<DumpAnswer>;
}
