/** The latest answers of the sampling workers: the last good one stays until the next one comes. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ExperimentPart, SamplingQueries, SamplingQuestion } from '../workers/sampling.api.js';

export interface SamplingSlot<K extends SamplingQuestion> {
  /** Key of the question asked last; null when nothing is asked. */
  readonly asked: string | null;
  /** Key and wording of the question that `answer` answers. */
  readonly key: string | null;
  readonly request: SamplingQueries[K]['request'] | null;
  readonly answer: SamplingQueries[K]['answer'] | null;
  /** Why the question asked last has no answer. */
  readonly error: string | null;
}

export interface ExperimentSlot {
  readonly asked: string | null;
  /** Key of the experiment that `part` is of. */
  readonly key: string | null;
  readonly part: ExperimentPart | null;
  readonly status: 'none' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly error: string | null;
  /** Time the engine worked; null until it is done. */
  readonly milliseconds: number | null;
}

export type SamplingResults = { readonly [K in SamplingQuestion]: SamplingSlot<K> } & {
  readonly experiment: ExperimentSlot;
};

export type SamplingResultsStore = StoreApi<SamplingResults>;

const EMPTY = { asked: null, key: null, request: null, answer: null, error: null } as const;

export function createSamplingResults(): SamplingResultsStore {
  return createStore<SamplingResults>(() => ({
    theory: EMPTY,
    counter: EMPTY,
    experiment: { asked: null, key: null, part: null, status: 'none', error: null, milliseconds: null },
  }));
}

export function updateSampling<K extends keyof SamplingResults>(
  store: SamplingResultsStore,
  slot: K,
  change: Partial<SamplingResults[K]>,
): void {
  store.setState((state) => ({ ...state, [slot]: { ...state[slot], ...change } }));
}
