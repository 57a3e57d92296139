import { channelWorker, endChannelWorkers } from './channel-worker.fixture.js';
import type { WorkerLike } from './connection.client.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { workloadRows } from '../engine/sampling/workload.js';
import { WORKLOAD_PRESETS } from '../engine/sampling/workload-presets.js';
import { openFile } from '../formats/open.js';
import type { CounterRequest, ExperimentPart, ExperimentRequest, TheoryRequest } from './sampling.api.js';
import { createSamplingClient, type SamplingListener } from './sampling.client.js';
import { createSamplingService } from './sampling.service.js';

const service = () =>
  createSamplingService({
    now: () => performance.now(),
    pause: () => new Promise((resolve) => void setTimeout(resolve, 0)),
  });

const rowsOf = (id: string) => {
  const preset = WORKLOAD_PRESETS.find((one) => one.id === id);
  return preset === undefined ? [] : workloadRows(preset.create());
};

const SETUP = { workload: rowsOf('server'), lg: 19, budget: null, cost: 'equal', n: 1000 } as const;
const THEORY: TheoryRequest = {
  ...SETUP,
  stack: { bytes: 2 ** 26, size: null, error: 0.1 },
  writer: [{ size: 16, samples: 386 }],
};
const EXPERIMENT: ExperimentRequest = { ...SETUP, trials: 400, seed: '7', engine: 'binomial' };

async function lastPart(request: ExperimentRequest): Promise<ExperimentPart> {
  let last: ExperimentPart | null = null;
  const result = await service().experiment(request, (part) => {
    last = part;
  });
  expect(result.completed).toBe(true);
  if (last === null) throw new Error('no part came');
  return last;
}

describe('closed forms', () => {
  it('compares all strategies at one cost; the optimum is the best of them', async () => {
    const { strategies, samples, best } = await service().theory(THEORY);
    const optimal = strategies.find(({ id }) => id === 'optimal');
    expect(strategies).toHaveLength(7);
    for (const strategy of strategies) {
      expect(strategy.samples / samples, strategy.id).toBeCloseTo(1, 6);
      if (strategy.missedBytes === 0)
        expect(strategy.varianceBytes).toBeGreaterThanOrEqual(optimal?.varianceBytes ?? Number.NaN);
    }
    expect(best[0]?.perByte).toBeGreaterThan(1);
    expect(best[0]?.perByte).toBeLessThan(best[0]?.perAllocation ?? 0);
  });

  it('takes N as typed where asked, and the rate from a budget', async () => {
    const typed = await service().theory({ ...THEORY, cost: 'typed', n: 10 });
    const allocations = SETUP.workload.reduce((sum, { allocated }) => sum + allocated, 0);
    expect(typed.strategies.find(({ id }) => id === 'per-allocation-typed')?.samples).toBeCloseTo(
      allocations / 10,
      3,
    );
    const budget = await service().theory({ ...THEORY, budget: 5000 });
    expect(budget.samples).toBeCloseTo(5000, 3);
  });

  it.each([0, 1, 2])(
    'has no ratio below that of the optimum, and none where all is sampled: lg %i',
    async (lg) => {
      for (const budget of [null, 1e12]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const { best, samples, totals } = await service().theory({ ...THEORY, lg, budget });
        for (const { id, perByte, perAllocation, reason } of best) {
          if (reason === null) {
            expect(perByte, id).toBeGreaterThanOrEqual(1 - 1e-6);
            expect(perAllocation, id).toBeGreaterThanOrEqual(1 - 1e-6);
          } else {
            expect([perByte, perAllocation], id).toEqual([Number.NaN, Number.NaN]);
            expect(reason, id).toContain('Every allocation is sampled');
          }
        }
        if (lg === 0 || budget !== null) expect(samples).toBeCloseTo(totals.allocations, 0);
        expect(best[0]?.reason === null).toBe(lg > 0 && budget === null);
      }
    },
  );

  it('answers which lg_prof_sample is good enough: that one is, the next is not', async () => {
    const { stack } = await service().theory(THEORY);
    const errorAt = async (lg: number) => (await service().theory({ ...THEORY, lg })).stack.errorNow;
    expect(stack.lg).not.toBeNull();
    expect(await errorAt(stack.lg ?? 0)).toBeLessThanOrEqual(0.1);
    expect(await errorAt((stack.lg ?? 0) + 1)).toBeGreaterThan(0.1);
    // A stack of one object can only be known by sampling everything.
    const one = await service().theory({ ...THEORY, stack: { bytes: 8, size: 8, error: 0.01 } });
    expect(one.stack.lg).toBe(0);
  });

  it('says so where the workload is empty or nothing lives', async () => {
    await expect(service().theory({ ...THEORY, workload: [] })).rejects.toThrow('The workload is empty');
    const dead = await service().theory({ ...THEORY, workload: [{ size: 64, allocated: 10, live: 0 }] });
    expect(dead.optimalError).toContain('Nothing of this workload is live');
  });
});

describe('experiments', () => {
  it('give the same numbers for the same seed, near what theory says', async () => {
    const [a, b] = await Promise.all([lastPart(EXPERIMENT), lastPart(EXPERIMENT)]);
    expect(a).toEqual(b);
    expect(a.trialsDone).toBe(a.trialsTotal);
    for (const { id, summary, expected, counts, trials } of a.strategies) {
      const sigma = Math.sqrt(expected.varianceBytes / trials);
      expect(Math.abs(summary.mean - expected.meanBytes), id).toBeLessThanOrEqual(5 * sigma);
      expect(
        counts.reduce((sum, value) => sum + value, 0),
        id,
      ).toBe(400);
      // The biased one is caught: it is far from the truth, and from nothing else.
      const off = Math.abs(summary.mean - expected.bytes) > 5 * sigma;
      expect(off, id).toBe(id === 'ignoring-small');
    }
    const other = await lastPart({ ...EXPERIMENT, seed: '8' });
    expect(other.strategies[0]?.summary.mean).not.toBe(a.strategies[0]?.summary.mean);
  });

  it('ends when a newer one or a cancel comes', async () => {
    const one = service();
    const long = one.experiment({ ...EXPERIMENT, trials: 100_000 }, () => undefined);
    await one.cancel();
    expect(await long).toMatchObject({ completed: false });
  });
});

it('the counter draws once a sample, the coin once an allocation, and both find the same', async () => {
  const request: CounterRequest = { ...SETUP, seed: '3' };
  const { counter, coins, allocations, agreement } = await service().counter(request);
  expect(coins.draws).toBe(coins.trials * allocations);
  expect(counter.draws).toBe(counter.samples + 1);
  expect(agreement.probability).toBeGreaterThan(1e-4);
});

it('writes a dump that reads back as a dump of the rate', async () => {
  for (const named of [false, true]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { blob, samples } = await service().dump({
      ...SETUP,
      seed: '1',
      layout: 'by-size',
      unbias: true,
      accumulated: true,
      named,
    });
    // oxlint-disable-next-line no-await-in-loop
    const opened = await openFile({ name: 'x.heap', size: blob.size, stream: () => blob.stream() }, {});
    if (opened.kind !== 'profile') throw new Error(`a ${opened.kind} came back`);
    expect(opened.profile.rate.text).toBe('524288');
    expect(opened.problems).toEqual([]);
    expect(samples).toBeGreaterThan(10);
    expect(opened.profile.symbols === null).toBe(!named);
  }
});

describe('the page’s side', () => {
  afterEach(endChannelWorkers);

  const worker = (): WorkerLike => channelWorker(service());

  function listener() {
    return {
      landed: vi.fn<SamplingListener['landed']>(),
      failed: vi.fn<SamplingListener['failed']>(),
      started: vi.fn<SamplingListener['started']>(),
      part: vi.fn<SamplingListener['part']>(),
      finished: vi.fn<SamplingListener['finished']>(),
    };
  }

  it('starts no worker before a question; the newest question wins', async () => {
    const heard = listener();
    const make = vi.fn(worker);
    const client = createSamplingClient(make, heard);
    expect(make).not.toHaveBeenCalled();
    for (const lg of [10, 11, 12, 13]) client.ask('theory', { ...THEORY, lg });
    await client.idle();
    expect(make).toHaveBeenCalledTimes(1);
    expect(heard.landed.mock.calls.map(([, request]) => request.lg)).toEqual([10, 13]);
    client.dispose();
  });

  it('cancels an experiment; what came before stays told', async () => {
    const heard = listener();
    const client = createSamplingClient(worker, heard);
    client.experiment({ ...EXPERIMENT, trials: 100_000, engine: 'walk', lg: 12 });
    await vi.waitFor(() => expect(heard.part).toHaveBeenCalled());
    client.cancelExperiment();
    await client.idle();
    expect(heard.finished.mock.calls[0]?.[1]).toMatchObject({ completed: false });
    client.dispose();
  });

  it('tells what cannot be computed in a sentence', async () => {
    const heard = listener();
    const client = createSamplingClient(worker, heard);
    client.ask('theory', { ...THEORY, workload: [] });
    await client.idle();
    expect(heard.failed.mock.calls[0]?.[2]).toContain('The workload is empty');
    client.dispose();
  });
});
