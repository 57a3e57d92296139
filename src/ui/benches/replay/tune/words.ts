/** Runs and settings in words. */
import { formatPointChange, formatRelativeChange } from '../../../../base/numbers.js';
import { formatDimension } from '../../../../charts/tuning/shared/dimension.js';
import {
  describeOption,
  type OptionName,
  OPTIONS,
  type OptionValues,
} from '../../../../engine/replay/options.js';
import { describeFigure, type FigureName } from '../../../../engine/tuning/figures.js';
import { REFERENCE_ID } from '../../../../engine/tuning/points.js';
import type { SweepResult, SweepSpec } from '../../../../engine/tuning/sweep-types.js';
import { friendlyValue } from '../../../controls/friendly-value.js';
import { figureDimension } from './dimensions.js';

export function figureText(name: FigureName, value: number): string {
  return formatDimension(figureDimension(name), value);
}

/** How far a figure is from another run's: percent or a factor, or points where it is a share itself. */
export function figureChange(name: FigureName, value: number, reference: number): string {
  return describeFigure(name).unit === 'ratio'
    ? formatPointChange(value, reference)
    : formatRelativeChange(value, reference, (size) => figureText(name, size));
}

export function optionText(name: OptionName, value: number): string {
  return friendlyValue(describeOption(name), value);
}

export function settingsText(options: OptionValues, names: readonly OptionName[]): string {
  return names.map((name) => `${describeOption(name).label} ${optionText(name, options[name])}`).join(', ');
}

/** What a run is, in two words: the default, a run of the plan, or one beside it. */
export function runName({ point }: SweepResult): string {
  if (point.id === REFERENCE_ID) return 'jemalloc’s default';
  return point.id >= 0 ? `Setting ${point.id + 1}` : `Setting ${-1 - point.id}, rounded for MALLOC_CONF`;
}

/** Options that the sweep varied, and others in which this run differs from its base. */
export function optionsOfRun(result: SweepResult, spec: SweepSpec): readonly OptionName[] {
  const varied = new Set(spec.axes.map(({ option }) => option));
  const others = OPTIONS.filter(
    ({ name }) => !varied.has(name) && result.point.options[name] !== spec.base[name],
  ).map(({ name }) => name);
  return [...varied, ...others];
}

/** One line about a run: settings, then the figures that are aimed at. */
export function runLine(result: SweepResult, spec: SweepSpec, objectives: readonly FigureName[]): string {
  const settings = settingsText(
    result.point.options,
    spec.axes.map(({ option }) => option),
  );
  const figures = objectives
    .map((name) => `${describeFigure(name).label} ${figureText(name, result.figures[name])}`)
    .join(', ');
  const part = result.whole ? '' : ' (a part of the trace)';
  return `${runName(result)}${part}: ${settings} → ${figures}`;
}
