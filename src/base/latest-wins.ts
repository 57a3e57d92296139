/**
 * The rule for jobs that follow a control: one runs, one waits, the newest input wins.
 *
 * A newer input replaces the waiting one and aborts the running one. The running job is spared until it has shown
 * something ({@link JobControl.delivered}), else a control that moves faster than jobs start would never show a thing.
 */

export interface JobControl {
  /** True when a newer input wants to run or the job was cancelled. */
  readonly aborted: boolean;
  /** Calls `listener` once when the job is aborted (at once if it is already). */
  onAbort(listener: () => void): void;
  /** Tells that the job has shown a first result; from now on a newer input may abort it. */
  delivered(): void;
}

export interface LatestWins<Input> {
  submit(input: Input): void;
  /** Drops the waiting input and aborts the running job. */
  cancel(): void;
  readonly running: boolean;
  readonly waiting: boolean;
  /** Resolves as soon as nothing runs or waits. */
  idle(): Promise<void>;
}

/**
 * @param run does the job; must settle soon after it is aborted.
 * @param onError gets what a job throws, unless it was aborted. Later inputs still run.
 */
export function latestWins<Input>(
  run: (input: Input, control: JobControl) => Promise<void>,
  onError: (error: unknown, input: Input) => void,
): LatestWins<Input> {
  let next: { readonly input: Input } | null = null;
  let current: Job | null = null;
  let waiters: (() => void)[] = [];

  const settle = (): void => {
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake();
  };

  const drain = async (): Promise<void> => {
    while (next !== null) {
      const { input } = next;
      next = null;
      const job = new Job(() => next !== null);
      current = job;
      try {
        await run(input, job);
      } catch (error) {
        if (!job.aborted) onError(error, input);
      }
    }
    current = null;
    settle();
  };

  return {
    submit(input) {
      next = { input };
      if (current === null) void drain();
      else if (current.hasDelivered) current.abort();
    },
    cancel() {
      next = null;
      current?.abort();
    },
    get running() {
      return current !== null;
    },
    get waiting() {
      return next !== null;
    },
    idle() {
      if (current === null) return Promise.resolve();
      return new Promise((resolve) => {
        waiters.push(resolve);
      });
    },
  };
}

class Job implements JobControl {
  aborted = false;
  hasDelivered = false;
  readonly #listeners: (() => void)[] = [];
  readonly #isNewerWaiting: () => boolean;

  constructor(isNewerWaiting: () => boolean) {
    this.#isNewerWaiting = isNewerWaiting;
  }

  onAbort(listener: () => void): void {
    if (this.aborted) listener();
    else this.#listeners.push(listener);
  }

  delivered(): void {
    this.hasDelivered = true;
    if (this.#isNewerWaiting()) this.abort();
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.#listeners) listener();
  }
}
