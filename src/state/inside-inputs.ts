/** Where the Replay bench looks inside: whether at all, after how many events, at which shard and pageslab, and how it is drawn. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PageslabOrder } from '../engine/inspect/moment.js';

export const MAP_SHAPES = ['rows', 'tiles'] as const;
export type MapShape = (typeof MAP_SHAPES)[number];
export const MAP_SIZE_COUNT = 5;

export interface InsideInputs {
  readonly open: boolean;
  /** The time cursor: events done. Null: at the end of the trace. */
  readonly events: number | null;
  readonly shard: number;
  readonly order: PageslabOrder;
  readonly shape: MapShape;
  /** 0 to {@link MAP_SIZE_COUNT} - 1, small to large. */
  readonly size: number;
  /** Index of the pageslab whose life line is shown. */
  readonly slab: number | null;
  /** Explain the event to come, instead of the last one. */
  readonly next: boolean;
  /** Bring what a step has changed into sight. */
  readonly chase: boolean;
  /** The cursor moves by itself. */
  readonly playing: boolean;
}

export type InsideStore = StoreApi<InsideInputs>;

export function defaultInside(): InsideInputs {
  return {
    open: false,
    events: null,
    shard: 0,
    order: 'index',
    shape: 'rows',
    size: 2,
    slab: null,
    next: false,
    chase: true,
    playing: false,
  };
}

export function createInsideStore(start: InsideInputs = defaultInside()): InsideStore {
  return createStore<InsideInputs>(() => start);
}
