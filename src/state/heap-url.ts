/** The Heap bench's part of the address: only what differs from the defaults, each value checked when it is read. */
import * as v from 'valibot';
import { MEASURES } from '../engine/profile/profile.js';
import {
  COLOURS,
  defaultHeapInputs,
  DIRECTIONS,
  GRANULARITIES,
  GROWTH_AXES,
  HEAP_TABS,
  type HeapInputs,
  NUMBERS,
  PRUNINGS,
  RULE_KINDS,
} from './heap-inputs.js';

/** Names from files may be of any length; an address may not. */
const LONGEST_TEXT = 400;
const LONGEST_ZOOM = 1600;
const MOST_FRAMES = 256;

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_TEXT));

/** Readers of one value each, by the name in the address. */
export const HEAP_FIELDS = {
  tab: v.picklist(HEAP_TABS),
  measure: v.picklist(MEASURES),
  number: v.picklist(NUMBERS),
  by: v.picklist(GRANULARITIES),
  prune: v.picklist(PRUNINGS),
  focus: text,
  ignore: text,
  hide: text,
  thread: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
  find: text,
  draw: v.picklist(DIRECTIONS),
  colour: v.picklist(COLOURS),
  rules: v.picklist(RULE_KINDS),
  over: v.picklist(GROWTH_AXES),
  pick: text,
} as const;

/** Repeated once for each frame on the way to the zoomed node. */
export const ZOOM_FIELD = 'frame';

type Field = keyof typeof HEAP_FIELDS;

const INPUT_OF = {
  tab: 'tab',
  measure: 'measure',
  number: 'number',
  by: 'granularity',
  prune: 'pruning',
  focus: 'focus',
  ignore: 'ignore',
  hide: 'hide',
  thread: 'thread',
  find: 'search',
  draw: 'direction',
  colour: 'colour',
  rules: 'ruleKind',
  over: 'growthAxis',
  pick: 'selected',
} as const satisfies Record<Field, keyof HeapInputs>;

const FIELDS = Object.keys(HEAP_FIELDS) as readonly Field[];

export function writeHeap(inputs: HeapInputs, fields: URLSearchParams): void {
  const standard = defaultHeapInputs();
  for (const field of FIELDS) {
    const value = inputs[INPUT_OF[field]];
    if (value !== null && value !== standard[INPUT_OF[field]] && value.length <= LONGEST_TEXT) {
      fields.set(field, value);
    }
  }
  if (!isTooDeep(inputs)) for (const name of inputs.zoom) fields.append(ZOOM_FIELD, name);
}

const TEXT_WORDS = {
  focus: 'focus',
  ignore: 'ignore',
  hide: 'hide',
  search: 'search',
  selected: 'name of the selection',
} as const;

/** Sentences about what an address is too short for. */
export function lostOfHeap(inputs: HeapInputs): readonly string[] {
  const names = Object.keys(TEXT_WORDS) as readonly (keyof typeof TEXT_WORDS)[];
  const long = names.filter((name) => (inputs[name] ?? '').length > LONGEST_TEXT);
  return [
    ...long.map((name) => `The ${TEXT_WORDS[name]} is too long for it.`),
    ...(isTooDeep(inputs) ? ['The zoom is too deep for it: it opens with the whole graph.'] : []),
  ];
}

function isTooDeep({ zoom }: HeapInputs): boolean {
  return zoom.length > MOST_FRAMES || zoom.reduce((sum, name) => sum + name.length, 0) > LONGEST_ZOOM;
}

/** @param read reads one field by its schema, and notes what it could not use. */
export function readHeap(
  fields: URLSearchParams,
  read: <S extends v.GenericSchema<unknown, unknown>>(name: string, schema: S) => v.InferOutput<S> | null,
): HeapInputs {
  const found: Partial<Record<keyof HeapInputs, unknown>> = {};
  for (const field of FIELDS) {
    const value = read(field, HEAP_FIELDS[field] as v.GenericSchema<unknown, string>);
    if (value !== null) found[INPUT_OF[field]] = value;
  }
  const zoom = fields.getAll(ZOOM_FIELD).slice(0, MOST_FRAMES);
  // Each value has passed the schema of its own field.
  return { ...defaultHeapInputs(), ...(found as Partial<HeapInputs>), zoom };
}
