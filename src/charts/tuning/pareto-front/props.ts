import type { Theme } from '../../shared/palette.js';
import type { Dimension } from '../shared/dimension.js';
import type { TuningMark, TuningTable } from '../shared/table.js';

export interface ParetoFrontModel {
  readonly table: TuningTable;
  /** Figures. */
  readonly x: Dimension;
  readonly y: Dimension;
  readonly marks: readonly TuningMark[];
  /** The front is that of these two objectives alone; with more, its line would go back and forth. */
  readonly twoObjectives: boolean;
  readonly theme: Theme;
  /** One line about a run: its settings and figures. */
  readonly sayRow: (row: number) => string;
}
