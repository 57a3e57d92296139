/**
 * Two or three settings of a finished sweep that one would run, and why. The rule:
 *
 * 1. Candidates are whole runs within the limits, every objective a number, whose options a MALLOC_CONF line can say
 *    exactly; the run with jemalloc's defaults is one of them. Only their Pareto front is recommended from, and of it only
 *    what is the default itself, or better than it by half a percent in some objective, or worse in none.
 * 2. Each objective is scaled so that the best of these is 0 and the worst 1; one that differs by less than 1% is 0 throughout.
 * 3. "Balanced" is the setting nearest to 0 in all objectives (Euclid). "Least X", for the first objective of memory and the
 *    first of another kind: of the settings within 2% of the range from the best X, the nearest to 0. It is called "almost
 *    the least X" where the front has a better one, which is then named.
 * 4. Ties go to the setting with the fewest changes to jemalloc's defaults, then to the smaller id.
 * 5. A pick that is within 2% of an earlier one in every objective is dropped.
 */
import type { OptionName, OptionValues } from '../replay/options.js';
import { presetValues } from '../replay/options.js';
import { type MallocConf, mallocConfLine } from '../replay/option-export.js';
import { formatOption } from '../replay/option-text.js';
import { isConfExact, sameOptions, snapToConf } from './conf-exact.js';
import { describeFigure, type FigureName } from './figures.js';
import { commonIdleReason, type TraceFacts } from './idle-options.js';
import { meetsConstraints } from './pareto.js';
import {
  bestIn,
  type ChangedOption,
  changedOptions,
  frontOf,
  hasObjectives,
  isCandidate,
  type Pick as Picked,
  picksOf,
  referenceOf,
  type Role,
} from './picks.js';
import { referencePoint } from './points.js';
import { changesOf, comparisonSentence, figureValueText, listOf, otherChanges } from './reasons.js';
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

export interface Recommendation {
  readonly role: Role;
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
  /** Whether anything beats jemalloc's default, in a sentence; null where that cannot be told. */
  readonly verdict: string | null;
  /** Sentences about the sweep as a whole: options without effect, what was left out. */
  readonly warnings: readonly string[];
  /** What a replay does not know, and the like. */
  readonly limits: readonly string[];
}

export function recommend(input: RecommendationInput): Advice {
  const { results } = input;
  const reference = referenceOf(results);
  const front = frontOf(input);
  return {
    recommendations: picksOf(front, input).map((picked) => describe(picked, reference, front, input)),
    reference,
    frontSize: front.length,
    verdict: verdictOf(front, reference, input),
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
  if (referenceOf(results) === null) missing.push(referencePoint(spec));
  for (const { result } of picksOf(
    frontOf(input, () => true),
    input,
  )) {
    const { id, options } = result.point;
    const snapped = snapToConf(options);
    if (!isKnown(snapped)) missing.push({ id: -2 - id, options: snapped });
  }
  return missing;
}

/** @param exact false where another setting of the front is better in it */
function roleTitle(role: Role, exact: boolean): string {
  if (role === 'balanced') return 'balanced';
  const { label } = describeFigure(role);
  return `${exact ? '' : 'almost the '}${superlative(role)} ${label}`;
}

function superlative(name: FigureName): string {
  const { better, unit } = describeFigure(name);
  return better === 'more' ? 'most' : unit === 'per-second' ? 'fewest' : 'least';
}

function describe(
  { role, result }: Picked,
  reference: SweepResult | null,
  front: readonly SweepResult[],
  { spec, trace }: RecommendationInput,
): Recommendation {
  const { options } = result.point;
  const isDefault = reference !== null && sameOptions(options, reference.point.options);
  const best = role === 'balanced' ? undefined : bestIn(role, front);
  const exact = best === undefined || role === 'balanced' || best.figures[role] === result.figures[role];
  const reasons = [ruleSentence(role, result, exact ? undefined : best, front.length, spec.objectives)];
  if (isDefault) reasons.unshift("This is jemalloc's default.");
  else if (reference !== null) {
    reasons.unshift(comparisonSentence(spec.objectives, result.figures, reference.figures));
    const others = otherChanges(spec.objectives, result.figures, reference.figures);
    if (others !== null) reasons.push(others);
  }
  return {
    role,
    title: roleTitle(role, exact),
    result,
    isDefault,
    reasons,
    changed: changedOptions(options),
    mallocConf: mallocConfLine(options, spec.mode),
    warnings: warningsOf(options, result.figures, trace),
  };
}

/** Why it was picked. @param better the setting that is the best in it, where this one is not */
function ruleSentence(
  role: Role,
  { figures }: SweepResult,
  better: SweepResult | undefined,
  frontSize: number,
  objectives: readonly FigureName[],
): string {
  if (frontSize === 1) return 'It is the only setting that no other beats.';
  const of = `${frontSize} settings that no other beats`;
  if (role === 'balanced') return `Of ${of}, it is nearest to the best in every objective at once.`;
  const title = roleTitle(role, true);
  if (better === undefined) return `Of ${of}, it has the ${title}.`;
  const { gains } = changesOf(objectives, figures, better.figures);
  const price = gains.length === 0 ? '' : `, with ${listOf(gains)} against that`;
  return `The ${title} of ${of} is ${figureValueText(role, better.figures[role])}; this one comes near it (${figureValueText(role, figures[role])})${price}.`;
}

function verdictOf(
  front: readonly SweepResult[],
  reference: SweepResult | null,
  { spec }: RecommendationInput,
): string | null {
  if (reference === null || front.length === 0) return null;
  const { objectives, constraints } = spec;
  if (!isCandidate(reference, spec)) {
    const missed = constraints.filter((limit) => !meetsConstraints(reference.figures, [limit]));
    const unknown = objectives.filter((name) => Number.isNaN(reference.figures[name]));
    const labels = (names: readonly FigureName[]): string =>
      listOf(
        names.map(
          (name) => `${describeFigure(name).label} ${figureValueText(name, reference.figures[name])}`,
        ),
      );
    return missed.length > 0
      ? `jemalloc's default misses the limits (${labels(missed.map(({ figure }) => figure))}), so it is not among what is recommended.`
      : `jemalloc's default has no number for ${listOf(unknown.map((name) => describeFigure(name).label))}, so it cannot be judged.`;
  }
  const changes = front.map(({ figures }) => changesOf(objectives, figures, reference.figures));
  const winners = changes.filter(({ gains, anyWorse }) => gains.length > 0 && !anyWorse).length;
  if (winners > 0) {
    const are =
      winners === 1
        ? '1 setting that no other beats is'
        : `${winners} of the settings that no other beats are`;
    return `${are} better than jemalloc's default in some objective and worse in none.`;
  }
  return changes.some(({ gains }) => gains.length > 0)
    ? "Nothing here beats jemalloc's default outright: every gain in one objective costs something in another."
    : "Nothing here beats jemalloc's default: no setting is better by half a percent or more in any objective. Keep it.";
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
    sentences.push(`${nothingSentence(input)}, so there is nothing to recommend.`);
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

/** Why the front is empty. */
function nothingSentence({ spec, results }: RecommendationInput): string {
  const whole = results.filter((result) => result.whole);
  if (whole.length === 0) return 'No run over the whole trace is finished yet';
  const judged = whole.filter((result) => hasObjectives(result, spec.objectives));
  if (judged.length === 0) {
    const unknown = spec.objectives.filter((name) =>
      whole.every(({ figures }) => Number.isNaN(figures[name])),
    );
    const labels = unknown.map((name) => describeFigure(name).label);
    return labels.length === 0
      ? 'No run has a number for every objective'
      : `No run has a number for ${listOf(labels)}`;
  }
  return judged.every(({ figures }) => !meetsConstraints(figures, spec.constraints))
    ? 'No run is within the limits'
    : 'MALLOC_CONF can say none of the settings within the limits';
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
