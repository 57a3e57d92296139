/** How large the sweep would be that the inputs ask for, and whether it can start. */
import { useMemo } from 'react';
import { planSize } from '../../../../engine/tuning/points.js';
import { SweepSchedule } from '../../../../engine/tuning/sweep-schedule.js';
import type { SweepSpec } from '../../../../engine/tuning/sweep-types.js';
import { selectedTrace } from '../../../../state/files.js';
import { MOST_RUNS, planKey, refusal, specOf } from '../../../../state/sweep-inputs.js';
import { isActive, type SweepProgress } from '../../../../state/sweep-results.js';
import {
  useApp,
  useFiles,
  useInputs,
  useResults,
  useSweepInputs,
  useSweepResults,
} from '../../../app-context.js';

export interface Plan {
  readonly spec: SweepSpec;
  /** Runs to make, those of an earlier, cancelled sweep left out; null where they are too many to count them so. */
  readonly runs: number;
  /** About how long it takes, milliseconds; null where nothing is known of this trace. */
  readonly milliseconds: number | null;
  readonly workers: number;
  /** Why it cannot start; null where it can. */
  readonly refusal: string | null;
  /** The results shown are not those of these inputs. */
  readonly stale: boolean;
  /** A cancelled sweep of the same inputs goes on. */
  readonly goesOn: boolean;
  /** The trace's clock stands still: rates have no meaning. */
  readonly noClock: boolean;
}

/** Events a millisecond of an earlier sweep; null where it says too little. */
function paceOf({ eventsDone, milliseconds }: SweepProgress): number | null {
  return milliseconds > 200 ? eventsDone / milliseconds : null;
}

/** What a replay reaches once its code has been compiled. Events a millisecond. */
const USUAL_PACE = 4000;
/** A shorter one was mostly spent on compiling. Milliseconds. */
const LONG_REPLAY = 300;

/** About how long so many events take, milliseconds: by an earlier sweep, else by the bench's own replay. */
function durationOf(
  events: number,
  pace: number | null,
  replayed: number | null,
  traceEvents: number,
  workers: number,
): number | null {
  if (events === 0) return null;
  if (pace !== null) return events / pace;
  if (replayed === null) return null;
  const seen = traceEvents / replayed;
  return events / (replayed > LONG_REPLAY ? seen : Math.max(seen, USUAL_PACE)) / workers;
}

export function usePlan(): Plan {
  const { sweeps } = useApp();
  const inputs = useSweepInputs((state) => state);
  const bench = useInputs((state) => state);
  const traceId = useFiles((files) => selectedTrace(files)?.content.traceId ?? null);
  const events = useFiles((files) => selectedTrace(files)?.content.events ?? 0);
  const span = useFiles((files) => selectedTrace(files)?.content.span ?? 0);
  const fileId = useFiles(({ selected }) => selected);
  const replayed = useResults(({ run }) => (run?.fileId === fileId ? (run?.milliseconds ?? null) : null));
  const pace = useSweepResults(({ run, progress }) =>
    run === null || isActive(run) || run.traceId !== traceId ? null : paceOf(progress),
  );
  const key = useSweepResults(({ run }) => run?.key ?? null);
  const status = useSweepResults(({ run }) => run?.status ?? null);
  const done = useSweepResults(({ run, progress }) => (isActive(run) ? 0 : progress.runsDone));
  return useMemo(() => {
    const spec = specOf(inputs, bench);
    const size = planSize(spec);
    const countable = size <= MOST_RUNS && inputs.axes.length > 0 && events > 0;
    const schedule = countable ? new SweepSchedule(spec, events) : null;
    const runs = schedule?.runs ?? size + 1;
    const share = schedule === null ? runs : schedule.events / Math.max(1, events);
    const same = key !== null && key === planKey(spec, traceId);
    const goesOn = same && (status === 'cancelled' || status === 'failed') && done > 0;
    return {
      spec,
      runs: goesOn ? Math.max(0, runs - done) : runs,
      milliseconds: durationOf(
        share * events,
        pace,
        replayed,
        events,
        Math.min(sweeps.workers, Math.max(1, runs)),
      ),
      workers: sweeps.workers,
      refusal:
        traceId === null ? 'Put a trace on the bench first: a sweep replays it.' : refusal(inputs, spec),
      stale: status !== null && !same,
      goesOn,
      noClock: traceId !== null && span === 0,
    };
  }, [inputs, bench, traceId, events, span, replayed, pace, key, status, done, sweeps.workers]);
}
