import { type ReactElement, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { Figure } from '../shared/Figure.js';
import { figureSvg } from '../shared/figure-model.js';
import { varianceSharesFigure } from './figure.js';
import type { VarianceSharesModel, VarianceSharesProps } from './props.js';

export type { StrategyShares, VarianceSharesModel, VarianceSharesProps } from './props.js';
export { VARIANCE_SHARES_WORDS } from './words.js';

export function VarianceShares({
  sizes,
  liveBytes,
  strategies,
  theme,
  height,
}: VarianceSharesProps): ReactElement {
  const figure = useMemo(
    () => varianceSharesFigure({ sizes, liveBytes, strategies, theme }, height),
    [sizes, liveBytes, strategies, theme, height],
  );
  return <Figure figure={figure} />;
}

export function exportVarianceSharesSvg(model: VarianceSharesModel, options: ExportOptions): string {
  return figureSvg(varianceSharesFigure(model), options);
}
