/**
 * Results of a sweep under way: counted a few times a second, shown as often as pictures of so many can be drawn without
 * taking a good part of a core from the runs.
 */
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import type { SweepColumns } from './sweep-columns.js';
import type { SweepJudge } from './sweep-judge.js';
import {
  type SweepFailure,
  type SweepProgress,
  type SweepResultsStore,
  updateSweep,
} from './sweep-results.js';

export interface SweepLandingParts {
  readonly sweepId: string;
  readonly columns: SweepColumns;
  readonly results: SweepResultsStore;
  readonly judge: Pick<SweepJudge, 'add'>;
  readonly now: () => number;
  readonly counts: () => Omit<SweepProgress, 'milliseconds'>;
  /** The numbers have moved. */
  readonly onCount: (progress: SweepProgress) => void;
  /** Time that its runs took before it went on, in ms. */
  readonly spent: number;
}

export interface SweepLanding {
  readonly sweepId: string;
  result(result: SweepResult): void;
  failed(failure: SweepFailure): void;
  /** Counts and shows what has come. */
  land(): void;
  /** Stops the clock of the runs, and lands. */
  stopClock(): void;
  startClock(): void;
  dispose(): void;
}

const COUNT_MS = 400;
/** Pictures that change more often than this only flicker; of thousands of runs each takes longer to draw. */
const LAND_MS = 200;
const LATE_LAND_MS = 1500;
const MANY_RUNS = 1000;

type Timer = ReturnType<typeof setTimeout> | null;

export function createSweepLanding(parts: SweepLandingParts): SweepLanding {
  const { sweepId, columns, results, judge, now, counts, onCount } = parts;
  let { spent } = parts;
  let since: number | null = now();
  let pending: SweepResult[] = [];
  let failures: readonly SweepFailure[] = [];
  let countTimer: Timer = null;
  let landTimer: Timer = null;

  const milliseconds = (): number => spent + (since === null ? 0 : now() - since);

  function count(): void {
    if (countTimer !== null) clearTimeout(countTimer);
    countTimer = null;
    if (results.getState().run?.sweepId !== sweepId) return;
    const progress = { ...counts(), milliseconds: milliseconds() };
    results.setState({ progress });
    onCount(progress);
  }

  function land(): void {
    if (landTimer !== null) clearTimeout(landTimer);
    landTimer = null;
    count();
    if (failures.length !== (results.getState().run?.failures.length ?? 0))
      updateSweep(results, sweepId, { failures });
    const batch = pending;
    if (batch.length === 0) return;
    pending = [];
    columns.add(batch);
    judge.add(sweepId, batch);
  }

  function soon(): void {
    const share = Math.min(1, columns.results.length / MANY_RUNS);
    countTimer ??= setTimeout(count, COUNT_MS);
    landTimer ??= setTimeout(land, LAND_MS + share * (LATE_LAND_MS - LAND_MS));
  }

  function dispose(): void {
    for (const timer of [countTimer, landTimer]) if (timer !== null) clearTimeout(timer);
    countTimer = null;
    landTimer = null;
  }

  return {
    sweepId,
    result(result) {
      pending.push(result);
      soon();
    },
    failed(failure) {
      failures = [...failures, failure];
      soon();
    },
    land,
    stopClock() {
      spent = milliseconds();
      since = null;
      land();
    },
    startClock() {
      since ??= now();
    },
    dispose,
  };
}
