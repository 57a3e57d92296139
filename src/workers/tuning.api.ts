import type { TraceFacts } from '../engine/tuning/idle-options.js';
import type { Advice } from '../engine/tuning/recommend.js';
import type { Sensitivity } from '../engine/tuning/sensitivity.js';
import type { SweepContext } from '../formats/sweep-results.js';
import type { SweepPoint, SweepResult, SweepSpec } from '../engine/tuning/sweep-types.js';

/** How a sweep's results are judged; objectives and limits may change without a new run. */
export interface JudgeRequest {
  /** Which results. */
  readonly sweepId: string;
  readonly spec: SweepSpec;
  readonly trace: TraceFacts;
}

export interface Judgement {
  /** Results it is about: the first so many. */
  readonly results: number;
  /** Positions of the runs on the Pareto front. */
  readonly front: Uint32Array<ArrayBuffer>;
  readonly sensitivity: Sensitivity;
  /** By the order of the axes: why an option cannot matter; null where nobody knows. */
  readonly idle: readonly (string | null)[];
  readonly advice: Advice;
}

/** Judges the results of a sweep off the page's thread. */
export interface TuningApi {
  /** Forgets all results but this sweep's; adds to those. */
  add(sweepId: string, results: readonly SweepResult[]): Promise<void>;
  judge(request: JudgeRequest): Promise<Judgement>;
  /** The results as the command line writes them. */
  write(sweepId: string, context: SweepContext): Promise<Blob>;
  /** Runs that a recommendation still lacks. */
  missing(request: JudgeRequest): Promise<readonly SweepPoint[]>;
}
