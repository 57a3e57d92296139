import { formatBytes, formatCount, formatNanoseconds, NO_NUMBER } from '../../../base/numbers.js';
import type { FigureModel, Reading } from '../shared/figure-model.js';
import { formatWide, formatWidePercent } from '../shared/numbers.js';
import { layoutCounterTrick, WAY_LABELS, WAYS, wayStroke } from './layout.js';
import type { CounterTrickModel, SamplingWay } from './props.js';
import { COUNTER_TRICK_WORDS } from './words.js';

export function counterTrickFigure(model: CounterTrickModel, height?: number): FigureModel {
  const nothing = WAYS.every((way) => model.ways[way] === null);
  return {
    words: COUNTER_TRICK_WORDS,
    theme: model.theme,
    empty: nothing ? 'Not run yet: start the comparison.' : null,
    layout: (width) => layoutCounterTrick(model, width, height),
    read: (stop) => readTrick(model, stop),
  };
}

/** What the Kolmogorov-Smirnov test says, as a sentence. */
export function agreementSentence({ agreement, ways, allocations }: CounterTrickModel): string {
  if (agreement === null) return 'The two distributions are compared when both ways have run.';
  if (ways.counter?.samples === 0 && ways.coins?.samples === 0)
    return `No sample was taken in either way: at this rate a trial of ${formatCount(allocations)} allocations is too short to compare them.`;
  const { distance, probability } = agreement;
  const verdict = probability >= 0.001 ? 'no sign that they differ' : 'they differ, which must not happen';
  return `The distributions are ${formatWidePercent(distance)} apart at most (Kolmogorov-Smirnov); two samples of one distribution are so in ${formatWidePercent(probability)} of cases: ${verdict}.`;
}

function readTrick(model: CounterTrickModel, stop: number): Reading {
  const { ways, low, high, quantity, allocations, theme } = model;
  const parts = WAYS.map((way) => ways[way]?.counts.length).find((length) => length !== undefined) ?? 1;
  const format = quantity === 'bytes' ? formatBytes : formatWide;
  const edge = (i: number): string => format(low + ((high - low) * i) / parts);
  const unit = quantity === 'bytes' ? '' : ' samples';
  const row = (way: SamplingWay | null): string[] => {
    if (way === null || way.trials === 0) return ['', '', '', '', ''];
    return [
      stop < 0 ? formatCount(way.trials) : formatCount(way.counts[stop] as number),
      formatCount(way.draws),
      way.samples > 0 ? formatWide(way.draws / way.samples) : NO_NUMBER,
      formatWide(way.draws / way.trials / allocations),
      formatNanoseconds(way.nanoseconds / way.trials / allocations),
    ];
  };
  return {
    heading: stop < 0 ? 'all trials' : `${edge(stop)} to ${edge(stop + 1)}${unit}`,
    columns: ['trials here', 'draws', 'draws a sample', 'draws an allocation', 'time an allocation'],
    rows: WAYS.map((way) => ({
      key: way,
      label: WAY_LABELS[way],
      mark: wayStroke(way, theme),
      values: row(ways[way]),
    })),
    note: agreementSentence(model),
  };
}
