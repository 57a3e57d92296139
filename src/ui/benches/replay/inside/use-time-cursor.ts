import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../../base/numbers.js';
import { formatClock } from '../../../../charts/shared/time-ticks.js';
import type { CursorMove, TimeCursor, TimelinesProps } from '../../../../charts/timelines/Timelines.js';
import { useApp, useInside, useInsideResults, useResults, useView } from '../../../app-context.js';
import { useDrawnAxis } from '../use-drawn-axis.js';

/** The moment of the place dragged to comes within this time, or the line goes to where the cursor really is. */
const SETTLED_MS = 250;

/** The time cursor of the timelines. */
export function useTimeCursor(): Pick<TimelinesProps, 'cursor' | 'onCursor' | 'onCursorKey'> {
  const { inside, insideResults, looking } = useApp();
  const axis = useDrawnAxis();
  const open = useInside((inputs) => inputs.open);
  const wanted = useInside((inputs) => inputs.events);
  const total = useInsideResults((results) => results.total);
  const moment = useInsideResults((results) => results.moment);
  const replayed = useResults((results) => results.run?.source === 'replay');
  // Under the runs that are compared there is no place to look inside.
  const here = useView((view) => view.replayView !== 'compare');
  const events = Math.min(wanted ?? total, total);
  /** Under the pointer: the events there are known a moment later. */
  const [held, setHeld] = useState<{ readonly x: number; readonly down: boolean } | null>(null);
  useEffect(() => {
    if (held === null || held.down) return undefined;
    const timer = setTimeout(() => setHeld(null), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [held]);

  /** A place of the time axis that was clicked before anything was open. */
  const pending = useRef<number | null>(null);
  const status = useInsideResults((results) => results.status);
  useEffect(() => {
    if (pending.current === null || (status !== 'opening' && status !== 'ready')) return;
    looking.moveTo('time', pending.current);
    pending.current = null;
  }, [status, looking]);

  const onCursor = useCallback(
    (x: number, phase: 'drag' | 'end') => {
      const { status: now } = insideResults.getState();
      inside.setState({ playing: false });
      if (axis === 'time' && now !== 'ready' && now !== 'opening') pending.current = x;
      looking.moveTo(axis, x);
      setHeld({ x, down: phase === 'drag' });
    },
    [axis, inside, insideResults, looking],
  );
  const onCursorKey = useCallback(
    (move: CursorMove) => {
      inside.setState({ playing: false });
      if (move.kind === 'step') looking.step(move.events);
      else looking.setEvents(move.kind === 'start' ? 0 : insideResults.getState().total);
      if (!inside.getState().open) inside.setState({ open: true });
    },
    [inside, insideResults, looking],
  );
  const clock = moment?.clockNs ?? null;
  const place = moment?.furthestNs ?? null;
  const cursor = useMemo((): TimeCursor | null => {
    if (!open || total === 0) return null;
    const known = axis === 'event' ? events : place;
    const x = held?.x ?? known;
    if (x === null) return null;
    const time = clock === null ? '' : `, ${formatClock(clock, 3)}`;
    return { x, events, total, text: `event ${formatCount(events)} of ${formatCount(total)}${time}` };
  }, [open, total, axis, events, clock, place, held]);
  return replayed && here ? { cursor, onCursor, onCursorKey } : { cursor: null };
}
