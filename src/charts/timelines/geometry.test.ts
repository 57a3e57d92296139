import { describe, expect, it } from 'vitest';
import { GEOMETRY, groupGeometry, groupHeight } from './geometry.js';

/** Rows of the readouts of pageslabs, memory, work and SEC. */
const ROWS = [7, 5, 4, 4];

describe('group geometry', () => {
  it('makes the panels of a single group fill the place there is', () => {
    const { plotHeight } = groupGeometry(1200, ROWS, 900);
    expect(groupHeight(ROWS, plotHeight)).toBeLessThanOrEqual(900);
    expect(groupHeight(ROWS, plotHeight + 1)).toBeGreaterThan(900);
  });

  it('knows that a readout may be higher than its plot', () => {
    const { plotHeight } = groupGeometry(1200, ROWS, 540);
    expect(plotHeight + GEOMETRY.top + GEOMETRY.bottom).toBeLessThan(7 * GEOMETRY.readoutRow);
    expect(groupHeight(ROWS, plotHeight)).toBeLessThanOrEqual(540);
    expect(groupHeight(ROWS, plotHeight)).toBeGreaterThan(groupHeight([0, 0, 0, 0], plotHeight));
  });

  it('gives the plots the room of an axis in one line', () => {
    const one = groupGeometry(1200, ROWS, 900, GEOMETRY.readout, GEOMETRY.axisOneLine).plotHeight;
    expect(one).toBe(groupGeometry(1200, ROWS, 900).plotHeight + (GEOMETRY.axis - GEOMETRY.axisOneLine) / 4);
  });

  it('keeps plots readable in a low window and modest in a high one', () => {
    expect(groupGeometry(1200, ROWS, 100).plotHeight).toBe(GEOMETRY.plotLeast);
    expect(groupGeometry(1200, [7], 5000).plotHeight).toBe(GEOMETRY.plotMost);
  });

  it('has fixed heights where groups scroll or the readout stands below the plot', () => {
    expect(groupGeometry(1200, ROWS, null).plotHeight).toBe(GEOMETRY.plot);
    expect(groupGeometry(600, ROWS, 900).plotHeight).toBe(GEOMETRY.plot);
  });
});
