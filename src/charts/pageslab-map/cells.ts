/** What each page of a pageslab is, and its colour. */
import type { PageslabColumns } from '../../engine/inspect/moment.js';
import { mix, PALETTES, type Theme } from '../shared/palette.js';
import { PAGES_PER_SLAB, WORDS_PER_SLAB } from './model.js';

export const RETAINED = 0;
export const DIRTY = 1;
export const ACTIVE = 2;
/** Active too, but held by the SEC for the next request. */
export const CACHED = 3;
export type PageKind = typeof RETAINED | typeof DIRTY | typeof ACTIVE | typeof CACHED;

export const PAGE_KIND_NAMES: readonly string[] = ['retained', 'dirty', 'active', 'held by the SEC'];

function bit(words: Uint32Array, at: number, page: number): number {
  return ((words[at + (page >>> 5)] ?? 0) >>> (page & 31)) & 1;
}

export function pageKind(columns: PageslabColumns, index: number, page: number): PageKind {
  const at = index * WORDS_PER_SLAB;
  if (bit(columns.cached, at, page) === 1) return CACHED;
  if (bit(columns.active, at, page) === 1) return ACTIVE;
  return bit(columns.touched, at, page) === 1 ? DIRTY : RETAINED;
}

/** Writes the kinds of a pageslab's 512 pages into `out`. */
export function pageKinds(columns: PageslabColumns, index: number, out: Uint8Array): void {
  const at = index * WORDS_PER_SLAB;
  for (let word = 0; word < WORDS_PER_SLAB; word += 1) {
    const active = columns.active[at + word] ?? 0;
    const touched = columns.touched[at + word] ?? 0;
    const cached = columns.cached[at + word] ?? 0;
    const base = word * 32;
    for (let i = 0; i < 32; i += 1) {
      const a = (active >>> i) & 1;
      out[base + i] = a === 1 ? ACTIVE + ((cached >>> i) & 1) : (touched >>> i) & 1;
    }
  }
}

/** Calls `run(kind, from, to)` for each stretch of pages of one kind; `to` is exclusive. */
export function eachRun(
  kinds: Uint8Array,
  run: (kind: PageKind, from: number, to: number) => void,
  begin = 0,
  end = PAGES_PER_SLAB,
): void {
  let from = begin;
  for (let page = begin + 1; page <= end; page += 1) {
    if (page < end && kinds[page] === kinds[from]) continue;
    run(kinds[from] as PageKind, from, page);
    from = page;
  }
}

/** The stretch of equal pages around `page`: first and last. */
export function runAround(columns: PageslabColumns, index: number, page: number): [number, number] {
  const kind = pageKind(columns, index, page);
  let first = page;
  while (first > 0 && pageKind(columns, index, first - 1) === kind) first -= 1;
  let last = page;
  while (last + 1 < PAGES_PER_SLAB && pageKind(columns, index, last + 1) === kind) last += 1;
  return [first, last];
}

/** Share of the colour over the surface: retained pages hold no memory, and SEC pages must stand apart from active ones. */
const RETAINED_SHARE = 0.28;
const CACHED_SHARE: Readonly<Record<Theme, number>> = { light: 0.58, dark: 0.54 };

/** Colours by kind. */
export function kindColours(theme: Theme): readonly [string, string, string, string] {
  const { active, dirty, retained, sec, surface } = PALETTES[theme];
  return [
    mix(retained, surface, RETAINED_SHARE),
    dirty,
    active,
    // Its cells are lower than the others as well, where there is room: a second cue.
    mix(sec, surface, CACHED_SHARE[theme]),
  ];
}
