import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { plotSvg } from '../shared/plot.js';
import { PlotFrame, type PlotLinks } from '../shared/PlotFrame.js';
import { heatMapFigure } from './figure.js';
import type { HeatMapModel } from './props.js';

export type { HeatMapModel } from './props.js';

export interface HeatMapProps extends PlotLinks {
  readonly model: HeatMapModel;
  readonly controls?: ReactNode;
}

const HEIGHT = 340;

export function HeatMap({ model, controls, ...links }: HeatMapProps): ReactElement {
  const figure = useMemo(() => heatMapFigure(model), [model]);
  return <PlotFrame figure={figure} height={HEIGHT} controls={controls} {...links} />;
}

export function exportHeatMapSvg(model: HeatMapModel, options: ExportOptions): string {
  return plotSvg(heatMapFigure(model), options, 560);
}
