import { expect, it, vi } from 'vitest';
import { type JobControl, latestWins } from './latest-wins.js';

/** A job that ends when told to, or as soon as it is aborted. */
function manualJobs() {
  const started: { input: number; control: JobControl; end: () => void; fail: (why: Error) => void }[] = [];
  const run = (input: number, control: JobControl): Promise<void> =>
    new Promise((resolve, reject) => {
      control.onAbort(resolve);
      started.push({ input, control, end: resolve, fail: reject });
    });
  return { started, run };
}

it('runs one job and keeps only the newest of those that wait', async () => {
  const { started, run } = manualJobs();
  const jobs = latestWins(run, () => expect.unreachable());
  jobs.submit(1);
  jobs.submit(2);
  jobs.submit(3);
  expect(started.map((job) => job.input)).toEqual([1]);
  started[0]?.end();
  await vi.waitFor(() => expect(started.map((job) => job.input)).toEqual([1, 3]));
  started[1]?.end();
  await jobs.idle();
  expect(jobs.running).toBe(false);
});

it('spares a job until it has delivered, then aborts it for the newer one', async () => {
  const { started, run } = manualJobs();
  const jobs = latestWins(run, () => expect.unreachable());
  jobs.submit(1);
  jobs.submit(2);
  expect(started[0]?.control.aborted).toBe(false);
  started[0]?.control.delivered();
  expect(started[0]?.control.aborted).toBe(true);
  await vi.waitFor(() => expect(started).toHaveLength(2));
  started[1]?.control.delivered();
  expect(started[1]?.control.aborted).toBe(false);
  jobs.submit(3);
  expect(started[1]?.control.aborted).toBe(true);
  await vi.waitFor(() => expect(started).toHaveLength(3));
});

it('cancel ends the running job and forgets the waiting one', async () => {
  const { started, run } = manualJobs();
  const jobs = latestWins(run, () => expect.unreachable());
  jobs.submit(1);
  jobs.submit(2);
  jobs.cancel();
  await jobs.idle();
  expect(started).toHaveLength(1);
});

it('tells about a failed job and runs the next', async () => {
  const { started, run } = manualJobs();
  const errors: [unknown, number][] = [];
  const jobs = latestWins(run, (error, input) => errors.push([error, input]));
  jobs.submit(1);
  jobs.submit(2);
  started[0]?.fail(new Error('no'));
  await vi.waitFor(() => expect(started).toHaveLength(2));
  expect(errors).toEqual([[new Error('no'), 1]]);
});

it('is idle before anything was asked', async () => {
  await latestWins(
    () => Promise.resolve(),
    () => undefined,
  ).idle();
});
