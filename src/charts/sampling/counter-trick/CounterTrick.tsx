import { type ReactElement, useMemo } from 'react';
import type { ExportOptions } from '../../shared/export-options.js';
import { Figure } from '../shared/Figure.js';
import { figureSvg } from '../shared/figure-model.js';
import { counterTrickFigure } from './figure.js';
import type { CounterTrickModel, CounterTrickProps } from './props.js';

export { agreementSentence } from './figure.js';
export type { CounterTrickModel, CounterTrickProps, SamplingWay, WayId } from './props.js';
export { COUNTER_TRICK_WORDS } from './words.js';

export function CounterTrick(props: CounterTrickProps): ReactElement {
  const { quantity, low, high, allocations, ways, agreement, theme, height } = props;
  const figure = useMemo(
    () => counterTrickFigure({ quantity, low, high, allocations, ways, agreement, theme }, height),
    [quantity, low, high, allocations, ways, agreement, theme, height],
  );
  return <Figure figure={figure} />;
}

export function exportCounterTrickSvg(model: CounterTrickModel, options: ExportOptions): string {
  return figureSvg(counterTrickFigure(model), options);
}
