/** Jobs that run now, for the status bar. */
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Job {
  readonly id: string;
  /** What is done, for the user: "Reading redis.csv". */
  readonly name: string;
  /** Steps done and to do, in `unit`; `total` is null where nobody knows. */
  readonly done: number;
  readonly total: number | null;
  readonly unit: 'bytes' | 'events';
  /** What the rate counts: rows read, events replayed, trials made, dumps added, runs of a sweep made. */
  readonly counted: number;
  readonly countedUnit: 'rows' | 'events' | 'trials' | 'dumps' | 'runs';
  /** Milliseconds on the page's clock. */
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly cancel: (() => void) | null;
}

export interface JobsState {
  readonly jobs: readonly Job[];
  /** The last sentence worth leaving in the status bar. */
  readonly notice: { readonly tone: 'info' | 'error'; readonly sentence: string } | null;
}

export interface JobsStore {
  readonly store: StoreApi<JobsState>;
  start(job: Omit<Job, 'done' | 'counted' | 'startedAt' | 'updatedAt'>): void;
  progress(id: string, done: number, counted: number, total?: number | null): void;
  end(id: string): void;
  notify(tone: 'info' | 'error', sentence: string): void;
  /** The user has read the notice. */
  dismiss(): void;
}

export function createJobs(now: () => number): JobsStore {
  const store = createStore<JobsState>(() => ({ jobs: [], notice: null }));
  return {
    store,
    start(job) {
      const at = now();
      const started: Job = { ...job, done: 0, counted: 0, startedAt: at, updatedAt: at };
      store.setState(({ jobs }) => ({ jobs: [...jobs.filter(({ id }) => id !== job.id), started] }));
    },
    progress(id, done, counted, total) {
      store.setState(({ jobs }) => ({
        jobs: jobs.map((job) =>
          job.id === id
            ? { ...job, done, counted, total: total === undefined ? job.total : total, updatedAt: now() }
            : job,
        ),
      }));
    },
    end: (id) => store.setState(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) })),
    dismiss: () => store.setState({ notice: null }),
    notify: (tone, sentence) => store.setState({ notice: { tone, sentence } }),
  };
}

/** Rate per second and milliseconds left; null where they cannot be told yet. */
export function jobPace(job: Job): { readonly perSecond: number | null; readonly left: number | null } {
  const elapsed = job.updatedAt - job.startedAt;
  if (elapsed <= 0 || job.done <= 0) return { perSecond: null, left: null };
  const left = job.total === null ? null : Math.max(0, ((job.total - job.done) * elapsed) / job.done);
  return { perSecond: (job.counted * 1000) / elapsed, left };
}
