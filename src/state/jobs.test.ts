import { expect, it } from 'vitest';
import { createJobs, jobPace } from './jobs.js';

const JOB = {
  id: 'a',
  name: 'Reading a.csv',
  total: 1000,
  unit: 'bytes',
  countedUnit: 'rows',
  cancel: null,
} as const;

it('tells rate and time left from what is done so far', () => {
  let clock = 0;
  const jobs = createJobs(() => clock);
  jobs.start(JOB);
  const job = () => jobs.store.getState().jobs[0];
  expect(job()).toBeDefined();
  const first = job();
  if (first !== undefined) expect(jobPace(first)).toEqual({ perSecond: null, left: null });
  clock = 500;
  jobs.progress('a', 250, 40);
  const second = job();
  expect(second && jobPace(second)).toEqual({ perSecond: 80, left: 1500 });
  jobs.progress('a', 250, 40, null);
  const third = job();
  expect(third && jobPace(third).left).toBeNull();
  jobs.end('a');
  expect(jobs.store.getState().jobs).toEqual([]);
});

it('a job started again replaces itself', () => {
  const jobs = createJobs(() => 0);
  jobs.start(JOB);
  jobs.start({ ...JOB, name: 'again' });
  expect(jobs.store.getState().jobs.map(({ name }) => name)).toEqual(['again']);
});
