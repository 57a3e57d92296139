/** Which settings of a finished sweep are recommended; the rule is told in `recommend.ts`. */
import { OPTIONS, type OptionName, type OptionValues, presetValues } from '../replay/options.js';
import { isConfExact } from './conf-exact.js';
import { describeFigure, type FigureName } from './figures.js';
import { meetsConstraints, paretoFront } from './pareto.js';
import { REFERENCE_ID } from './points.js';
import { changesOf } from './reasons.js';
import type { Figures, SweepResult, SweepSpec } from './sweep-types.js';

/** What a setting is best in, or 'balanced'. */
export type Role = 'balanced' | FigureName;

export interface Pick {
  readonly role: Role;
  readonly result: SweepResult;
}

export interface ChangedOption {
  readonly option: OptionName;
  readonly value: number;
  /** jemalloc's. */
  readonly standard: number;
}

export interface PickInput {
  readonly spec: {
    readonly objectives: readonly FigureName[];
    readonly constraints: SweepSpec['constraints'];
  };
  readonly results: readonly SweepResult[];
}

/** A place this near to another one, of the front's range, is the same. */
const NEAR = 0.02;
/** A front whose ends differ by less, of the best value, offers no choice in that objective. */
const FLAT = 0.01;

/** The run over the whole trace with jemalloc's defaults; null where it has not been made. */
export function referenceOf(results: readonly SweepResult[]): SweepResult | null {
  return results.find(({ point, whole }) => point.id === REFERENCE_ID && whole) ?? null;
}

export function hasObjectives({ figures }: SweepResult, objectives: readonly FigureName[]): boolean {
  return objectives.every((name) => !Number.isNaN(figures[name]));
}

/** True where jemalloc's default might be recommended itself: it is within the limits, and all objectives are numbers. */
export function isCandidate(
  reference: SweepResult | null,
  { objectives, constraints }: PickInput['spec'],
): boolean {
  return (
    reference !== null &&
    hasObjectives(reference, objectives) &&
    meetsConstraints(reference.figures, constraints)
  );
}

/** Whole runs whose options pass; one of each setting, in the order of their ids. */
function distinctRuns(
  results: readonly SweepResult[],
  passes: (options: OptionValues) => boolean,
): SweepResult[] {
  const seen = new Set<string>();
  return [...results]
    .sort((a, b) => a.point.id - b.point.id)
    .filter(({ whole, point }) => {
      if (!whole || !passes(point.options)) return false;
      const key = OPTIONS.map(({ name }) => point.options[name]).join(' ');
      return seen.has(key) ? false : seen.add(key) !== undefined;
    });
}

/** The settings that no other beats. */
export function frontOf(
  { spec, results }: PickInput,
  passes: (options: OptionValues) => boolean = isConfExact,
): SweepResult[] {
  const candidates = distinctRuns(results, passes);
  return paretoFront(candidates, spec.objectives, spec.constraints).map((i) => candidates[i]!);
}

/** The front without those that are worse than jemalloc's default as far as one can tell, where that may be had too. */
function worthTaking(front: readonly SweepResult[], { spec, results }: PickInput): readonly SweepResult[] {
  const reference = referenceOf(results);
  if (reference === null || !isCandidate(reference, spec)) return front;
  return front.filter(({ figures }) => {
    const { gains, costs } = changesOf(spec.objectives, figures, reference.figures);
    return gains.length > 0 || costs.length === 0;
  });
}

/** Positions on the settings' own scale: 0 the best of an objective, 1 its worst. */
function scaled(front: readonly SweepResult[], objectives: readonly FigureName[]): number[][] {
  const columns = objectives.map((name) => {
    const sign = describeFigure(name).better === 'less' ? 1 : -1;
    const costs = front.map(({ figures }) => sign * figures[name]);
    const best = costs.reduce((low, cost) => Math.min(low, cost), Number.POSITIVE_INFINITY);
    const worst = costs.reduce((high, cost) => Math.max(high, cost), Number.NEGATIVE_INFINITY);
    const spread = worst - best;
    return costs.map((cost) => (spread > FLAT * Math.abs(best) ? (cost - best) / spread : 0));
  });
  return front.map((_, i) => columns.map((column) => column[i]!));
}

export function picksOf(front: readonly SweepResult[], input: PickInput): Pick[] {
  const { objectives } = input.spec;
  const settings = worthTaking(front, input);
  const places = scaled(settings, objectives);
  const distance = (i: number): number => Math.hypot(...places[i]!);
  const nearest = (among: readonly number[]): number | undefined =>
    [...among].sort(
      (a, b) =>
        distance(a) - distance(b) ||
        changedOptions(settings[a]!.point.options).length -
          changedOptions(settings[b]!.point.options).length ||
        settings[a]!.point.id - settings[b]!.point.id,
    )[0];
  const all = settings.map((_, i) => i);
  const chosen: { role: Role; at: number }[] = [];
  const choose = (role: Role, at: number | undefined): void => {
    if (at === undefined) return;
    const isNear = chosen.some((other) =>
      places[at]!.every((place, k) => Math.abs(place - places[other.at]![k]!) <= NEAR),
    );
    if (!isNear) chosen.push({ role, at });
  };
  const [first, second] = extremes(objectives);
  if (objectives.length > 1) choose('balanced', nearest(all));
  for (const name of [first, second]) {
    if (name === undefined) continue;
    const k = objectives.indexOf(name);
    choose(name, nearest(all.filter((i) => places[i]![k]! <= NEAR)));
  }
  const order: readonly Role[] = [first ?? 'balanced', 'balanced', second ?? 'balanced'];
  return chosen
    .sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
    .map(({ role, at }) => ({ role, result: settings[at]! }));
}

/** The first objective of memory, and the first of another kind; else simply the first two. */
function extremes(objectives: readonly FigureName[]): FigureName[] {
  const isMemory = (name: FigureName): boolean => ['bytes', 'count'].includes(describeFigure(name).unit);
  const memory = objectives.find(isMemory);
  const other = objectives.find((name) => !isMemory(name));
  return memory !== undefined && other !== undefined ? [memory, other] : objectives.slice(0, 2);
}

/** Options that differ from jemalloc's defaults; those of the environment are no settings. */
export function changedOptions(options: OptionValues): ChangedOption[] {
  const standard = presetValues('jemalloc');
  return OPTIONS.filter(({ name, group }) => group !== 'environment' && options[name] !== standard[name]).map(
    ({ name }) => ({ option: name, value: options[name], standard: standard[name] }),
  );
}

/** The run of the front that is best in a figure; among equals the one of the smallest id. */
export function bestIn(name: FigureName, front: readonly SweepResult[]): SweepResult | undefined {
  const sign = describeFigure(name).better === 'less' ? 1 : -1;
  const cost = (figures: Figures): number => sign * figures[name];
  return [...front].sort((a, b) => cost(a.figures) - cost(b.figures) || a.point.id - b.point.id)[0];
}
