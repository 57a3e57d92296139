/**
 * The settings in the address: `#v=1&bench=replay&…`, only what differs from the preset and the defaults. Reading
 * never fails: what it does not understand is left at its default and named. Files are never part of it, samples are, and so are the sizes and counts of a workload.
 */
import * as v from 'valibot';
import {
  OPTIONS,
  type OptionDescription,
  type OptionName,
  type OptionValues,
  type PresetName,
  presetValues,
} from '../engine/replay/options.js';
import type { HeapInputs } from './heap-inputs.js';
import { HEAP_FIELDS, readHeap, writeHeap, ZOOM_FIELD } from './heap-url.js';
import { readSampling, SAMPLING_FIELDS, writeSampling } from './sampling-url.js';
import type { SamplingInputs } from './sampling-inputs.js';
import type { SweepInputs } from './sweep-inputs.js';
import { readSweep, SWEEP_FIELDS, writeSweep } from './sweep-url.js';
import { defaultInputs, LARGEST_POINTS, type ReplayInputs, SMALLEST_POINTS } from './replay-inputs.js';
import { BENCHES, defaultView, REPLAY_VIEWS, type View } from './view.js';

export const URL_VERSION = 1;

export interface UrlState {
  readonly inputs: ReplayInputs;
  readonly view: View;
  readonly heap: HeapInputs;
  readonly sampling: SamplingInputs;
  readonly sweep: SweepInputs;
  /** Name of the sample to open, or null. */
  readonly sample: string | null;
  /** Which of the sample's files is on the Heap bench, and which it is compared with; null where nobody chose. */
  readonly dumps: { readonly shown: number | null; readonly base: number | null };
}

export interface ReadUrl extends UrlState {
  /** Sentences about what was left out. */
  readonly ignored: readonly string[];
}

const whole = v.pipe(v.string(), v.regex(/^-?\d{1,16}$/), v.transform(Number), v.safeInteger());
const number = v.pipe(v.string(), v.nonEmpty(), v.transform(Number), v.finite());
const switched = v.pipe(
  v.picklist(['0', '1']),
  v.transform((text) => text === '1'),
);

/** Readers of everything but the options. */
const FIELDS = {
  bench: v.picklist(BENCHES),
  show: v.picklist(REPLAY_VIEWS),
  sample: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  mode: v.picklist(['hpa', 'sec']),
  shards: v.pipe(whole, v.minValue(1), v.maxValue(128)),
  points: v.pipe(whole, v.minValue(SMALLEST_POINTS), v.maxValue(LARGEST_POINTS)),
  spread: v.picklist(['axis', 'time', 'event']),
  axis: v.picklist(['time', 'event']),
  merged: switched,
  shard: v.pipe(whole, v.minValue(0), v.maxValue(127)),
  cumulative: switched,
  zoom: v.pipe(
    v.string(),
    v.transform((text) => text.split('..')),
    v.strictTuple([number, number]),
    v.check(([low, high]) => low < high),
  ),
  dump: v.pipe(whole, v.minValue(0), v.maxValue(99)),
  base: v.pipe(whole, v.minValue(0), v.maxValue(99)),
  hidden: v.pipe(
    v.string(),
    v.regex(/^[\w-]+(\.[\w-]+)*$/),
    v.transform((text) => text.split('.')),
  ),
} as const;

const PRESETS: readonly PresetName[] = ['microbench', 'jemalloc'];

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

/** The preset that needs the fewest options named beside it. */
function nearestPreset(options: OptionValues): PresetName {
  const differences = PRESETS.map((preset) => {
    const values = presetValues(preset);
    return OPTIONS.filter(({ name }) => values[name] !== options[name]).length;
  });
  return (differences[1] ?? 0) < (differences[0] ?? 0) ? 'jemalloc' : 'microbench';
}

export function writeUrl({ inputs, view, heap, sampling, sweep, sample, dumps }: UrlState): string {
  const fields = new URLSearchParams({ v: String(URL_VERSION), bench: view.bench });
  const put = (name: string, value: string, standard: string): void => {
    if (value !== standard) fields.set(name, value);
  };
  if (sample !== null) fields.set('sample', sample);
  const preset = nearestPreset(inputs.options);
  put('preset', preset, 'microbench');
  const base = presetValues(preset);
  for (const option of OPTIONS) {
    if (inputs.options[option.name] !== base[option.name]) {
      fields.set(option.name, optionText(option, inputs.options[option.name]));
    }
  }
  const standard = defaultInputs();
  put('mode', inputs.hpaOnly ? 'hpa' : 'sec', standard.hpaOnly ? 'hpa' : 'sec');
  if (inputs.shards !== null) fields.set('shards', String(inputs.shards));
  put('points', String(inputs.points), String(standard.points));
  put('spread', inputs.spread, standard.spread);
  const plain = defaultView();
  put('show', view.replayView, plain.replayView);
  put('axis', view.axis, plain.axis);
  put('merged', view.merged ? '1' : '0', plain.merged ? '1' : '0');
  if (view.shard !== null) fields.set('shard', String(view.shard));
  put('cumulative', view.cumulative ? '1' : '0', plain.cumulative ? '1' : '0');
  if (view.zoom !== null) fields.set('zoom', view.zoom.join('..'));
  if (view.hidden.length > 0) fields.set('hidden', view.hidden.join('.'));
  writeHeap(heap, fields);
  writeSampling(sampling, fields);
  writeSweep(sweep, fields);
  if (dumps.shown !== null && dumps.shown > 0) fields.set('dump', String(dumps.shown));
  if (dumps.base !== null) fields.set('base', String(dumps.base));
  return `#${fields.toString()}`;
}

export function readUrl(hash: string): ReadUrl {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const ignored: string[] = [];
  const known = new Set<string>([
    'v',
    'preset',
    ...Object.keys(FIELDS),
    ...Object.keys(HEAP_FIELDS),
    ...Object.keys(SAMPLING_FIELDS),
    ...Object.keys(SWEEP_FIELDS),
    ZOOM_FIELD,
    ...OPTIONS.map(({ name }) => name),
  ]);
  for (const name of new Set(fields.keys())) {
    if (!known.has(name))
      ignored.push(`The link names "${name.slice(0, 40)}", which this version does not know.`);
  }
  const version = fields.get('v');
  if (version !== null && version !== String(URL_VERSION)) {
    ignored.push(`The link says version ${version.slice(0, 10)}; this page reads version ${URL_VERSION}.`);
  }

  const read = <S extends v.GenericSchema<unknown, unknown>>(
    name: string,
    schema: S,
  ): v.InferOutput<S> | null => {
    const text = fields.get(name);
    if (text === null) return null;
    const parsed = v.safeParse(schema, text);
    if (parsed.success) return parsed.output;
    ignored.push(`The link's value for ${name} is not one this page can use; the default stands.`);
    return null;
  };

  const preset = read('preset', v.picklist(PRESETS)) ?? 'microbench';
  const options: Record<OptionName, number> = { ...presetValues(preset) };
  for (const option of OPTIONS) {
    const value = read(option.name, optionReader(option));
    if (value !== null) options[option.name] = value;
  }
  const standard = defaultInputs();
  const plain = defaultView();
  const mode = read('mode', FIELDS.mode);
  return {
    inputs: {
      options,
      hpaOnly: mode === null ? standard.hpaOnly : mode === 'hpa',
      shards: read('shards', FIELDS.shards),
      points: read('points', FIELDS.points) ?? standard.points,
      spread: read('spread', FIELDS.spread) ?? standard.spread,
    },
    view: {
      bench: read('bench', FIELDS.bench) ?? plain.bench,
      replayView: read('show', FIELDS.show) ?? plain.replayView,
      axis: read('axis', FIELDS.axis) ?? plain.axis,
      merged: read('merged', FIELDS.merged) ?? plain.merged,
      shard: read('shard', FIELDS.shard),
      cumulative: read('cumulative', FIELDS.cumulative) ?? plain.cumulative,
      zoom: read('zoom', FIELDS.zoom),
      hidden: read('hidden', FIELDS.hidden) ?? [],
    },
    heap: readHeap(fields, read),
    sampling: readSampling(read),
    sweep: readSweep(read),
    sample: read('sample', FIELDS.sample),
    dumps: { shown: read('dump', FIELDS.dump), base: read('base', FIELDS.base) },
    ignored,
  };
}
