import './tune.css';
import { Button } from '@mantine/core';
import { PanelLeftOpen } from 'lucide-react';
import {
  type ComponentType,
  memo,
  type ReactElement,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { formatCount } from '../../../../base/numbers.js';
import { useNearScreen } from '../../../../charts/shared/use-element.js';
import { isActive, type SweepRun } from '../../../../state/sweep-results.js';
import { useApp, useSweepResults } from '../../../app-context.js';
import { EmptyTune } from './EmptyTune.js';
import { FrontPicture, HeatPicture, ParallelPicture, SensitivityPicture } from './Pictures.js';
import { PointCard } from './PointCard.js';
import { RecommendPanel } from './RecommendPanel.js';
import { ResultsTable } from './ResultsTable.js';
import { SetupPanel } from './SetupPanel.js';
import { usePlan } from './use-plan.js';

/** As in tune.css. */
const ONE_COLUMN = '(max-width: 1100px)';

/** Setup at the side; advice, pictures and table beside it. */
export function TuneView(): ReactElement {
  const [setup, setSetup] = useState(true);
  const run = useSweepResults((results) => results.run);
  const hide = useCallback(() => setSetup(false), []);
  const running = run?.status === 'running';
  const [wasRunning, setWasRunning] = useState(running);
  if (running !== wasRunning) {
    setWasRunning(running);
    // Where all stands in one column, results would come below what is no longer needed.
    if (running && window.matchMedia(ONE_COLUMN).matches) setSetup(false);
  }
  return (
    <div className="ui-tune" data-setup={setup}>
      {setup ? (
        <Setup onHide={hide} />
      ) : (
        <button
          type="button"
          className="ui-tune-open"
          aria-label="Show the setup"
          title="Show the setup"
          onClick={() => setSetup(true)}
        >
          <PanelLeftOpen size={15} aria-hidden />
          <span aria-hidden>What to try</span>
        </button>
      )}
      <div className="ui-tune-main">{run === null ? <EmptyTune /> : <Results run={run} />}</div>
      {run !== null && <PointCard run={run} />}
    </div>
  );
}

function Results({ run }: { readonly run: SweepRun }): ReactElement {
  // Pictures may lag behind the numbers: React then draws them in pieces, and the page stays quick.
  const drawn = useDeferredValue<SweepRun | null>(run, null);
  return (
    <>
      <h2 className="ui-sr-only">Results of the sweep</h2>
      <Notices run={run} />
      {drawn !== null && <Drawn run={drawn} />}
    </>
  );
}

type RunView = ComponentType<{ readonly run: SweepRun }>;

const PICTURES: readonly RunView[] = [FrontPicture, HeatPicture, ParallelPicture, SensitivityPicture];

function Drawn({ run }: { readonly run: SweepRun }): ReactElement {
  const made = useOneAFrame(PICTURES.length + 2);
  return (
    <>
      <Advice run={run} />
      <div className="ui-tune-pictures">
        {PICTURES.slice(0, made - 1).map((picture, i) => (
          <Part key={i} run={run} of={picture} />
        ))}
      </div>
      {made === PICTURES.length + 2 && <Part run={run} of={ResultsTable} />}
    </>
  );
}

/** Counts up to `count`, one a frame: parts that were all made in one frame would hold the page up. */
function useOneAFrame(count: number): number {
  const [made, setMade] = useState(1);
  useEffect(() => {
    if (made === count) return undefined;
    const frame = requestAnimationFrame(() => setMade(made + 1));
    return () => cancelAnimationFrame(frame);
  }, [made, count]);
  return made;
}

const Advice = memo(RecommendPanel);
const Setup = memo(SetupPanel);

/** What is drawn this far from the screen is drawn before it is seen. Pixels. */
const MARGIN = 200;

/** A picture that follows a running sweep only while it can be seen. */
const Part = memo(function Part({
  run,
  of: View,
}: {
  readonly run: SweepRun;
  readonly of: RunView;
}): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  const { near } = useNearScreen(element, MARGIN, true);
  const [seen, setSeen] = useState(run);
  if (seen !== run && (near || run.status !== 'running' || run.sweepId !== seen.sweepId)) setSeen(run);
  return (
    <div ref={element} className="ui-tune-part">
      <View run={seen} />
    </div>
  );
});

/** Where these results stand: of older inputs, cut short, failed. */
function Notices({ run }: { readonly run: SweepRun }): ReactElement {
  const { sweeps } = useApp();
  const plan = usePlan();
  const { status, error, failures } = run;
  const first = failures[0];
  return (
    <>
      {plan.stale && (
        <div className="ui-charts-notice" role="status">
          <span>
            {run.key === null
              ? `Results from a file, of ${run.fileName}.`
              : run.traceId === null
                ? `Results of ${run.fileName}, which is closed: open it again to go on or to load a setting.`
                : `Results of ${run.fileName} with other settings of the sweep than those now chosen.`}
          </span>
          {!isActive(run) && plan.refusal === null && (
            <Button size="compact-xs" variant="default" onClick={() => sweeps.runner.start()}>
              Run the new one
            </Button>
          )}
        </div>
      )}
      {status === 'failed' && (
        <div className="ui-charts-notice" role="alert">
          <span>The sweep ended early: {error} What was done is shown.</span>
          {plan.goesOn && (
            <Button size="compact-xs" variant="default" onClick={() => sweeps.runner.start()}>
              Go on
            </Button>
          )}
        </div>
      )}
      {status === 'cancelled' && !plan.stale && (
        <div className="ui-charts-notice" role="status">
          <span>
            The sweep was cancelled; what was done is shown, and nothing of it is lost when it goes on.
          </span>
          <Button size="compact-xs" variant="default" onClick={() => sweeps.runner.start()}>
            Go on
          </Button>
        </div>
      )}
      {first !== undefined && (
        <div className="ui-charts-notice" role="status">
          <span>
            {formatCount(failures.length)} {failures.length === 1 ? 'run' : 'runs'} could not be made. First,
            setting {first.id + 1}: {first.sentence}
          </span>
        </div>
      )}
    </>
  );
}
