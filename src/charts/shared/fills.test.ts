import { expect, it } from 'vitest';
import { nearestDistance } from './colour-vision.fixture.js';
import {
  CATEGORY_COUNT,
  CATEGORY_FILLS,
  categoryOf,
  DIVERGING_STEPS,
  divergingFills,
  NEUTRAL_FILL,
  orderedFills,
  SERIES_COLOURS,
} from './fills.js';
import { contrast, PALETTES, type Theme } from './palette.js';

const THEMES: readonly Theme[] = ['light', 'dark'];

it.each(THEMES)('%s: text stands out 4.5:1 on every fill, and every fill from the surface', (theme) => {
  const fills = [
    ...CATEGORY_FILLS[theme],
    NEUTRAL_FILL[theme],
    ...[1, 2, 5, 40].flatMap((count) => orderedFills(count, theme)),
    ...divergingFills(theme, false),
    ...divergingFills(theme, true),
  ];
  for (const { fill, text } of fills) {
    expect(contrast(fill, text), fill).toBeGreaterThanOrEqual(4.5);
    expect(contrast(fill, PALETTES[theme].surface), fill).toBeGreaterThan(1.1);
  }
});

it.each(THEMES)('%s: categories, diverging ends and series stay apart for all kinds of eyes', (theme) => {
  expect(CATEGORY_FILLS[theme]).toHaveLength(CATEGORY_COUNT);
  const categories = [...CATEGORY_FILLS[theme], NEUTRAL_FILL[theme]].map(({ fill }) => fill);
  expect(nearestDistance(categories)).toBeGreaterThan(12);
  const ends = divergingFills(theme, false).filter((_, i) => i % DIVERGING_STEPS === 0);
  expect(nearestDistance(ends.map(({ fill }) => fill))).toBeGreaterThan(28);
  expect(nearestDistance(SERIES_COLOURS[theme])).toBeGreaterThan(18);
  for (const colour of SERIES_COLOURS[theme]) {
    expect(contrast(colour, PALETTES[theme].surface), colour).toBeGreaterThanOrEqual(3);
  }
});

it('fades noise nearly to neutral and leaves no change neutral', () => {
  const loud = divergingFills('light', false);
  const faded = divergingFills('light', true);
  expect(loud[DIVERGING_STEPS]).toEqual(NEUTRAL_FILL.light);
  expect(faded[DIVERGING_STEPS]).toEqual(NEUTRAL_FILL.light);
  const end = (fills: typeof loud): string => fills.at(-1)?.fill ?? '';
  expect(nearestDistance([end(faded), NEUTRAL_FILL.light.fill])).toBeLessThan(20);
  expect(nearestDistance([end(loud), NEUTRAL_FILL.light.fill])).toBeGreaterThan(40);
});

it('gives a text the same category always, and spreads texts over all', () => {
  expect(['libc.so.6', 'redis-server', ''].map(categoryOf)).toMatchInlineSnapshot(`
    [
      4,
      2,
      4,
    ]
  `);
  const seen = new Set(Array.from({ length: 200 }, (_, i) => categoryOf(`/usr/lib/lib${i}.so`)));
  expect(seen.size).toBe(CATEGORY_COUNT);
});
