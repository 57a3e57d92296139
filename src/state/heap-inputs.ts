/** What the Heap bench is asked for and how it is looked at: dumps, numbers, filters, the one selection. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { MEASURES, type Measure } from '../engine/profile/profile.js';
import type { Granularity, HeapNumber, Pruning, RuleKind } from '../workers/heap.api.js';

export { MEASURES, type Measure };

export const NUMBERS = ['best', 'jeprof', 'written'] as const satisfies readonly HeapNumber[];
export const GRANULARITIES = [
  'functions',
  'lines',
  'files',
  'addresses',
] as const satisfies readonly Granularity[];
export const PRUNINGS = ['union', 'jeprof', 'off'] as const satisfies readonly Pruning[];
export const RULE_KINDS = ['function', 'stack', 'module', 'whole'] as const satisfies readonly RuleKind[];
export const HEAP_TABS = ['graph', 'top', 'tree', 'threads', 'rules', 'growth', 'diff'] as const;
export type HeapTab = (typeof HEAP_TABS)[number];
export const DIRECTIONS = ['icicle', 'flame'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const COLOURS = ['module', 'size'] as const;
export type HeapColour = (typeof COLOURS)[number];

/** What growth is drawn over: the dumps one after the other, or the times of their files. */
export const GROWTH_AXES = ['dump', 'time'] as const;
export type GrowthAxis = (typeof GROWTH_AXES)[number];

/** How several dumps are taken: each alone, added up, or as one process over time. */
export const GROUP_KINDS = ['sum', 'series'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

export interface HeapGroup {
  readonly kind: GroupKind;
  /** Files, in order. */
  readonly files: readonly string[];
}

/** What a link can carry. Text is the user's, or a name from a file. */
export interface HeapInputs {
  readonly tab: HeapTab;
  readonly measure: Measure;
  readonly number: HeapNumber;
  readonly granularity: Granularity;
  readonly pruning: Pruning;
  /** Regular expressions as typed, also while they are wrong; '' for none. */
  readonly focus: string;
  readonly ignore: string;
  readonly hide: string;
  readonly thread: string | null;
  /** Marks names that contain it, in any case. */
  readonly search: string;
  readonly direction: Direction;
  readonly colour: HeapColour;
  readonly ruleKind: RuleKind;
  readonly growthAxis: GrowthAxis;
  /** Name that all views show as selected. */
  readonly selected: string | null;
  /** Names from the root's child down to the node that takes the whole width; empty for all. */
  readonly zoom: readonly string[];
}

export interface HeapState {
  readonly inputs: HeapInputs;
  readonly group: HeapGroup | null;
  /** The dump that Diff compares the selected one with. */
  readonly base: string | null;
  /** The newest batch of files whose offer (series, sum, diff) was answered. */
  readonly answeredBatch: number;
}

export type HeapStore = StoreApi<HeapState>;

export function defaultHeapInputs(): HeapInputs {
  return {
    tab: 'graph',
    measure: 'inuse_space',
    number: 'best',
    granularity: 'functions',
    pruning: 'union',
    focus: '',
    ignore: '',
    hide: '',
    thread: null,
    search: '',
    direction: 'icicle',
    colour: 'module',
    ruleKind: 'function',
    growthAxis: 'dump',
    selected: null,
    zoom: [],
  };
}

export function createHeapStore(inputs: HeapInputs = defaultHeapInputs()): HeapStore {
  return createStore<HeapState>(() => ({ inputs, group: null, base: null, answeredBatch: 0 }));
}

export function setHeap(store: HeapStore, change: Partial<HeapInputs>): void {
  store.setState(({ inputs }) => ({ inputs: { ...inputs, ...change } }));
}

/** Selects a name, or none; pressing the selected one again keeps it. */
export function selectName(store: HeapStore, selected: string | null): void {
  if (store.getState().inputs.selected !== selected) setHeap(store, { selected });
}

/** Why a text is no regular expression, in a sentence; null where it is one. */
export function patternError(pattern: string): string | null {
  try {
    // oxlint-disable-next-line no-new -- only to see whether it can be made
    new RegExp(pattern);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /, '') : String(error);
    return `Not a regular expression: ${reason}.`;
  }
}

/** The pattern if it can be used, else none. */
export function usablePattern(pattern: string): string {
  return patternError(pattern) === null ? pattern : '';
}

export function unitOf(measure: Measure): 'bytes' | 'objects' {
  return measure.endsWith('space') ? 'bytes' : 'objects';
}

/** Takes files together; the newest batch of files is then answered for. */
export function groupFiles(
  store: HeapStore,
  group: HeapGroup | null,
  batch = store.getState().answeredBatch,
): void {
  store.setState({ group, answeredBatch: batch });
}
