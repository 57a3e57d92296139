import type { CallTree } from '../../engine/profile/call-tree.js';
import type { Theme } from '../shared/palette.js';
import type { HeapUnit } from '../shared/unit.js';

/** `flame`: the root at the bottom, callees above their callers. `icicle`: the root at the top, callees below. */
export type FlameDirection = 'flame' | 'icicle';
export type FlameColour = 'module' | 'size' | 'diff';

export interface SizeClassOfName {
  /** Index into `labels` for each name of the tree, -1 where a name has no class of its own. */
  readonly ofName: Int32Array;
  /** From the smallest class to the largest, such as `4 KiB`. */
  readonly labels: readonly string[];
}

/** Makes the tree a comparison: `tree.before` and `tree.total` are the value before and after. */
export interface FlameDiff {
  /** Variance of `total - before` of each node, in the square of the unit; NaN where unknown. */
  readonly variance: Float64Array;
}

/** What is drawn: shared by the component and the exports. */
export interface FlameModel {
  /** Children are drawn in the tree's own order; sort it by size for a picture that is easy to read. */
  readonly tree: CallTree;
  readonly unit: HeapUnit;
  readonly direction: FlameDirection;
  readonly colour: FlameColour;
  /** Needed by `colour: 'size'`; without it all is grey. */
  readonly sizeClass?: SizeClassOfName | null;
  /** Null or absent: `tree` is one profile (its totals may still be negative: a difference taken before). */
  readonly diff?: FlameDiff | null;
  /** The node that takes the whole width; its callers stay above it, at full width. 0 for everything. */
  readonly zoomNode: number;
  /** Selected node, and selected name: every node of that name is outlined. Null for none. */
  readonly selectedNode: number | null;
  readonly selectedName: number | null;
  /** 1 for each name (by index) that a search matches; null while nothing is searched. */
  readonly matches: Uint8Array | null;
  readonly theme: Theme;
}

/** `tree`, `sizeClass`, `diff` and `matches` are compared by identity: keep the same object while nothing changes. */
export interface FlameGraphProps extends FlameModel {
  /** Height of the picture in CSS pixels; deeper stacks scroll inside. Default 480. */
  readonly height?: number;
  /** Names the picture for assistive technology, such as the file's name; any text. */
  readonly label: string;
  /** A click or a key chose a node, or (null) none. */
  readonly onSelect: (node: number | null) => void;
  /** Another node takes the whole width. `path`: the nodes from the root down to it, for a breadcrumb. */
  readonly onZoom: (node: number, path: readonly number[]) => void;
  /** The pointer is over a node, or left. */
  readonly onHover?: (node: number | null) => void;
  /** Puts a button before the picture, visible on focus, that moves on to the table with the same numbers. */
  readonly onSkipToTable?: () => void;
  /** Set to false where the page places {@link FlameLegend} itself. */
  readonly legend?: boolean;
}
