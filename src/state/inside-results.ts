/** What looking inside has found: the last moment stays until the next one comes. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Explanation } from '../engine/inspect/explanation.js';
import type { Lifeline, Moment } from '../engine/inspect/moment.js';
import type { Inspected } from '../workers/inspect.api.js';

export type InsideStatus =
  /** Closed, or there is no trace to look into. */
  | 'none'
  /** Waits for the replay of the newest settings to end. */
  | 'waiting'
  /** The first pass runs; moments come already. */
  | 'opening'
  | 'ready'
  | 'cancelled'
  | 'failed';

export interface InsideResults {
  readonly status: InsideStatus;
  readonly error: string | null;
  /** Trace, options and mode that are looked into now. */
  readonly key: string | null;
  /** Events of the trace; 0 where there is none. */
  readonly total: number;
  readonly shards: number;
  readonly inspected: Inspected | null;
  readonly moment: Moment | null;
  /** What `moment` is of: another key than `key` makes it stale. */
  readonly momentKey: string | null;
  readonly explanation: Explanation | null;
  readonly explanationKey: string | null;
  readonly life: Lifeline | null;
  readonly lifeKey: string | null;
  readonly lifePending: boolean;
  /** A jump is being searched for. */
  readonly searching: boolean;
  /** Place in the order that shall come into sight; a new object each time. */
  readonly reveal: { readonly place: number } | null;
}

export type InsideResultsStore = StoreApi<InsideResults>;

export function noInside(): InsideResults {
  return {
    status: 'none',
    error: null,
    key: null,
    total: 0,
    shards: 1,
    inspected: null,
    moment: null,
    momentKey: null,
    explanation: null,
    explanationKey: null,
    life: null,
    lifeKey: null,
    lifePending: false,
    searching: false,
    reveal: null,
  };
}

export function createInsideResults(): InsideResultsStore {
  return createStore<InsideResults>(noInside);
}

/** The shown moment belongs to older settings. */
export function isInsideStale({ moment, momentKey, key, status }: InsideResults): boolean {
  return moment !== null && (momentKey !== key || status === 'waiting');
}
