/**
 * Two or three settings of a finished sweep that one would run, and why. The rule:
 *
 * 1. Candidates are whole runs within the limits, every objective a number, whose options a MALLOC_CONF line can say
 *    exactly; the run with jemalloc's defaults is one of them. Only their Pareto front is recommended from.
 * 2. Each objective is scaled so that the front's best is 0 and its worst 1; one that differs by less than 1% is 0 throughout.
 * 3. "Balanced" is the point nearest to 0 in all objectives (Euclid). "Best in X", for the first objective of memory and the
 *    first of another kind: of the points within 2% of the front's best X, the nearest to 0 in the other objectives.
 * 4. Ties go to the setting with the fewest changes to jemalloc's defaults, then to the smaller id.
 * 5. A pick that is within 2% of an earlier one in every objective is dropped.
 */
import type { OptionName, OptionValues } from '../replay/options.js';
import { OPTIONS, presetValues } from '../replay/options.js';
import { type MallocConf, mallocConfLine } from '../replay/option-export.js';
import { formatOption } from '../replay/option-text.js';
import { isConfExact, sameOptions, snapToConf } from './conf-exact.js';
import { describeFigure, type FigureName } from './figures.js';
import { commonIdleReason, type TraceFacts } from './idle-options.js';
import { paretoFront } from './pareto.js';
import { REFERENCE_ID, referencePoint } from './points.js';
import { comparisonSentence, otherChanges } from './reasons.js';
import { sensitivity } from './sensitivity.js';
import type { SweepPoint, SweepResult, SweepSpec } from './sweep-types.js';
import { warningsOf } from './warnings.js';

export interface RecommendationInput {
  readonly spec: Pick<SweepSpec, 'objectives' | 'constraints' | 'mode' | 'base'> & {
    readonly axes: readonly { readonly option: OptionName }[];
  };
  /** All runs of one trace, the one with jemalloc's defaults and those of {@link missingRuns} included. */
  readonly results: readonly SweepResult[];
  readonly trace: TraceFacts;
}

export interface ChangedOption {
  readonly option: OptionName;
  readonly value: number;
  /** jemalloc's. */
  readonly standard: number;
}

export interface Recommendation {
  /** What it is best in, or 'balanced'. */
  readonly role: 'balanced' | FigureName;
  readonly title: string;
  readonly result: SweepResult;
  /** True when it is jemalloc's default. */
  readonly isDefault: boolean;
  readonly reasons: readonly string[];
  readonly changed: readonly ChangedOption[];
  readonly mallocConf: MallocConf;
  readonly warnings: readonly string[];
}

export interface Advice {
  readonly recommendations: readonly Recommendation[];
  /** The run with jemalloc's defaults; null where it has not been made. */
  readonly reference: SweepResult | null;
  /** Candidates on the front. */
  readonly frontSize: number;
  /** Sentences about the sweep as a whole: options without effect, what was left out. */
  readonly warnings: readonly string[];
  /** What a replay does not know, and the like. */
  readonly limits: readonly string[];
}

const NEAR = 0.02;
/** A front whose ends differ by less, of the best value, offers no choice in that objective. */
const FLAT = 0.01;

export function recommend(input: RecommendationInput): Advice {
  const { spec, results } = input;
  const reference = results.find(({ point, whole }) => point.id === REFERENCE_ID && whole) ?? null;
  const front = frontOf(input, (options) => isConfExact(options));
  return {
    recommendations: picks(front, spec.objectives).map(({ role, result }) =>
      describe(role, result, reference, front.length, input),
    ),
    reference,
    frontSize: front.length,
    warnings: sweepWarnings(input, front.length, reference),
    limits: limits(input),
  };
}

/**
 * Runs that a recommendation still lacks: the one with jemalloc's defaults, and settings that the front would offer but
 * MALLOC_CONF cannot say, moved to what it can (id -2 - the setting's own). Empty when {@link recommend} has all it wants.
 */
export function missingRuns(input: RecommendationInput): SweepPoint[] {
  const { spec, results } = input;
  const missing: SweepPoint[] = [];
  const isKnown = (options: OptionValues): boolean =>
    results.some(({ whole, point }) => whole && sameOptions(point.options, options)) ||
    missing.some((point) => sameOptions(point.options, options));
  if (!results.some(({ point, whole }) => point.id === REFERENCE_ID && whole)) {
    missing.push(referencePoint(spec));
  }
  const front = frontOf(input, () => true);
  for (const { result } of picks(front, spec.objectives)) {
    const { id, options } = result.point;
    const snapped = snapToConf(options);
    if (!isKnown(snapped)) missing.push({ id: -2 - id, options: snapped });
  }
  return missing;
}

/** Runs on the front of those whose options pass; one of each setting, in the order of their ids. */
function frontOf(
  { spec, results }: RecommendationInput,
  passes: (options: OptionValues) => boolean,
): SweepResult[] {
  const seen = new Set<string>();
  const candidates = [...results]
    .sort((a, b) => a.point.id - b.point.id)
    .filter(({ whole, point }) => {
      if (!whole || !passes(point.options)) return false;
      const key = OPTIONS.map(({ name }) => point.options[name]).join(' ');
      return seen.has(key) ? false : seen.add(key) !== undefined;
    });
  return paretoFront(candidates, spec.objectives, spec.constraints).map((i) => candidates[i]!);
}

interface Choice {
  readonly role: Recommendation['role'];
  readonly result: SweepResult;
}

/** Positions on the front's own scale: 0 the best of an objective, 1 its worst. */
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

function picks(front: readonly SweepResult[], objectives: readonly FigureName[]): Choice[] {
  const places = scaled(front, objectives);
  const distance = (i: number, without: number): number =>
    Math.hypot(...places[i]!.filter((_, k) => k !== without));
  const nearest = (among: readonly number[], without = -1): number | undefined =>
    [...among].sort(
      (a, b) =>
        distance(a, without) - distance(b, without) ||
        changes(front[a]!.point.options).length - changes(front[b]!.point.options).length ||
        front[a]!.point.id - front[b]!.point.id,
    )[0];
  const all = front.map((_, i) => i);
  const chosen: { role: Recommendation['role']; at: number }[] = [];
  const choose = (role: Recommendation['role'], at: number | undefined): void => {
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
  const order: readonly Recommendation['role'][] = [first ?? 'balanced', 'balanced', second ?? 'balanced'];
  return chosen
    .sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
    .map(({ role, at }) => ({ role, result: front[at]! }));
}

/** The first objective of memory, and the first of another kind; else simply the first two. */
function extremes(objectives: readonly FigureName[]): FigureName[] {
  const isMemory = (name: FigureName): boolean => ['bytes', 'count'].includes(describeFigure(name).unit);
  const memory = objectives.find(isMemory);
  const other = objectives.find((name) => !isMemory(name));
  return memory !== undefined && other !== undefined ? [memory, other] : objectives.slice(0, 2);
}

/** Options that differ from jemalloc's defaults; those of the environment are no settings. */
function changes(options: OptionValues): ChangedOption[] {
  const standard = presetValues('jemalloc');
  return OPTIONS.filter(({ name, group }) => group !== 'environment' && options[name] !== standard[name]).map(
    ({ name }) => ({ option: name, value: options[name], standard: standard[name] }),
  );
}

export function roleTitle(role: Recommendation['role']): string {
  if (role === 'balanced') return 'balanced';
  const { label, better, unit } = describeFigure(role);
  return `${better === 'more' ? 'most' : unit === 'per-second' ? 'fewest' : 'least'} ${label}`;
}

function describe(
  role: Recommendation['role'],
  result: SweepResult,
  reference: SweepResult | null,
  frontSize: number,
  { spec, trace }: RecommendationInput,
): Recommendation {
  const { options } = result.point;
  const isDefault = reference !== null && sameOptions(options, reference.point.options);
  const of =
    frontSize === 1 ? 'the only setting that no other beats' : `${frontSize} settings that no other beats`;
  const rule =
    frontSize === 1
      ? `It is ${of}.`
      : role === 'balanced'
        ? `Of ${of}, it is nearest to the best in every objective at once.`
        : `Of ${of}, it has the ${roleTitle(role)} (within 2% of their range).`;
  const reasons = [rule];
  if (isDefault) reasons.unshift("This is jemalloc's default.");
  else if (reference !== null) {
    reasons.unshift(comparisonSentence(spec.objectives, result.figures, reference.figures));
    const others = otherChanges(spec.objectives, result.figures, reference.figures);
    if (others !== null) reasons.push(others);
  }
  return {
    role,
    title: roleTitle(role),
    result,
    isDefault,
    reasons,
    changed: changes(options),
    mallocConf: mallocConfLine(options, spec.mode),
    warnings: warningsOf(options, result.figures, trace),
  };
}

function sweepWarnings(
  input: RecommendationInput,
  frontSize: number,
  reference: SweepResult | null,
): string[] {
  const { spec, results } = input;
  const sentences = idleSentences(input);
  if (reference === null)
    sentences.push("The run with jemalloc's defaults is missing, so nothing is compared with it.");
  if (frontSize === 0) {
    sentences.push(
      results.some(({ whole }) => whole)
        ? 'No run is within the limits with a number for every objective, so there is nothing to recommend.'
        : 'No run over the whole trace is finished yet, so there is nothing to recommend.',
    );
  }
  const inexact = new Set(
    results.filter(({ whole, point }) => whole && !isConfExact(point.options)).map(({ point }) => point.id),
  );
  if (inexact.size > 0) {
    const is = inexact.size === 1 ? 'setting was' : 'settings were';
    sentences.push(
      `${inexact.size} ${is} left out: MALLOC_CONF cannot say exactly what was replayed (it cuts SEC max_alloc to 32768 and raises SEC max_bytes to 262144; deferral_allowed needs a background thread).`,
    );
  }
  const folded = spec.mode.shards;
  if (folded !== null) {
    sentences.push(
      `The replays folded the trace onto ${folded} shards; narenas of the program decides that in real life.`,
    );
  }
  return sentences;
}

/** Options of the sweep that changed nothing, and why where it is known. */
function idleSentences({ spec, results, trace }: RecommendationInput): string[] {
  const runs = results.filter(({ whole, point }) => whole && point.id >= 0);
  return sensitivity(results, spec.axes).options.flatMap(({ option, noEffect }) => {
    if (!noEffect) return [];
    const why = commonIdleReason(
      option,
      runs.map(({ point }) => point.options),
      spec.mode,
      trace,
    );
    const values = new Set(runs.map(({ point }) => point.options[option]));
    const range = [...values].sort((a, b) => a - b).map((value) => formatOption(option, value));
    const shown = range.length > 6 ? `${range[0]} … ${range.at(-1)}` : range.join(', ');
    return [
      `${option} (${shown}) has no effect on this trace: all figures are equal whatever its value${why === null ? '' : `, because ${why}`}.`,
    ];
  });
}

function limits({ trace, spec }: RecommendationInput): string[] {
  const sentences = [
    'A replay runs on one thread and knows no locks, no background thread, no cost of a page fault, a TLB miss or a system call: it counts calls, it does not time them.',
    'It takes the requests of the trace as given; another setting could change their order and timing in a live program.',
  ];
  const moved: readonly FigureName[] = ['mean_dirty_bytes', 'mean_memory_bytes', 'peak_memory_bytes'];
  if (
    spec.objectives.includes('mean_overhead_bytes') &&
    !moved.some((name) => spec.objectives.includes(name))
  ) {
    sentences.push(
      'A purge turns dirty pages into retained ones, so mean dirty + retained hardly tells whether one purges: add mean_memory_bytes or mean_dirty_bytes to the objectives, else never purging looks best.',
    );
  }
  const delays = ['hugify_delay_ms', 'min_purge_interval_ms', 'min_purge_delay_ms'] as const;
  const varied = delays.filter((name) => spec.axes.some(({ option }) => option === name));
  if (trace.seconds > 0) {
    const interval = presetValues('jemalloc').min_purge_interval_ms / 1000;
    if (trace.seconds < 10 * interval) {
      sentences.push(
        `The trace is ${Number(trace.seconds.toPrecision(3))} s long, and jemalloc's default purges every ${interval} s at most: what takes seconds${varied.length > 0 ? ` (${varied.join(', ')})` : ''} shows only a few times in it. A longer trace tells more.`,
      );
    }
  } else {
    sentences.push(
      "The trace's clock stands still: means are over events, there are no rates, and delays never pass.",
    );
  }
  return sentences;
}
