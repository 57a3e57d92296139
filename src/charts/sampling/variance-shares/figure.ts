import { formatBytes, formatPercent } from '../../../base/numbers.js';
import { PALETTES } from '../../shared/palette.js';
import { type FigureModel, NO_SIZES, type Reading } from '../shared/figure-model.js';
import { formatWide, formatWideBytes, formatWidePercent } from '../shared/numbers.js';
import { strategyColour, strategyLabel } from '../shared/strategy.js';
import { layoutVarianceShares, sharesOf, total } from './layout.js';
import type { VarianceSharesModel } from './props.js';
import { VARIANCE_SHARES_WORDS } from './words.js';

export function varianceSharesFigure(model: VarianceSharesModel, height?: number): FigureModel {
  return {
    words: VARIANCE_SHARES_WORDS,
    theme: model.theme,
    sizes: model.sizes,
    empty: model.sizes.length === 0 ? NO_SIZES : null,
    layout: (width) => layoutVarianceShares(model, width, height),
    read: (stop) => readShares(model, stop),
  };
}

/** @param at -1 for all sizes together */
function readShares({ sizes, liveBytes, strategies, theme }: VarianceSharesModel, at: number): Reading {
  const of = (values: Float64Array): number => (at < 0 ? total(values) : (values[at] as number));
  const share = (values: Float64Array): string =>
    formatWidePercent(at < 0 ? 1 : (sharesOf(values)[at] as number));
  return {
    heading: at < 0 ? 'all sizes' : formatBytes(sizes[at] as number),
    columns: ['of variance', 'standard error', 'of samples', 'samples'],
    rows: [
      {
        key: 'bytes',
        label: `live bytes: ${formatWideBytes(of(liveBytes))}, ${at < 0 ? formatPercent(1) : share(liveBytes)}`,
        mark: { stroke: PALETTES[theme].axis, width: 8 },
        values: ['', '', '', ''],
      },
      ...strategies.map(({ strategy, variance, samples }) => ({
        key: strategy,
        label: strategyLabel(strategy),
        mark: { stroke: strategyColour(strategy, theme), width: 8 },
        values: [
          total(variance) > 0 ? share(variance) : formatPercent(0),
          formatWideBytes(Math.sqrt(of(variance))),
          share(samples),
          formatWide(of(samples)),
        ],
      })),
    ],
  };
}
