/**
 * Colours with one meaning in every chart, legend, map and table, for both themes. Each data colour keeps a contrast of
 * at least 3:1 to the surface, and those that meet in one chart stay apart for the three kinds of colour blindness
 * (palette.test.ts computes both). Where that is not possible a pattern, a dash or a label tells them apart as well.
 */

export type Theme = 'light' | 'dark';

export const COLOUR_NAMES = [
  'active',
  'dirty',
  'retained',
  'huge',
  'sec',
  'pac',
  'hugify',
  'dehugify',
  'purge',
  'full',
  'partial',
  'empty',
  /** The run the user works on. */
  'current',
  /** The run pinned to compare with. */
  'pinned',
  /** What charts are drawn on, their text, and their lines. */
  'surface',
  'ink',
  'dim',
  'axis',
  'grid',
] as const;

export type ColourName = (typeof COLOUR_NAMES)[number];
/** Hexadecimal colours, `#rrggbb`. */
export type Palette = Readonly<Record<ColourName, string>>;

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    active: '#0072b2',
    dirty: '#c47600',
    retained: '#868e96',
    huge: '#0b7a5c',
    sec: '#00838f',
    pac: '#7a7d00',
    hugify: '#00936a',
    dehugify: '#d55e00',
    purge: '#6c4fd0',
    full: '#234a80',
    partial: '#5b8fd6',
    empty: '#a8875a',
    current: '#2f54eb',
    pinned: '#c2188b',
    surface: '#ffffff',
    ink: '#1d2126',
    dim: '#59616a',
    axis: '#8a929b',
    grid: '#e6e8eb',
  },
  dark: {
    active: '#4da3e0',
    dirty: '#f2ab30',
    retained: '#8d959e',
    huge: '#35c596',
    sec: '#4fd0dc',
    pac: '#c3c64a',
    hugify: '#2cc48c',
    dehugify: '#ff7f45',
    purge: '#ad90ff',
    full: '#b9d2fb',
    partial: '#5b8bd6',
    empty: '#b98f52',
    current: '#8fb4ff',
    pinned: '#f56fc4',
    surface: '#1b1c20',
    ink: '#e6e8eb',
    dim: '#a6adb5',
    axis: '#767d86',
    grid: '#33363c',
  },
};

/** The palette as CSS custom properties: `{'--jl-active': '#0072b2', …}`. Put them on a root element's style. */
export function cssVariables(theme: Theme): Record<`--jl-${ColourName}`, string> {
  const palette = PALETTES[theme];
  const variables = {} as Record<`--jl-${ColourName}`, string>;
  for (const name of COLOUR_NAMES) variables[`--jl-${name}`] = palette[name];
  return variables;
}

function channels(hex: string): [number, number, number] {
  const bits = Number.parseInt(hex.slice(1), 16);
  return [(bits >> 16) & 255, (bits >> 8) & 255, bits & 255];
}

/** `share` of `top` over `bottom`, as an opaque colour: pale fills must not let what lies under them shine through. */
export function mix(top: string, bottom: string, share: number): string {
  const under = channels(bottom);
  const mixed = channels(top).map((value, i) => Math.round(value * share + (under[i] ?? 0) * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Linear-light red, green, blue of 0 to 1 (sRGB transfer function). */
export function linearRgb(hex: string): [number, number, number] {
  const [r, g, b] = channels(hex);
  const toLinear = (value: number): number => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [toLinear(r), toLinear(g), toLinear(b)];
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2). */
export function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [r, g, b] = linearRgb(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
