import type { Theme } from '../../shared/palette.js';
import type { Dimension } from '../shared/dimension.js';
import type { TuningMark, TuningTable } from '../shared/table.js';

export interface HeatMapModel {
  readonly table: TuningTable;
  /** Options. */
  readonly x: Dimension;
  readonly y: Dimension;
  readonly figure: Dimension;
  /** What a cell of several runs shows. */
  readonly gather: 'best' | 'mean';
  readonly marks: readonly TuningMark[];
  readonly theme: Theme;
  readonly sayRow: (row: number) => string;
}
