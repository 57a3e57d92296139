/** One axis of a spec: listed values, or a range with steps. */
import { describeOption, type OptionDescription, type OptionName, OPTIONS } from '../replay/options.js';
import { formatOption } from '../replay/option-text.js';
import type { SpecReader } from './spec-reader.js';
import type { SweepAxis } from './sweep-types.js';

/** Most settings of a grid, which takes no memory: they are counted off. */
export const MOST_POINTS = 1_000_000_000;
const MOST_VALUES = 10_000;
/** Where a range is drawn from rather than walked along, so many values carry its scale. */
const STEPS_TO_DRAW_FROM = 17;
const OPTION_NAMES: readonly OptionName[] = OPTIONS.map(({ name }) => name);

/** Null when an error was told. On a grid a range must say its steps. */
export function readAxis(reader: SpecReader, json: unknown, path: string, grid: boolean): SweepAxis | null {
  const axis = reader.object(json, path, ['option', 'values', 'from', 'to', 'steps', 'scale']);
  if (axis === null) return null;
  const option = reader.word(axis['option'], `${path}.option`, OPTION_NAMES);
  if (option === null) return null;
  const isRange = axis['from'] !== undefined || axis['to'] !== undefined;
  if (isRange === (axis['values'] !== undefined)) {
    reader.error(
      path,
      isRange ? 'has values and a range' : 'has neither values nor from and to',
      'It takes one of the two.',
    );
    return null;
  }
  const values = isRange
    ? readRange(reader, axis, option, path, grid)
    : readValues(reader, axis, option, path);
  return values === null ? null : { option, values };
}

function readValues(
  reader: SpecReader,
  axis: Readonly<Record<string, unknown>>,
  option: OptionName,
  path: string,
): number[] | null {
  for (const name of ['steps', 'scale']) {
    if (axis[name] !== undefined) reader.error(`${path}.${name}`, 'goes with from and to, not with values');
  }
  const list = reader.list(axis['values'], `${path}.values`, 1, MOST_VALUES);
  if (list === null) return null;
  const values: number[] = [];
  list.forEach((item, i) => {
    const value = reader.option(option, item, `${path}.values[${i}]`);
    if (value === null) return;
    if (values.includes(value))
      reader.error(
        `${path}.values[${i}]`,
        `is the same value as an earlier one (${formatOption(option, value)})`,
      );
    values.push(value);
  });
  return values.sort((a, b) => a - b);
}

function readRange(
  reader: SpecReader,
  axis: Readonly<Record<string, unknown>>,
  option: OptionName,
  path: string,
  grid: boolean,
): number[] | null {
  const description: OptionDescription = describeOption(option);
  if (description.kind === 'choice' || description.kind === 'boolean') {
    reader.error(path, `gives a range of ${option}, which has none`, 'List its values.');
    return null;
  }
  const from = reader.option(option, axis['from'], `${path}.from`);
  const to = reader.option(option, axis['to'], `${path}.to`);
  const steps = reader.wholeNumber(
    axis['steps'],
    `${path}.steps`,
    2,
    MOST_VALUES,
    grid ? undefined : STEPS_TO_DRAW_FROM,
  );
  const scale = reader.word(axis['scale'], `${path}.scale`, ['linear', 'log'] as const, 'linear');
  if (from === null || to === null || steps === null || scale === null) return null;
  const special = description.special;
  if (special !== undefined && (from === special.value || to === special.value)) {
    reader.error(
      path,
      `has ${special.value} (${special.label}) for an end of a range`,
      'List it among values.',
    );
    return null;
  }
  if (from >= to) {
    reader.error(path, 'has from at or above to');
    return null;
  }
  if (scale === 'log' && from <= 0) {
    reader.error(`${path}.from`, 'must be above 0 on a log scale');
    return null;
  }
  return rangeValues(description, from, to, steps, scale);
}

/** Evenly spread values, on the option's steps; fewer than asked for where they would coincide. */
export function rangeValues(
  { step }: Pick<OptionDescription, 'step'>,
  from: number,
  to: number,
  steps: number,
  scale: 'linear' | 'log',
): number[] {
  const values = Array.from({ length: steps }, (_, i) => {
    const share = i / (steps - 1);
    const value = scale === 'log' ? from * (to / from) ** share : from + (to - from) * share;
    return Math.min(to, Math.max(from, Math.round(value / step) * step));
  });
  return [...new Set(values)];
}
