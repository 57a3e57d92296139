/** Rows of tables of any length: only those in sight are in the page, and keys walk along all of them. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Heights in CSS pixels; the head's is that of `.ui-table-head`. */
const ROW = 22;
const HEAD = 25;

export function useTableRows(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
): Virtualizer<HTMLDivElement, Element> {
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized over its result
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    // The head lies over the first rows.
    scrollPaddingStart: HEAD,
    scrollMargin: HEAD,
  });
}

/** Where a row lies in the body of its table. @param start as the virtualizer tells it, from the top of the head */
export function rowBox(start: number): { readonly top: number; readonly height: number } {
  return { top: start - HEAD, height: ROW };
}

/** Rows that a page key goes: two less than are in sight, so that one sees where one was. */
export function pageOfRows(scroller: Pick<Element, 'clientHeight'> | null): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / ROW) - 2);
}

/** The row that a key leads to, which may lie beyond an end; null where the key leads nowhere. */
export function rowAfter(key: string, place: number, count: number, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return place + 1;
    case 'ArrowUp':
      return place - 1;
    case 'PageDown':
      return place + page;
    case 'PageUp':
      return place - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
