/**
 * Fills that carry text: every one keeps 4.5:1 to its text (fills.test.ts), and those that meet in one picture stay apart
 * for the three kinds of colour blindness. And the colours of lines and points that tell series apart.
 */
import { contrast, mix, PALETTES, type Theme } from './palette.js';

export interface Fill {
  readonly fill: string;
  readonly text: string;
}

const INK = ['#1d2126', '#ffffff', '#000000'] as const;

/** The first text colour that stands out 4.5:1; black or white does on every fill. */
export function withText(fill: string): Fill {
  const text = INK.find((ink) => contrast(ink, fill) >= 4.5) ?? '#ffffff';
  return { fill, text };
}

const CATEGORIES = ['#64a3e3', '#fcdb81', '#e98b9a', '#a6f4b6', '#bb976e', '#60d5f7', '#a3a549', '#d080b6'];
const NEUTRAL: Readonly<Record<Theme, string>> = { light: '#d3d7dc', dark: '#4a4f57' };

export const CATEGORY_COUNT = 8;

/** Eight categories without an order. */
export const CATEGORY_FILLS: Readonly<Record<Theme, readonly Fill[]>> = {
  light: CATEGORIES.map(withText),
  // The same hues, so that a module keeps its colour when the theme changes.
  dark: CATEGORIES.map((colour) => withText(mix(colour, PALETTES.dark.surface, 0.86))),
};
/** What has no category, or none that matters now. */
export const NEUTRAL_FILL: Readonly<Record<Theme, Fill>> = {
  light: withText(NEUTRAL.light),
  dark: withText(NEUTRAL.dark),
};

/** Category of a text: the same in every file and on every day (FNV-1a over UTF-16 units). */
export function categoryOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  // The low bits alone know little of the early letters.
  return ((hash ^ (hash >>> 15)) >>> 0) % CATEGORY_COUNT;
}

const RAMP: Readonly<Record<Theme, readonly [string, string, string]>> = {
  light: ['#fbf3c4', '#86c9b0', '#235a92'],
  dark: ['#2b3d66', '#2d7f83', '#ecd96f'],
};

/** `count` fills in order, from the smallest to the largest. */
export function orderedFills(count: number, theme: Theme): Fill[] {
  const [low, middle, high] = RAMP[theme];
  return Array.from({ length: count }, (_, i) => {
    const place = count < 2 ? 1 : i / (count - 1);
    const colour = place < 0.5 ? mix(middle, low, place * 2) : mix(high, middle, place * 2 - 1);
    return withText(colour);
  });
}

/** Less and more, around the neutral fill. */
export const DIVERGING: Readonly<Record<Theme, { readonly less: string; readonly more: string }>> = {
  light: { less: '#4b96dd', more: '#ee8a24' },
  dark: { less: '#1a72c4', more: '#b25c00' },
};
/** Steps on each side of "no change". */
export const DIVERGING_STEPS = 4;
/** Share of its colour that a change within the noise keeps. */
const NOISE = 0.16;

/** From all less over no change to all more: `2 * DIVERGING_STEPS + 1` fills. `noise`: nearly neutral ones. */
export function divergingFills(theme: Theme, noise: boolean): Fill[] {
  const { less, more } = DIVERGING[theme];
  const count = 2 * DIVERGING_STEPS + 1;
  return Array.from({ length: count }, (_, i) => {
    const step = (i - DIVERGING_STEPS) / DIVERGING_STEPS;
    const share = Math.abs(step) * (noise ? NOISE : 1);
    return withText(mix(step < 0 ? less : more, NEUTRAL[theme], share));
  });
}

/** Lines and points of up to eight series on the surface; give them shapes, dashes or labels as well. */
export const SERIES_COLOURS: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#0072b2', '#d55e00', '#7b8f59', '#47315e', '#ad7289', '#12308f', '#971c11', '#60292f'],
  dark: ['#4da3e0', '#ff7f45', '#ced98c', '#b898ba', '#b1d6f6', '#ad6351', '#966c7f', '#f6c2bd'],
};
