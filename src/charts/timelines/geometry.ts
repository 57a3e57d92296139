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
  plotLeast: 72,
  plotMost: 260,
  /** Title and caption of a panel. */
  head: 22,
  axis: 40,
  groupHead: 28,
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

/** Height of a group of `panels` panels beside its plots. */
export function groupChrome(panels: number): number {
  return GEOMETRY.groupHead + GEOMETRY.axis + panels * (GEOMETRY.head + GEOMETRY.top + GEOMETRY.bottom);
}

/** `view`: height a single group may fill, so that all its panels are seen at once; null where groups scroll. */
export function groupGeometry(
  width: number,
  panels: number,
  view: number | null,
  readout: number = GEOMETRY.readout,
): GroupGeometry {
  const wide = width >= GEOMETRY.wide;
  const used = GEOMETRY.left + GEOMETRY.right + (wide ? readout : 0);
  const plotWidth = Math.max(80, Math.floor(width - used));
  if (!wide || view === null || panels === 0) return { wide, plotWidth, plotHeight: GEOMETRY.plot };
  const fitting = Math.floor((view - groupChrome(panels)) / panels);
  const plotHeight = Math.min(GEOMETRY.plotMost, Math.max(GEOMETRY.plotLeast, fitting));
  return { wide, plotWidth, plotHeight };
}
