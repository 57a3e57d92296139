import { expect, it } from 'vitest';
import { nearestDistance } from './colour-vision.fixture.js';
import {
  COLOUR_NAMES,
  type ColourName,
  contrast,
  cssVariables,
  mix,
  PALETTES,
  type Theme,
} from './palette.js';

const THEMES: readonly Theme[] = ['light', 'dark'];
const DATA = COLOUR_NAMES.filter((name) => !['surface', 'ink', 'dim', 'axis', 'grid'].includes(name));

/** Colours that meet in one chart. */
const TOGETHER: readonly (readonly ColourName[])[] = [
  ['active', 'dirty', 'retained'],
  ['full', 'partial', 'empty'],
  ['hugify', 'dehugify', 'purge'],
];

it.each(THEMES)('%s: every data colour stands out 3:1 from the surface', (theme) => {
  for (const name of DATA) {
    expect(contrast(PALETTES[theme][name], PALETTES[theme].surface), name).toBeGreaterThanOrEqual(3);
  }
});

it.each(THEMES)('%s: text stands out 4.5:1', (theme) => {
  const { surface } = PALETTES[theme];
  for (const name of ['ink', 'dim', 'pinned', 'current'] as const) {
    expect(contrast(PALETTES[theme][name], surface), name).toBeGreaterThanOrEqual(4.5);
  }
});

it.each(THEMES)('%s: colours of one chart stay apart for all kinds of eyes', (theme) => {
  for (const names of TOGETHER) {
    expect(nearestDistance(names.map((name) => PALETTES[theme][name]))).toBeGreaterThan(20);
  }
});

it('names each colour once as a custom property', () => {
  const variables = cssVariables('light');
  expect(Object.keys(variables)).toHaveLength(COLOUR_NAMES.length);
  expect(variables['--jl-active']).toBe(PALETTES.light.active);
});

it('mixes and compares as WCAG does', () => {
  expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080');
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 6);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});
