import { formatBytes, NO_NUMBER } from '../../../base/numbers.js';
import { labelText } from '../../shared/label.js';
import type { FigureModel, Reading } from '../shared/figure-model.js';
import { formatRatio, formatWidePercent } from '../shared/numbers.js';
import { strategyStroke } from '../shared/strategy.js';
import { layoutBestRates, selectedOf } from './layout.js';
import type { BestRatesModel } from './props.js';
import { BEST_RATES_WORDS } from './words.js';

export function bestRatesFigure(model: BestRatesModel, height?: number): FigureModel {
  return {
    words: BEST_RATES_WORDS,
    theme: model.theme,
    sizes: selectedOf(model)?.sizes ?? [],
    empty: model.workloads.length === 0 ? 'There is no workload to compare.' : null,
    layout: (width) => layoutBestRates(model, width, height),
    read: (stop) => readRates(model, stop),
  };
}

function readRates(model: BestRatesModel, stop: number): Reading {
  const chosen = selectedOf(model);
  const chance = (column: Float64Array | undefined): string =>
    stop < 0 ? NO_NUMBER : formatWidePercent(column?.[stop] ?? Number.NaN);
  const reason = chosen?.reason ?? null;
  const name = labelText(chosen?.label ?? '', 60);
  const at =
    stop < 0
      ? 'choose a size in the plot'
      : `${formatBytes(chosen?.sizes[stop] ?? Number.NaN)}, ${formatWidePercent(chosen?.share[stop] ?? Number.NaN)} of the live bytes`;
  return {
    heading: at,
    columns: ['chance of this size', 'variance over the best'],
    rows: [
      {
        key: 'per-byte',
        label: 'per byte, today',
        mark: strategyStroke('per-byte', model.theme),
        values: [chance(chosen?.today), formatRatio(chosen?.ratio ?? Number.NaN)],
      },
      {
        key: 'optimal',
        label: 'optimum',
        mark: strategyStroke('optimal', model.theme),
        values: [chance(chosen?.optimal), formatRatio(1)],
      },
      {
        key: 'per-allocation',
        label: 'per allocation',
        mark: strategyStroke('per-allocation', model.theme),
        values: ['', formatRatio(chosen?.allocationRatio ?? Number.NaN)],
      },
    ],
    note: `Chances and ratios of: ${name}.${reason === null ? '' : ` ${reason}`}`,
  };
}
