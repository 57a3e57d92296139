/** The latest answers of the heap worker: the last good one stays until the next one comes. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { HeapQueries, HeapQuestion } from '../workers/heap.api.js';

export interface Slot<K extends HeapQuestion> {
  /** Key of the question asked last; null when nothing is asked. */
  readonly asked: string | null;
  /** Key of the question that `answer` answers. */
  readonly key: string | null;
  readonly request: HeapQueries[K]['request'] | null;
  readonly answer: HeapQueries[K]['answer'] | null;
  /** Why the question asked last has no answer. */
  readonly error: string | null;
}

export type HeapResults = { readonly [K in HeapQuestion]: Slot<K> } & {
  /** Grows whenever names were added or taken away. */
  readonly names: number;
};

export type HeapResultsStore = StoreApi<HeapResults>;

const EMPTY = { asked: null, key: null, request: null, answer: null, error: null } as const;

export function createHeapResults(): HeapResultsStore {
  return createStore<HeapResults>(() => ({
    look: EMPTY,
    facts: EMPTY,
    detail: EMPTY,
    threads: EMPTY,
    rules: EMPTY,
    growth: EMPTY,
    diff: EMPTY,
    names: 0,
  }));
}

/** Changes one slot. */
export function updateSlot<K extends HeapQuestion>(
  store: HeapResultsStore,
  question: K,
  change: Partial<Slot<K>>,
): void {
  store.setState((state) => ({ ...state, [question]: { ...state[question], ...change } }));
}

/** The shown answer is to an older question. */
export function isStaleSlot(slot: Slot<HeapQuestion>): boolean {
  return slot.answer !== null && slot.key !== slot.asked;
}
