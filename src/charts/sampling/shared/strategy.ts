/** The strategies of the sampling laboratory as every picture shows them: one name, one colour, one dash. */
import { SERIES_COLOURS } from '../../shared/fills.js';
import type { Theme } from '../../shared/palette.js';
import type { Stroke } from './figure-model.js';

/** The engine's ids, and two of our own: one in N at the N that was typed, and a table drawn by hand. */
export const STRATEGY_IDS = [
  'per-byte',
  'per-byte-approximate',
  'per-allocation',
  'per-allocation-typed',
  'optimal',
  'start-up',
  'even-odd',
  'threads',
  'ignoring-small',
  'drawn',
] as const;
export type StrategyId = (typeof STRATEGY_IDS)[number];

interface StrategyLook {
  readonly label: string;
  /** For narrow places. */
  readonly short: string;
  /** Index in the colours of series. Variants of one strategy share its colour and differ in the dash. */
  readonly colour: number;
  readonly dash?: string;
  /** A wide pale line: it is seen also where another of the same colour lies on it. */
  readonly halo?: boolean;
}

const LOOKS: Readonly<Record<StrategyId, StrategyLook>> = {
  'per-byte': { label: 'per byte', short: 'per byte', colour: 0 },
  'per-byte-approximate': { label: 'per byte, approximate', short: 'approximate', colour: 0, halo: true },
  'per-allocation': { label: 'per allocation, equal cost', short: 'per allocation', colour: 1 },
  'per-allocation-typed': { label: 'per allocation, typed N', short: 'typed N', colour: 1, dash: '7 4' },
  optimal: { label: 'optimum', short: 'optimum', colour: 2 },
  'start-up': { label: 'more at start-up', short: 'start-up', colour: 3, dash: '9 3' },
  'even-odd': { label: 'even more than odd', short: 'even-odd', colour: 4, dash: '9 3 2 3' },
  threads: { label: 'some threads more', short: 'threads', colour: 5, dash: '4 3' },
  'ignoring-small': { label: 'small ones ignored (biased)', short: 'biased', colour: 6, dash: '2 3' },
  drawn: { label: 'drawn by hand', short: 'drawn', colour: 7, dash: '6 2 2 2' },
};

export function strategyLabel(id: StrategyId, short = false): string {
  return short ? LOOKS[id].short : LOOKS[id].label;
}

export function strategyColour(id: StrategyId, theme: Theme): string {
  return SERIES_COLOURS[theme][LOOKS[id].colour] as string;
}

export function strategyStroke(id: StrategyId, theme: Theme): Stroke {
  const { dash, halo } = LOOKS[id];
  const stroke = strategyColour(id, theme);
  if (halo === true) return { stroke, width: 7, opacity: theme === 'dark' ? 0.45 : 0.3 };
  return { stroke, width: 2, ...(dash === undefined ? {} : { dash }) };
}
