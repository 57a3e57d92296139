/**
 * The settings of a sweep, found one at a time by their id, so that a plan of a million takes no memory. The same spec
 * gives the same ids and settings everywhere; `part` deals them out to machines by id.
 */
import { describeOption, type OptionDescription, type OptionName, presetValues } from '../replay/options.js';
import { SeededRandom } from './random.js';
import type { SweepAxis, SweepPoint, SweepSpec } from './sweep-types.js';

/** Id of the run with jemalloc's defaults that every sweep makes besides its own. */
export const REFERENCE_ID = -1;

export interface SweepPlan {
  /** Points have the ids 0 to `size` - 1. */
  readonly size: number;
  at(id: number): SweepPoint;
}

/** One of `of` slices: the points whose id leaves the rest `index` (taken modulo `of` too). */
export interface PlanPart {
  readonly index: number;
  readonly of: number;
}

/** Settings of a grid. A Latin hypercube and halving have as many as they are asked for. */
export function planSize(spec: Pick<SweepSpec, 'axes' | 'method'>): number {
  return spec.method.kind === 'grid'
    ? spec.axes.reduce((size, { values }) => size * values.length, 1)
    : spec.method.samples;
}

export function sweepPlan(spec: SweepSpec): SweepPlan {
  return spec.method.kind === 'grid'
    ? gridPlan(spec)
    : hypercubePlan(spec, spec.method.samples, spec.method.seed);
}

/** jemalloc's defaults on the spec's machine: what a recommendation is compared with. */
export function referencePoint(spec: Pick<SweepSpec, 'base'>): SweepPoint {
  const { system_thp_mode, hugify_refused } = spec.base;
  return { id: REFERENCE_ID, options: { ...presetValues('jemalloc'), system_thp_mode, hugify_refused } };
}

export function inPart(id: number, part: PlanPart): boolean {
  return (((id - part.index) % part.of) + part.of) % part.of === 0;
}

/** The points of a plan, or of one slice of it, in the order of their ids. */
export function* planPoints(plan: SweepPlan, part: PlanPart = { index: 0, of: 1 }): Generator<SweepPoint> {
  for (let id = part.index % part.of; id < plan.size; id += part.of) yield plan.at(id);
}

/** Every combination; the last axis runs fastest. */
function gridPlan(spec: SweepSpec): SweepPlan {
  const size = planSize(spec);
  const fastestFirst = [...spec.axes].reverse();
  return {
    size,
    at(id) {
      const options: Record<OptionName, number> = { ...spec.base };
      let rest = id;
      for (const { option, values } of fastestFirst) {
        options[option] = values[rest % values.length]!;
        rest = Math.floor(rest / values.length);
      }
      return { id, options };
    },
  };
}

/**
 * Each axis is cut into `samples` strata, and each stratum is met once. A stratum is a stretch of the axis' values laid side
 * by side: numbers are drawn between neighbours, choices and special values are taken as they are.
 */
function hypercubePlan(spec: SweepSpec, samples: number, seed: number): SweepPlan {
  const random = new SeededRandom(seed);
  const columns = spec.axes.map((axis) => ({
    axis,
    strata: random.permutation(samples),
    jitter: Float32Array.from({ length: samples }, () => random.next()),
  }));
  return {
    size: samples,
    at(id) {
      const options: Record<OptionName, number> = { ...spec.base };
      for (const { axis, strata, jitter } of columns) {
        // A Float32 can round up to 1, which is the next stratum.
        const within = Math.min(jitter[id]!, 1 - Number.EPSILON);
        options[axis.option] = valueAtShare(axis, (strata[id]! + within) / samples);
      }
      return { id, options };
    },
  };
}

/** The value a share of the way along an axis; `share` lies in [0, 1). */
export function valueAtShare({ option, values }: SweepAxis, share: number): number {
  const description: OptionDescription = describeOption(option);
  const pick = (of: readonly number[], at: number): number => of[Math.min(of.length - 1, Math.floor(at))]!;
  if (description.kind === 'boolean' || description.kind === 'choice') {
    return pick(values, share * values.length);
  }
  const special = description.special?.value;
  const numbers = values.filter((value) => value !== special);
  const specials = values.length - numbers.length;
  // A special value counts as one of the axis' values, and it is its smallest.
  const place = share * values.length - specials;
  if (place < 0 || numbers.length < 2) return pick(values, share * values.length);
  const along = (place / numbers.length) * (numbers.length - 1);
  const segment = Math.min(numbers.length - 2, Math.floor(along));
  const low = numbers[segment]!;
  const high = numbers[segment + 1]!;
  return between(description, low, high, along - segment);
}

function between({ scale, step }: OptionDescription, low: number, high: number, share: number): number {
  const value = scale === 'log' && low > 0 ? low * (high / low) ** share : low + (high - low) * share;
  return Math.min(high, Math.max(low, Math.round(value / step) * step));
}
