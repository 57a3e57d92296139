/** Words for what the map shows: one page, one pageslab, all of them. */
import { formatBytes, formatCount, formatNanoseconds } from '../../base/numbers.js';
import type { Moment, PageslabColumns, PageslabOrder } from '../../engine/inspect/moment.js';
import { PAGE_KIND_NAMES, pageKind, runAround } from './cells.js';
import { HUGE, HUGIFY_ALLOWED, PAGES_PER_SLAB } from './model.js';

const PAGE_BYTES = 4096;
const EMPTY_HUGE_LIST = 127;
const EMPTY_LIST = 126;

export const ORDER_NAMES: Readonly<Record<PageslabOrder, string>> = {
  index: 'order of creation',
  age: 'age, oldest use first',
  active: 'active pages, most first',
  dirty: 'dirty pages, most first',
  'longest-free-run': 'longest free run, longest first',
};

/** What waiting on a purge list means; an empty text for none. */
export function purgeListText(list: number): string {
  if (list < 0) return '';
  if (list === EMPTY_HUGE_LIST) return 'list 127: empty and huge, purged before all others';
  if (list === EMPTY_LIST) return 'list 126: empty, purged right after the empty huge ones';
  const huge = list % 2 === 0 ? 'huge' : 'not huge';
  return `list ${list} of 127: partly used, ${huge}; more dirty pages mean a higher list, and higher lists go first`;
}

/** When it may be purged; an empty text where it may not be at all. */
export function purgeDueText(dueNs: number): string {
  if (Number.isNaN(dueNs)) return '';
  return dueNs > 0 ? `may be purged in ${formatNanoseconds(dueNs)}` : 'may be purged now';
}

export interface SlabFacts {
  readonly slab: number;
  readonly age: number;
  readonly active: number;
  readonly dirty: number;
  readonly retained: number;
  readonly longestFreeRun: number;
  readonly huge: boolean;
  /** Sentence parts; empty where it waits for nothing. */
  readonly purge: string;
  readonly hugify: string;
}

export function slabFacts(columns: PageslabColumns, index: number): SlabFacts {
  const active = columns.nactive[index] ?? 0;
  const touched = columns.ntouched[index] ?? 0;
  const flags = columns.flags[index] ?? 0;
  const list = columns.purgeList[index] ?? -1;
  const waited = columns.hugifyWaitedNs[index] ?? Number.NaN;
  const due = purgeDueText(columns.purgeDueNs[index] ?? Number.NaN);
  return {
    slab: columns.slab[index] ?? 0,
    age: columns.age[index] ?? 0,
    active,
    dirty: touched - active,
    retained: PAGES_PER_SLAB - touched,
    longestFreeRun: columns.longestFreeRun[index] ?? 0,
    huge: (flags & HUGE) !== 0,
    purge: list < 0 ? '' : `on purge ${purgeListText(list)}${due === '' ? '' : `; ${due}`}`,
    hugify:
      (flags & HUGIFY_ALLOWED) === 0 || Number.isNaN(waited)
        ? ''
        : `waiting to be hugified for ${formatNanoseconds(waited)}`,
  };
}

/** "Pageslab 12: …" in one sentence. */
export function slabSentence(columns: PageslabColumns, index: number): string {
  const facts = slabFacts(columns, index);
  const parts = [
    facts.huge ? 'huge' : 'not huge',
    `${facts.active} active, ${facts.dirty} dirty, ${facts.retained} retained pages`,
    `longest free run ${facts.longestFreeRun}`,
    `age ${formatCount(facts.age)}`,
    facts.purge,
    facts.hugify,
  ];
  return `Pageslab ${facts.slab}: ${parts.filter((part) => part !== '').join('; ')}.`;
}

/** "page 113: dirty, one of 12 (pages 110 to 121)". */
export function pageText(columns: PageslabColumns, index: number, page: number): string {
  const [first, last] = runAround(columns, index, page);
  const name = PAGE_KIND_NAMES[pageKind(columns, index, page)] ?? '';
  const stretch = first === last ? 'alone' : `one of ${last - first + 1} in a row (${first} to ${last})`;
  return `page ${page}: ${name}, ${stretch}`;
}

/** The whole map, for those who hear it. */
export function mapSentence(label: string, moment: Moment | null, order: PageslabOrder): string {
  if (moment === null) return `${label}, pageslab map: nothing known yet.`;
  const { sums, events } = moment;
  if (sums.slabs === 0) return `${label}, pageslab map after ${formatCount(events)} events: no pageslab yet.`;
  const bytes = (pages: number): string => formatBytes(pages * PAGE_BYTES);
  return (
    `${label}, pageslab map after ${formatCount(events)} events: ${formatCount(sums.slabs)} ${sums.slabs === 1 ? 'pageslab' : 'pageslabs'}, ` +
    `${bytes(sums.nactive)} active, ${bytes(sums.ndirty)} dirty, ${bytes(sums.nretained)} retained; in ${ORDER_NAMES[order]}. ` +
    'Arrow keys read slabs and pages, Enter chooses a slab.'
  );
}
