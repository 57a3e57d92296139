import { useComputedColorScheme } from '@mantine/core';
import { type CSSProperties, type ReactElement, Suspense } from 'react';
import { cssVariables } from '../../charts/shared/palette.js';
import { useView } from '../app-context.js';
import { BenchBoundary } from './BenchBoundary.js';
import { BENCH_VIEWS } from './bench-views.js';
import { DropZone } from './DropZone.js';
import { Header } from './Header.js';
import { StatusBar } from './StatusBar.js';
import { useAddress } from './use-address.js';
import { usePageTitle } from './use-page-title.js';
import { useUndoKeys } from './use-undo-keys.js';

export function Shell(): ReactElement {
  const bench = useView((view) => view.bench);
  const scheme = useComputedColorScheme('light');
  useAddress();
  useUndoKeys();
  usePageTitle();
  const View = BENCH_VIEWS[bench];
  return (
    <div className="ui-shell" style={cssVariables(scheme) as CSSProperties}>
      <a className="ui-skip" href="#bench" onClick={skipToBench}>
        Skip to the bench
      </a>
      <Header />
      <main id="bench" className="ui-main" tabIndex={-1}>
        <BenchBoundary key={bench}>
          <Suspense fallback={<div className="ui-bench-loading" />}>
            <View />
          </Suspense>
        </BenchBoundary>
      </main>
      <StatusBar />
      <DropZone />
    </div>
  );
}

/** The address belongs to the settings, so the skip link must not change it. */
function skipToBench(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#bench')?.focus();
}
