import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { plotSvg } from '../shared/plot.js';
import { PlotFrame } from '../shared/PlotFrame.js';
import { sensitivityFigure } from './figure.js';
import { sensitivityHeight } from './layout.js';
import type { SensitivityModel } from './props.js';

export type { SensitivityModel, SensitivityRow } from './props.js';

export interface SensitivityProps {
  readonly model: SensitivityModel;
  readonly controls?: ReactNode;
}

export function Sensitivity({ model, controls }: SensitivityProps): ReactElement {
  const figure = useMemo(() => sensitivityFigure(model), [model]);
  return (
    <PlotFrame
      figure={figure}
      height={sensitivityHeight(model)}
      controls={controls}
      selected={null}
      hovered={null}
      onHover={nothing}
      onSelect={nothing}
    />
  );
}

function nothing(): void {}

export function exportSensitivitySvg(model: SensitivityModel, options: ExportOptions): string {
  return plotSvg(sensitivityFigure(model), options, sensitivityHeight(model));
}
