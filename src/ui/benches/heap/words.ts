/** How the Heap bench calls things: the same words in controls, tables, exports and explanations. */
import { formatBytes, formatCount, NO_NUMBER } from '../../../base/numbers.js';
import type { Measure } from '../../../engine/profile/profile.js';
import type { HeapTab } from '../../../state/heap-inputs.js';
import type { Granularity, HeapNumber, Pruning, RuleKind } from '../../../workers/heap.api.js';
import { type HeapUnit, formatValue } from '../../../charts/shared/unit.js';

export const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  inuse_space: 'bytes in use',
  inuse_objects: 'objects in use',
  alloc_space: 'bytes accumulated',
  alloc_objects: 'objects accumulated',
};

export const NUMBER_WORDS: Readonly<Record<HeapNumber, string>> = {
  best: 'best estimate',
  jeprof: 'as jeprof says',
  written: 'as written',
};

export const NUMBER_HELP: Readonly<Record<HeapNumber, string>> = {
  best: 'The best estimate that the dump allows: where a stack’s samples are of one size, each stands for 1 / p(size) objects; else as jeprof.',
  jeprof:
    'What jeprof prints: each stack’s counters divided by the chance that an object of their mean size is sampled.',
  written:
    'The counters as they stand in the file. They count samples, transformed; they are not what the program holds.',
};

export const GRANULARITY_WORDS: Readonly<Record<Granularity, string>> = {
  functions: 'functions',
  lines: 'lines',
  files: 'files',
  addresses: 'addresses',
};

export const PRUNING_WORDS: Readonly<Record<Pruning, string>> = {
  union: 'hidden',
  jeprof: 'hidden as jeprof 5.3.0',
  off: 'shown',
};

export const TAB_WORDS: Readonly<Record<HeapTab, string>> = {
  graph: 'Graph',
  top: 'Top',
  tree: 'Tree',
  threads: 'Threads',
  rules: 'Order of summing',
  growth: 'Growth',
  diff: 'Diff',
};

export const RULE_KIND_WORDS: Readonly<Record<RuleKind, string>> = {
  function: 'leaf functions',
  stack: 'stacks',
  module: 'modules',
  whole: 'the whole',
};

/** `±1.2 MiB`; a dash where no error is known. */
export function errorText(variance: number, unit: HeapUnit): string {
  if (!(variance >= 0)) return NO_NUMBER;
  return variance === 0 ? '±0' : `±${formatValue(Math.sqrt(variance), unit)}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** An exact decimal count of the file, with thin spaces; bytes are not shortened. */
export function exactText(decimal: string): string {
  return decimal.replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** The sampling rate as people say it. */
export function rateText(rate: number): string {
  if (rate === 0) return 'no rate';
  if (rate === 1) return 'every allocation';
  return `one sample every ${formatBytes(rate)}`;
}
