import { type ReactElement, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { Figure } from '../shared/Figure.js';
import { figureSvg } from '../shared/figure-model.js';
import { summingOrderFigure } from './figure.js';
import type { SummingOrderModel, SummingOrderProps } from './props.js';

export type { SummedGroup, SummingOrderModel, SummingOrderProps } from './props.js';
export { SUMMING_ORDER_WORDS } from './words.js';

export function SummingOrder({ machines, groups, theme, height }: SummingOrderProps): ReactElement {
  const figure = useMemo(
    () => summingOrderFigure({ machines, groups, theme }, height),
    [machines, groups, theme, height],
  );
  return <Figure figure={figure} />;
}

export function exportSummingOrderSvg(model: SummingOrderModel, options: ExportOptions): string {
  return figureSvg(summingOrderFigure(model), options);
}
