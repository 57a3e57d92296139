import { useCallback, useEffect, useRef } from 'react';
import { formatShortCount } from '../../../../base/numbers.js';
import { useApp, useInside } from '../../../app-context.js';

export type Speed =
  | { readonly kind: 'events'; readonly perSecond: number }
  /** Times the clock of the trace. */
  | { readonly kind: 'clock'; readonly factor: number };

export const SPEEDS: readonly { readonly value: string; readonly label: string; readonly speed: Speed }[] = [
  ...[1, 10, 100, 1000, 10_000, 100_000].map((perSecond) => ({
    value: `e${perSecond}`,
    label: `${formatShortCount(perSecond)} ev/s`,
    speed: { kind: 'events', perSecond } as const,
  })),
  ...[0.1, 1, 10, 100].map((factor) => ({
    value: `x${factor}`,
    label: `${factor}× real`,
    speed: { kind: 'clock', factor } as const,
  })),
];

const NS_PER_MS = 1e6;
/** After a pause of the page (another tab) playing goes on where it was, not where it would be. Milliseconds. */
const LONGEST_FRAME_MS = 200;

export interface Playing {
  readonly on: boolean;
  readonly toggle: () => void;
  readonly stop: () => void;
}

/** Moves the time cursor by itself, frame by frame, until the trace ends. */
export function usePlay(speed: Speed): Playing {
  const { inside, insideResults, looking } = useApp();
  const on = useInside((inputs) => inputs.playing);
  const latest = useRef(speed);
  useEffect(() => {
    latest.current = speed;
  }, [speed]);
  useEffect(() => {
    if (!on) return undefined;
    const place = (): number => inside.getState().events ?? insideResults.getState().total;
    let events = place();
    // The moment of a start that was just asked for is not there yet.
    let clock = events === 0 ? 0 : (insideResults.getState().moment?.furthestNs ?? 0);
    let before = performance.now();
    let frame = 0;
    const run = (now: number): void => {
      const elapsed = Math.min(now - before, LONGEST_FRAME_MS);
      before = now;
      const { total, moment } = insideResults.getState();
      const here = place();
      if (latest.current.kind === 'events') {
        // The clock may have moved it before: go on from there.
        if (Math.floor(events) !== here) events = here;
        events = Math.min(total, events + (latest.current.perSecond * elapsed) / 1000);
        looking.setEvents(Math.floor(events));
        clock = moment?.furthestNs ?? clock;
      } else {
        clock += latest.current.factor * elapsed * NS_PER_MS;
        looking.moveTo('time', clock);
        events = here;
      }
      if (place() >= total) inside.setState({ playing: false });
      else frame = requestAnimationFrame(run);
    };
    frame = requestAnimationFrame(run);
    return () => cancelAnimationFrame(frame);
  }, [on, inside, insideResults, looking]);
  const stop = useCallback((): void => {
    if (inside.getState().playing) inside.setState({ playing: false });
  }, [inside]);
  return {
    on,
    stop,
    toggle: () => {
      const { total } = insideResults.getState();
      const here = inside.getState().events ?? total;
      // At the end there is nothing left to play: from the start.
      if (!on && here >= total) looking.setEvents(0);
      inside.setState({ playing: !on });
    },
  };
}
