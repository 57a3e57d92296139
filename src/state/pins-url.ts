/**
 * Pinned runs in the address: what was asked for, not what came of it. One field a run,
 *
 *   pin=redis-server*preset.jemalloc*mode.hpa*dirty_mult.6553*name.the old one
 *
 * the sample first (empty: the user's own trace that is on the bench), then what differs from the defaults, the name
 * last. `*`, `.`, `-` and `_` stand in an address as they are. `sides=c.0` says that the current run is A and the first
 * of these B. Runs of other files than the one on the bench, and measured ones, cannot be in it.
 */
import * as v from 'valibot';
import { inputFields, readInputs } from './inputs-url.js';
import { CURRENT, type LinkedPin, type LinkedSide, type Pin, type PinnedTrace, type Pins } from './pins.js';

export const PIN_FIELD = 'pin';
export const SIDES_FIELD = 'sides';

/** An address with more is no work of this page. */
const MOST_PINS = 100;
const SAMPLE = /^[a-z0-9-]{0,40}$/;

export interface LinkedPins {
  readonly pins: readonly LinkedPin[];
  readonly a: LinkedSide;
  readonly b: LinkedSide | null;
}

export const NO_PINS: LinkedPins = { pins: [], a: CURRENT, b: null };

/** The pins that a link can hold: those of samples, and those of the user's own trace on the bench. */
export function linkable(pins: readonly Pin[], onBench: string | null): readonly Pin[] {
  return pins.filter(
    ({ inputs, trace }) =>
      inputs !== null && (trace.sample !== null || trace.fileId === null || trace.fileId === onBench),
  );
}

/** What a link will hold of the pins. @param onBench the selected file's id */
export function linkedPins(
  { pins, a, b }: Pick<Pins, 'pins' | 'a' | 'b'>,
  onBench: string | null,
): LinkedPins {
  const kept = linkable(pins, onBench).slice(0, MOST_PINS);
  const place = (side: string | null): LinkedSide | null => {
    if (side === CURRENT) return CURRENT;
    const at = kept.findIndex(({ id }) => id === side);
    return at < 0 ? null : at;
  };
  return {
    pins: kept.map(({ name, trace, inputs, axis }) => ({
      name,
      trace: linkedTrace(trace.sample),
      inputs,
      axis,
    })),
    a: place(a) ?? CURRENT,
    b: place(b),
  };
}

/** A link names samples; a file of the user is whichever is on the bench. */
function linkedTrace(sample: string | null): PinnedTrace {
  return { sample, fileId: null, name: sample ?? 'your trace' };
}

function pinText({ name, trace, inputs, axis }: LinkedPin): string {
  const fields: (readonly [string, string])[] = inputs === null ? [] : [...inputFields(inputs)];
  // Snapshots spread over the axis shown lie along the one that was shown.
  if (axis === 'event') fields.push(['axis', axis]);
  if (name !== '') fields.push(['name', name]);
  return [trace.sample ?? '', ...fields.map(([key, value]) => `${key}.${value}`)].join('*');
}

const sideText = (side: LinkedSide | null): string =>
  side === null ? 'n' : side === CURRENT ? 'c' : String(side);

export function writePins({ pins, a, b }: LinkedPins, fields: URLSearchParams): void {
  for (const pin of pins) fields.append(PIN_FIELD, pinText(pin));
  const sides = `${sideText(a)}.${sideText(b)}`;
  if (pins.length > 0 && sides !== 'c.0') fields.set(SIDES_FIELD, sides);
}

/** Null where nothing of it can be used; else the pin, with sentences about what was left out. */
function readPin(text: string, place: number, ignored: string[]): LinkedPin | null {
  // The name may hold anything, also stars.
  const named = /\*name\.(.*)$/s.exec(text);
  const [sample = '', ...parts] = (named === null ? text : text.slice(0, named.index)).split('*');
  if (!SAMPLE.test(sample)) {
    ignored.push(
      `The link's pinned run ${place} is of no sample this page knows how to name; it is left out.`,
    );
    return null;
  }
  const values = new Map(
    parts.map((part): [string, string] => {
      const dot = part.indexOf('.');
      return dot < 0 ? [part, ''] : [part.slice(0, dot), part.slice(dot + 1)];
    }),
  );
  const bad: string[] = [];
  const read = <S extends v.GenericSchema<unknown, unknown>>(
    key: string,
    schema: S,
  ): v.InferOutput<S> | null => {
    const value = values.get(key);
    values.delete(key);
    if (value === undefined) return null;
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return parsed.output;
    bad.push(key);
    return null;
  };
  const inputs = readInputs(read);
  const axis = read('axis', v.picklist(['time', 'event'])) ?? 'time';
  bad.push(...values.keys());
  if (bad.length > 0) {
    const names = bad.map((name) => name.slice(0, 40)).join(', ');
    ignored.push(
      `The link's pinned run ${place} says something this page cannot use (${names.slice(0, 120)}).`,
    );
  }
  return {
    name: named?.[1] ?? '',
    trace: linkedTrace(sample === '' ? null : sample),
    inputs,
    axis,
  };
}

export function readPins(fields: URLSearchParams, ignored: string[]): LinkedPins {
  const texts = fields.getAll(PIN_FIELD);
  if (texts.length > MOST_PINS) {
    ignored.push(`The link pins ${texts.length} runs; this page takes ${MOST_PINS} from a link.`);
  }
  const read = texts.slice(0, MOST_PINS).map((text, i) => readPin(text, i + 1, ignored));
  const pins = read.flatMap((pin) => pin ?? []);
  if (pins.length === 0) return NO_PINS;
  const sides = fields.get(SIDES_FIELD) ?? 'c.0';
  const parsed = /^(c|\d{1,2})\.(c|n|\d{1,2})$/.exec(sides);
  if (parsed === null)
    ignored.push("The link's value for sides is not one this page can use; the default stands.");
  const [, a = 'c', b = '0'] = parsed ?? [];
  // Places are those in the link, where a run that cannot be used counts, too.
  const place = (side: string): LinkedSide | null => {
    if (side === 'c') return CURRENT;
    const pin = side === 'n' ? null : (read[Number(side)] ?? null);
    return pin === null ? null : pins.indexOf(pin);
  };
  return { pins, a: place(a) ?? CURRENT, b: place(b) };
}
