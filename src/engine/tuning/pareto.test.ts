import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIGURES } from './figures.js';
import { type Direction, meetsConstraints, paretoFront, paretoRanks, UNRANKED } from './pareto.js';
import { figuresWith } from './results.fixture.js';

/** Peels fronts by comparing every pair. */
function bruteRanks(points: readonly (readonly number[])[], better: readonly Direction[]): number[] {
  const cost = points.map((point) => point.map((value, k) => (better[k] === 'more' ? -value : value)));
  const beats = (a: number, b: number): boolean =>
    cost[a]!.every((value, k) => value <= cost[b]![k]!) && cost[a]!.some((value, k) => value < cost[b]![k]!);
  const ranks: number[] = points.map(() => UNRANKED);
  let left = points.flatMap((point, i) => (point.some(Number.isNaN) ? [] : [i]));
  for (let rank = 0; left.length > 0; rank += 1) {
    const front = left.filter((i) => !left.some((j) => beats(j, i)));
    for (const i of front) ranks[i] = rank;
    left = left.filter((i) => !front.includes(i));
  }
  return ranks;
}

const value = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 2, arbitrary: fc.double({ min: -3, max: 9, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
);

describe('Pareto ranks', () => {
  it.each([1, 2, 3, 4, 5])('equal brute force with %i objectives', (objectives) => {
    const point = fc.array(value, { minLength: objectives, maxLength: objectives });
    const better = fc.array(fc.constantFrom<Direction>('less', 'more'), {
      minLength: objectives,
      maxLength: objectives,
    });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), better, (points, directions) => {
        const columns = directions.map((_, k) => points.map((one) => one[k]!));
        expect([...paretoRanks(columns, directions, points.length)]).toEqual(bruteRanks(points, directions));
      }),
      { numRuns: 300 },
    );
  });

  it('are quick for many points: 100 000 in two and three objectives', () => {
    let seed = 1;
    const random = (): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return seed / 4_294_967_296;
    };
    const columns = [0, 1, 2].map(() => Float64Array.from({ length: 100_000 }, random));
    // A surface on which no point beats another is the worst case.
    columns[2] = columns[0]!.map((one, i) => 2 - one - columns[1]![i]!);
    const begun = performance.now();
    expect(paretoRanks(columns, ['less', 'less', 'less'], 100_000).every((rank) => rank === 0)).toBe(true);
    paretoRanks(columns.slice(0, 2), ['less', 'more'], 100_000);
    // Half a second on a slow machine; comparing pairs would take minutes.
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});

describe('the Pareto front of runs', () => {
  const run = (dirty: number, calls: number, whole = true) => ({
    whole,
    figures: figuresWith({ mean_dirty_bytes: dirty, purge_calls_per_second: calls }),
  });
  const both = ['mean_dirty_bytes', 'purge_calls_per_second'] as const;

  it('leaves out beaten, partial and unknown runs, and keeps equal ones', () => {
    const runs = [run(1, 5), run(2, 2), run(2, 3), run(0, 0, false), run(Number.NaN, 0), run(1, 5)];
    expect(paretoFront(runs, both)).toEqual([0, 1, 5]);
  });

  it('leaves out runs that miss a limit, and lets the next ones in', () => {
    const runs = [run(1, 5), run(2, 2), run(2, 3)];
    expect(paretoFront(runs, both, [{ figure: 'mean_dirty_bytes', max: 1 }])).toEqual([0]);
    expect(paretoFront(runs, both, [{ figure: 'purge_calls_per_second', min: 3 }])).toEqual([0, 2]);
    expect(paretoFront(runs, both, [{ figure: 'sec_hit_ratio', min: 0 }])).toEqual([]);
  });

  it('has limits that include their ends', () => {
    const figures = figuresWith({ mean_dirty_bytes: 5 });
    expect(meetsConstraints(figures, [{ figure: 'mean_dirty_bytes', min: 5, max: 5 }])).toBe(true);
    expect(meetsConstraints(figures, [{ figure: 'mean_dirty_bytes', max: 4 }])).toBe(false);
    expect(meetsConstraints(figures, [{ figure: 'mean_dirty_bytes', min: 6 }])).toBe(false);
  });

  it('counts more as better where a figure says so', () => {
    for (const { name, better } of FIGURES) {
      const runs = [1, 2].map((one) => ({ whole: true, figures: figuresWith({ [name]: one }) }));
      expect(paretoFront(runs, [name])).toEqual([better === 'more' ? 1 : 0]);
    }
  });
});
