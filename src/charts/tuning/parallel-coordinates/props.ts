import type { Theme } from '../../shared/palette.js';
import type { Dimension } from '../shared/dimension.js';
import type { TuningMark, TuningTable } from '../shared/table.js';

/** Part of an axis, in the axis' order ({@link DimensionScale.order}); both ends belong to it. */
export interface AxisRange {
  readonly from: number;
  readonly to: number;
}

/** By the key of the dimension. */
export type Brushes = Readonly<Record<string, AxisRange>>;

export interface ParallelModel {
  readonly table: TuningTable;
  readonly axes: readonly Dimension[];
  /** The figure that colours the lines. */
  readonly colourBy: Dimension;
  readonly brushes: Brushes;
  readonly marks: readonly TuningMark[];
  readonly theme: Theme;
  readonly sayRow: (row: number) => string;
}
