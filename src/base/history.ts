/** Undo and redo for an immutable value. A gesture (a drag) may make many changes and still is one step. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** Inside a gesture: its first change has been put on the past already. Null outside a gesture. */
  readonly gesture: 'fresh' | 'recorded' | null;
}

/** Steps kept; older ones are forgotten. */
const LIMIT = 200;

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], gesture: null };
}

export function record<T>(history: History<T>, present: T): History<T> {
  if (Object.is(present, history.present)) return history;
  if (history.gesture === 'recorded') return { ...history, present };
  const past = [...history.past, history.present].slice(-LIMIT);
  return { past, present, future: [], gesture: history.gesture === null ? null : 'recorded' };
}

export function beginGesture<T>(history: History<T>): History<T> {
  return history.gesture === null ? { ...history, gesture: 'fresh' } : history;
}

export function endGesture<T>(history: History<T>): History<T> {
  return history.gesture === null ? history : { ...history, gesture: null };
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    gesture: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const next = history.future[0];
  if (next === undefined) return history;
  return {
    past: [...history.past, history.present],
    present: next,
    future: history.future.slice(1),
    gesture: null,
  };
}
