/** Deals the runs of one trace's schedule out to threads. */
import type { TraceTable } from '../engine/replay/trace-table.js';
import type { SweepSchedule, SweepTask } from '../engine/tuning/sweep-schedule.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import { CliFailure } from './failure.js';
import type { SweepRun, SweepThread } from './sweep-thread.js';

/** Runs that a thread holds: short ones must not wait for us between two of them. */
const HELD = 2;

export interface SweepJob {
  readonly trace: TraceTable;
  readonly schedule: SweepSchedule;
  readonly prepare: (task: SweepTask) => SweepRun;
  /** Keeps a result; throws where that fails. */
  readonly keep: (result: SweepResult) => void;
  readonly failed: (task: SweepTask, sentence: string) => void;
  /** After each result. */
  readonly progress: () => void;
}

export class SweepPool {
  readonly #threads: readonly SweepThread[];
  readonly #open: number[];
  #job: SweepJob | null = null;
  /** Why a thread died, perhaps before it had anything to do. */
  #dead: CliFailure | null = null;
  #settle: { resolve(): void; reject(error: unknown): void } | null = null;

  constructor(size: number, start: () => SweepThread) {
    this.#threads = Array.from({ length: size }, start);
    this.#open = this.#threads.map(() => 0);
    this.#threads.forEach((thread, i) => {
      thread.onMessage((message) => {
        const job = this.#job;
        if (job === null) return;
        this.#open[i] = this.#open[i]! - 1;
        this.#guarded(() => {
          if (message.kind === 'result') {
            job.keep(message.result);
            job.schedule.add(message.result);
          } else {
            job.schedule.fail(message.task);
            job.failed(message.task, message.sentence);
          }
          job.progress();
          this.#fill(i);
          // A round's last result lets the idle ones go on.
          this.#open.forEach((open, other) => open === 0 && this.#fill(other));
        });
      });
      thread.onDeath((sentence) => {
        this.#dead ??= new CliFailure(1, `A thread of the sweep stopped: ${sentence}.`);
        this.#end(this.#dead);
      });
    });
  }

  /** Resolves when the schedule has ended. */
  run(job: SweepJob): Promise<void> {
    if (this.#dead !== null) return Promise.reject(this.#dead);
    return new Promise((resolve, reject) => {
      this.#job = job;
      this.#settle = { resolve, reject };
      this.#guarded(() => {
        this.#threads.forEach((thread, i) => {
          thread.post({ kind: 'trace', trace: job.trace });
          this.#fill(i);
        });
      });
    });
  }

  /** Breaks off: {@link run} rejects with the failure. */
  interrupt(failure: CliFailure): void {
    this.#end(failure);
  }

  async close(): Promise<void> {
    this.#job = null;
    this.#settle = null;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #fill(i: number): void {
    const job = this.#job;
    if (job === null) return;
    for (;;) {
      // The last ones, and those of a short round, are for whoever is free: each may take long.
      const most = job.schedule.left >= this.#threads.length ? HELD : 1;
      if (this.#open[i]! >= most) return;
      const task = job.schedule.next();
      if (task === 'wait') return;
      if (task === 'end') {
        if (this.#open.every((open) => open === 0)) this.#end(null);
        return;
      }
      this.#open[i] = this.#open[i]! + 1;
      this.#threads[i]!.post({ kind: 'run', run: job.prepare(task) });
    }
  }

  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#end(error);
    }
  }

  #end(error: unknown): void {
    const settle = this.#settle;
    this.#settle = null;
    this.#job = null;
    if (error === null) settle?.resolve();
    else settle?.reject(error);
  }
}
