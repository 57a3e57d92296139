/** A browser's session history for tests: entries with their addresses, back and forward, and addresses put in by hand. */
import type { BrowserHistory, EntryState } from './session-history.js';

export interface FakeBrowser extends BrowserHistory {
  readonly hashes: readonly string[];
  readonly at: number;
  go(by: number): void;
  /** As when the user puts an address in. */
  type(hash: string): void;
  leave(): void;
}

export function fakeBrowser(hash = ''): FakeBrowser {
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash }];
  let at = 0;
  const moves = new Set<() => void>();
  const leaves = new Set<() => void>();
  const here = () => {
    const entry = entries[at];
    if (entry === undefined) throw new Error('no entry');
    return entry;
  };
  const put = (state: unknown, to: string): void => {
    entries.splice(at + 1, entries.length, { state, hash: to });
    at += 1;
  };
  const follow =
    (listeners: Set<() => void>) =>
    (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
  const moved = (): void => {
    // Browsers tell of it twice where the hash changes.
    for (let i = 0; i < 2; i += 1) for (const listener of moves) listener();
  };
  return {
    get hash() {
      return here().hash;
    },
    get state() {
      return here().state;
    },
    get hashes() {
      return entries.map((entry) => entry.hash);
    },
    get at() {
      return at;
    },
    push: (state: EntryState, to) => put(structuredClone(state), to),
    replace(state: EntryState, to) {
      entries[at] = { state: structuredClone(state), hash: to ?? here().hash };
    },
    onMove: follow(moves),
    onLeave: follow(leaves),
    go(by) {
      if (entries[at + by] === undefined) throw new Error('the page is left');
      at += by;
      moved();
    },
    type(to) {
      put(null, to);
      moved();
    },
    leave() {
      for (const listener of leaves) listener();
    },
  };
}
