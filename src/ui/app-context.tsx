/** The app for components: one context, and hooks that select from its stores. */
import { createContext, use } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { History } from '../base/history.js';
import type { App } from '../state/app.js';
import type { Files } from '../state/files.js';
import type { HeapState } from '../state/heap-inputs.js';
import type { HeapResults } from '../state/heap-results.js';
import type { InsideInputs } from '../state/inside-inputs.js';
import type { InsideResults } from '../state/inside-results.js';
import type { JobsState } from '../state/jobs.js';
import type { Pins } from '../state/pins.js';
import type { ReplayInputs, ReplayInputsState } from '../state/replay-inputs.js';
import type { Results } from '../state/results.js';
import type { SamplingInputs, SamplingState } from '../state/sampling-inputs.js';
import type { SamplingResults } from '../state/sampling-results.js';
import type { SweepInputs } from '../state/sweep-inputs.js';
import type { SweepPictures } from '../state/sweep-pictures.js';
import type { SweepResults } from '../state/sweep-results.js';
import type { View } from '../state/view.js';

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = use(AppContext);
  if (app === null) throw new Error('no app around this component');
  return app;
}

function useSelected<State, Part>(store: StoreApi<State>, select: (state: State) => Part): Part {
  return useStore(store, select);
}

export function useFiles<Part>(select: (files: Files) => Part): Part {
  return useSelected(useApp().files, select);
}

export function useView<Part>(select: (view: View) => Part): Part {
  return useSelected(useApp().view, select);
}

export function useResults<Part>(select: (results: Results) => Part): Part {
  return useSelected(useApp().results, select);
}

export function usePins<Part>(select: (pins: Pins) => Part): Part {
  return useSelected(useApp().pins.store, select);
}

export function useInside<Part>(select: (inside: InsideInputs) => Part): Part {
  return useSelected(useApp().inside, select);
}

export function useInsideResults<Part>(select: (results: InsideResults) => Part): Part {
  return useSelected(useApp().insideResults, select);
}

export function useJobs<Part>(select: (jobs: JobsState) => Part): Part {
  return useSelected(useApp().jobs.store, select);
}

export function useInputsState<Part>(select: (state: ReplayInputsState) => Part): Part {
  return useSelected(useApp().inputs.store, select);
}

export function useInputs<Part>(select: (inputs: ReplayInputs) => Part): Part {
  return useInputsState((state) => select(state.history.present));
}

export function useHeap<Part>(select: (heap: HeapState) => Part): Part {
  return useSelected(useApp().heap, select);
}

export function useHeapResults<Part>(select: (results: HeapResults) => Part): Part {
  return useSelected(useApp().heapResults, select);
}

export function useSamplingState<Part>(select: (state: SamplingState) => Part): Part {
  return useSelected(useApp().sampling.inputs.store, select);
}

export function useSampling<Part>(select: (inputs: SamplingInputs) => Part): Part {
  return useSamplingState((state) => select(state.history.present));
}

export function useSamplingResults<Part>(select: (results: SamplingResults) => Part): Part {
  return useSelected(useApp().sampling.results, select);
}

export function useSweepInputs<Part>(select: (inputs: SweepInputs) => Part): Part {
  return useSelected(useApp().sweeps.inputs, select);
}

export function useSweepPictures<Part>(select: (pictures: SweepPictures) => Part): Part {
  return useSelected(useApp().sweeps.pictures, select);
}

export function useSweepHistory<Part>(select: (history: History<SweepInputs>) => Part): Part {
  return useSelected(useApp().sweeps.history.store, ({ history }) => select(history));
}

export function useSweepResults<Part>(select: (results: SweepResults) => Part): Part {
  return useSelected(useApp().sweeps.results, select);
}
