import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resultWith } from '../engine/tuning/results.fixture.js';
import { SweepColumns } from './sweep-columns.js';
import { defaultSweepInputs, specOf } from './sweep-inputs.js';
import { createSweepLanding } from './sweep-landing.js';
import { createSweepResults, sweepRunOf } from './sweep-results.js';
import { createReplayInputs } from './replay-inputs.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(spent = 0) {
  const columns = new SweepColumns();
  const results = createSweepResults();
  const spec = specOf(defaultSweepInputs(), createReplayInputs().store.getState().history.present);
  const about = { sweepId: 's', key: 'k', spec, traceId: 't', traceHash: 'h', fileName: 'f' };
  results.setState({
    run: sweepRunOf({ ...about, facts: { events: 10, seconds: 1 }, status: 'running' }, columns),
  });
  const judged: number[] = [];
  let runsDone = 0;
  const landing = createSweepLanding({
    sweepId: 's',
    columns,
    results,
    judge: { add: (_, batch) => void judged.push(batch.length) },
    now: () => performance.now(),
    counts: () => ({ runs: 5000, runsDone, events: 50_000, eventsDone: 10 * runsDone }),
    onCount: () => undefined,
    spent,
  });
  const come = (count: number): void => {
    for (let i = 0; i < count; i += 1) {
      runsDone += 1;
      landing.result(resultWith(runsDone, {}, {}));
    }
  };
  return { landing, results, columns, judged, come };
}

describe('results of a sweep under way', () => {
  it('are shown soon while they are few, more seldom when they are many, and none twice', () => {
    const { columns, judged, come } = setUp();
    come(3);
    expect(columns.results).toHaveLength(0);
    vi.advanceTimersByTime(200);
    expect(columns.results).toHaveLength(3);
    come(1200);
    vi.advanceTimersByTime(210);
    expect(columns.results).toHaveLength(1203);
    come(1);
    vi.advanceTimersByTime(1400);
    expect(columns.results).toHaveLength(1203);
    vi.advanceTimersByTime(100);
    expect(columns.results).toHaveLength(1204);
    expect(judged).toEqual([3, 1200, 1]);
  });

  it('are counted meanwhile, with the time that runs were under way', () => {
    const { landing, results, come } = setUp(1000);
    come(1200);
    vi.advanceTimersByTime(210);
    come(7);
    vi.advanceTimersByTime(400);
    expect(results.getState().progress).toMatchObject({ runs: 5000, runsDone: 1207, eventsDone: 12_070 });
    expect(results.getState().progress.milliseconds).toBe(1610);
    landing.stopClock();
    vi.advanceTimersByTime(5000);
    landing.startClock();
    vi.advanceTimersByTime(90);
    landing.land();
    expect(results.getState().progress.milliseconds).toBe(1700);
  });

  it('tells what failed, and nothing after its end or of another sweep', () => {
    const { landing, results, judged, come } = setUp();
    landing.failed({ id: 4, sentence: 'No such setting.' });
    vi.advanceTimersByTime(300);
    expect(results.getState().run?.failures).toEqual([{ id: 4, sentence: 'No such setting.' }]);
    const { run } = results.getState();
    if (run === null) throw new Error('there is a run');
    const before = results.getState().progress;
    results.setState({ run: { ...run, sweepId: 'other' } });
    landing.land();
    expect(results.getState().progress).toBe(before);
    come(2);
    landing.dispose();
    vi.advanceTimersByTime(5000);
    expect(judged).toEqual([]);
  });
});
