/** Options and figures as the pictures' dimensions. */
import type { Dimension, DimensionUnit } from '../../../../charts/tuning/shared/dimension.js';
import {
  describeOption,
  type OptionDescription,
  type OptionName,
} from '../../../../engine/replay/options.js';
import {
  describeFigure,
  type FigureDescription,
  type FigureName,
} from '../../../../engine/tuning/figures.js';
import type { SweepAxis } from '../../../../engine/tuning/sweep-types.js';

const FIGURE_UNITS: Readonly<Record<FigureDescription['unit'], DimensionUnit>> = {
  bytes: 'bytes',
  'per-second': 'per-second',
  ratio: 'share',
  count: 'count',
};

export function figureDimension(name: FigureName): Dimension {
  const { label, unit, better } = describeFigure(name);
  return { key: name, label, unit: FIGURE_UNITS[unit], scale: 'linear', better };
}

export function optionDimension(name: OptionName, values?: readonly number[]): Dimension {
  const option: OptionDescription = describeOption(name);
  return {
    key: name,
    label: option.label,
    unit: option.kind === 'ratio' ? 'fixed-point' : option.kind,
    scale: option.scale,
    ...(option.choices === undefined ? {} : { choices: option.choices }),
    ...(option.special === undefined ? {} : { special: option.special }),
    ...(values === undefined ? {} : { values }),
  };
}

export function axisDimension({ option, values }: SweepAxis): Dimension {
  return optionDimension(option, values);
}
