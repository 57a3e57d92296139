import { type ReactElement, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { Figure } from '../shared/Figure.js';
import { figureSvg } from '../shared/figure-model.js';
import { errorCostFigure } from './figure.js';
import type { ErrorCostModel, ErrorCostProps } from './props.js';

export { answerSentence } from './figure.js';
export type { CostCurve, ErrorCostModel, ErrorCostProps } from './props.js';
export { ERROR_COST_WORDS } from './words.js';

export function ErrorCost(props: ErrorCostProps): ReactElement {
  const { curves, stackBytes, totalBytes, marks, answer, theme, height, children } = props;
  const figure = useMemo(
    () => errorCostFigure({ curves, stackBytes, totalBytes, marks, answer, theme }, height),
    [curves, stackBytes, totalBytes, marks, answer, theme, height],
  );
  return <Figure figure={figure}>{children}</Figure>;
}

export function exportErrorCostSvg(model: ErrorCostModel, options: ExportOptions): string {
  return figureSvg(errorCostFigure(model), options);
}
