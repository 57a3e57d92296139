/**
 * Which runs are best: those that no other run beats in every objective. Ranks by efficient non-dominated sorting (Zhang,
 * Tian, Cheng, Jin 2015, ENS-BS): the points are sorted once, and each finds its front by binary search.
 */
import { describeFigure, type FigureName } from './figures.js';
import type { Constraint, Figures, SweepResult } from './sweep-types.js';

export type Direction = 'less' | 'more';

/** Rank of a point that competes with nobody: an objective is NaN, or it was left out. */
export const UNRANKED = -1;

/**
 * Ranks `count` points: 0 for the Pareto front, 1 for the front without those, and so on; equal points share a rank.
 * `columns` has one array per objective. Order of equal points: by position.
 */
export function paretoRanks(
  columns: readonly ArrayLike<number>[],
  better: readonly Direction[],
  count: number,
  eligible: (index: number) => boolean = () => true,
): Int32Array<ArrayBuffer> {
  // Less is better from here on.
  const costs = columns.map((column, k) =>
    Float64Array.from({ length: count }, (_, i) => (better[k] === 'more' ? -column[i]! : column[i]!)),
  );
  const ranks = new Int32Array(count).fill(UNRANKED);
  const order: number[] = [];
  for (let i = 0; i < count; i += 1) {
    if (eligible(i) && costs.every((cost) => !Number.isNaN(cost[i]!))) order.push(i);
  }
  order.sort((a, b) => {
    for (const cost of costs) if (cost[a]! !== cost[b]!) return cost[a]! < cost[b]! ? -1 : 1;
    return a - b;
  });
  const fronts: Front[] = [];
  for (const point of order) {
    let low = 0;
    let high = fronts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (fronts[middle]!.dominates(point)) low = middle + 1;
      else high = middle;
    }
    if (low === fronts.length) fronts.push(createFront(costs));
    fronts[low]!.add(point);
    ranks[point] = low;
  }
  return ranks;
}

/** Positions of the runs on the Pareto front, in their order. Partial runs and those that miss a limit are not on it. */
export function paretoFront(
  results: readonly Pick<SweepResult, 'figures' | 'whole'>[],
  objectives: readonly FigureName[],
  constraints: readonly Constraint[] = [],
): number[] {
  const ranks = rankResults(
    results,
    objectives,
    (result) => result.whole && meetsConstraints(result.figures, constraints),
  );
  return results.flatMap((_, i) => (ranks[i] === 0 ? [i] : []));
}

export function rankResults<T extends Pick<SweepResult, 'figures'>>(
  results: readonly T[],
  objectives: readonly FigureName[],
  eligible: (result: T) => boolean,
): Int32Array<ArrayBuffer> {
  return paretoRanks(
    objectives.map((name) => results.map(({ figures }) => figures[name])),
    objectives.map((name) => describeFigure(name).better),
    results.length,
    (i) => eligible(results[i]!),
  );
}

/** A figure that is not a number misses every limit. */
export function meetsConstraints(figures: Figures, constraints: readonly Constraint[]): boolean {
  return constraints.every(({ figure, min, max }) => {
    const value = figures[figure];
    return !Number.isNaN(value) && (min === undefined || value >= min) && (max === undefined || value <= max);
  });
}

/** Points of one rank, added in lexicographic order. */
interface Front {
  /** True when a member is as good in every objective and better in one. */
  dominates(point: number): boolean;
  add(point: number): void;
}

function createFront(costs: readonly Float64Array[]): Front {
  if (costs.length <= 2) return lastMemberFront(costs);
  return costs.length === 3 ? staircaseFront(costs) : listFront(costs);
}

/** With one or two objectives the last member is the best in the last objective: no other need be asked. */
function lastMemberFront(costs: readonly Float64Array[]): Front {
  let last = -1;
  const cost = costs.at(-1);
  return {
    dominates: (point) =>
      last >= 0 &&
      cost !== undefined &&
      cost[last]! <= cost[point]! &&
      costs.some((one) => one[last]! !== one[point]!),
    add(point) {
      last = point;
    },
  };
}

/** Members that matter for three objectives: a falling staircase in the second and third, found by binary search. */
function staircaseFront([first, second, third]: readonly Float64Array[]): Front {
  const steps: number[] = [];
  /** First step whose second cost is above `cost`. */
  const after = (cost: number): number => {
    let low = 0;
    let high = steps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (second![steps[middle]!]! <= cost) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const same = (a: number, b: number): boolean =>
    first![a] === first![b] && second![a] === second![b] && third![a] === third![b];
  return {
    dominates(point) {
      const step = steps[after(second![point]!) - 1];
      return step !== undefined && third![step]! <= third![point]! && !same(step, point);
    },
    add(point) {
      const at = after(second![point]!);
      const before = steps[at - 1];
      // An equal point adds nothing to the stairs.
      if (before !== undefined && same(before, point)) return;
      let from = at;
      while (from > 0 && !(second![steps[from - 1]!]! < second![point]!)) from -= 1;
      let to = at;
      while (to < steps.length && third![steps[to]!]! >= third![point]!) to += 1;
      steps.splice(from, to - from, point);
    },
  };
}

function listFront(costs: readonly Float64Array[]): Front {
  const members: number[] = [];
  return {
    dominates: (point) => members.some((member) => dominates(costs, member, point)),
    add(point) {
      members.push(point);
    },
  };
}

function dominates(costs: readonly Float64Array[], a: number, b: number): boolean {
  let better = false;
  for (const cost of costs) {
    if (cost[a]! > cost[b]!) return false;
    if (cost[a]! < cost[b]!) better = true;
  }
  return better;
}
