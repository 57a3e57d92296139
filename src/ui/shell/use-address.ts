import { useEffect } from 'react';
import type { BrowserHistory } from '../../state/session-history.js';
import { useApp } from '../app-context.js';

const BROWSER: BrowserHistory = {
  get hash() {
    return window.location.hash;
  },
  get state(): unknown {
    return window.history.state;
  },
  push: (state, hash) => tolerate(() => window.history.pushState(state, '', hash)),
  replace: (state, hash) => tolerate(() => window.history.replaceState(state, '', hash)),
  onMove: (listener) => listen(['popstate', 'hashchange'], listener),
  onLeave: (listener) => listen(['pagehide'], listener),
};

/** A browser that was asked too often refuses; the next change is written again. */
function tolerate(call: () => void): void {
  try {
    call();
  } catch {
    // The page works as well with an address that is late.
  }
}

function listen(types: readonly string[], listener: () => void): () => void {
  for (const type of types) window.addEventListener(type, listener);
  return () => {
    for (const type of types) window.removeEventListener(type, listener);
  };
}

/** Keeps the settings in the address, makes an entry of each move, and follows the browser's back, forward and address bar. */
export function useAddress(): void {
  const { visits } = useApp();
  useEffect(() => visits.follow(BROWSER), [visits]);
}
