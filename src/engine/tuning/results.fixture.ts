/** Made-up runs for tests. */
import { type OptionValues, presetValues } from '../replay/options.js';
import { FIGURES, type FigureName } from './figures.js';
import type { Figures, SweepResult } from './sweep-types.js';

/** Figures that are NaN but for the given ones. */
export function figuresWith(given: Partial<Record<FigureName, number>>): Figures {
  return {
    ...(Object.fromEntries(FIGURES.map(({ name }) => [name, Number.NaN])) as Record<FigureName, number>),
    ...given,
  };
}

/** A whole run of 1000 events; options are jemalloc's defaults but for the given ones. */
export function resultWith(
  id: number,
  options: Partial<OptionValues>,
  figures: Partial<Record<FigureName, number>>,
  more: Partial<SweepResult> = {},
): SweepResult {
  return {
    point: { id, options: { ...presetValues('jemalloc'), ...options } },
    events: 1000,
    whole: true,
    figures: figuresWith(figures),
    milliseconds: 1,
    ...more,
  };
}
