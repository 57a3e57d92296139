/** The inputs of a replay as fields of an address, only what differs from the nearest preset and the defaults. */
import * as v from 'valibot';
import { OPTIONS, type OptionDescription, type OptionName, presetValues } from '../engine/replay/options.js';
import { MAX_SHARDS } from '../engine/units.js';
import {
  defaultInputs,
  LARGEST_POINTS,
  nearestPreset,
  PRESET_NAMES,
  type ReplayInputs,
  SMALLEST_POINTS,
} from './replay-inputs.js';

/** Gives the value of a field, or null where there is none or none that can be used. */
export type ReadField = <S extends v.GenericSchema<unknown, unknown>>(
  name: string,
  schema: S,
) => v.InferOutput<S> | null;

export const whole = v.pipe(v.string(), v.regex(/^-?\d{1,16}$/), v.transform(Number), v.safeInteger());

/** Readers of everything but the options. */
const FIELDS = {
  preset: v.picklist(PRESET_NAMES),
  mode: v.picklist(['hpa', 'sec']),
  shards: v.pipe(whole, v.minValue(1), v.maxValue(MAX_SHARDS)),
  points: v.pipe(whole, v.minValue(SMALLEST_POINTS), v.maxValue(LARGEST_POINTS)),
  spread: v.picklist(['axis', 'time', 'event']),
} as const;

export const INPUT_FIELDS: readonly string[] = [...Object.keys(FIELDS), ...OPTIONS.map(({ name }) => name)];

/** Text of one option: the name of a choice, else its number, which is exact. */
function optionText(option: OptionDescription, value: number): string {
  return option.choices?.[value] ?? String(value);
}

function optionReader(option: OptionDescription) {
  const { choices, special } = option;
  if (choices !== undefined) {
    return v.pipe(
      v.picklist(choices),
      v.transform((name) => choices.indexOf(name)),
    );
  }
  return v.pipe(
    whole,
    v.check((value) => (value >= option.min && value <= option.max) || value === special?.value),
  );
}

/** Names and values of what differs, in a fixed order. */
export function inputFields(inputs: ReplayInputs): readonly (readonly [string, string])[] {
  const fields: [string, string][] = [];
  const put = (name: string, value: string, usual: string): void => {
    if (value !== usual) fields.push([name, value]);
  };
  const preset = nearestPreset(inputs.options);
  put('preset', preset, 'microbench');
  const base = presetValues(preset);
  for (const option of OPTIONS) {
    const { name } = option;
    put(name, optionText(option, inputs.options[name]), optionText(option, base[name]));
  }
  const standard = defaultInputs();
  put('mode', inputs.hpaOnly ? 'hpa' : 'sec', standard.hpaOnly ? 'hpa' : 'sec');
  put('shards', String(inputs.shards ?? ''), '');
  put('points', String(inputs.points), String(standard.points));
  put('spread', inputs.spread, standard.spread);
  return fields;
}

export function readInputs(read: ReadField): ReplayInputs {
  const preset = read('preset', FIELDS.preset) ?? 'microbench';
  const options: Record<OptionName, number> = { ...presetValues(preset) };
  for (const option of OPTIONS) {
    const value = read(option.name, optionReader(option));
    if (value !== null) options[option.name] = value;
  }
  const standard = defaultInputs();
  const mode = read('mode', FIELDS.mode);
  return {
    options,
    hpaOnly: mode === null ? standard.hpaOnly : mode === 'hpa',
    shards: read('shards', FIELDS.shards),
    points: read('points', FIELDS.points) ?? standard.points,
    spread: read('spread', FIELDS.spread) ?? standard.spread,
  };
}
