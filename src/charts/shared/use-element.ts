/** What a component must know of its element: how wide it is, and whether it is near the screen. */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Width of the element in whole CSS pixels; `fallback` until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>, fallback: number): number {
  return useExtent(element, 'width', fallback) ?? fallback;
}

/** Width of the element in whole CSS pixels; null until it is known, `fallback` where there is no layout. */
export function useKnownWidth(element: RefObject<HTMLElement | null>, fallback: number): number | null {
  return useExtent(element, 'width', fallback);
}

/** Height of the element in whole CSS pixels; `fallback` until it is known. */
export function useHeight(element: RefObject<HTMLElement | null>, fallback: number): number {
  return useExtent(element, 'height', fallback) ?? fallback;
}

function useExtent(
  element: RefObject<HTMLElement | null>,
  side: 'width' | 'height',
  fallback: number,
): number | null {
  const [extent, setExtent] = useState<number | null>(null);
  useLayoutEffect(() => {
    const node = element.current;
    if (node === null) return;
    const measure = (): void => {
      const now = Math.floor(node.getBoundingClientRect()[side]);
      setExtent((before) => (now > 0 ? now : (before ?? fallback)));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, side, fallback]);
  return extent;
}

export interface Nearness {
  readonly near: boolean;
  /** Height it had when it was last near; null before that. Pixels. */
  readonly height: number | null;
}

/**
 * Tells whether the element is on the screen or within `margin` pixels of it. It counts as near where the browser
 * cannot tell.
 */
export function useNearScreen(
  element: RefObject<HTMLElement | null>,
  margin: number,
  atFirst: boolean,
): Nearness {
  const [nearness, setNearness] = useState<Nearness>({
    near: atFirst || typeof IntersectionObserver === 'undefined',
    height: null,
  });
  useEffect(() => {
    const node = element.current;
    if (node === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const latest = entries.at(-1);
        if (latest === undefined) return;
        const near = latest.isIntersecting;
        const { height } = latest.boundingClientRect;
        setNearness((before) => ({ near, height: before.near ? height : before.height }));
      },
      { rootMargin: `${margin}px 0px` },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, margin]);
  return nearness;
}
