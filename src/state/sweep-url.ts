/** The sweep's part of the address: only what differs from the defaults, each value checked when it is read. */
import * as v from 'valibot';
import {
  describeOption,
  type OptionDescription,
  type OptionName,
  OPTIONS,
} from '../engine/replay/options.js';
import { FIGURES, type FigureName } from '../engine/tuning/figures.js';
import type { Constraint } from '../engine/tuning/sweep-types.js';
import { type AxisInput, choicesOf, isChoice, MOST_STEPS } from './sweep-axes.js';
import { defaultSweepPictures, PICTURES_FIELD, picturesText, type SweepPictures } from './sweep-pictures.js';
import {
  BASES,
  defaultSweepInputs,
  METHODS,
  MOST_AXES,
  MOST_OBJECTIVES,
  MOST_SAMPLES,
  type SweepInputs,
} from './sweep-inputs.js';

/** `dirty_mult.0.65536.6.off*hugify_style.eager.lazy`: from, to, steps, or the choices. */
const axes = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.transform((text) => text.split('*').map(readAxis)),
  v.array(v.custom<AxisInput>((axis) => axis !== null)),
  v.minLength(1),
  v.maxLength(MOST_AXES),
  v.check((all) => new Set(all.map(({ option }) => option)).size === all.length),
);

const whole = /^\d{1,16}$/;

function readAxis(text: string): AxisInput | null {
  const [name = '', ...parts] = text.split('.');
  const option: OptionDescription | undefined = OPTIONS.find((one) => one.name === name);
  if (option === undefined) return null;
  if (isChoice(option)) {
    const picked = parts.map((part) => choicesOf(option).indexOf(part));
    if (picked.length === 0 || picked.some((at) => at < 0)) return null;
    return { kind: 'choice', option: name as OptionName, picked: [...new Set(picked)].sort((a, b) => a - b) };
  }
  const [from = '', to = '', steps = '', special] = parts;
  if (![from, to, steps].every((part) => whole.test(part)) || parts.length > 4) return null;
  if (special !== undefined && (special !== 'special' || option.special === undefined)) return null;
  const [low, high, count] = [Number(from), Number(to), Number(steps)];
  const fits = low >= option.min && low <= high && high <= option.max && count >= 1 && count <= MOST_STEPS;
  if (!fits) return null;
  return {
    kind: 'range',
    option: name as OptionName,
    from: low,
    to: high,
    steps: count,
    special: special !== undefined,
  };
}

function writeAxis(axis: AxisInput): string {
  if (axis.kind === 'choice') {
    const names = choicesOf(describeOption(axis.option));
    return [axis.option, ...axis.picked.map((at) => names[at] ?? '')].join('.');
  }
  const parts = [axis.option, axis.from, axis.to, axis.steps];
  return (axis.special ? [...parts, 'special'] : parts).join('.');
}

const FIGURE_NAMES: readonly string[] = FIGURES.map(({ name }) => name);
const isFigure = (name: string): name is FigureName => FIGURE_NAMES.includes(name);

const objectives = v.pipe(
  v.string(),
  v.maxLength(300),
  v.transform((text) => text.split('.')),
  v.array(v.custom<FigureName>((name) => typeof name === 'string' && isFigure(name))),
  v.minLength(1),
  v.maxLength(MOST_OBJECTIVES),
  v.check((names) => new Set(names).size === names.length),
);

/** `peak_memory_bytes-max-1000000*huge_coverage-min-0.5`. */
const constraints = v.pipe(
  v.string(),
  v.maxLength(600),
  v.transform((text) => text.split('*').map(readLimit)),
  v.array(v.custom<Constraint>((limit) => limit !== null)),
  v.maxLength(FIGURES.length),
  v.check((limits) => new Set(limits.map(({ figure }) => figure)).size === limits.length),
);

function readLimit(text: string): Constraint | null {
  const [figure = '', ...parts] = text.split('-');
  if (!isFigure(figure) || (parts.length !== 2 && parts.length !== 4)) return null;
  const limit: { figure: FigureName; min?: number; max?: number } = { figure };
  for (let i = 0; i < parts.length; i += 2) {
    const [side, number = ''] = [parts[i], parts[i + 1]];
    if ((side !== 'min' && side !== 'max') || !/^\d{1,16}(\.\d{1,12})?$/.test(number)) return null;
    if (limit[side] !== undefined) return null;
    limit[side] = Number(number);
  }
  return limit;
}

function writeLimit({ figure, min, max }: Constraint): string {
  // Never with a power of ten, which the reader does not take.
  const text = (value: number): string =>
    /^\d+(\.\d{1,12})?$/.test(String(value)) ? String(value) : value.toFixed(12).replace(/\.?0+$/, '');
  const parts: string[] = [figure];
  if (min !== undefined) parts.push('min', text(min));
  if (max !== undefined) parts.push('max', text(max));
  return parts.join('-');
}

const count = (most: number) =>
  v.pipe(v.string(), v.regex(whole), v.transform(Number), v.minValue(1), v.maxValue(most));

/** Readers of one value each, by the name in the address. */
export const SWEEP_FIELDS = {
  vary: axes,
  search: v.picklist(METHODS),
  runs: count(MOST_SAMPLES),
  drawn: count(2 ** 31),
  eta: v.pipe(count(10), v.minValue(2)),
  aim: objectives,
  limit: constraints,
  rest: v.picklist(BASES),
  plots: PICTURES_FIELD,
} as const;

export function writeSweep(inputs: SweepInputs, pictures: SweepPictures, fields: URLSearchParams): void {
  const standard = defaultSweepInputs();
  const put = (name: keyof typeof SWEEP_FIELDS, text: string, usual: string): void => {
    if (text !== usual) fields.set(name, text);
  };
  const axesText = (all: readonly AxisInput[]): string => all.map(writeAxis).join('*');
  if (inputs.axes.length > 0 && inputs.axes.every((axis) => axis.kind === 'range' || axis.picked.length > 0))
    put('vary', axesText(inputs.axes), axesText(standard.axes));
  put('search', inputs.method, standard.method);
  put('runs', String(inputs.samples), String(standard.samples));
  put('drawn', String(inputs.seed), String(standard.seed));
  put('eta', String(inputs.eta), String(standard.eta));
  if (inputs.objectives.length > 0) put('aim', inputs.objectives.join('.'), standard.objectives.join('.'));
  if (inputs.constraints.length > 0) fields.set('limit', inputs.constraints.map(writeLimit).join('*'));
  put('rest', inputs.base, standard.base);
  put('plots', picturesText(pictures), picturesText(defaultSweepPictures()));
}

/** @param read reads one field by its schema, and notes what it could not use. */
export function readSweep(
  read: <S extends v.GenericSchema<unknown, unknown>>(name: string, schema: S) => v.InferOutput<S> | null,
): SweepInputs {
  const standard = defaultSweepInputs();
  return {
    axes: read('vary', SWEEP_FIELDS.vary) ?? standard.axes,
    method: read('search', SWEEP_FIELDS.search) ?? standard.method,
    samples: read('runs', SWEEP_FIELDS.runs) ?? standard.samples,
    seed: read('drawn', SWEEP_FIELDS.drawn) ?? standard.seed,
    eta: read('eta', SWEEP_FIELDS.eta) ?? standard.eta,
    objectives: read('aim', SWEEP_FIELDS.aim) ?? standard.objectives,
    constraints: read('limit', SWEEP_FIELDS.limit) ?? standard.constraints,
    base: read('rest', SWEEP_FIELDS.rest) ?? standard.base,
  };
}

export function readSweepPictures(
  read: <S extends v.GenericSchema<unknown, unknown>>(name: string, schema: S) => v.InferOutput<S> | null,
): SweepPictures {
  return read('plots', SWEEP_FIELDS.plots) ?? defaultSweepPictures();
}
