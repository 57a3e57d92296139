/** What the Sampling bench is asked for: a workload, a rate, an experiment, a stack, samples to write; with undo. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { beginGesture, endGesture, type History, record, redo, startHistory, undo } from '../base/history.js';
import { type SizeCount, workloadRows } from '../engine/sampling/workload.js';
import { WORKLOAD_PRESETS } from '../engine/sampling/workload-presets.js';
import type { SizeSamples } from '../engine/sampling/summing-rules.js';
import type { Cost, StackQuestion } from '../workers/sampling.api.js';
import type { StackLayout } from '../engine/sampling/synthetic-stacks.js';
import { SAMPLING_OPTIONS } from './sampling-options.js';

/** What a workload's sizes were taken from: a page-allocator trace, a heap dump, or a table of sizes. */
export const SIZES_OF = ['trace', 'dump', 'table'] as const;
export type SizesOf = (typeof SIZES_OF)[number];

/** Where the workload comes from. Names of files are text from the user. */
export type WorkloadSource =
  | { readonly kind: 'preset'; readonly id: string }
  /** Typed in, or brought by a link: then of something that the link does not hold. */
  | { readonly kind: 'own'; readonly linkedFrom?: SizesOf }
  | {
      readonly kind: 'file';
      readonly file: string;
      readonly sizesOf: SizesOf;
      readonly name: string;
      readonly notes: readonly string[];
    };

export const COSTS = ['equal', 'typed'] as const satisfies readonly Cost[];
export const STACK_LAYOUTS = ['by-size', 'mixed', 'one'] as const satisfies readonly StackLayout[];
export const ENGINES = ['binomial', 'walk'] as const;
export type Engine = (typeof ENGINES)[number];

export interface SamplingInputs {
  readonly source: WorkloadSource;
  readonly workload: readonly SizeCount[];
  readonly lg: number;
  /** Expected samples that set the rate instead of `lg`; null for none. */
  readonly budget: number | null;
  readonly n: number;
  readonly cost: Cost;
  readonly trials: number;
  readonly seed: number;
  readonly engine: Engine;
  readonly stack: StackQuestion;
  /** Samples of a stack, to see what is written of them. */
  readonly writer: readonly SizeSamples[];
  /** Whose best rates are drawn: a preset's, or those of the workload. */
  readonly best: string;
  /** Made-up stacks of a dump of it. */
  readonly stacks: StackLayout;
  /** prof_unbias and prof_accum of the program that writes the dump. */
  readonly unbias: boolean;
  readonly accum: boolean;
  /** With names in the file that is saved. */
  readonly symbols: boolean;
}

/** The workload itself, among the presets that are compared. */
export const OWN = 'own';

export const DEFAULT_PRESET = 'server';

export function presetRows(id: string): readonly SizeCount[] | null {
  const preset = WORKLOAD_PRESETS.find((one) => one.id === id);
  return preset === undefined ? null : workloadRows(preset.create());
}

export function defaultSamplingInputs(): SamplingInputs {
  return {
    source: { kind: 'preset', id: DEFAULT_PRESET },
    workload: presetRows(DEFAULT_PRESET) ?? [],
    lg: SAMPLING_OPTIONS.lg.standard,
    budget: null,
    n: SAMPLING_OPTIONS.n.standard,
    cost: 'equal',
    trials: SAMPLING_OPTIONS.trials.standard,
    seed: SAMPLING_OPTIONS.seed.standard,
    engine: 'binomial',
    stack: { bytes: 64 * 1_048_576, size: null, error: 0.1 },
    writer: [
      { size: 16, samples: 386 },
      { size: 114_688, samples: 100 },
    ],
    best: OWN,
    stacks: 'by-size',
    unbias: true,
    accum: true,
    symbols: false,
  };
}

export interface SamplingState {
  readonly history: History<SamplingInputs>;
}

export interface SamplingInputsStore {
  readonly store: StoreApi<SamplingState>;
  readonly present: SamplingInputs;
  set(change: Partial<SamplingInputs>): void;
  /** The user's own sizes from now on. */
  setRows(rows: readonly SizeCount[]): void;
  choosePreset(id: string): void;
  /** Between these two, changes are one undo step. */
  beginGesture(): void;
  endGesture(): void;
  undo(): void;
  redo(): void;
}

export function createSamplingInputs(start: SamplingInputs = defaultSamplingInputs()): SamplingInputsStore {
  const store = createStore<SamplingState>(() => ({ history: startHistory(start) }));
  const present = (): SamplingInputs => store.getState().history.present;
  const set = (change: Partial<SamplingInputs>): void => {
    const before = present();
    const next = { ...before, ...change };
    const same = (Object.keys(next) as (keyof SamplingInputs)[]).every((key) => next[key] === before[key]);
    if (!same) store.setState(({ history }) => ({ history: record(history, next) }));
  };
  return {
    store,
    get present() {
      return present();
    },
    set,
    setRows: (rows) => set({ source: { kind: 'own' }, workload: rows.toSorted((a, b) => a.size - b.size) }),
    choosePreset(id) {
      const rows = presetRows(id);
      if (rows !== null) set({ source: { kind: 'preset', id }, workload: rows });
    },
    beginGesture: () => store.setState(({ history }) => ({ history: beginGesture(history) })),
    endGesture: () => store.setState(({ history }) => ({ history: endGesture(history) })),
    undo: () => store.setState(({ history }) => ({ history: undo(history) })),
    redo: () => store.setState(({ history }) => ({ history: redo(history) })),
  };
}
