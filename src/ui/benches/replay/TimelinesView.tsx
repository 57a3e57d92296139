import './inside/inside.css';
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
            <Suspense fallback={<InsideComing />}>
              <InsidePanel />
            </Suspense>
          ) : null
        }
      />
    </div>
  );
}

/** The frame of Look inside stands at once, whatever its code and its first pass take. */
function InsideComing(): ReactElement {
  return (
    <div className="ui-inside" aria-busy>
      <div className="ui-inside-bar">
        <h2>Look inside</h2>
      </div>
      <p className="ui-inside-none">The first moment is being computed.</p>
    </div>
  );
}
