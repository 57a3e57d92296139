import { Button, Menu } from '@mantine/core';
import { Download, Pause, Play, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { formatCount, formatMilliseconds, formatShortCount } from '../../../../base/numbers.js';
import { sentenceOf } from '../../../../base/result.js';
import { isActive, type SweepRun } from '../../../../state/sweep-results.js';
import { useApp, useSweepResults } from '../../../app-context.js';
import { saveDownload } from '../../../controls/download.js';
import { usePlan } from './use-plan.js';

/** Start, pause, cancel; how far it is; what can be taken away. */
export function TuneControls(): ReactElement {
  const { sweeps } = useApp();
  const run = useSweepResults((results) => results.run);
  const plan = usePlan();
  const active = isActive(run);
  return (
    <>
      {active ? (
        <>
          {run?.status === 'paused' ? (
            <Button
              size="compact-xs"
              className="ui-tune-go"
              leftSection={<Play size={14} aria-hidden />}
              onClick={() => sweeps.runner.resume()}
            >
              Go on
            </Button>
          ) : (
            <Button
              size="compact-xs"
              className="ui-tune-go"
              variant="default"
              leftSection={<Pause size={14} aria-hidden />}
              onClick={() => sweeps.runner.pause()}
            >
              Pause
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<X size={14} aria-hidden />}
            onClick={() => sweeps.runner.cancel()}
          >
            Cancel sweep
          </Button>
        </>
      ) : (
        <Button
          size="compact-xs"
          className="ui-tune-go"
          leftSection={<Play size={14} aria-hidden />}
          disabled={plan.refusal !== null}
          title={plan.refusal ?? undefined}
          onClick={() => sweeps.runner.start()}
        >
          {plan.goesOn ? 'Go on' : 'Start'}: {formatCount(plan.runs)} runs
        </Button>
      )}
      {run !== null && <Progress run={run} />}
      <span className="ui-spacer" />
      <ExportMenu run={run} />
    </>
  );
}

function Progress({ run }: { readonly run: SweepRun }): ReactElement {
  const { status, facts } = run;
  const { runs, runsDone, events, eventsDone, milliseconds } = useSweepResults(({ progress }) => progress);
  const share = events === 0 ? 1 : Math.min(1, eventsDone / events);
  const perSecond = milliseconds > 0 ? (runsDone * 1000) / milliseconds : null;
  const left =
    eventsDone > 0 && status === 'running' ? (milliseconds * (events - eventsDone)) / eventsDone : null;
  const rate = milliseconds > 0 ? (eventsDone * 1000) / milliseconds : null;
  const words = {
    running: '',
    paused: 'paused',
    cancelled: 'cancelled',
    failed: 'ended early',
    done: run.key === null ? 'from a file' : 'done',
  }[status];
  return (
    <span className="ui-tune-progress">
      {isActive(run) && <progress aria-label="Runs of the sweep" value={share} max={1} />}
      <span className="ui-tune-count">
        {formatCount(runsDone)}
        {status === 'done' ? '' : ` of ${formatCount(runs)}`} runs
      </span>
      {words !== '' && <span>{words}</span>}
      {status === 'running' && (
        <>
          <span className="ui-tune-cell">
            {perSecond === null ? '' : `${formatShortCount(perSecond)} runs/s`}
          </span>
          <span className="ui-tune-cell">{left === null ? '' : `${formatMilliseconds(left)} left`}</span>
        </>
      )}
      {!isActive(run) && rate !== null && facts.events > 0 && (
        <span>
          in {formatMilliseconds(milliseconds)}, {formatShortCount(rate)} events/s
        </span>
      )}
    </span>
  );
}

function ExportMenu({ run }: { readonly run: SweepRun | null }): ReactElement {
  const { sweeps, jobs } = useApp();
  const { spec } = usePlan();
  const hasResults = run !== null && run.results.length > 0 && run.key !== null;
  const saveCsv = async (): Promise<void> => {
    if (run === null) return;
    try {
      saveDownload(await sweeps.exports.csv(run));
    } catch (error) {
      jobs.notify('error', `The results could not be written: ${sentenceOf(error)}`);
    }
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<Download size={14} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!hasResults} onClick={() => void saveCsv()}>
          Results CSV, as “jelab sweep” writes it
        </Menu.Item>
        <Menu.Item onClick={() => saveDownload(sweeps.exports.spec(spec, run?.fileName ?? 'sweep'))}>
          Spec JSON, for “jelab sweep”
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
