/** Runs that were pinned to be compared, which two of them lie over each other, and what was unpinned last. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { plainText } from '../base/plain-text.js';
import type { ReplayInputs } from './replay-inputs.js';
import type { Run } from './results.js';
import type { Axis, View } from './view.js';

export const LONGEST_NAME = 80;

/** The trace (or measured file) a run is of. */
export interface PinnedTrace {
  /** Name of the sample, or null for a file of the user. */
  readonly sample: string | null;
  /** The open file; null where a link names the trace and nobody has opened it. */
  readonly fileId: string | null;
  readonly name: string;
}

export interface Pin {
  readonly id: string;
  /** Shown as #1, #2, …; never given twice. */
  readonly number: number;
  /** As the user named it; '' for a name made from the settings. */
  readonly name: string;
  readonly trace: PinnedTrace;
  /** What was asked for; null for a measured run. */
  readonly inputs: ReplayInputs | null;
  /** Along what its snapshots lie. */
  readonly axis: Axis;
  /** Null until it is replayed: a link holds what was asked for, not what came of it. */
  readonly run: Run | null;
  /** Why it could not be replayed, or that this was cancelled. */
  readonly error: string | null;
}

/** `current`: the run of the sliders; else a pin's id. */
export type Side = string;
export const CURRENT = 'current';

export interface Pins {
  readonly pins: readonly Pin[];
  /** The run drawn whole. */
  readonly a: Side;
  /** The run laid over it, and the one that differences are told from; null for none. */
  readonly b: Side | null;
  /** What the last unpinning took away; null once that cannot be undone. */
  readonly removed: Pick<Pins, 'pins' | 'a' | 'b'> | null;
}

/** What a link says of a pinned run. */
export type LinkedPin = Pick<Pin, 'name' | 'trace' | 'inputs' | 'axis'>;
export type LinkedSide = typeof CURRENT | number;

export interface PinsStore {
  readonly store: StoreApi<Pins>;
  /** Pins a run, and lays it over when nothing else is. The same run is pinned once. Returns the pin's id. */
  pin(run: Run, sample: string | null): string;
  /** Pins what has not been replayed yet. Returns the pin's id. */
  add(pin: LinkedPin): string;
  unpin(id: string): void;
  unpinAll(): void;
  /** Brings back what the last unpinning took away. */
  undoUnpin(): void;
  rename(id: string, name: string): void;
  /** Chooses a side. A run that is the other side already changes places with it. */
  choose(side: 'a' | 'b', run: Side | null): void;
  /** Replaces all pins by those of a link; sides name pins by their place in it. What was pinned can be undone to. */
  restore(pins: readonly LinkedPin[], a: LinkedSide, b: LinkedSide | null): void;
  /** The run of a pin came, or could not be made. */
  land(id: string, run: Run): void;
  fail(id: string, sentence: string | null): void;
}

/** A name as it is kept: one line, no signs that turn text, not too long. */
export function cleanName(name: string): string {
  return Array.from(plainText(name).trim()).slice(0, LONGEST_NAME).join('').trim();
}

export function findPin({ pins }: Pick<Pins, 'pins'>, id: string | null): Pin | null {
  return pins.find((pin) => pin.id === id) ?? null;
}

/** The pin of a run, if it is pinned already. */
export function pinOf({ pins }: Pick<Pins, 'pins'>, run: Run | null): Pin | null {
  return run === null ? null : (pins.find((pin) => pin.run?.key === run.key) ?? null);
}

/**
 * The sides that a view shows: the timelines belong to the sliders, so A is always the current run there and only a
 * pinned one can lie over it.
 */
export function shownSides(
  { a, b }: Pick<Pins, 'a' | 'b'>,
  { replayView }: Pick<View, 'replayView'>,
): Pick<Pins, 'a' | 'b'> {
  if (replayView === 'compare') return { a, b };
  return { a: CURRENT, b: b === CURRENT ? null : b };
}

/** Bytes that the tables of the pinned runs take. */
export function pinnedBytes({ pins }: Pick<Pins, 'pins'>): number {
  let bytes = 0;
  for (const { run } of pins) {
    if (run === null) continue;
    for (const column of Object.values(run.table.columns)) bytes += column.byteLength;
  }
  return bytes;
}

export function createPins(): PinsStore {
  const store = createStore<Pins>(() => ({ pins: [], a: CURRENT, b: null, removed: null }));
  let numbers = 0;

  const fresh = (pin: LinkedPin): Pin => {
    numbers += 1;
    const name = cleanName(pin.name);
    return { ...pin, name, id: `pin ${numbers}`, number: numbers, run: null, error: null };
  };

  const change = (id: string, part: Partial<Pin>): void =>
    store.setState(({ pins }) => ({ pins: pins.map((pin) => (pin.id === id ? { ...pin, ...part } : pin)) }));

  const drop = (gone: (pin: Pin) => boolean): void =>
    store.setState((state) => {
      const left = state.pins.filter((pin) => !gone(pin));
      if (left.length === state.pins.length) return state;
      const stays = (side: Side | null): boolean => side === CURRENT || left.some(({ id }) => id === side);
      const a = stays(state.a) ? state.a : CURRENT;
      const b = stays(state.b) && state.b !== a ? state.b : null;
      return {
        pins: left,
        a,
        b,
        removed: { pins: state.pins.filter(gone), a: state.a, b: state.b },
      };
    });

  return {
    store,
    pin(run, sample) {
      const known = pinOf(store.getState(), run);
      if (known !== null) return known.id;
      const trace = { sample, fileId: run.fileId, name: run.fileName };
      const pin: Pin = { ...fresh({ name: '', trace, inputs: run.inputs, axis: run.axis }), run };
      store.setState(({ pins, b }) => ({ pins: [...pins, pin], b: b ?? pin.id, removed: null }));
      return pin.id;
    },
    add(pin) {
      const made = fresh(pin);
      store.setState(({ pins, b }) => ({ pins: [...pins, made], b: b ?? made.id, removed: null }));
      return made.id;
    },
    unpin: (id) => drop((pin) => pin.id === id),
    unpinAll: () => drop(() => true),
    undoUnpin: () =>
      store.setState((state) => {
        const { removed } = state;
        if (removed === null) return state;
        const pins = [...state.pins, ...removed.pins].sort((one, other) => one.number - other.number);
        return { pins, a: removed.a, b: removed.b, removed: null };
      }),
    rename: (id, name) => change(id, { name: cleanName(name) }),
    choose: (side, run) =>
      store.setState((state) => {
        if (side === 'a') {
          const a = run ?? CURRENT;
          return { a, b: state.b === a ? (a === state.a ? null : state.a) : state.b };
        }
        if (run === null || run !== state.a) return { b: run };
        return state.b === null ? state : { a: state.b, b: run };
      }),
    restore(pins, a, b) {
      const before = store.getState();
      const restored = pins.map(fresh);
      const sideOf = (side: LinkedSide | null): Side | null =>
        typeof side === 'number' ? (restored[side]?.id ?? null) : side;
      const [sideA, sideB] = [sideOf(a) ?? CURRENT, sideOf(b)];
      store.setState({
        pins: restored,
        a: sideA,
        b: sideB === sideA ? null : sideB,
        removed: before.pins.length > 0 ? { pins: before.pins, a: before.a, b: before.b } : null,
      });
    },
    land: (id, run) =>
      store.setState(({ pins }) => ({
        pins: pins.map((pin) =>
          pin.id === id
            ? {
                ...pin,
                run,
                error: null,
                trace: { ...pin.trace, fileId: run.fileId, name: run.fileName },
              }
            : pin,
        ),
      })),
    fail: (id, sentence) => change(id, { error: sentence }),
  };
}
