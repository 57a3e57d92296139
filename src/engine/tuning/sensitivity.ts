/**
 * Which option matters for a trace. From the finished runs, for each option and figure:
 *
 *   share        variance of the means at the option's values / variance of all runs: its main effect
 *   total        mean variance along the option alone / variance of all runs: with its interplays (grids only)
 *   correlation  Spearman's rank correlation of value and figure: which way
 *
 * On a complete grid share and total are exact (ANOVA). On samples the values are gathered in up to eight bins, and the
 * share is reduced by what bins of pure noise would show (epsilon squared): an estimate.
 */
import { describeOption, type OptionName } from '../replay/options.js';
import { FIGURES, type FigureName } from './figures.js';
import type { SweepAxis, SweepResult } from './sweep-types.js';

export interface Effect {
  /** 0 to 1; NaN where the figure is the same in all runs or is no number in any. */
  readonly share: number;
  /** 0 to 1; NaN where it cannot be told from these runs. */
  readonly total: number;
  /** -1 to 1; NaN for choices, and where nothing varies. */
  readonly correlation: number;
}

export interface OptionEffect {
  readonly option: OptionName;
  readonly effects: Readonly<Record<FigureName, Effect>>;
  /**
   * True when runs that differ in nothing else are equal in every figure, and most runs have such a fellow: a few that
   * meet by chance, all where purging is off, say nothing of the rest.
   */
  readonly noEffect: boolean;
  /** Groups of runs that differ in nothing else, on which `noEffect` rests. */
  readonly comparisons: number;
}

export interface Sensitivity {
  /** grid: every combination is there, shares are exact; sample: estimates. */
  readonly method: 'grid' | 'sample';
  readonly runs: number;
  readonly options: readonly OptionEffect[];
}

const MOST_BINS = 8;
const NOTHING: Effect = { share: Number.NaN, total: Number.NaN, correlation: Number.NaN };

/** Results of the plan's own whole runs count; others (jemalloc's defaults, early rounds of halving) are left out. */
export function sensitivity(
  results: readonly SweepResult[],
  axes: readonly Pick<SweepAxis, 'option'>[],
): Sensitivity {
  const seen = new Set<number>();
  const runs = results.filter(({ whole, point: { id } }) => {
    if (!whole || id < 0 || seen.has(id)) return false;
    seen.add(id);
    return true;
  });
  const options = axes.map(({ option }) => option);
  const grid = isGrid(runs, options);
  const figures = FIGURES.map(({ name }) => ({ name, values: runs.map((run) => run.figures[name]) }));
  const allEqual = runs.length > 1 && runs.every((run) => sameFigures(run, runs[0]!));
  return {
    method: grid ? 'grid' : 'sample',
    runs: runs.length,
    options: options.map((option) => {
      const settings = runs.map((run) => run.point.options[option]);
      const groups = groupsOf(option, settings, grid);
      const lines = linesAlong(runs, option, options);
      const effects = Object.fromEntries(
        figures.map(({ name, values }) => [name, effectOf(option, settings, values, groups, lines, grid)]),
      ) as Record<FigureName, Effect>;
      const compared = lines.reduce((sum, line) => sum + line.length, 0);
      const lineEqual = lines.every((line) => line.every((i) => sameFigures(runs[i]!, runs[line[0]!]!)));
      return {
        option,
        effects,
        noEffect: allEqual || (2 * compared > runs.length && lineEqual),
        comparisons: lines.length,
      };
    }),
  };
}

function sameFigures(a: SweepResult, b: SweepResult): boolean {
  return FIGURES.every(({ name }) => Object.is(a.figures[name], b.figures[name]));
}

/** True when every combination of the values that occur is there once. */
function isGrid(runs: readonly SweepResult[], options: readonly OptionName[]): boolean {
  const size = options.reduce(
    (product, option) => product * new Set(runs.map((run) => run.point.options[option])).size,
    1,
  );
  const combinations = new Set(
    runs.map((run) => options.map((option) => run.point.options[option]).join(' ')),
  );
  return runs.length > 0 && size === runs.length && combinations.size === runs.length;
}

/** Runs that differ in `option` alone, at least two a line. */
function linesAlong(
  runs: readonly SweepResult[],
  option: OptionName,
  options: readonly OptionName[],
): number[][] {
  const others = options.filter((other) => other !== option);
  const lines = new Map<string, number[]>();
  runs.forEach((run, i) => {
    const key = others.map((other) => run.point.options[other]).join(' ');
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [i]);
    else line.push(i);
  });
  return [...lines.values()].filter(
    (line) => new Set(line.map((i) => runs[i]!.point.options[option])).size > 1,
  );
}

/** Group of each run: its value, or the bin its value falls in. */
function groupsOf(option: OptionName, settings: readonly number[], exact: boolean): number[] {
  const distinct = [...new Set(settings)].sort((a, b) => a - b);
  const { kind } = describeOption(option);
  if (exact || kind === 'choice' || kind === 'boolean' || distinct.length <= MOST_BINS) {
    const position = new Map(distinct.map((value, i) => [value, i]));
    return settings.map((value) => position.get(value)!);
  }
  const bins = Math.max(2, Math.min(MOST_BINS, Math.floor(Math.sqrt(settings.length))));
  const ranks = ranksOf(settings);
  return ranks.map((rank) => Math.min(bins - 1, Math.floor((rank / settings.length) * bins)));
}

function effectOf(
  option: OptionName,
  settings: readonly number[],
  values: readonly number[],
  groups: readonly number[],
  lines: readonly (readonly number[])[],
  grid: boolean,
): Effect {
  const known = values.flatMap((value, i) => (Number.isFinite(value) ? [i] : []));
  const all = momentsOf(known.map((i) => values[i]!));
  if (!(all.squares > 0)) return NOTHING;
  const members = new Map<number, number[]>();
  for (const i of known) {
    const group = members.get(groups[i]!);
    if (group === undefined) members.set(groups[i]!, [values[i]!]);
    else group.push(values[i]!);
  }
  let between = 0;
  for (const group of members.values()) between += group.length * (momentsOf(group).mean - all.mean) ** 2;
  const share = Math.min(1, between / all.squares);
  const exact = grid && known.length === values.length;
  const within = known.length - members.size;
  const adjusted = within > 0 ? 1 - ((1 - share) * (known.length - 1)) / within : Number.NaN;
  let along = 0;
  if (exact) for (const line of lines) along += momentsOf(line.map((i) => values[i]!)).squares;
  return {
    share: exact ? share : Math.max(0, adjusted),
    total: exact ? Math.min(1, along / all.squares) : Number.NaN,
    correlation:
      describeOption(option).kind === 'choice' ? Number.NaN : rankCorrelation(settings, values, known),
  };
}

/** Mean, and sum of squared distances from it; exactly 0 when all values are the same. */
function momentsOf(values: readonly number[]): { mean: number; squares: number } {
  const first = values[0] ?? 0;
  if (values.every((value) => value === first)) return { mean: first, squares: 0 };
  let sum = 0;
  for (const value of values) sum += value - first;
  const mean = first + sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return { mean, squares };
}

function rankCorrelation(a: readonly number[], b: readonly number[], known: readonly number[]): number {
  const x = ranksOf(known.map((i) => a[i]!));
  const y = ranksOf(known.map((i) => b[i]!));
  const [mx, my] = [momentsOf(x), momentsOf(y)];
  let product = 0;
  for (let i = 0; i < x.length; i += 1) product += (x[i]! - mx.mean) * (y[i]! - my.mean);
  const scale = Math.sqrt(mx.squares * my.squares);
  return scale > 0 ? product / scale : Number.NaN;
}

/** Ranks from 0, equal values sharing their mean rank. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks = Array.from<number>({ length: values.length });
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end]!] === values[order[start]!]) end += 1;
    for (let place = start; place < end; place += 1) ranks[order[place]!] = (start + end - 1) / 2;
    start = end;
  }
  return ranks;
}
