import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { plotSvg } from '../shared/plot.js';
import { PlotFrame, type PlotLinks } from '../shared/PlotFrame.js';
import { paretoFrontFigure } from './figure.js';
import type { ParetoFrontModel } from './props.js';

export type { ParetoFrontModel } from './props.js';

export interface ParetoFrontProps extends PlotLinks {
  readonly model: ParetoFrontModel;
  readonly controls?: ReactNode;
}

const HEIGHT = 320;

export function ParetoFront({ model, controls, ...links }: ParetoFrontProps): ReactElement {
  const figure = useMemo(() => paretoFrontFigure(model), [model]);
  return <PlotFrame figure={figure} height={HEIGHT} controls={controls} {...links} />;
}

export function exportParetoFrontSvg(model: ParetoFrontModel, options: ExportOptions): string {
  return plotSvg(paretoFrontFigure(model), options, 520);
}
