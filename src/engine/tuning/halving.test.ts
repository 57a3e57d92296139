import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presetValues } from '../replay/options.js';
import { halvingRounds, survivors } from './halving.js';
import { REFERENCE_ID } from './points.js';
import { figuresWith, resultWith } from './results.fixture.js';
import { SweepSchedule, type SweepTask } from './sweep-schedule.js';
import type { SweepMethod, SweepResult, SweepSpec } from './sweep-types.js';

const BOTH = ['mean_dirty_bytes', 'purge_calls_per_second'] as const;

function specOf(method: SweepMethod): SweepSpec {
  return {
    base: presetValues('jemalloc'),
    mode: { hpaOnly: false, shards: null },
    axes: [
      { option: 'dirty_mult', values: [100, 60_000] },
      { option: 'purge_threshold', values: [4096, 2_097_152] },
    ],
    method,
    objectives: BOTH,
    constraints: [],
    snapshots: 10,
  };
}

const EVENTS = 90_000;

/** Figures that the settings alone decide. */
function madeUp({ point, events }: SweepTask): SweepResult {
  const { dirty_mult: mult, purge_threshold: threshold } = point.options;
  return {
    point,
    events: events ?? EVENTS,
    whole: events === null,
    figures: figuresWith({
      mean_dirty_bytes: mult + threshold / 50,
      purge_calls_per_second: 1e6 / (mult + 1),
    }),
    milliseconds: 0,
  };
}

/** Runs a schedule to its end, several runs under way at once; `pick` says which finishes next. */
function play(
  schedule: SweepSchedule,
  pick: (open: number) => number = () => 0,
  result: (task: SweepTask) => SweepResult | null = madeUp,
): SweepTask[] {
  const made: SweepTask[] = [];
  const open: SweepTask[] = [];
  for (;;) {
    const task = open.length < 4 ? schedule.next() : 'wait';
    if (typeof task !== 'string') {
      open.push(task);
      made.push(task);
    } else if (open.length > 0) {
      const [done] = open.splice(pick(open.length) % open.length, 1);
      const answer = result(done!);
      if (answer === null) schedule.fail(done!);
      else schedule.add(answer);
    } else {
      expect(task).toBe('end');
      expect(schedule.ended).toBe(true);
      expect(schedule.runsDone).toBe(schedule.runs);
      expect(schedule.eventsDone).toBe(schedule.events);
      return made;
    }
  }
}

const keysOf = (tasks: readonly SweepTask[]): string[] =>
  tasks.map(({ point, events }) => `${point.id} ${events}`).sort();

describe('rounds of halving', () => {
  it('keep 1/eta for a part eta times as long, until the whole trace', () => {
    expect(halvingRounds({ samples: 27, eta: 3 }, 90_000)).toEqual([
      { events: 3334, runs: 27 },
      { events: 10_000, runs: 9 },
      { events: 30_000, runs: 3 },
      { events: 90_000, runs: 1 },
    ]);
  });

  it('never replay so little that it says nothing', () => {
    expect(halvingRounds({ samples: 1000, eta: 2 }, 2500)).toEqual([
      { events: 1250, runs: 1000 },
      { events: 2500, runs: 500 },
    ]);
    expect(halvingRounds({ samples: 1000, eta: 2 }, 10)).toEqual([{ events: 10, runs: 1000 }]);
  });
});

describe('survivors', () => {
  const run = (id: number, dirty: number, calls: number) =>
    resultWith(id, {}, { mean_dirty_bytes: dirty, purge_calls_per_second: calls });

  it('are the first ranks, spread out, ties to the smaller id, whatever the order of results', () => {
    const runs = [run(0, 1, 9), run(1, 5, 5), run(2, 9, 1), run(3, 5.1, 4.9), run(4, 9, 9), run(5, 1, 9)];
    const kept = survivors(runs, 3, BOTH, []);
    fc.assert(
      fc.property(fc.shuffledSubarray(runs, { minLength: runs.length }), (shuffled) => {
        expect(survivors(shuffled, 3, BOTH, [])).toEqual(kept);
      }),
    );
    // Both ends of the front stay.
    expect(kept).toContain(0);
    expect(kept).toContain(2);
    expect(kept).not.toContain(4);
    expect(survivors(runs, 6, BOTH, [])).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('prefer runs within the limits, then the others, and numbers to none', () => {
    const runs = [run(0, Number.NaN, 0), run(1, 9, 9), run(2, 1, 1), run(3, 2, 2)];
    const limit = [{ figure: 'mean_dirty_bytes', min: 5 } as const];
    expect(survivors(runs, 1, BOTH, limit)).toEqual([1]);
    expect(survivors(runs, 2, BOTH, limit)).toEqual([1, 2]);
    expect(survivors(runs, 3, BOTH, limit)).toEqual([1, 2, 3]);
  });
});

describe('a schedule', () => {
  const grid = specOf({ kind: 'grid' });
  const halving = specOf({ kind: 'halving', samples: 27, seed: 4, eta: 3 });

  it('of a grid hands out the reference first, then every setting once', () => {
    const made = play(new SweepSchedule(grid, EVENTS));
    expect(made.map(({ point }) => point.id)).toEqual([REFERENCE_ID, 0, 1, 2, 3]);
    expect(made.every(({ events }) => events === null)).toBe(true);
  });

  it('of a part has the part’s settings', () => {
    const spec = specOf({ kind: 'latin-hypercube', samples: 10, seed: 1 });
    const ids = (index: number): number[] =>
      play(new SweepSchedule(spec, EVENTS, { part: { index, of: 3 } })).map(({ point }) => point.id);
    expect(ids(1)).toEqual([1, 4, 7]);
    expect(ids(2)).toEqual([2, 5, 8]);
    expect(ids(3)).toEqual([REFERENCE_ID, 0, 3, 6, 9]);
  });

  it('knows how many runs are left of a round', () => {
    const leftOf = (schedule: SweepSchedule): number[] => {
      const left = [schedule.left];
      for (let task = schedule.next(); typeof task !== 'string'; task = schedule.next())
        left.push(schedule.left);
      return left;
    };
    expect(leftOf(new SweepSchedule(grid, EVENTS))).toEqual([5, 4, 3, 2, 1, 0]);
    const sampled = specOf({ kind: 'latin-hypercube', samples: 10, seed: 1 });
    expect(leftOf(new SweepSchedule(sampled, EVENTS, { part: { index: 2, of: 3 } }))).toEqual([3, 2, 1, 0]);
    expect(leftOf(new SweepSchedule(sampled, EVENTS, { part: { index: 0, of: 3 } }))).toEqual([
      5, 4, 3, 2, 1, 0,
    ]);
    // Of an earlier sweep: those of another part count for nothing.
    const part = { index: 0, of: 3 };
    const finished = [0, 3, 4, 5].map((id) => madeUp({ point: { id, options: sampled.base }, events: null }));
    const resumed = new SweepSchedule(sampled, EVENTS, { part, finished });
    expect(leftOf(resumed)).toEqual([3, 2, 1, 0]);
    const schedule = new SweepSchedule(halving, EVENTS);
    expect(schedule.left).toBe(28);
    const first = Array.from({ length: 28 }, () => schedule.next() as SweepTask);
    expect(schedule.left).toBe(0);
    for (const task of first) schedule.add(madeUp(task));
    schedule.next();
    expect(schedule.left).toBe(8);
  });

  it('of halving makes the same runs, in whatever order they finish', () => {
    const expected = keysOf(play(new SweepSchedule(halving, EVENTS)));
    expect(expected).toHaveLength(27 + 9 + 3 + 1 + 1);
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), (order) => {
        let at = 0;
        const pick = (open: number): number => order[at++ % order.length]! % open;
        expect(keysOf(play(new SweepSchedule(halving, EVENTS), pick))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('goes on after any number of finished runs, making the others and no more', () => {
    for (const spec of [grid, halving]) {
      const all = play(new SweepSchedule(spec, EVENTS));
      for (let cut = 0; cut <= all.length; cut += 1) {
        const finished = all.slice(0, cut).map(madeUp);
        const rest = play(new SweepSchedule(spec, EVENTS, { finished }));
        expect(keysOf(rest)).toEqual(keysOf(all.slice(cut)));
      }
    }
  });

  it('goes on without failed runs', () => {
    const made = play(new SweepSchedule(halving, EVENTS), undefined, (task) =>
      task.point.id % 2 === 0 ? null : madeUp(task),
    );
    const last = made.filter(({ events, point }) => events === null && point.id >= 0);
    expect(last).toHaveLength(1);
    expect(last[0]!.point.id % 2).toBe(1);
    play(new SweepSchedule(halving, EVENTS), undefined, () => null);
  });
});
