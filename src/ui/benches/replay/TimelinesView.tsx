import { lazy, type ReactElement, Suspense } from 'react';
import { useInside } from '../../app-context.js';
import { Charts } from './Charts.js';
import { Split } from './inside/Split.js';
import { SummaryStrip } from './SummaryStrip.js';

const InsidePanel = lazy(() => import('./inside/InsidePanel.js'));

/** The run's numbers over its pictures, and what is inside at one moment of it. */
export function TimelinesView(): ReactElement {
  const open = useInside((inputs) => inputs.open);
  return (
    <div className="ui-view">
      <SummaryStrip />
      <Split
        label="Height of Look inside"
        upper={<Charts />}
        lower={
          open ? (
            <Suspense fallback={<div className="ui-inside ui-bench-loading" />}>
              <InsidePanel />
            </Suspense>
          ) : null
        }
      />
    </div>
  );
}
