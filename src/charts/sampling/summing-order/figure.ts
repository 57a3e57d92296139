import { formatCount } from '../../../base/numbers.js';
import { labelText } from '../../shared/label.js';
import { RULE_IDS, RULES } from '../../sum-rules/SumRules.js';
import type { FigureModel, Reading } from '../shared/figure-model.js';
import { formatRatio, formatWideBytes } from '../shared/numbers.js';
import { layoutSummingOrder, ratioAt, ruleStroke } from './layout.js';
import type { SummingOrderModel } from './props.js';
import { SUMMING_ORDER_WORDS } from './words.js';

export function summingOrderFigure(model: SummingOrderModel, height?: number): FigureModel {
  const nothing = model.groups.length === 0 || model.machines.length === 0;
  return {
    words: SUMMING_ORDER_WORDS,
    theme: model.theme,
    empty: nothing ? 'There is no stack to add up.' : null,
    layout: (width) => layoutSummingOrder(model, width, height),
    read: (stop) => readOrder(model, stop < 0 ? model.machines.length - 1 : stop),
  };
}

function readOrder({ machines, groups, theme }: SummingOrderModel, at: number): Reading {
  return {
    heading: `${formatCount(machines[at] as number)} machines`,
    columns: groups.map(({ label }) => labelText(label, 60)),
    rows: [
      {
        key: 'truth',
        label: 'true',
        values: groups.map(({ truth }) => formatWideBytes(truth[at] as number)),
      },
      ...RULE_IDS.map((rule) => ({
        key: rule,
        label: `${RULES[rule].letter}: ${RULES[rule].label}`,
        mark: ruleStroke(rule, theme),
        values: groups.map(
          (group) =>
            `${formatWideBytes(group.reported[rule][at] as number)} (${formatRatio(ratioAt(group, rule, at))})`,
        ),
      })),
    ],
  };
}
