/** Results of sweeps as files: what the command line wrote is shown as a sweep, and what was found here is written as it does. */
import { OPTIONS } from '../engine/replay/options.js';
import { specHash, specText } from '../engine/tuning/spec.js';
import type { SweepResult, SweepSpec } from '../engine/tuning/sweep-types.js';
import type { SweepContext, SweepRow } from '../formats/sweep-results.js';
import type { TuningClient } from '../workers/tuning.client.js';
import { baseName, type Download } from './exports.js';
import type { SweepRun } from './sweep-results.js';
import type { FinishedSweep } from './sweep-runner.js';

/** Rows of one sweep over one trace. */
export interface SweepGroup {
  readonly context: SweepContext;
  readonly results: readonly SweepResult[];
}

/** A file may hold several sweeps, of several traces; the largest first. */
export function groupsOf(rows: readonly SweepRow[]): readonly SweepGroup[] {
  const groups = new Map<string, { context: SweepContext; results: SweepResult[] }>();
  for (const { context, result } of rows) {
    const key = `${context.specHash} ${context.traceHash}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { context, results: [result] });
    else group.results.push(result);
  }
  return [...groups.values()].toSorted((a, b) => b.results.length - a.results.length);
}

/** The sweep that such results are of, as far as they tell. */
export function sweepOfGroup({ context, results }: SweepGroup): FinishedSweep {
  const own = results.filter(({ point }) => point.id >= 0);
  const first = own[0] ?? results[0];
  const axes = OPTIONS.flatMap(({ name }) => {
    const values = new Set(own.map(({ point }) => point.options[name]));
    return values.size < 2 ? [] : [{ option: name, values: [...values].sort((a, b) => a - b) }];
  });
  const { method, mode, objectives, constraints, snapshots, traceEvents, traceSeconds, trace, traceHash } =
    context;
  const spec: SweepSpec = {
    base: first === undefined ? ({} as never) : first.point.options,
    mode,
    axes,
    method:
      method === 'grid'
        ? { kind: method }
        : method === 'halving'
          ? { kind: method, samples: own.length, seed: 0, eta: 2 }
          : { kind: method, samples: own.length, seed: 0 },
    objectives,
    constraints,
    snapshots,
  };
  return { spec, facts: { events: traceEvents, seconds: traceSeconds }, fileName: trace, traceHash, results };
}

export interface SweepExports {
  csv(run: SweepRun): Promise<Download>;
  spec(spec: SweepSpec, fileName: string): Download;
}

export function createSweepExports(tuning: Pick<TuningClient, 'write'>): SweepExports {
  return {
    async csv(run) {
      const { spec, fileName, facts, sweepId, traceHash } = run;
      if (run.key === null) throw new Error('These results came from a file, and are in it.');
      const context: SweepContext = {
        specHash: specHash(spec),
        trace: fileName,
        traceHash,
        traceEvents: facts.events,
        traceSeconds: facts.seconds,
        method: spec.method.kind,
        objectives: spec.objectives,
        constraints: spec.constraints,
        mode: spec.mode,
        snapshots: spec.snapshots,
      };
      return { name: `${baseName(fileName)}.sweep.csv`, blob: await tuning.write(sweepId, context) };
    },
    spec: (spec, fileName) => ({
      name: `${baseName(fileName)}.sweep.json`,
      blob: new Blob([specText(spec)], { type: 'application/json' }),
    }),
  };
}
