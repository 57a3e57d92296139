/** What a setting gains and costs against another one, in words: "−31% mean dirty for 2.1 more purge calls a second". */
import { formatBytes, formatCount, formatPercent, formatShortCount } from '../../base/numbers.js';
import { describeFigure, FIGURES, type FigureName } from './figures.js';
import type { Figures } from './sweep-types.js';

/** Smaller changes are called none: of the value, and of a share. */
const SMALLEST_CHANGE = 0.005;
const SMALLEST_SHARE = 0.001;
/** From here on a change of a figure nobody asked for is worth telling. */
const WORTH_TELLING = 0.05;
/** Of the reference; above, a factor is told: as the page's tables do. */
const MOST_PERCENT = 3;

interface Change {
  readonly text: string;
  readonly better: boolean;
}

/** The change of one figure; null where there is none to speak of, or one of the two is no number. */
export function changeOf(
  name: FigureName,
  value: number,
  reference: number,
  smallest = SMALLEST_CHANGE,
): Change | null {
  if (!Number.isFinite(value) || !Number.isFinite(reference) || value === reference) return null;
  const { label, unit, better } = describeFigure(name);
  const difference = value - reference;
  const isBetter = difference < 0 === (better === 'less');
  if (unit === 'ratio') {
    if (Math.abs(difference) < Math.max(SMALLEST_SHARE, smallest / 2)) return null;
    const points = `${signed(difference)}${formatShortCount(Math.abs(difference) * 100)}`;
    return { text: `${points} points of ${label}`, better: isBetter };
  }
  if (Math.abs(difference) < smallest * Math.abs(reference)) return null;
  if (unit === 'per-second') {
    const word = difference > 0 ? 'more' : 'fewer';
    return { text: `${formatShortCount(Math.abs(difference))} ${word} ${label} a second`, better: isBetter };
  }
  if (reference === 0) {
    return { text: `${figureValueText(name, value)} of ${label} where there was none`, better: isBetter };
  }
  // Percentages of hundreds are hard to read; a factor is not.
  if (value > MOST_PERCENT * reference) {
    const factor = value / reference;
    return {
      text: `×${factor < 9.95 ? factor.toFixed(1) : formatCount(Math.round(factor))} ${label}`,
      better: isBetter,
    };
  }
  const share = Math.abs(difference / reference);
  return { text: `${signed(difference)}${percentText(share)} ${label}`, better: isBetter };
}

function signed(difference: number): string {
  return difference < 0 ? '\u2212' : '+';
}

function percentText(share: number): string {
  // What is not all is not called all.
  if (share >= 0.995 && share < 1) return `${(Math.floor(share * 1000) / 10).toFixed(1)}%`;
  return share >= 0.0995 ? `${Math.round(share * 100)}%` : formatPercent(share).replace('\u202f', '');
}

/** A figure as text: 1.50 MiB, 12.3/s, 45.6 %. */
export function figureValueText(name: FigureName, value: number): string {
  switch (describeFigure(name).unit) {
    case 'bytes':
      return formatBytes(value);
    case 'ratio':
      return formatPercent(value);
    case 'per-second':
      return Number.isFinite(value) ? `${formatCount(Number(value.toPrecision(3)))}/s` : '–';
    case 'count':
      return formatCount(value);
  }
}

export interface Changes {
  readonly gains: readonly string[];
  readonly costs: readonly string[];
  /** An objective is better, or worse, if only by less than is told. */
  readonly anyBetter: boolean;
  readonly anyWorse: boolean;
}

/** What is better and what is worse than in a reference, by half a percent or more. */
export function changesOf(objectives: readonly FigureName[], figures: Figures, reference: Figures): Changes {
  const changes = objectives.flatMap((name) => changeOf(name, figures[name], reference[name]) ?? []);
  return {
    gains: changes.filter(({ better }) => better).map(({ text }) => text),
    costs: changes.filter(({ better }) => !better).map(({ text }) => text),
    anyBetter: objectives.some((name) => betterBy(name, figures, reference) > 0),
    anyWorse: objectives.some((name) => betterBy(name, figures, reference) < 0),
  };
}

/** Above 0 where it is better, below where worse; NaN where it cannot be told. */
function betterBy(name: FigureName, figures: Figures, reference: Figures): number {
  const difference = figures[name] - reference[name];
  return describeFigure(name).better === 'less' ? -difference : difference;
}

/** Gains and costs in the objectives, as one sentence. */
export function comparisonSentence(
  objectives: readonly FigureName[],
  figures: Figures,
  reference: Figures,
): string {
  const { gains, costs, anyBetter, anyWorse } = changesOf(objectives, figures, reference);
  const unknown = objectives.filter((name) => Number.isNaN(figures[name]) || Number.isNaN(reference[name]));
  const known = unknown.length === 0 ? '' : ' that can be compared';
  const little = ' by half a percent';
  const against = "against jemalloc's default";
  const without =
    unknown.length === 0
      ? ''
      : ` Not comparable: ${listOf(unknown.map((name) => describeFigure(name).label))}.`;
  if (gains.length > 0 && costs.length > 0)
    return `${listOf(gains)} for ${listOf(costs)}, ${against}.${without}`;
  if (gains.length > 0)
    return `${listOf(gains)}, ${against}, and no objective${known} is worse${anyWorse ? little : ''}.${without}`;
  if (costs.length > 0)
    return `${listOf(costs)}, ${against}, and no objective${known} is better${anyBetter ? little : ''}.${without}`;
  if (unknown.length === objectives.length)
    return `Nothing can be compared with jemalloc's default.${without}`;
  if (anyBetter || anyWorse)
    return `Within half a percent of jemalloc's default in every objective${known}.${without}`;
  return `Equal to jemalloc's default in every objective${known}.${without}`;
}

/** The other figures that change by 5% or more; null for none. */
export function otherChanges(
  objectives: readonly FigureName[],
  figures: Figures,
  reference: Figures,
): string | null {
  const others = FIGURES.filter(
    ({ name, unit }) =>
      !objectives.includes(name) &&
      // The parts of a sum that was told.
      !(unit === 'per-second' && objectives.includes('kernel_calls_per_second')),
  );
  const changes = others.flatMap(
    ({ name }) => changeOf(name, figures[name], reference[name], WORTH_TELLING)?.text ?? [],
  );
  return changes.length === 0 ? null : `Besides: ${listOf(changes)}.`;
}

export function listOf(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
