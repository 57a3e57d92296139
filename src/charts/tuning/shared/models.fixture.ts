/** A small sweep for tests: two options on a grid, two figures, one run that misses a limit and one without a number. */
import type { HeatMapModel } from '../heat-map/props.js';
import type { ParallelModel } from '../parallel-coordinates/props.js';
import type { ParetoFrontModel } from '../pareto-front/props.js';
import type { SensitivityModel } from '../sensitivity/props.js';
import type { Theme } from '../../shared/palette.js';
import type { Dimension } from './dimension.js';
import { BESIDE_PLAN, MISSES_LIMIT, ON_FRONT, PARTIAL, type TuningMark, type TuningTable } from './table.js';

export const DIRTY: Dimension = {
  key: 'dirty_mult',
  label: 'dirty_mult',
  unit: 'fixed-point',
  scale: 'linear',
  special: { value: -1, label: 'off' },
  values: [-1, 0, 32_768],
};
export const STYLE: Dimension = {
  key: 'style',
  label: 'hugify_style',
  unit: 'choice',
  scale: 'linear',
  choices: ['auto', 'none', 'eager', 'lazy'],
  values: [1, 3],
};
export const MEMORY: Dimension = {
  key: 'memory',
  label: 'mean memory',
  unit: 'bytes',
  scale: 'linear',
  better: 'less',
};
export const CALLS: Dimension = {
  key: 'calls',
  label: 'kernel calls',
  unit: 'per-second',
  scale: 'linear',
  better: 'less',
};

const MIB = 2 ** 20;

/** Rows: off/none, 0/none, 50 %/none, off/lazy, 0/lazy (no number), 50 %/lazy (misses), the default, a part. */
export const TABLE: TuningTable = {
  rows: 8,
  columns: {
    dirty_mult: Float64Array.of(-1, 0, 32_768, -1, 0, 32_768, 16_384, 0),
    style: Float64Array.of(1, 1, 1, 3, 3, 3, 3, 1),
    memory: Float64Array.of(64 * MIB, 40 * MIB, 48 * MIB, 70 * MIB, Number.NaN, 50 * MIB, 52 * MIB, MIB),
    calls: Float64Array.of(0, 30, 5, 0, Number.NaN, 8, 6, 1),
  },
  status: Uint8Array.of(ON_FRONT, ON_FRONT, ON_FRONT, 0, 0, MISSES_LIMIT, BESIDE_PLAN, PARTIAL),
};

export const MARKS: readonly TuningMark[] = [
  {
    key: 'default',
    kind: 'default',
    label: 'default',
    row: 6,
    values: { dirty_mult: 16_384, style: 3, memory: 52 * MIB, calls: 6 },
  },
  // Sliders that nobody has run yet.
  { key: 'now', kind: 'current', label: 'now', row: -1, values: { dirty_mult: 0, style: 1 } },
  {
    key: 'r1',
    kind: 'recommended',
    label: '1',
    row: 1,
    values: { dirty_mult: 0, style: 1, memory: 40 * MIB, calls: 30 },
  },
];

const sayRow = (row: number): string => `run ${row} <b>`;

export function paretoModel(theme: Theme = 'light'): ParetoFrontModel {
  return { table: TABLE, x: CALLS, y: MEMORY, marks: MARKS, twoObjectives: true, theme, sayRow };
}

export function heatModel(theme: Theme = 'light', gather: 'best' | 'mean' = 'best'): HeatMapModel {
  return { table: TABLE, x: STYLE, y: DIRTY, figure: MEMORY, gather, marks: MARKS, theme, sayRow };
}

export function parallelModel(theme: Theme = 'light'): ParallelModel {
  return {
    table: TABLE,
    axes: [DIRTY, STYLE, MEMORY, CALLS],
    colourBy: MEMORY,
    brushes: {},
    marks: MARKS,
    theme,
    sayRow,
  };
}

const NOTHING = { share: Number.NaN, total: Number.NaN, correlation: Number.NaN };

export function sensitivityModel(theme: Theme = 'light'): SensitivityModel {
  return {
    rows: [
      {
        key: 'dirty_mult',
        label: 'dirty_mult',
        effects: {
          memory: { share: 0.7, total: 0.8, correlation: 0.9 },
          calls: { share: 0.001, total: 0.002, correlation: -0.1 },
        },
        noEffect: false,
        reason: null,
      },
      {
        key: 'nshards',
        label: 'SEC nshards',
        effects: { memory: NOTHING, calls: NOTHING },
        noEffect: true,
        reason: 'the SEC is off',
      },
    ],
    figures: [MEMORY, CALLS],
    method: 'grid',
    runs: 6,
    theme,
  };
}
