import './heap.css';
import type { ReactElement } from 'react';
import { useFiles } from '../../app-context.js';
import { FilesPanel } from '../../files/FilesPanel.js';
import { DetailsPanel } from './DetailsPanel.js';
import { EmptyHeap } from './EmptyHeap.js';
import { FactsPanel } from './FactsPanel.js';
import { HeapStage } from './HeapStage.js';
import { OfferBar } from './OfferBar.js';
import { PictureShelf } from './pictures.js';

export default function HeapBench(): ReactElement {
  const empty = useFiles(({ profile }) => profile === null);
  const reading = useFiles(({ files }) =>
    files.some(({ status, bench }) => bench === 'heap' && (status === 'reading' || status === 'waiting')),
  );
  return (
    <div className="ui-heap">
      <aside className="ui-heap-side" aria-label="Files and what their numbers are">
        <FilesPanel />
        <FactsPanel />
      </aside>
      {empty && !reading ? (
        <div className="ui-heap-stage">
          <OfferBar />
          <EmptyHeap />
        </div>
      ) : (
        <PictureShelf>
          <HeapStage />
          <DetailsPanel />
        </PictureShelf>
      )}
    </div>
  );
}
