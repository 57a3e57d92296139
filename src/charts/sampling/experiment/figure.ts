import { formatBytes, formatCount, formatRelativeChange, NO_NUMBER } from '../../../base/numbers.js';
import type { FigureModel, Reading } from '../shared/figure-model.js';
import { formatWideBytes } from '../shared/numbers.js';
import { strategyColour, strategyLabel } from '../shared/strategy.js';
import { layoutExperiment } from './layout.js';
import type { ExperimentModel, ExperimentRun } from './props.js';
import { EXPERIMENT_WORDS } from './words.js';

export function experimentFigure(model: ExperimentModel, height?: number): FigureModel {
  return {
    words: EXPERIMENT_WORDS,
    theme: model.theme,
    empty: model.runs.length === 0 ? 'No trials yet: start the experiment.' : null,
    layout: (width) => layoutExperiment(model, width, height),
    read: (stop) => readExperiment(model, stop),
  };
}

function meanText({ mean, meanInterval }: ExperimentRun): string {
  const half = (meanInterval.high - meanInterval.low) / 2;
  return Number.isFinite(half)
    ? `${formatWideBytes(mean)} ± ${formatWideBytes(half)}`
    : formatWideBytes(mean);
}

/** Root of a variance with the roots of its interval. */
function deviationText({ variance, varianceInterval: { low, high } }: ExperimentRun): string {
  if (!Number.isFinite(variance)) return NO_NUMBER;
  const span = Number.isFinite(low) && Number.isFinite(high);
  const interval = span ? ` (${formatWideBytes(Math.sqrt(low))} to ${formatWideBytes(Math.sqrt(high))})` : '';
  return `${formatWideBytes(Math.sqrt(variance))}${interval}`;
}

function readExperiment({ runs, truth, low, high, theme }: ExperimentModel, stop: number): Reading {
  const parts = runs[0]?.counts.length ?? 1;
  const edge = (i: number): string => formatBytes(low + ((high - low) * i) / parts);
  return {
    heading: stop < 0 ? `truth ${formatBytes(truth)}` : `${edge(stop)} to ${edge(stop + 1)}`,
    columns: ['trials here', 'mean ± 95 %', 'off the truth', 'standard deviation (95 %)', 'of theory'],
    rows: runs.map((run) => ({
      key: run.strategy,
      label: strategyLabel(run.strategy),
      mark: { stroke: strategyColour(run.strategy, theme), width: 8 },
      values: [
        formatCount(stop < 0 ? run.done : (run.counts[stop] as number)),
        meanText(run),
        formatRelativeChange(run.mean, truth),
        deviationText(run),
        formatWideBytes(Math.sqrt(run.theory.variance)),
      ],
    })),
  };
}
