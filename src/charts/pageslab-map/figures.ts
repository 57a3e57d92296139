/** The numbers that stand right of a row, in the order they are given room. */
import { formatCount } from '../../base/numbers.js';
import type { PageslabColumns } from '../../engine/inspect/moment.js';
import { PAGES_PER_SLAB } from './model.js';

export interface Figure {
  readonly label: string;
  readonly help: string;
  readonly value: (columns: PageslabColumns, index: number) => number;
}

export const FIGURES: readonly Figure[] = [
  {
    label: 'active',
    help: 'Pages in use by the program or held by the SEC.',
    value: (columns, i) => columns.nactive[i] ?? 0,
  },
  {
    label: 'dirty',
    help: 'Freed pages the kernel still backs with memory.',
    value: (columns, i) => (columns.ntouched[i] ?? 0) - (columns.nactive[i] ?? 0),
  },
  {
    label: 'free run',
    help: 'Longest stretch of pages not in use: what decides which requests fit.',
    value: (columns, i) => columns.longestFreeRun[i] ?? 0,
  },
  {
    label: 'age',
    help: 'Order of first use: of those that fit, the one with the smallest age serves a request.',
    value: (columns, i) => columns.age[i] ?? 0,
  },
  {
    label: 'retained',
    help: 'Address space only: never touched, or purged.',
    value: (columns, i) => PAGES_PER_SLAB - (columns.ntouched[i] ?? 0),
  },
];

export function figureText(figure: Figure, columns: PageslabColumns, index: number): string {
  return formatCount(figure.value(columns, index));
}
