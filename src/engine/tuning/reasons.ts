/** What a setting gains and costs against another one, in words: "−31% mean dirty for 2.1 more purge calls a second". */
import { formatPercent, formatShortCount } from '../../base/numbers.js';
import { describeFigure, FIGURES, type FigureName } from './figures.js';
import type { Figures } from './sweep-types.js';

/** Smaller changes are called none: of the value, and of a share. */
const SMALLEST_CHANGE = 0.005;
const SMALLEST_SHARE = 0.001;
/** From here on a change of a figure nobody asked for is worth telling. */
const WORTH_TELLING = 0.05;

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
  if (reference === 0) return { text: `${label} where there was none`, better: isBetter };
  const percent = Math.abs(difference / reference);
  return { text: `${signed(difference)}${percentText(percent)} ${label}`, better: isBetter };
}

function signed(difference: number): string {
  return difference < 0 ? '\u2212' : '+';
}

function percentText(share: number): string {
  return share >= 0.0995 ? `${Math.round(share * 100)}%` : formatPercent(share).replace('\u202f', '');
}

/** Gains and costs in the objectives, as one sentence. */
export function comparisonSentence(
  objectives: readonly FigureName[],
  figures: Figures,
  reference: Figures,
): string {
  const changes = objectives.flatMap((name) => changeOf(name, figures[name], reference[name]) ?? []);
  const gains = changes.filter(({ better }) => better).map(({ text }) => text);
  const costs = changes.filter(({ better }) => !better).map(({ text }) => text);
  const against = "against jemalloc's default";
  if (gains.length > 0 && costs.length > 0) return `${list(gains)} for ${list(costs)}, ${against}.`;
  if (gains.length > 0) return `${list(gains)}, ${against}, and no objective is worse.`;
  if (costs.length > 0) return `${list(costs)}, ${against}, and no objective is better.`;
  return "Equal to jemalloc's default in every objective.";
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
  return changes.length === 0 ? null : `Besides: ${list(changes)}.`;
}

function list(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
