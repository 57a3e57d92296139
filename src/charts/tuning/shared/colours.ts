/** One scale of colours for all pictures of a sweep, even for eyes and for the colour-blind (viridis). */
import { interpolateViridis } from 'd3';
import { contrast, type Theme } from '../../shared/palette.js';

/** Ends of viridis that would drown in the surface are left out. */
const RANGE: Readonly<Record<Theme, readonly [number, number]>> = { light: [0, 0.88], dark: [0.22, 1] };

/** @param share 0 for the smallest value, 1 for the largest */
export function rampColour(theme: Theme, share: number): string {
  const [low, high] = RANGE[theme];
  const within = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  return toHex(interpolateViridis(low + (high - low) * within));
}

/** Black or white, whichever reads better on a colour. */
export function textOn(colour: string): string {
  return contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000';
}

function toHex(colour: string): string {
  const parts = /^rgba?\((\d+), ?(\d+), ?(\d+)/.exec(colour);
  if (parts === null) return colour;
  return `#${parts
    .slice(1, 4)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;
}
