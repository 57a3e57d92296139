/** What a replay is asked for: option values, mode and snapshot plan, with undo. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { beginGesture, endGesture, type History, record, redo, startHistory, undo } from '../base/history.js';
import {
  OPTIONS,
  type OptionName,
  type OptionValues,
  type PresetName,
  presetValues,
} from '../engine/replay/options.js';

/** Along what the snapshots are spread evenly: what the charts' axis shows, or always the one or the other. */
export type Spread = 'axis' | 'time' | 'event';

export interface ReplayInputs {
  readonly options: OptionValues;
  readonly hpaOnly: boolean;
  /** Fold events onto this many shards; null = as the trace. */
  readonly shards: number | null;
  /** Snapshots over the whole trace. */
  readonly points: number;
  readonly spread: Spread;
}

export const SMALLEST_POINTS = 100;
export const LARGEST_POINTS = 2000;

/** As the original tool starts: its own baseline, HPA + SEC. */
export function defaultInputs(): ReplayInputs {
  return { options: presetValues('microbench'), hpaOnly: false, shards: null, points: 600, spread: 'axis' };
}

export const PRESET_NAMES: readonly PresetName[] = ['microbench', 'jemalloc'];

export type Preset = PresetName | 'mine';

export interface ReplayInputsState {
  readonly history: History<ReplayInputs>;
  /** The user's last own set of options, to come back to after a preset. */
  readonly mine: OptionValues | null;
}

export interface ReplayInputsStore {
  readonly store: StoreApi<ReplayInputsState>;
  setOption(name: OptionName, value: number): void;
  setOptions(options: OptionValues): void;
  applyPreset(preset: Preset): void;
  set(change: Partial<Omit<ReplayInputs, 'options'>>): void;
  /** Between these two, changes are one undo step. */
  beginGesture(): void;
  endGesture(): void;
  undo(): void;
  redo(): void;
}

export function sameOptions(a: OptionValues, b: OptionValues): boolean {
  return OPTIONS.every(({ name }) => a[name] === b[name]);
}

export function sameInputs(a: ReplayInputs, b: ReplayInputs): boolean {
  const same = a.hpaOnly === b.hpaOnly && a.shards === b.shards && a.points === b.points;
  return same && a.spread === b.spread && sameOptions(a.options, b.options);
}

/** Takes over other inputs as one step of undo; the same ones are none. */
export function loadInputs(inputs: ReplayInputsStore, wanted: ReplayInputs): void {
  if (sameInputs(inputs.store.getState().history.present, wanted)) return;
  inputs.beginGesture();
  inputs.setOptions(wanted.options);
  inputs.set(wanted);
  inputs.endGesture();
}

/** The preset that these values are, or `mine`. */
export function presetOf(options: OptionValues): Preset {
  if (sameOptions(options, presetValues('microbench'))) return 'microbench';
  if (sameOptions(options, presetValues('jemalloc'))) return 'jemalloc';
  return 'mine';
}

/** The preset that needs the fewest options named beside it. */
export function nearestPreset(options: OptionValues): PresetName {
  const differences = PRESET_NAMES.map((preset) => {
    const values = presetValues(preset);
    return OPTIONS.filter(({ name }) => values[name] !== options[name]).length;
  });
  return (differences[1] ?? 0) < (differences[0] ?? 0) ? 'jemalloc' : 'microbench';
}

export function createReplayInputs(
  start: ReplayInputs = defaultInputs(),
  mine: OptionValues | null = null,
): ReplayInputsStore {
  const store = createStore<ReplayInputsState>(() => ({
    history: startHistory(start),
    mine: presetOf(start.options) === 'mine' ? start.options : mine,
  }));

  const change = (inputs: ReplayInputs): void =>
    store.setState((state) => ({ history: record(state.history, inputs) }));
  const present = (): ReplayInputs => store.getState().history.present;

  const setOptions = (options: OptionValues): void => {
    const inputs = present();
    if (sameOptions(options, inputs.options)) return;
    change({ ...inputs, options });
    if (presetOf(options) === 'mine') store.setState({ mine: options });
  };

  return {
    store,
    setOption: (name, value) => setOptions({ ...present().options, [name]: value }),
    setOptions,
    applyPreset(preset) {
      if (preset !== 'mine') setOptions(presetValues(preset));
      else {
        const { mine: own } = store.getState();
        if (own !== null) setOptions(own);
      }
    },
    set: (part) => change({ ...present(), ...part }),
    beginGesture: () => store.setState((state) => ({ history: beginGesture(state.history) })),
    endGesture: () => store.setState((state) => ({ history: endGesture(state.history) })),
    undo: () => store.setState((state) => ({ history: undo(state.history) })),
    redo: () => store.setState((state) => ({ history: redo(state.history) })),
  };
}
