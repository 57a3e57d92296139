import { formatBytes, formatCount } from '../../../base/numbers.js';
import { nearest } from '../shared/axes.js';
import type { FigureModel, Reading } from '../shared/figure-model.js';
import { formatWide, formatWideBytes, formatWidePercent } from '../shared/numbers.js';
import { strategyLabel, strategyStroke } from '../shared/strategy.js';
import { costStops, errorAt, layoutErrorCost } from './layout.js';
import type { ErrorCostModel } from './props.js';
import { ERROR_COST_WORDS } from './words.js';

export function errorCostFigure(model: ErrorCostModel, height?: number): FigureModel {
  const stops = costStops(model);
  return {
    words: ERROR_COST_WORDS,
    theme: model.theme,
    empty:
      stops.cost.length === 0 ? 'Nothing of this workload is alive, so there is nothing to estimate.' : null,
    layout: (width) => layoutErrorCost(model, width, height),
    read: (stop) => readErrors(model, stops, stop),
  };
}

/** `lg_prof_sample 17 gives a stack of 1 MiB within ± 10.0 %, for 8 192 samples a GiB.` */
export function answerSentence({ answer, stackBytes }: ErrorCostModel): string | undefined {
  if (answer === null) return undefined;
  const wanted = `a stack of ${formatBytes(stackBytes)} within ± ${formatWidePercent(answer.error)} (one standard error)`;
  return answer.lgSample === null
    ? `No lg_prof_sample gives ${wanted}.`
    : `lg_prof_sample ${answer.lgSample} gives ${wanted}, for ${formatWide(answer.samplesPerGib)} samples a GiB.`;
}

function readErrors(
  model: ErrorCostModel,
  stops: { readonly cost: readonly number[]; readonly lg: readonly number[] },
  stop: number,
): Reading {
  // A rate that is no point of the curve is read at the nearest one.
  const at = stop >= 0 ? stop : Math.max(0, nearest(stops.cost, model.marks[0]?.samplesPerGib ?? 0));
  const cost = stops.cost[at] ?? Number.NaN;
  const lg = stops.lg[at] ?? Number.NaN;
  const rate = Number.isNaN(lg)
    ? ''
    : `, per byte at lg ${Number.isInteger(lg) ? formatCount(lg) : lg.toFixed(1)}`;
  const answer = answerSentence(model);
  return {
    heading: `${formatWide(cost)} samples a GiB${rate}`,
    columns: ['all bytes', '± bytes', 'the stack', '± bytes of it'],
    rows: model.curves.map((curve) => {
      const whole = errorAt(curve, 'totalError', cost);
      const stack = errorAt(curve, 'stackError', cost);
      return {
        key: curve.strategy,
        label: strategyLabel(curve.strategy),
        mark: strategyStroke(curve.strategy, model.theme),
        values: [
          formatWidePercent(whole),
          formatWideBytes(whole * model.totalBytes),
          formatWidePercent(stack),
          formatWideBytes(stack * model.stackBytes),
        ],
      };
    }),
    ...(answer === undefined ? {} : { note: answer }),
  };
}
