/** Full grids over the golden traces: recommendations against a front found by comparing every pair. */
import { describe, expect, it } from 'vitest';
import { goldenManifest, goldenText, hasGolden } from '../../testing/golden.js';
import { traceFromText } from '../../testing/trace-builder.js';
import type { TraceTable } from '../replay/trace-table.js';
import { presetValues } from '../replay/options.js';
import { latestTime } from '../replay/snapshot-schedule.js';
import { isConfExact } from './conf-exact.js';
import { describeFigure, type FigureName } from './figures.js';
import { meetsConstraints } from './pareto.js';
import { REFERENCE_ID } from './points.js';
import { type Advice, missingRuns, recommend } from './recommend.js';
import { runPoint } from './run-point.js';
import { sensitivity } from './sensitivity.js';
import { SweepSchedule } from './sweep-schedule.js';
import type { Figures, SweepResult, SweepSpec } from './sweep-types.js';

const SPEC: SweepSpec = {
  base: presetValues('jemalloc'),
  mode: { hpaOnly: false, shards: null },
  axes: [
    { option: 'dirty_mult', values: [1310, 16_384] },
    { option: 'purge_threshold', values: [4096, 2_097_152] },
    { option: 'hugify_style', values: [2, 3] },
    { option: 'min_purge_interval_ms', values: [500, 5000] },
  ],
  method: { kind: 'grid' },
  objectives: ['mean_memory_bytes', 'kernel_calls_per_second', 'huge_coverage'],
  constraints: [],
  snapshots: 100,
};

function beats(a: Figures, b: Figures, objectives: readonly FigureName[]): boolean {
  const sign = (name: FigureName): number => (describeFigure(name).better === 'less' ? 1 : -1);
  return (
    objectives.every((name) => sign(name) * a[name] <= sign(name) * b[name]) &&
    objectives.some((name) => sign(name) * a[name] < sign(name) * b[name])
  );
}

function sweep(trace: TraceTable, spec: SweepSpec): SweepResult[] {
  const schedule = new SweepSchedule(spec, trace.length);
  const results: SweepResult[] = [];
  for (let task = schedule.next(); typeof task !== 'string'; task = schedule.next()) {
    const result = runPoint(trace, { ...task, mode: spec.mode, snapshots: spec.snapshots }, () => 0);
    schedule.add(result);
    results.push(result);
  }
  return results;
}

/** Labels, verdict and picks against the raw figures, each found another way than the code does. */
function checkAdvice(
  what: string,
  { recommendations, verdict, reference }: Advice,
  results: readonly SweepResult[],
  { objectives, constraints }: SweepSpec,
): void {
  const fit = results.filter(
    ({ whole, figures, point }) =>
      whole &&
      isConfExact(point.options) &&
      meetsConstraints(figures, constraints) &&
      objectives.every((name) => !Number.isNaN(figures[name])),
  );
  expect(recommendations.length > 0, what).toBe(fit.length > 0);
  const isIn = fit.some(({ point }) => point.id === REFERENCE_ID);
  for (const { role, title, result, isDefault, reasons } of recommendations) {
    expect(result.whole, what).toBe(true);
    expect(
      fit.some(({ figures }) => beats(figures, result.figures, objectives)),
      what,
    ).toBe(false);
    if (role !== 'balanced') {
      const values = fit.map(({ figures }) => figures[role]);
      const best = describeFigure(role).better === 'less' ? Math.min(...values) : Math.max(...values);
      expect(title.startsWith('almost'), `${what}: ${title}`).toBe(result.figures[role] !== best);
    }
    if (reference === null || !isIn) continue;
    const better = objectives.some((name) => {
      const sign = describeFigure(name).better === 'less' ? 1 : -1;
      return sign * result.figures[name] < sign * reference.figures[name];
    });
    expect(better || isDefault || reasons[0]!.startsWith('Within'), `${what}: ${reasons[0]}`).toBe(true);
  }
  if (reference === null || fit.length === 0) return;
  if (!isIn) expect(verdict).toMatch(/misses the limits|has no number/);
  else if (verdict?.startsWith('Nothing') === false)
    expect(
      fit.some(({ figures }) => beats(figures, reference.figures, objectives)),
      `${what}: ${verdict}`,
    ).toBe(true);
}

const OTHERS: Readonly<Record<string, Partial<SweepSpec>>> = {
  'one option': { axes: [{ option: 'dirty_mult', values: [0, 16_384, 65_536] }] },
  'an option without effect': { axes: [{ option: 'nshards', values: [1, 2, 4] }] },
  'a Latin hypercube': { method: { kind: 'latin-hypercube', samples: 12, seed: 3 } },
  halving: { method: { kind: 'halving', samples: 12, seed: 3, eta: 3 } },
  'a limit that all miss': { constraints: [{ figure: 'peak_memory_bytes', max: 0 }] },
  'an aim that has no number': { mode: { hpaOnly: true, shards: null }, objectives: ['sec_hit_ratio'] },
  'dirty memory and calls': {
    axes: [
      { option: 'dirty_mult', values: [-1, 0, 13_107, 65_536] },
      { option: 'purge_threshold', values: [4096, 2_097_152] },
      { option: 'min_purge_interval_ms', values: [0, 1000] },
    ],
    objectives: ['mean_dirty_bytes', 'purge_calls_per_second'],
  },
};

describe.skipIf(!hasGolden)('recommendations for the golden traces (needs ../shared/golden)', () => {
  const traces = hasGolden ? [...new Set(goldenManifest().replays.map(({ trace }) => trace))] : [];

  it('there are ten traces', () => {
    expect(traces).toHaveLength(10);
  });

  it.each(traces)('%s: on the Pareto front of the full grid', (name) => {
    const trace = traceFromText(goldenText(name));
    const results = sweep(trace, SPEC);
    expect(results).toHaveLength(17);
    // The grid has jemalloc's own setting: the two runs must agree in everything.
    const own = results.find(
      ({ point }) =>
        point.id >= 0 && JSON.stringify(point.options) === JSON.stringify(results[0]!.point.options),
    );
    expect(own?.figures).toEqual(results[0]!.figures);

    let beaten = false;
    for (const objectives of [
      SPEC.objectives,
      SPEC.objectives.slice(0, 2),
      ['peak_memory_bytes', 'purge_calls_per_second'] as const,
    ]) {
      const input = {
        spec: { ...SPEC, objectives },
        results,
        trace: { events: trace.length, seconds: latestTime(trace) / 1e9 },
      };
      expect(missingRuns(input)).toEqual([]);
      const { recommendations } = recommend(input);
      expect(recommendations.length).toBeGreaterThan(0);
      for (const { result } of recommendations) {
        expect(results.some(({ figures }) => beats(figures, result.figures, objectives))).toBe(false);
      }
      beaten ||= results.some((one) =>
        results.some(({ figures }) => beats(figures, one.figures, objectives)),
      );
    }

    // The check can fail: some run of the grid is beaten.
    expect(beaten).toBe(true);

    for (const { effects } of sensitivity(results, SPEC.axes).options) {
      const { share } = effects.mean_memory_bytes;
      expect(Number.isNaN(share) || (share >= 0 && share <= 1)).toBe(true);
    }
  });

  it.each(traces)('%s: labels and verdict are those of the raw figures, for all kinds of sweeps', (name) => {
    const trace = traceFromText(goldenText(name));
    for (const [what, change] of Object.entries(OTHERS)) {
      const spec = { ...SPEC, ...change };
      const results = sweep(trace, spec);
      const facts = { events: trace.length, seconds: latestTime(trace) / 1e9 };
      for (const point of missingRuns({ spec, results, trace: facts })) {
        results.push(
          runPoint(trace, { point, events: null, mode: spec.mode, snapshots: spec.snapshots }, () => 0),
        );
      }
      const advice = recommend({ spec, results, trace: facts });
      checkAdvice(what, advice, results, spec);
    }
  });
});
