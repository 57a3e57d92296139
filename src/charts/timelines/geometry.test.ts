import { describe, expect, it } from 'vitest';
import { GEOMETRY, groupChrome, groupGeometry } from './geometry.js';

describe('group geometry', () => {
  it('makes the panels of a single group fill the place there is', () => {
    const { plotHeight } = groupGeometry(1200, 4, 900);
    expect(groupChrome(4) + 4 * plotHeight).toBeLessThanOrEqual(900);
    expect(groupChrome(4) + 4 * (plotHeight + 1)).toBeGreaterThan(900);
  });

  it('keeps plots readable in a low window and modest in a high one', () => {
    expect(groupGeometry(1200, 4, 100).plotHeight).toBe(GEOMETRY.plotLeast);
    expect(groupGeometry(1200, 1, 5000).plotHeight).toBe(GEOMETRY.plotMost);
  });

  it('has fixed heights where groups scroll or the readout stands below the plot', () => {
    expect(groupGeometry(1200, 4, null).plotHeight).toBe(GEOMETRY.plot);
    expect(groupGeometry(600, 4, 900).plotHeight).toBe(GEOMETRY.plot);
  });
});
