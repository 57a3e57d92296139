import { type ReactElement, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { Figure } from '../shared/Figure.js';
import { figureSvg } from '../shared/figure-model.js';
import { writerStepsFigure } from './figure.js';
import type { WriterStepsModel, WriterStepsProps } from './props.js';

export { lossSentence } from './figure.js';
export type { WriterStepsModel, WriterStepsProps } from './props.js';
export { WRITER_STEPS_WORDS } from './words.js';

export function WriterTrick({ samples, lgSample, steps, theme, children }: WriterStepsProps): ReactElement {
  const figure = useMemo(
    () => writerStepsFigure({ samples, lgSample, steps, theme }),
    [samples, lgSample, steps, theme],
  );
  return <Figure figure={figure}>{children}</Figure>;
}

export function exportWriterTrickSvg(model: WriterStepsModel, options: ExportOptions): string {
  return figureSvg(writerStepsFigure(model), options);
}
