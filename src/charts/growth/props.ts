import type { Theme } from '../shared/palette.js';
import type { HeapUnit } from '../shared/unit.js';

/** One line: a function, module or stack over the dumps of a series. All columns have one entry for each dump. */
export interface GrowthLine {
  /** Kept by the page; comes back in callbacks. */
  readonly key: number;
  /** Text from files. */
  readonly name: string;
  /** NaN where a dump cannot tell: the line breaks. */
  readonly values: Float64Array;
  /** Variance of each value; NaN where unknown: no band there. */
  readonly variance: Float64Array;
  /** Slope of the fitted line, in the unit for each second (`x: 'time'`) or dump (`x: 'index'`), and its standard error. */
  readonly slope: { readonly value: number; readonly standardError: number } | null;
}

export interface GrowthModel {
  /** Drawn in this order; the first eight have a colour of their own. */
  readonly lines: readonly GrowthLine[];
  readonly unit: HeapUnit;
  /** `time`: seconds since the first dump; `index`: number of the dump. */
  readonly xKind: 'time' | 'index';
  /** Place of each dump; never falls. */
  readonly x: Float64Array;
  /** Name of each dump, such as its file's name; any text. */
  readonly dumps: readonly string[];
  /** Key of the selected line; null for none. */
  readonly selectedKey: number | null;
  readonly theme: Theme;
}

export interface GrowthProps extends GrowthModel {
  /** Names the picture for assistive technology; any text. */
  readonly label: string;
  /** Height of the plot area in CSS pixels. Default 300. */
  readonly height?: number;
  /** Dump under the crosshair (index), or null: the readout then shows the last dump. */
  readonly hoverDump: number | null;
  readonly onHover: (dump: number | null) => void;
  readonly onSelect: (key: number | null) => void;
  /** Enter, or a double click on the plot: open this dump. */
  readonly onOpenDump?: (dump: number) => void;
}
