import { useEffect } from 'react';
import type { HeapTab } from '../../state/heap-inputs.js';
import type { ReplayView } from '../../state/view.js';
import { useFiles, useHeap, useInside, useView } from '../app-context.js';
import { BENCH_NAMES } from './bench-views.js';

/** What a bench shows first needs no words beside the bench's. */
const REPLAY_TITLES: Readonly<Record<ReplayView, string | null>> = {
  timelines: null,
  compare: 'Compare',
  tune: 'Tune',
};

const HEAP_TITLES: Readonly<Record<HeapTab, string | null>> = {
  graph: null,
  top: 'Top',
  tree: 'Tree',
  threads: 'Threads',
  rules: 'Order of summing',
  growth: 'Growth',
  diff: 'Diff',
};

/** Names the view: the list behind the browser's back button must tell its entries apart. Names of files stay out of it. */
export function usePageTitle(): void {
  const bench = useView((view) => view.bench);
  const replayView = useView((view) => view.replayView);
  const inside = useInside(({ open }) => open);
  const tab = useHeap(({ inputs }) => inputs.tab);
  const hasDump = useFiles(({ profile }) => profile !== null);
  useEffect(() => {
    const shown =
      bench === 'replay'
        ? (REPLAY_TITLES[replayView] ?? (inside ? 'Look inside' : null))
        : bench === 'heap' && hasDump
          ? HEAP_TITLES[tab]
          : null;
    document.title = [shown, BENCH_NAMES[bench], 'jelab'].filter((part) => part !== null).join(' · ');
  }, [bench, replayView, inside, tab, hasDump]);
}
