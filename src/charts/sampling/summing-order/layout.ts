/** A log-log plot for each group: reported over true against the number of machines, a line for each rule. Pure. */
import { scaleLog } from 'd3';
import { formatShortCount } from '../../../base/numbers.js';
import { labelText } from '../../shared/label.js';
import { PALETTES, type Theme } from '../../shared/palette.js';
import { crisp, segment, type Shape } from '../../shared/shapes.js';
import { RULE_IDS, RULES, type RuleId } from '../../sum-rules/SumRules.js';
import { rulePath } from '../../sum-rules/layout.js';
import { ruleColour } from '../../sum-rules/rules.js';
import {
  type Area,
  decadeTicks,
  endLabels,
  fitText,
  linePath,
  nearest,
  verticalLine,
  xAxis,
  yAxis,
} from '../shared/axes.js';
import type { FigureLayout, Stroke } from '../shared/figure-model.js';
import type { SummedGroup, SummingOrderModel } from './props.js';

const ROOM = {
  left: 56,
  top: 26,
  axis: 40,
  height: 170,
  cell: 390,
  most: 3,
  right: 126,
} as const;

/** Ratios beyond these tell nothing more. */
const LIMITS: readonly [number, number] = [1e-9, 1e9];

/** Names for narrow places. */
const SHORT: Readonly<Record<RuleId, string>> = {
  samples: 'each sample',
  stacks: 'each stack',
  pooled: 'common mean',
  whole: 'as one',
};

/** Lines that lie on each other stay apart by width and dash. */
export function ruleStroke(rule: RuleId, theme: Theme): Stroke {
  const stroke = ruleColour(rule, theme);
  switch (rule) {
    case 'samples':
      return { stroke, width: 7, opacity: theme === 'dark' ? 0.55 : 0.35 };
    case 'stacks':
      return { stroke, width: 2 };
    case 'pooled':
      return { stroke, width: 2, dash: '7 4' };
    case 'whole':
      return { stroke, width: 2, dash: '2 3' };
  }
}

export function ratioAt({ reported, truth }: SummedGroup, rule: RuleId, at: number): number {
  return (reported[rule][at] as number) / (truth[at] as number);
}

function domain({ groups, machines }: SummingOrderModel): [number, number] {
  let [low, high] = [0.1, 10];
  for (const group of groups) {
    for (const rule of RULE_IDS) {
      for (let i = 0; i < machines.length; i += 1) {
        const ratio = ratioAt(group, rule, i);
        if (!(ratio > 0) || !Number.isFinite(ratio)) continue;
        low = Math.max(LIMITS[0], Math.min(low, ratio));
        high = Math.min(LIMITS[1], Math.max(high, ratio));
      }
    }
  }
  return [10 ** Math.floor(Math.log10(low) + 1e-9), 10 ** Math.ceil(Math.log10(high) - 1e-9)];
}

export function layoutSummingOrder(
  model: SummingOrderModel,
  width: number,
  height: number = ROOM.height,
): FigureLayout {
  const { machines, groups, theme } = model;
  const palette = PALETTES[theme];
  const columns = Math.max(1, Math.min(groups.length, ROOM.most, Math.floor(width / ROOM.cell)));
  const { right } = ROOM;
  const cell = (width - (columns - 1) * 4) / columns;
  const block = ROOM.top + height + ROOM.axis;
  const [low, high] = domain(model);
  const first = machines[0] ?? 1;
  const last = Math.max(first * 10, machines[machines.length - 1] ?? 1);
  const shapes: Shape[] = [];
  const panels = groups.map((group, i) => {
    const left = (i % columns) * (cell + 4) + ROOM.left;
    const top = Math.floor(i / columns) * block + ROOM.top;
    const area: Area = { left, right: left - ROOM.left + cell - right, top, bottom: top + height };
    const x = scaleLog([first, last], [area.left, area.right]);
    const y = scaleLog([low, high], [area.bottom, area.top]);
    const title = fitText(`${labelText(group.label, 80)}: reported / true`, cell - ROOM.left);
    shapes.push(
      ...yAxis(area, y, decadeTicks(low, high, height / 24), title, palette),
      ...xAxis(
        area,
        x,
        decadeTicks(first, last, (area.right - area.left) / 58, formatShortCount),
        'machines',
        palette,
      ),
      { kind: 'path', d: segment(area.left, crisp(y(1)), area.right, crisp(y(1))), stroke: palette.axis },
    );
    const xs = Array.from(machines, (count) => x(count));
    const ends = RULE_IDS.flatMap((rule) => {
      const ys = xs.map((_, at) => {
        const ratio = ratioAt(group, rule, at);
        if (!Number.isFinite(ratio)) return Number.NaN;
        return ratio > 0 ? Math.max(area.top, y(ratio)) : Number.POSITIVE_INFINITY;
      });
      const d = linePath(xs, ys, area);
      if (d === '') return [];
      shapes.push({ kind: 'path', d, ...ruleStroke(rule, theme) });
      const end = ys.findLastIndex((py) => py <= area.bottom);
      const text = `${RULES[rule].letter}: ${SHORT[rule]}`;
      return end < 0
        ? []
        : [{ text, x: xs[end] as number, y: ys[end] as number, colour: ruleColour(rule, theme) }];
    });
    shapes.push(...endLabels(ends, area, right, palette));
    return { area, x, y, group };
  });
  return {
    width,
    height: Math.ceil(groups.length / columns) * block,
    shapes,
    stops: machines.length,
    crosshair: (stop) =>
      panels.flatMap(({ area, x, y, group }): Shape[] => [
        verticalLine(x(machines[stop] as number), area, palette),
        ...RULE_IDS.flatMap((rule): Shape[] => {
          const place = y(ratioAt(group, rule, stop));
          if (!(place >= area.top - 1 && place <= area.bottom + 1)) return [];
          return [
            {
              kind: 'path',
              d: rulePath(rule, x(machines[stop] as number), place),
              fill: ruleColour(rule, theme),
            },
          ];
        }),
      ]),
    stopAt: (px, py) => {
      const panel = panels.find(
        ({ area }) =>
          px >= area.left - 12 && px <= area.right + 12 && py >= area.top - 20 && py <= area.bottom + 20,
      );
      return panel === undefined ? -1 : nearest(machines, panel.x.invert(px));
    },
  };
}
