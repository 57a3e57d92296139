/** The benches' code, each loaded when it is first needed. */
import { lazy } from 'react';
import type { Bench } from '../../state/view.js';

const LOADERS = {
  replay: () => import('../benches/replay/ReplayBench.js'),
  heap: () => import('../benches/heap/HeapBench.js'),
  sampling: () => import('../benches/sampling/SamplingBench.js'),
} as const;

export const BENCH_VIEWS = {
  replay: lazy(LOADERS.replay),
  heap: lazy(LOADERS.heap),
  sampling: lazy(LOADERS.sampling),
} as const;

export const BENCH_NAMES: Readonly<Record<Bench, string>> = {
  replay: 'Replay',
  heap: 'Heap',
  sampling: 'Sampling',
};

/** Loads a bench ahead of its first showing; a failure shows when it is shown. */
export async function preloadBench(bench: Bench): Promise<void> {
  await LOADERS[bench]().catch(() => undefined);
}
