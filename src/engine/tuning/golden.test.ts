/** Full grids over the golden traces: recommendations against a front found by comparing every pair. */
import { describe, expect, it } from 'vitest';
import { goldenManifest, goldenText, hasGolden } from '../../testing/golden.js';
import { traceFromText } from '../../testing/trace-builder.js';
import { presetValues } from '../replay/options.js';
import { latestTime } from '../replay/snapshot-schedule.js';
import { describeFigure, type FigureName } from './figures.js';
import { missingRuns, recommend } from './recommend.js';
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

describe.skipIf(!hasGolden)('recommendations for the golden traces (needs ../shared/golden)', () => {
  const traces = hasGolden ? [...new Set(goldenManifest().replays.map(({ trace }) => trace))] : [];

  it('there are ten traces', () => {
    expect(traces).toHaveLength(10);
  });

  it.each(traces)('%s: on the Pareto front of the full grid', (name) => {
    const trace = traceFromText(goldenText(name));
    const schedule = new SweepSchedule(SPEC, trace.length);
    const results: SweepResult[] = [];
    for (let task = schedule.next(); typeof task !== 'string'; task = schedule.next()) {
      const result = runPoint(trace, { ...task, mode: SPEC.mode, snapshots: SPEC.snapshots }, () => 0);
      schedule.add(result);
      results.push(result);
    }
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
});
