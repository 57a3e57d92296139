import type { ReactNode } from 'react';
import type { SizeSamples } from '../../../engine/sampling/summing-rules.js';
import type { WriterSteps } from '../../../engine/sampling/writer-steps.js';
import type { Theme } from '../../shared/palette.js';

export interface WriterStepsModel {
  /** Samples of the stack, by usable size. */
  readonly samples: readonly SizeSamples[];
  readonly lgSample: number;
  readonly steps: WriterSteps;
  readonly theme: Theme;
}

export interface WriterStepsProps extends WriterStepsModel {
  /** Between the reading aid and the picture, such as the samples to type in. */
  readonly children?: ReactNode;
}
