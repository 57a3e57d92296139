/** Rows of the comparison in words and numbers. Pure. */
import { formatCount, NO_NUMBER } from '../../base/numbers.js';
import { labelText } from '../shared/label.js';
import { formatError, formatValue } from '../shared/unit.js';
import { ratioText, ruleTitle } from './layout.js';
import type { RuleId, RowKind, SumRulesModel } from './props.js';
import { knownRules, ratioOf, referenceOf, RULES } from './rules.js';

export interface RuleReading {
  readonly rule: RuleId;
  readonly title: string;
  readonly value: string;
  readonly ratio: string;
}

export function readings(model: SumRulesModel, row: number): RuleReading[] {
  return knownRules(model).map((rule) => ({
    rule,
    title: ruleTitle(rule),
    value: formatValue(model.table.values[rule][row] ?? Number.NaN, model.unit),
    ratio: ratioText(ratioOf(model, row, rule)),
  }));
}

export function referenceText(model: SumRulesModel, row: number): string {
  const value = formatValue(referenceOf(model, row), model.unit);
  if (value === NO_NUMBER) return 'no reference';
  return `${value} (${formatError(model.table.variance[row] ?? Number.NaN, model.unit)})`;
}

export function rowSentence(model: SumRulesModel, row: number): string {
  const name = labelText(model.table.names[row] ?? '', 120);
  const numbers = readings(model, row).map(
    ({ rule, value, ratio }) => `rule ${RULES[rule].letter} ${value}, ${ratio}`,
  );
  return `${name}: reference ${referenceText(model, row)}; ${numbers.join('; ')}`;
}

const ROWS: Readonly<Record<RowKind, readonly [string, string]>> = {
  stack: ['stack', 'stacks'],
  function: ['leaf function', 'leaf functions'],
  module: ['module', 'modules'],
  whole: ['row: the whole', 'rows'],
};

/** Two sentences for newcomers. */
export function caption(model: SumRulesModel, shown: number): string {
  const [one, many] = ROWS[model.table.kind];
  const all = model.table.names.length;
  const rows =
    shown < all
      ? `The ${formatCount(shown)} largest of ${formatCount(all)} ${many}`
      : `${formatCount(all)} ${all === 1 ? one : many}`;
  const sorted = RULES[model.sortBy ?? 'whole'];
  return (
    'A dump holds samples; their sum must be scaled up, and the order of adding and scaling matters. Each mark is what one order says; at ×1 it agrees with the reference, ' +
    `and inside the grey band (two standard errors) the difference may be chance. ${rows}, the most wrong by rule ${sorted.letter} first.`
  );
}
