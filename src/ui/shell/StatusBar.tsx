import { CircleAlert, X } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import {
  formatBytes,
  formatCount,
  formatMilliseconds,
  formatPercent,
  formatShortCount,
} from '../../base/numbers.js';
import { type Job, jobPace } from '../../state/jobs.js';
import {
  useApp,
  useFiles,
  useHeapResults,
  useJobs,
  useResults,
  useSamplingResults,
  useView,
} from '../app-context.js';

/** Jobs shorter than this are over before anyone could read about them. */
const WORTH_SHOWING_MS = 150;

/** What runs now: name, progress, speed, time left, cancel, each in its place; else what ran last. */
export function StatusBar(): ReactElement {
  const job = useJobs(({ jobs }) => jobs.at(-1) ?? null);
  const more = useJobs(({ jobs }) => jobs.length - 1);
  const shown = useWorthShowing(job);
  return (
    <footer className="ui-status">
      {shown === null ? (
        <LastRun />
      ) : (
        <>
          <output className="ui-status-name">
            <bdi>{shown.name}</bdi>
            {more > 0 ? ` and ${more} more` : ''}
          </output>
          <JobProgress job={shown} />
          <button
            type="button"
            className="ui-text-button ui-status-cancel"
            disabled={shown.cancel === null}
            onClick={() => shown.cancel?.()}
          >
            <X size={13} aria-hidden /> Cancel
          </button>
        </>
      )}
    </footer>
  );
}

function JobProgress({ job }: { readonly job: Job }): ReactElement {
  const { perSecond, left } = jobPace(job);
  const share = job.total === null || job.total === 0 ? null : Math.min(1, job.done / job.total);
  const amount = job.unit === 'bytes' ? formatBytes : formatShortCount;
  return (
    <>
      <progress
        className="ui-status-bar"
        aria-label={job.name}
        {...(share === null ? {} : { value: share, max: 1 })}
      />
      <span className="ui-status-cell">
        {share !== null ? formatPercent(share) : job.done > 0 ? amount(job.done) : ''}
      </span>
      <span className="ui-status-cell">
        {perSecond === null ? '' : `${formatShortCount(perSecond)} ${job.countedUnit}/s`}
      </span>
      <span className="ui-status-cell">{left === null ? '' : `${formatMilliseconds(left)} left`}</span>
    </>
  );
}

/** What the heap worker did last. */
function LastLook(): ReactElement {
  const milliseconds = useHeapResults((results) => results.look.answer?.milliseconds ?? null);
  const nodes = useHeapResults((results) => results.look.answer?.tree.nodes ?? 0);
  const name = useFiles(({ files, profile }) => files.find(({ id }) => id === profile)?.name ?? null);
  if (name === null || milliseconds === null) return <>Ready. No file leaves this machine.</>;
  return (
    <>
      <bdi>{name}</bdi>
      {`: ${formatCount(nodes)} nodes in ${formatMilliseconds(milliseconds)}`}
    </>
  );
}

/** What the sampling workers did last. */
function LastSampling(): ReactElement {
  const milliseconds = useSamplingResults(({ theory }) => theory.answer?.milliseconds ?? null);
  if (milliseconds === null) return <>Ready. No file leaves this machine.</>;
  return <>{`Closed forms in ${formatMilliseconds(milliseconds)}`}</>;
}

function LastRun(): ReactElement {
  const { jobs } = useApp();
  const notice = useJobs((state) => state.notice);
  const run = useResults((results) => results.run);
  const bench = useView((view) => view.bench);
  return (
    <>
      <span className="ui-status-name">
        {bench === 'heap' ? (
          <LastLook />
        ) : bench === 'sampling' ? (
          <LastSampling />
        ) : run === null ? (
          'Ready. No file leaves this machine.'
        ) : (
          <>
            <bdi>{run.fileName}</bdi>
            {': '}
            {run.source === 'measured'
              ? `measured run, ${formatCount(run.table.snapshots)} snapshots`
              : run.complete
                ? `${formatCount(run.eventsDone)} events`
                : `${formatCount(run.eventsDone)} of ${formatCount(run.eventsTotal)} events`}
            {run.milliseconds === null
              ? ''
              : ` in ${formatMilliseconds(run.milliseconds)}, ${formatShortCount((run.eventsDone * 1000) / Math.max(run.milliseconds, 0.1))} events/s`}
          </>
        )}
      </span>
      {notice !== null && (
        <span
          className="ui-status-notice"
          data-tone={notice.tone}
          role={notice.tone === 'error' ? 'alert' : 'status'}
        >
          {notice.tone === 'error' && <CircleAlert size={13} aria-hidden />}
          <span title={notice.sentence}>{notice.sentence}</span>
          <button
            type="button"
            className="ui-icon-button"
            aria-label="Dismiss"
            title="Dismiss"
            onClick={() => jobs.dismiss()}
          >
            <X size={13} aria-hidden />
          </button>
        </span>
      )}
    </>
  );
}

/** The job, once it has run long enough to be worth a look. */
function useWorthShowing(job: Job | null): Job | null {
  const [worth, setWorth] = useState<string | null>(null);
  const id = job === null ? null : `${job.id} ${job.startedAt}`;
  useEffect(() => {
    if (id === null) return undefined;
    const timer = setTimeout(() => setWorth(id), WORTH_SHOWING_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return job !== null && worth === id ? job : null;
}
