import { type ReactElement, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { Figure } from '../shared/Figure.js';
import { figureSvg } from '../shared/figure-model.js';
import { experimentFigure } from './figure.js';
import type { ExperimentModel, ExperimentProps } from './props.js';

export type { ExperimentModel, ExperimentProps, ExperimentRun } from './props.js';
export { EXPERIMENT_WORDS } from './words.js';

export function Experiment({
  runs,
  truth,
  low,
  high,
  theme,
  height,
  children,
}: ExperimentProps): ReactElement {
  const figure = useMemo(
    () => experimentFigure({ runs, truth, low, high, theme }, height),
    [runs, truth, low, high, theme, height],
  );
  return <Figure figure={figure}>{children}</Figure>;
}

export function exportExperimentSvg(model: ExperimentModel, options: ExportOptions): string {
  return figureSvg(experimentFigure(model), options);
}
