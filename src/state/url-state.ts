/**
 * The settings in the address: `#v=2&bench=replay&…`, only what differs from the preset and the defaults. Reading
 * never fails: what it does not understand is left at its default and named, and links of older versions mean what they meant. Files are never part of it, samples are, and so are the sizes and counts of a workload.
 */
import * as v from 'valibot';
import type { HeapInputs } from './heap-inputs.js';
import { HEAP_FIELDS, readHeap, writeHeap, ZOOM_FIELD } from './heap-url.js';
import { readSampling, SAMPLING_FIELDS, writeSampling } from './sampling-url.js';
import type { SamplingInputs } from './sampling-inputs.js';
import type { SweepInputs } from './sweep-inputs.js';
import type { SweepPictures } from './sweep-pictures.js';
import { readSweep, readSweepPictures, SWEEP_FIELDS, writeSweep } from './sweep-url.js';
import type { InsideInputs } from './inside-inputs.js';
import { INSIDE_FIELDS, readInside, writeInside } from './inside-url.js';
import { INPUT_FIELDS, inputFields, readInputs, whole } from './inputs-url.js';
import { type LinkedPins, PIN_FIELD, readPins, SIDES_FIELD, writePins } from './pins-url.js';
import type { ReplayInputs } from './replay-inputs.js';
import { BENCHES, defaultView, REPLAY_VIEWS, type View } from './view.js';

export const URL_VERSION = 2;

/** What makes a link of a version one of the next; every older link can be read. */
const UPGRADES: Readonly<Record<string, (fields: URLSearchParams) => void>> = {
  // 2 brought pinned runs (`pin`, `sides`) and the Replay bench's views (`show`). What 1 says means the same in 2.
  '1': (fields) => fields.set('v', '2'),
};

export interface UrlState {
  readonly inputs: ReplayInputs;
  readonly pins: LinkedPins;
  readonly view: View;
  readonly inside: InsideInputs;
  readonly heap: HeapInputs;
  readonly sampling: SamplingInputs;
  readonly sweep: SweepInputs;
  readonly pictures: SweepPictures;
  /** Name of the sample to open, or null. */
  readonly sample: string | null;
  /** Which of the sample's files is on the Heap bench, and which it is compared with; null where nobody chose. */
  readonly dumps: { readonly shown: number | null; readonly base: number | null };
}

export interface ReadUrl extends UrlState {
  /** Sentences about what was left out. */
  readonly ignored: readonly string[];
}

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
  sort: v.pipe(v.string(), v.regex(/^-?[a-zA-Z]{1,30}$/)),
  range: switched,
  dump: v.pipe(whole, v.minValue(0), v.maxValue(99)),
  base: v.pipe(whole, v.minValue(0), v.maxValue(99)),
  hidden: v.pipe(
    v.string(),
    v.regex(/^[\w-]+(\.[\w-]+)*$/),
    v.transform((text) => text.split('.')),
  ),
} as const;

export function writeUrl({
  inputs,
  pins,
  view,
  inside,
  heap,
  sampling,
  sweep,
  pictures,
  sample,
  dumps,
}: UrlState): string {
  const fields = new URLSearchParams({ v: String(URL_VERSION), bench: view.bench });
  const put = (name: string, value: string, standard: string): void => {
    if (value !== standard) fields.set(name, value);
  };
  if (sample !== null) fields.set('sample', sample);
  for (const [name, value] of inputFields(inputs)) fields.set(name, value);
  const plain = defaultView();
  put('show', view.replayView, plain.replayView);
  put('axis', view.axis, plain.axis);
  put('merged', view.merged ? '1' : '0', plain.merged ? '1' : '0');
  if (view.shard !== null) fields.set('shard', String(view.shard));
  put('cumulative', view.cumulative ? '1' : '0', plain.cumulative ? '1' : '0');
  if (view.zoom !== null) fields.set('zoom', view.zoom.join('..'));
  if (view.hidden.length > 0) fields.set('hidden', view.hidden.join('.'));
  put('sort', view.runsSort, plain.runsSort);
  put('range', view.runsZoomed ? '1' : '0', '0');
  writePins(pins, fields);
  writeInside(inside, fields);
  writeHeap(heap, fields);
  writeSampling(sampling, fields);
  writeSweep(sweep, pictures, fields);
  if (dumps.shown !== null && dumps.shown > 0) fields.set('dump', String(dumps.shown));
  if (dumps.base !== null) fields.set('base', String(dumps.base));
  return `#${fields.toString()}`;
}

export function readUrl(hash: string): ReadUrl {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const ignored: string[] = [];
  const known = new Set<string>([
    'v',
    ...Object.keys(FIELDS),
    ...INPUT_FIELDS,
    PIN_FIELD,
    SIDES_FIELD,
    ...Object.keys(HEAP_FIELDS),
    ...Object.keys(SAMPLING_FIELDS),
    ...Object.keys(SWEEP_FIELDS),
    ...Object.keys(INSIDE_FIELDS),
    ZOOM_FIELD,
  ]);
  for (const name of new Set(fields.keys())) {
    if (!known.has(name))
      ignored.push(`The link names "${name.slice(0, 40)}", which this version does not know.`);
  }
  for (let version = fields.get('v'); version !== null; ) {
    const upgrade = Object.hasOwn(UPGRADES, version) ? UPGRADES[version] : undefined;
    upgrade?.(fields);
    version = upgrade === undefined ? null : fields.get('v');
  }
  const version = fields.get('v');
  if (version !== null && version !== String(URL_VERSION)) {
    ignored.push(
      `The link says version ${version.slice(0, 10)}; this page reads versions up to ${URL_VERSION}.`,
    );
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

  const plain = defaultView();
  return {
    inputs: readInputs(read),
    pins: readPins(fields, ignored),
    view: {
      bench: read('bench', FIELDS.bench) ?? plain.bench,
      replayView: read('show', FIELDS.show) ?? plain.replayView,
      axis: read('axis', FIELDS.axis) ?? plain.axis,
      merged: read('merged', FIELDS.merged) ?? plain.merged,
      shard: read('shard', FIELDS.shard),
      cumulative: read('cumulative', FIELDS.cumulative) ?? plain.cumulative,
      zoom: read('zoom', FIELDS.zoom),
      hidden: read('hidden', FIELDS.hidden) ?? [],
      runsSort: read('sort', FIELDS.sort) ?? plain.runsSort,
      runsZoomed: read('range', FIELDS.range) ?? plain.runsZoomed,
    },
    heap: readHeap(fields, read),
    inside: readInside(read),
    sampling: readSampling(read, ignored),
    sweep: readSweep(read),
    pictures: readSweepPictures(read),
    sample: read('sample', FIELDS.sample),
    dumps: { shown: read('dump', FIELDS.dump), base: read('base', FIELDS.base) },
    ignored,
  };
}
