/** The four rules of summing: names, marks, and how far each is from the reference. Pure. */
import { SERIES_COLOURS } from '../shared/fills.js';
import type { Theme } from '../shared/palette.js';
import { RULE_IDS, type RuleId, type SumRulesModel } from './props.js';

export interface Rule {
  readonly id: RuleId;
  readonly letter: string;
  readonly label: string;
  readonly help: string;
}

export const RULES: Readonly<Record<RuleId, Rule>> = {
  samples: {
    id: 'samples',
    letter: 'a',
    label: 'each sample, then sum',
    help: 'Each sampled object is scaled by its own size. Right; needs the sizes of the samples.',
  },
  stacks: {
    id: 'stacks',
    letter: 'b',
    label: 'each stack, then sum',
    help: 'Each stack record is scaled by its mean size, as jeprof does. Right where a record holds one size.',
  },
  pooled: {
    id: 'pooled',
    letter: 'c',
    label: 'sum, then scale by the common mean',
    help: 'Counts and bytes of all records of the row are added first, then scaled by their common mean size.',
  },
  whole: {
    id: 'whole',
    letter: 'd',
    label: 'sum, then scale as one allocation',
    help: 'Bytes are added first, then scaled as if they were one allocation of that size: hardly any correction is left.',
  },
};

const COLOUR_OF: Readonly<Record<RuleId, number>> = { samples: 3, stacks: 0, pooled: 2, whole: 1 };

export function ruleColour(rule: RuleId, theme: Theme): string {
  return SERIES_COLOURS[theme][COLOUR_OF[rule]] as string;
}

/** What the ratios of a row are taken against; NaN where nothing is known. */
export function referenceOf(model: SumRulesModel, row: number): number {
  const { values } = model.table;
  const stacks = values.stacks[row] as number;
  if (model.reference === 'stacks') return stacks;
  const candidates = [model.best?.[row], values.samples[row], stacks];
  return candidates.find((value) => value !== undefined && Number.isFinite(value)) ?? Number.NaN;
}

/** Value by a rule over the reference; NaN where one is unknown or the reference is not above zero. */
export function ratioOf(model: SumRulesModel, row: number, rule: RuleId): number {
  const reference = referenceOf(model, row);
  return reference > 0 ? (model.table.values[rule][row] as number) / reference : Number.NaN;
}

/** How wrong a ratio is: distance from 1 in factors of e; infinite for 0, -1 for what is unknown. */
export function wrongness(ratio: number): number {
  if (Number.isNaN(ratio)) return -1;
  return ratio > 0 ? Math.abs(Math.log(ratio)) : Number.POSITIVE_INFINITY;
}

/** Rows that are drawn: the largest by the reference, then the most wrong by the sorting rule first. */
export function shownRows(model: SumRulesModel): number[] {
  const most = model.mostRows ?? 100;
  const rule = model.sortBy ?? 'whole';
  const count = model.table.names.length;
  const size = Float64Array.from({ length: count }, (_, row) => {
    const reference = referenceOf(model, row);
    return Number.isFinite(reference) ? reference : -1;
  });
  const rows = Array.from({ length: count }, (_, row) => row);
  rows.sort((a, b) => (size[b] as number) - (size[a] as number) || a - b);
  const largest = rows.slice(0, most);
  const wrong = new Map(largest.map((row) => [row, wrongness(ratioOf(model, row, rule))]));
  const by = (row: number): number => wrong.get(row) as number;
  return largest.sort((a, b) =>
    by(a) === by(b) ? (size[b] as number) - (size[a] as number) || a - b : by(b) > by(a) ? 1 : -1,
  );
}

/** Rules that the table knows for any row. */
export function knownRules(model: SumRulesModel): RuleId[] {
  return RULE_IDS.filter((rule) => model.table.values[rule].some((value) => Number.isFinite(value)));
}
