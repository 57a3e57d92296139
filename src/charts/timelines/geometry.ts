/** Where things are in a group of panels. All numbers are CSS pixels; fixed, so that no redraw moves anything. */

export const GEOMETRY = {
  /** Left of the plot: tick labels of the left axis. */
  left: 70,
  /** Right of the plot: direct labels, or the right axis. */
  right: 94,
  /** Above the plot: half a tick label. */
  top: 8,
  bottom: 6,
  /** Around the marks' own area: lines on its very edge keep their full width. */
  bleed: 2,
  /** Height of a plot where nothing else decides it, and what it may be when it adapts to the place there is. */
  plot: 118,
  plotLeast: 64,
  plotMost: 260,
  /** Title and caption of a panel. */
  head: 22,
  axis: 40,
  /** With its title beside its ticks: where it stays in sight over panels that scroll. */
  axisOneLine: 24,
  groupHead: 28,
  /** Below a group, its edge included. */
  groupFoot: 9,
  readout: 276,
  /** With two runs: a column for each and one for their difference. */
  readoutPair: 336,
  readoutRow: 16,
  /** From this width on the readout stands beside the plot; below, under it. */
  wide: 800,
} as const;

export interface GroupGeometry {
  readonly wide: boolean;
  /** Inner width and height of the plots. */
  readonly plotWidth: number;
  readonly plotHeight: number;
}

/** Height of a group whose plots stand beside readouts of `rows[i]` rows: a long readout makes its panel higher. */
export function groupHeight(
  rows: readonly number[],
  plotHeight: number,
  axis: number = GEOMETRY.axis,
): number {
  const { groupHead, groupFoot, head, top, bottom, readoutRow } = GEOMETRY;
  const bodies = rows.map((count) => head + Math.max(top + plotHeight + bottom, count * readoutRow));
  return groupHead + axis + groupFoot + bodies.reduce((sum, height) => sum + height, 0);
}

/**
 * @param rows of the panels' readouts.
 * @param view height a single group may fill, so that all its panels are seen at once; null where groups scroll.
 */
export function groupGeometry(
  width: number,
  rows: readonly number[],
  view: number | null,
  readout: number = GEOMETRY.readout,
  axis: number = GEOMETRY.axis,
): GroupGeometry {
  const wide = width >= GEOMETRY.wide;
  const used = GEOMETRY.left + GEOMETRY.right + (wide ? readout : 0);
  const plotWidth = Math.max(80, Math.floor(width - used));
  if (!wide || view === null || rows.length === 0) return { wide, plotWidth, plotHeight: GEOMETRY.plot };
  let plotHeight: number = GEOMETRY.plotMost;
  while (plotHeight > GEOMETRY.plotLeast && groupHeight(rows, plotHeight, axis) > view) plotHeight -= 1;
  return { wide, plotWidth, plotHeight };
}
