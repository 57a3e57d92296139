import { type ReactElement, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { Figure } from '../shared/Figure.js';
import { figureSvg } from '../shared/figure-model.js';
import { varianceCurveFigure } from './figure.js';
import type { VarianceCurveModel, VarianceCurveProps } from './props.js';

export type { VarianceCurveModel, VarianceCurveProps, VarianceLine } from './props.js';
export { VARIANCE_CURVE_WORDS } from './words.js';

export function VarianceCurve({ sizes, lines, rate, rug, theme, height }: VarianceCurveProps): ReactElement {
  const figure = useMemo(
    () => varianceCurveFigure({ sizes, lines, rate, rug, theme }, height),
    [sizes, lines, rate, rug, theme, height],
  );
  return <Figure figure={figure} />;
}

export function exportVarianceCurveSvg(model: VarianceCurveModel, options: ExportOptions): string {
  return figureSvg(varianceCurveFigure(model), options);
}
