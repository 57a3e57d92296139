import { formatBytes } from '../../../base/numbers.js';
import { nearest } from '../shared/axes.js';
import { type FigureModel, NO_SIZES, type Reading } from '../shared/figure-model.js';
import { formatWide, formatWideBytes, formatWidePercent } from '../shared/numbers.js';
import { strategyLabel, strategyStroke } from '../shared/strategy.js';
import { layoutVarianceCurve } from './layout.js';
import type { VarianceCurveModel } from './props.js';
import { VARIANCE_CURVE_WORDS } from './words.js';

export function varianceCurveFigure(model: VarianceCurveModel, height?: number): FigureModel {
  return {
    words: VARIANCE_CURVE_WORDS,
    theme: model.theme,
    sizes: model.sizes,
    empty: model.sizes.length === 0 ? NO_SIZES : null,
    layout: (width) => layoutVarianceCurve(model, width, height),
    read: (stop) => readVariance(model, stop < 0 ? nearest(model.sizes, model.rate) : stop),
  };
}

function readVariance({ sizes, lines, rug, theme }: VarianceCurveModel, at: number): Reading {
  const size = sizes[at] as number;
  const place = rug.sizes.indexOf(size);
  const share = place < 0 ? '' : `, ${formatWidePercent(rug.share[place] as number)} of the live bytes`;
  return {
    heading: `Z = ${formatBytes(size)}${share}`,
    columns: ['variance (B²)', 'standard error', 'of the size'],
    rows: lines.map(({ strategy, variance }) => {
      const value = variance[at] as number;
      return {
        key: strategy,
        label: strategyLabel(strategy),
        mark: strategyStroke(strategy, theme),
        values: [
          formatWide(value),
          formatWideBytes(Math.sqrt(value)),
          formatWidePercent(Math.sqrt(value) / size),
        ],
      };
    }),
  };
}
