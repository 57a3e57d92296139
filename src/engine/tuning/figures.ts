/**
 * The figures a run is judged by, described once: sweep columns, charts, objectives and the recommendation's sentences
 * read this table. Means are over time (see `replay/summary.ts`), rates per second of the trace's clock.
 */

export interface FigureDescription {
  readonly name: string;
  readonly label: string;
  readonly unit: 'bytes' | 'per-second' | 'ratio' | 'count';
  readonly better: 'less' | 'more';
  readonly help: string;
}

export const FIGURES = [
  {
    name: 'mean_dirty_bytes',
    label: 'mean dirty',
    unit: 'bytes',
    better: 'less',
    help: 'Memory that the program gave back and jemalloc still holds.',
  },
  {
    name: 'mean_overhead_bytes',
    label: 'mean dirty + retained',
    unit: 'bytes',
    better: 'less',
    help: 'Dirty memory, and address space in pageslabs that holds nothing.',
  },
  {
    name: 'mean_memory_bytes',
    label: 'mean memory',
    unit: 'bytes',
    better: 'less',
    help: 'Resident pages of the HPA (active and dirty) plus what the PAC gave out.',
  },
  {
    name: 'peak_memory_bytes',
    label: 'peak memory',
    unit: 'bytes',
    better: 'less',
    help: 'The highest of the same sum.',
  },
  {
    name: 'purge_calls_per_second',
    label: 'purge calls',
    unit: 'per-second',
    better: 'less',
    help: 'Address ranges given back to the kernel; each is a madvise call of its own or a part of a process_madvise.',
  },
  {
    name: 'hugify_calls_per_second',
    label: 'hugify calls',
    unit: 'per-second',
    better: 'less',
    help: 'Hugify and dehugify calls.',
  },
  {
    name: 'dehugify_calls_per_second',
    label: 'dehugify calls',
    unit: 'per-second',
    better: 'less',
    help: 'Huge pages broken up again before a purge, hugified in vain.',
  },
  {
    name: 'kernel_calls_per_second',
    label: 'kernel calls',
    unit: 'per-second',
    better: 'less',
    help: 'Purge, hugify and dehugify calls together.',
  },
  {
    name: 'huge_coverage',
    label: 'huge coverage',
    unit: 'ratio',
    better: 'more',
    help: 'Share of active memory that lies in huge pages.',
  },
  {
    name: 'sec_hit_ratio',
    label: 'SEC hits',
    unit: 'ratio',
    better: 'more',
    help: 'Share of small requests that the SEC serves itself.',
  },
  {
    name: 'peak_pageslabs',
    label: 'peak pageslabs',
    unit: 'count',
    better: 'less',
    help: 'Most huge-page-sized slabs held at once: address space.',
  },
] as const satisfies readonly FigureDescription[];

export type FigureName = (typeof FIGURES)[number]['name'];

export function describeFigure(name: FigureName): FigureDescription {
  const found = FIGURES.find((figure) => figure.name === name);
  if (found === undefined) throw new Error(`no figure ${name}`);
  return found;
}
