/** Doubly linked lists of pageslabs with the links inside the pageslabs (`TYPED_LIST`, hpdata.h). */
import { STRIDE } from './pageslab.js';
import type { WordArena } from './word-arena.js';

/** Head and tail of each list: words `2 * list` and `2 * list + 1`, -1 when empty. */
export type ListEnds = Int32Array<ArrayBuffer>;

export function createLists(count: number, arena: WordArena): ListEnds {
  return arena.words(2 * count).fill(-1);
}

export function first(ends: ListEnds, list: number): number {
  return ends[2 * list]!;
}

export function append(words: Int32Array, ends: ListEnds, list: number, link: number, slab: number): void {
  const at = slab * STRIDE + link;
  const tail = ends[2 * list + 1]!;
  words[at] = tail;
  words[at + 1] = -1;
  if (tail < 0) ends[2 * list] = slab;
  else words[tail * STRIDE + link + 1] = slab;
  ends[2 * list + 1] = slab;
}

export function prepend(words: Int32Array, ends: ListEnds, list: number, link: number, slab: number): void {
  const at = slab * STRIDE + link;
  const head = ends[2 * list]!;
  words[at] = -1;
  words[at + 1] = head;
  if (head < 0) ends[2 * list + 1] = slab;
  else words[head * STRIDE + link] = slab;
  ends[2 * list] = slab;
}

export function remove(words: Int32Array, ends: ListEnds, list: number, link: number, slab: number): void {
  const at = slab * STRIDE + link;
  const previous = words[at]!;
  const next = words[at + 1]!;
  if (previous < 0) ends[2 * list] = next;
  else words[previous * STRIDE + link + 1] = next;
  if (next < 0) ends[2 * list + 1] = previous;
  else words[next * STRIDE + link] = previous;
}
