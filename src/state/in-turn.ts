/** What a picture shows of a store: the newest at once while it is in sight, else when there is time for it. */
import type { StoreApi } from 'zustand/vanilla';

/** Calls back once there is nothing else to do; returns what takes the call back. */
export type WhenIdle = (call: () => void) => () => void;

export interface InTurn<Part> {
  /** What is to be shown now. */
  readonly get: () => Part;
  /** Follows the store while somebody listens. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Out of sight until this is first called. */
  readonly setInSight: (inSight: boolean) => void;
}

/** @param same tells whether two parts look the same, so that the older one may stay */
export function createInTurn<State, Part>(
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  select: (state: State) => Part,
  same: (one: Part, other: Part) => boolean,
  whenIdle: WhenIdle,
): InTurn<Part> {
  const listeners = new Set<() => void>();
  let shown = select(store.getState());
  let inSight = false;
  let forget: (() => void) | null = null;
  let unfollow: (() => void) | null = null;

  const wait = (): void => {
    forget?.();
    forget = null;
  };
  const show = (): void => {
    wait();
    const latest = select(store.getState());
    if (same(latest, shown)) return;
    shown = latest;
    for (const listener of listeners) listener();
  };
  const follow = (): void => {
    if (same(select(store.getState()), shown)) wait();
    else if (inSight) show();
    else forget ??= whenIdle(show);
  };

  return {
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      if (unfollow === null) {
        unfollow = store.subscribe(follow);
        follow();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unfollow?.();
        unfollow = null;
        wait();
      };
    },
    setInSight(now) {
      inSight = now;
      if (unfollow !== null) follow();
    },
  };
}
