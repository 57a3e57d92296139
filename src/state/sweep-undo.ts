/** Undo and redo of what a sweep is asked for. Changes of the same fields in quick succession (typing) are one step. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { beginGesture, endGesture, type History, record, redo, startHistory, undo } from '../base/history.js';
import type { SweepInputs, SweepInputsStore } from './sweep-inputs.js';

/** Between two changes of one step. Milliseconds. */
const QUICK_MS = 1000;

export interface SweepUndo {
  readonly store: StoreApi<{ readonly history: History<SweepInputs> }>;
  undo(): void;
  redo(): void;
  /** Stops following the inputs. */
  dispose(): void;
}

export function createSweepUndo(inputs: SweepInputsStore, now: () => number): SweepUndo {
  const store = createStore(() => ({ history: startHistory(inputs.getState()) }));
  let last = { fields: '', at: Number.NEGATIVE_INFINITY };
  let stepping = false;
  const end = inputs.subscribe((state, before) => {
    if (stepping) return;
    const fields = changedFields(state, before);
    if (fields === '') return;
    const goesOn = fields === last.fields && now() - last.at < QUICK_MS;
    last = { fields, at: now() };
    store.setState(({ history }) => ({
      history: record(goesOn ? history : beginGesture(endGesture(history)), state),
    }));
  });
  const step = (move: (history: History<SweepInputs>) => History<SweepInputs>): void => {
    const history = move(store.getState().history);
    last = { fields: '', at: Number.NEGATIVE_INFINITY };
    stepping = true;
    store.setState({ history });
    inputs.setState(history.present, true);
    stepping = false;
  };
  return { store, undo: () => step(undo), redo: () => step(redo), dispose: end };
}

/** Names of the fields that differ, and of axes which: another option's range is another step. */
function changedFields(state: SweepInputs, before: SweepInputs): string {
  const names = (Object.keys(state) as (keyof SweepInputs)[]).filter((name) => state[name] !== before[name]);
  if (!names.includes('axes')) return names.join(' ');
  const touched = state.axes.filter((axis, i) => axis !== before.axes[i]).map(({ option }) => option);
  return [...names, state.axes.length, ...touched].join(' ');
}
