import type { CSSProperties } from 'react';
import { cssVariables, type Theme } from './palette.js';

/** The palette's custom properties for a root element, as React takes them: its types know none. */
export function themeStyle(theme: Theme): CSSProperties {
  return cssVariables(theme) as CSSProperties;
}
