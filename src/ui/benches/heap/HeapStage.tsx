import { Button, Tabs } from '@mantine/core';
import type { ReactElement } from 'react';
import { HEAP_TABS, type HeapTab, setHeap } from '../../../state/heap-inputs.js';
import { isStaleSlot } from '../../../state/heap-results.js';
import { useApp, useHeap, useHeapResults } from '../../app-context.js';
import { CutNote } from './CutNote.js';
import { DiffView } from './DiffView.js';
import { GraphView } from './GraphView.js';
import { GrowthView } from './GrowthView.js';
import { HeapControls } from './HeapControls.js';
import { HeapExportMenu } from './HeapExportMenu.js';
import { OfferBar } from './OfferBar.js';
import { RulesView } from './RulesView.js';
import { ThreadsView } from './ThreadsView.js';
import { TopView } from './TopView.js';
import { TotalLine } from './TotalLine.js';
import { TreeView } from './TreeView.js';
import { TAB_WORDS } from './words.js';

function isTab(value: string | null): value is HeapTab {
  return HEAP_TABS.some((tab) => tab === value);
}

const VIEWS: Readonly<Record<HeapTab, () => ReactElement>> = {
  graph: GraphView,
  top: TopView,
  tree: TreeView,
  threads: ThreadsView,
  rules: RulesView,
  growth: GrowthView,
  diff: DiffView,
};

export function HeapStage(): ReactElement {
  const { heap, heapQueries } = useApp();
  const tab = useHeap((state) => state.inputs.tab);
  const error = useHeapResults((results) => results.look.error);
  const cut = useHeapResults((results) => results.look.answer?.tree.cutFrames ?? 0);
  const stale = useHeapResults((results) => isStaleSlot(results.look));
  return (
    <div className="ui-heap-stage" data-stale={stale}>
      <h1 className="ui-sr-only">Heap</h1>
      <OfferBar />
      <TotalLine />
      <HeapControls />
      <Tabs
        className="ui-heap-tabs"
        value={tab}
        keepMounted={false}
        onChange={(value) => {
          if (isTab(value)) setHeap(heap, { tab: value });
        }}
      >
        <div className="ui-heap-tabs-row">
          <Tabs.List aria-label="Views">
            {HEAP_TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {TAB_WORDS[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <HeapExportMenu />
        </div>
        {error !== null && (
          <div className="ui-charts-notice" role="alert">
            <span>{error}</span>
            <Button size="compact-xs" variant="default" onClick={() => heapQueries.again()}>
              Try again
            </Button>
          </div>
        )}
        <CutNote cut={cut} />
        {HEAP_TABS.map((name) => {
          const View = VIEWS[name];
          return (
            <Tabs.Panel key={name} value={name} className="ui-heap-panel">
              <View />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </div>
  );
}
