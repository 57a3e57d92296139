import type { Theme } from '../shared/palette.js';

/** Bytes and objects of a stack (or of anything) by size class, smallest first. All columns have one entry a class. */
export interface SizeTable {
  /** Size of the class in bytes; rises. */
  readonly sizes: Float64Array;
  /** Size of the class below it (0 for the smallest): the class holds requests above this, up to its own size. */
  readonly below: Float64Array;
  readonly bytes: Float64Array;
  readonly objects: Float64Array;
  /** Variances; NaN where unknown. */
  readonly bytesVariance: Float64Array;
  readonly objectsVariance: Float64Array;
}

export interface SizeDistributionModel {
  readonly table: SizeTable;
  readonly theme: Theme;
}

export interface SizeDistributionProps extends SizeDistributionModel {
  /** Names the picture for assistive technology; any text. */
  readonly label: string;
  /** Height of each of the two plots in CSS pixels. Default 84. */
  readonly height?: number;
}
