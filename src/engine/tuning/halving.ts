/**
 * Successive halving (Jamieson, Talwalkar 2016) over the first part of a trace: many settings on a short part, the best
 * 1/eta of them on a part eta times as long, until the last round runs the whole trace. "Best" is by Pareto rank; inside
 * a rank by crowding distance (Deb et al. 2002, NSGA-II), so that the survivors stay spread along the front.
 */
import { describeFigure, type FigureName } from './figures.js';
import { meetsConstraints, rankResults } from './pareto.js';
import type { Constraint, SweepMethod, SweepResult } from './sweep-types.js';

export interface HalvingRound {
  /** First events of the trace that are replayed; the last round has them all. */
  readonly events: number;
  readonly runs: number;
}

/** Shorter parts say nothing about a setting. */
export const FEWEST_EVENTS = 1000;

export function halvingRounds(
  { samples, eta }: Pick<Extract<SweepMethod, { kind: 'halving' }>, 'samples' | 'eta'>,
  traceEvents: number,
): HalvingRound[] {
  let halvings = 0;
  while (eta ** (halvings + 1) <= samples && traceEvents / eta ** (halvings + 1) >= FEWEST_EVENTS)
    halvings += 1;
  return Array.from({ length: halvings + 1 }, (_, round) => ({
    events: Math.ceil(traceEvents / eta ** (halvings - round)),
    runs: Math.max(1, Math.ceil(samples / eta ** round)),
  }));
}

/**
 * Ids of the `keep` best runs of a round, ascending. Runs within the limits go before those that miss one, and those
 * with an objective that is no number come last; ties go to the smaller id.
 */
export function survivors(
  results: readonly SweepResult[],
  keep: number,
  objectives: readonly FigureName[],
  constraints: readonly Constraint[],
): number[] {
  const within = (result: SweepResult): boolean => meetsConstraints(result.figures, constraints);
  const ranksWithin = rankResults(results, objectives, within);
  const ranksOutside = rankResults(results, objectives, (result) => !within(result));
  const rankOf = (i: number): number =>
    ranksWithin[i]! >= 0 ? ranksWithin[i]! : ranksOutside[i]! >= 0 ? 1e9 + ranksOutside[i]! : 2e9;
  const byRank = new Map<number, number[]>();
  results.forEach((_, i) => {
    const rank = rankOf(i);
    const members = byRank.get(rank);
    if (members === undefined) byRank.set(rank, [i]);
    else members.push(i);
  });
  const chosen: number[] = [];
  for (const [, members] of [...byRank].sort(([a], [b]) => a - b)) {
    const free = keep - chosen.length;
    if (free <= 0) break;
    chosen.push(
      ...(members.length <= free ? members : mostSpread(results, members, objectives).slice(0, free)),
    );
  }
  return chosen.map((i) => results[i]!.point.id).sort((a, b) => a - b);
}

/** Members in falling order of crowding distance: ends of the front first. */
function mostSpread(
  results: readonly SweepResult[],
  members: readonly number[],
  objectives: readonly FigureName[],
): number[] {
  const idOf = (i: number): number => results[i]!.point.id;
  const distance = new Map(members.map((i) => [i, 0]));
  for (const name of objectives) {
    const valueOf = (i: number): number => results[i]!.figures[name];
    const sign = describeFigure(name).better === 'less' ? 1 : -1;
    const sorted = [...members].sort((a, b) => sign * (valueOf(a) - valueOf(b)) || idOf(a) - idOf(b));
    const range = Math.abs(valueOf(sorted.at(-1)!) - valueOf(sorted[0]!));
    if (!(range > 0) || !Number.isFinite(range)) continue;
    sorted.forEach((i, place) => {
      const before = sorted[place - 1];
      const after = sorted[place + 1];
      const gap =
        before === undefined || after === undefined
          ? Number.POSITIVE_INFINITY
          : Math.abs(valueOf(after) - valueOf(before)) / range;
      distance.set(i, distance.get(i)! + gap);
    });
  }
  return [...members].sort((a, b) => {
    const [far, near] = [distance.get(b)!, distance.get(a)!];
    return far === near ? idOf(a) - idOf(b) : far > near ? 1 : -1;
  });
}
