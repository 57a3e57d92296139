/** What the tuning worker does, without the worker: it holds the results of one sweep and judges them. */
import { commonIdleReason } from '../engine/tuning/idle-options.js';
import { paretoFront } from '../engine/tuning/pareto.js';
import { missingRuns, recommend } from '../engine/tuning/recommend.js';
import { sensitivity } from '../engine/tuning/sensitivity.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import { SWEEP_HEADER, sweepLine } from '../formats/sweep-results.js';
import type { JudgeRequest, Judgement, TuningApi } from './tuning.api.js';

export function createTuningService(): TuningApi {
  let held: { readonly sweepId: string; readonly results: SweepResult[] } = { sweepId: '', results: [] };

  const resultsOf = (sweepId: string): SweepResult[] => {
    if (held.sweepId !== sweepId) held = { sweepId, results: [] };
    return held.results;
  };

  const judge = ({ sweepId, spec, trace }: JudgeRequest): Judgement => {
    const results = resultsOf(sweepId);
    const settings = results
      .filter(({ whole, point }) => whole && point.id >= 0)
      .map(({ point }) => point.options);
    return {
      results: results.length,
      front: Uint32Array.from(paretoFront(results, spec.objectives, spec.constraints)),
      sensitivity: sensitivity(results, spec.axes),
      idle: spec.axes.map(({ option }) => commonIdleReason(option, settings, spec.mode, trace)),
      advice: recommend({ spec, results, trace }),
    };
  };

  return {
    add(sweepId, results) {
      const all = resultsOf(sweepId);
      for (const result of results) all.push(result);
      return Promise.resolve();
    },
    judge: (request) => Promise.resolve().then(() => judge(request)),
    write(sweepId, context) {
      const lines = resultsOf(sweepId).map((result) => sweepLine(context, '1/1', result));
      return Promise.resolve(new Blob([`${SWEEP_HEADER}\n`, ...lines], { type: 'text/csv' }));
    },
    missing: ({ sweepId, spec, trace }) =>
      Promise.resolve().then(() => missingRuns({ spec, results: resultsOf(sweepId), trace })),
  };
}
