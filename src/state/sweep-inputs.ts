/** What a sweep is asked for: options with ranges, method, objectives, limits, and where the other options come from. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { presetValues } from '../engine/replay/options.js';
import { describeFigure, type FigureName } from '../engine/tuning/figures.js';
import { planSize } from '../engine/tuning/points.js';
import type { Constraint, SweepMethod, SweepSpec } from '../engine/tuning/sweep-types.js';
import { type AxisInput, defaultAxis, toSweepAxis } from './sweep-axes.js';
import type { ReplayInputs } from './replay-inputs.js';

export const METHODS = ['grid', 'latin-hypercube', 'halving'] as const;
export type MethodName = (typeof METHODS)[number];
export const BASES = ['sliders', 'jemalloc', 'microbench'] as const;
export type SweepBase = (typeof BASES)[number];

export interface SweepInputs {
  readonly axes: readonly AxisInput[];
  readonly method: MethodName;
  /** Of the methods that draw settings. */
  readonly samples: number;
  readonly seed: number;
  readonly eta: number;
  readonly objectives: readonly FigureName[];
  readonly constraints: readonly Constraint[];
  readonly base: SweepBase;
}

export const MOST_SAMPLES = 20_000;
/** The page keeps every result; more belong to the command line. */
export const MOST_RUNS = 50_000;
export const MOST_AXES = 8;
export const MOST_OBJECTIVES = 4;

export type SweepInputsStore = StoreApi<SweepInputs>;

export interface SweepPreset {
  readonly id: 'dirty' | 'huge' | 'sec';
  readonly label: string;
  readonly sentence: string;
  readonly axes: readonly AxisInput[];
  readonly objectives: readonly FigureName[];
}

/** Questions that people ask, as sweeps of a hundred runs or so. */
export const SWEEP_PRESETS: readonly SweepPreset[] = [
  {
    id: 'dirty',
    label: 'Dirty memory',
    sentence: 'How much memory may stay dirty, and what does less of it cost in purge calls?',
    axes: [
      { kind: 'range', option: 'dirty_mult', from: 0, to: 65_536, steps: 6, special: true },
      { kind: 'range', option: 'purge_threshold', from: 4096, to: 2_097_152, steps: 4, special: false },
      { kind: 'range', option: 'min_purge_interval_ms', from: 0, to: 10_000, steps: 4, special: false },
    ],
    objectives: ['mean_dirty_bytes', 'purge_calls_per_second'],
  },
  {
    id: 'huge',
    label: 'Huge pages',
    sentence:
      'When should a pageslab become huge, so that most memory is, without hugify and purge in turns?',
    axes: [
      { kind: 'choice', option: 'hugify_style', picked: [1, 2, 3] },
      {
        kind: 'range',
        option: 'hugification_threshold',
        from: 1_048_576,
        to: 2_097_152,
        steps: 5,
        special: false,
      },
      { kind: 'range', option: 'hugify_delay_ms', from: 0, to: 20_000, steps: 5, special: false },
    ],
    objectives: ['huge_coverage', 'mean_memory_bytes', 'kernel_calls_per_second'],
  },
  {
    id: 'sec',
    label: 'SEC',
    sentence:
      'How large must the small extent cache be to serve most requests, and what memory does it hold?',
    axes: [
      { kind: 'range', option: 'max_alloc', from: 4096, to: 32_768, steps: 4, special: false },
      { kind: 'range', option: 'max_bytes', from: 262_144, to: 16_777_216, steps: 7, special: false },
    ],
    objectives: ['sec_hit_ratio', 'mean_memory_bytes'],
  },
];

export function defaultSweepInputs(): SweepInputs {
  const [preset] = SWEEP_PRESETS;
  return {
    axes: preset?.axes ?? [defaultAxis('dirty_mult')],
    method: 'grid',
    samples: 200,
    seed: 1,
    eta: 3,
    objectives: preset?.objectives ?? ['mean_memory_bytes'],
    constraints: [],
    base: 'jemalloc',
  };
}

export function createSweepInputs(start: SweepInputs = defaultSweepInputs()): SweepInputsStore {
  return createStore<SweepInputs>(() => start);
}

function methodOf({ method, samples, seed, eta }: SweepInputs): SweepMethod {
  switch (method) {
    case 'grid':
      return { kind: 'grid' };
    case 'latin-hypercube':
      return { kind: 'latin-hypercube', samples, seed };
    case 'halving':
      return { kind: 'halving', samples, seed, eta };
  }
}

/** The sweep that the inputs ask for, beside the bench's own settings. */
export function specOf(inputs: SweepInputs, bench: ReplayInputs): SweepSpec {
  const base = inputs.base === 'sliders' ? bench.options : presetValues(inputs.base);
  const { system_thp_mode, hugify_refused } = bench.options;
  return {
    // The machine is the bench's, whatever the options come from.
    base: { ...base, system_thp_mode, hugify_refused },
    mode: { hpaOnly: bench.hpaOnly, shards: bench.shards },
    axes: inputs.axes.map(toSweepAxis),
    method: methodOf(inputs),
    objectives: inputs.objectives,
    constraints: inputs.constraints,
    snapshots: bench.points,
  };
}

/** The preset that these inputs are, or null. */
export function presetOfSweep({ axes, objectives }: SweepInputs): SweepPreset | null {
  const text = JSON.stringify([axes, objectives]);
  return SWEEP_PRESETS.find((preset) => JSON.stringify([preset.axes, preset.objectives]) === text) ?? null;
}

/** Why the sweep cannot start, in a sentence; null where it can. */
export function refusal(inputs: SweepInputs, spec: SweepSpec): string | null {
  if (inputs.axes.length === 0) return 'Choose at least one option to vary.';
  const empty = spec.axes.find(({ values }) => values.length === 0);
  if (empty !== undefined) return `Choose at least one value of ${empty.option}.`;
  if (inputs.objectives.length === 0) return 'Choose at least one figure to make better.';
  if (planSize(spec) > MOST_RUNS)
    return `The page keeps ${MOST_RUNS.toLocaleString('en-US')} runs at most. Take fewer steps or another method, or save the spec and run it with "jelab sweep".`;
  const crossed = inputs.constraints.find(
    ({ min, max }) => min !== undefined && max !== undefined && min > max,
  );
  return crossed === undefined
    ? null
    : `The limits of ${describeFigure(crossed.figure).label} leave nothing between them.`;
}

/** Equal for sweeps whose runs are the same, however they are judged. */
export function planKey(spec: SweepSpec, traceId: string | null): string {
  const { base, mode, axes, method, snapshots } = spec;
  // Successive halving judges while it runs.
  const judged = method.kind === 'halving' ? [spec.objectives, spec.constraints] : [];
  return JSON.stringify([traceId, base, mode, axes, method, snapshots, judged]);
}

export function setAxis(store: SweepInputsStore, index: number, axis: AxisInput | null): void {
  store.setState(({ axes }) => ({
    axes: axes.flatMap((one, i) => (i === index ? (axis === null ? [] : [axis]) : [one])),
  }));
}
