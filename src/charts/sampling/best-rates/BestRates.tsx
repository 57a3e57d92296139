import { type ReactElement, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { labelText } from '../../shared/label.js';
import { Figure } from '../shared/Figure.js';
import { figureSvg } from '../shared/figure-model.js';
import { bestRatesFigure } from './figure.js';
import { selectedOf } from './layout.js';
import type { BestRatesModel, BestRatesProps } from './props.js';

export type { BestRatesModel, BestRatesProps, RatedWorkload } from './props.js';
export { BEST_RATES_WORDS } from './words.js';

export function BestRates({ workloads, selectedKey, theme, onSelect, height }: BestRatesProps): ReactElement {
  const model = useMemo<BestRatesModel>(
    () => ({ workloads, selectedKey: selectedOf({ workloads, selectedKey, theme })?.key ?? null, theme }),
    [workloads, selectedKey, theme],
  );
  const figure = useMemo(() => bestRatesFigure(model, height), [model, height]);
  return (
    <Figure figure={figure}>
      <div className="jl-sampling-choice" role="group" aria-label="Workload whose chances are drawn">
        {workloads.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === model.selectedKey}
            onClick={() => onSelect(key)}
          >
            <bdi>{labelText(label, 60)}</bdi>
          </button>
        ))}
      </div>
    </Figure>
  );
}

export function exportBestRatesSvg(model: BestRatesModel, options: ExportOptions): string {
  return figureSvg(bestRatesFigure(model), options);
}
