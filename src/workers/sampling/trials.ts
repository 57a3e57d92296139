/** Experiments of all strategies on one workload, taking turns, so that all pictures grow together. */
import { type EngineKind, Experiment } from '../../engine/sampling/experiment.js';
import { histogram, runningMean, summarise } from '../../engine/sampling/trial-statistics.js';
import type { ExperimentPart, ExperimentRequest, StrategyId, TrialsOf } from '../sampling.api.js';
import { settingOf } from './setup.js';

const BINS = 80;
const RUNNING_POINTS = 160;
/** Half width of the picture in standard errors of the widest strategy shown whole. */
const SIGMAS = 4.5;
/** A strategy may be wider than sampling by bytes by this factor before it stops widening the picture for all. */
const WIDEST = 6;

interface Running {
  readonly id: StrategyId;
  readonly label: string;
  readonly experiment: Experiment;
}

export class Trials {
  private readonly running: readonly Running[];
  private readonly domain: { readonly low: number; readonly high: number };
  private turn = 0;

  constructor(request: ExperimentRequest) {
    const { workload, strategies } = settingOf(request);
    const seed = BigInt(request.seed);
    const engine: EngineKind = request.engine;
    this.running = strategies.map(({ id, strategy }, i) => ({
      id,
      label: strategy.label,
      experiment: new Experiment({
        workload,
        strategy,
        engine,
        trials: request.trials,
        seed: seed + BigInt(i) * 1_000_003n,
      }),
    }));
    this.domain = domainOf(this.running);
  }

  get done(): boolean {
    return this.running.every(({ experiment }) => experiment.done);
  }

  get trialsDone(): number {
    return this.running.reduce((sum, { experiment }) => sum + experiment.trials.length, 0);
  }

  /** Advances the one that is furthest behind, for about `steps` draws. */
  advance(steps: number): void {
    for (let tried = 0; tried < this.running.length; tried++) {
      const next = this.running[this.turn % this.running.length] as Running;
      this.turn += 1;
      if (next.experiment.done) continue;
      next.experiment.advance(steps);
      return;
    }
  }

  part(): ExperimentPart {
    return {
      strategies: this.running.map((one) => this.trialsOf(one)),
      trialsDone: this.trialsDone,
      trialsTotal: this.running.reduce((sum, { experiment }) => sum + experiment.trials.bytes.length, 0),
    };
  }

  private trialsOf({ id, label, experiment }: Running): TrialsOf {
    const { bytes, samples, length } = experiment.trials;
    let taken = 0;
    const outside = { below: 0, above: 0 };
    for (let i = 0; i < length; i++) {
      taken += samples[i] as number;
      if ((bytes[i] as number) < this.domain.low) outside.below += 1;
      else if ((bytes[i] as number) > this.domain.high) outside.above += 1;
    }
    return {
      id,
      label,
      trials: length,
      expected: experiment.expected,
      summary: summarise(bytes, length),
      running: runningMean(bytes, length, RUNNING_POINTS),
      counts: histogram(bytes, length, this.domain, BINS),
      domain: this.domain,
      outside,
      samples: taken / length,
    };
  }
}

/** One axis for all, or their widths could not be compared. */
function domainOf(running: readonly Running[]): { low: number; high: number } {
  const [first] = running;
  if (first === undefined) return { low: 0, high: 1 };
  const { bytes: truth } = first.experiment.expected;
  const reference = Math.sqrt(first.experiment.expected.varianceBytes);
  let low = truth;
  let high = truth;
  for (const { experiment } of running) {
    const { meanBytes, varianceBytes } = experiment.expected;
    const sigma = Math.min(Math.sqrt(varianceBytes), reference > 0 ? WIDEST * reference : Infinity);
    low = Math.min(low, meanBytes - SIGMAS * sigma);
    high = Math.max(high, meanBytes + SIGMAS * sigma);
  }
  const least = Math.max(1, truth * 1e-6);
  return { low: Math.max(0, low - least), high: high + least };
}
