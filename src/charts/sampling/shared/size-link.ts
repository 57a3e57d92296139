/** One crosshair for all pictures that are drawn over sizes: where it stands in one, it stands in the others. */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { nearest } from './axes.js';

export interface SizeLink {
  /** Bytes; null while no crosshair stands anywhere. */
  readonly size: number | null;
  set(size: number | null): void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createSizeLink(): SizeLink {
  const listeners = new Set<() => void>();
  let size: number | null = null;
  return {
    get size() {
      return size;
    },
    set(next) {
      if (next === size) return;
      size = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Without one, pictures stand alone. */
export const SizeLinkContext = createContext<SizeLink>(createSizeLink());

/** Size classes are at most a quarter apart above the smallest: what is further off has no class here. */
const FAR = Math.SQRT2;

/** The place of the size that is nearest; -1 where none is near. Sizes rise. */
export function stopOfSize(sizes: ArrayLike<number>, size: number): number {
  const at = nearest(sizes, size);
  if (at < 0) return -1;
  const found = sizes[at] as number;
  return found > size * FAR || found < size / FAR ? -1 : at;
}

const none = (): (() => void) => () => undefined;

/** Where the shared crosshair stands in a picture; pictures that are not over sizes have none. */
export function useSizeLink(sizes: ArrayLike<number> | undefined): {
  readonly linked: number;
  /** This picture's own crosshair stands here now; -1 for nowhere. */
  readonly tell: (stop: number) => void;
} {
  const link = useContext(SizeLinkContext);
  const linked = useSyncExternalStore(sizes === undefined ? none : link.subscribe, () =>
    sizes === undefined || link.size === null ? -1 : stopOfSize(sizes, link.size),
  );
  const tell = useCallback(
    (stop: number) => {
      if (sizes !== undefined) link.set(stop < 0 ? null : (sizes[stop] ?? null));
    },
    [link, sizes],
  );
  return { linked, tell };
}
