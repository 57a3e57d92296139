import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Shades and colours that keep text at WCAG AA in both schemes; Mantine's own defaults do not. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace',
  defaultRadius: 'sm',
  respectReducedMotion: true,
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-9)',
    '--mantine-color-placeholder': '#666d75',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    '--mantine-color-placeholder': '#a0a1a5',
    '--mantine-color-error': '#ff8787',
  },
});

/** Where the browser keeps the chosen scheme; index.html reads it before the first paint. */
export const THEME_KEY = 'jelab-theme';
