/** Where things are in a group of panels. All numbers are CSS pixels; fixed, so that no redraw moves anything. */

export const GEOMETRY = {
  /** Left of the plot: tick labels of the left axis. */
  left: 70,
  /** Right of the plot: direct labels, or the right axis. */
  right: 94,
  /** Above the plot: the axis' unit. */
  top: 20,
  bottom: 6,
  /** Around the marks' own area: lines on its very edge keep their full width. */
  bleed: 2,
  plot: 118,
  /** Title and caption of a panel. */
  head: 22,
  axis: 40,
  groupHead: 28,
  readout: 276,
  readoutRow: 16,
  /** From this width on the readout stands beside the plot; below, under it. */
  wide: 800,
} as const;

export interface GroupGeometry {
  readonly wide: boolean;
  /** Inner width of the plots. */
  readonly plotWidth: number;
}

export function groupGeometry(width: number): GroupGeometry {
  const wide = width >= GEOMETRY.wide;
  const used = GEOMETRY.left + GEOMETRY.right + (wide ? GEOMETRY.readout : 0);
  return { wide, plotWidth: Math.max(80, Math.floor(width - used)) };
}
