/** The time cursor: a handle on the bottom axis that is dragged, clicked to, or moved by key, and a line through every panel. */
import './cursor.css';
import { type KeyboardEvent, type PointerEvent, type ReactElement, useRef } from 'react';
import { GEOMETRY } from './geometry.js';

export interface TimeCursor {
  /** Place on the axis drawn. */
  readonly x: number;
  /** Events done there, and of the whole trace. */
  readonly events: number;
  readonly total: number;
  /** What it is called: "event 12 345, 0:03.200". */
  readonly text: string;
}

export type CursorMove =
  | { readonly kind: 'step'; readonly events: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' };

export interface CursorHandlers {
  /** `drag` while the button is down, `end` when it is let go. */
  readonly onCursor?: ((x: number, phase: 'drag' | 'end') => void) | undefined;
  readonly onCursorKey?: ((move: CursorMove) => void) | undefined;
}

/** Keys of the handle. Pure. */
export function cursorKey(key: string, shift: boolean): CursorMove | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return { kind: 'step', events: shift ? 10 : 1 };
    case 'ArrowLeft':
    case 'ArrowDown':
      return { kind: 'step', events: shift ? -10 : -1 };
    case 'PageUp':
      return { kind: 'step', events: 1000 };
    case 'PageDown':
      return { kind: 'step', events: -1000 };
    case 'Home':
      return { kind: 'start' };
    case 'End':
      return { kind: 'end' };
    default:
      return null;
  }
}

export interface CursorTrackProps extends CursorHandlers {
  readonly cursor: TimeCursor | null;
  readonly domain: readonly [number, number];
  readonly width: number;
  /** The handle of this group takes keys; those of the others only show the place. */
  readonly first: boolean;
}

/** Lies over the bottom axis of a group. */
export function CursorTrack(props: CursorTrackProps): ReactElement | null {
  const { cursor, domain, width, first, onCursor, onCursorKey } = props;
  const track = useRef<HTMLDivElement>(null);
  /** Where the track is while it is dragged: to ask with every move would lay the page out once more for each. */
  const held = useRef<DOMRect | null>(null);
  if (onCursor === undefined) return null;
  const tell = (event: PointerEvent, phase: 'drag' | 'end'): void => {
    const box = held.current;
    if (box === null || box.width === 0) return;
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    onCursor(domain[0] + share * (domain[1] - domain[0]), phase);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = cursorKey(event.key, event.shiftKey);
    if (move === null) return;
    event.preventDefault();
    onCursorKey?.(move);
  };
  const place = cursor === null ? -1 : ((cursor.x - domain[0]) / (domain[1] - domain[0])) * width;
  const inside = place >= 0 && place <= width;
  return (
    <div
      ref={track}
      className="jl-cursor-track"
      style={{ left: GEOMETRY.left, width }}
      title={cursor === null ? 'Click to look inside at this place' : 'Drag the time cursor'}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // The text under it must not be marked; the handle still gets the focus.
        event.preventDefault();
        track.current?.querySelector<HTMLElement>('.jl-cursor-handle')?.focus({ preventScroll: true });
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = event.currentTarget.getBoundingClientRect();
        tell(event, 'drag');
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) tell(event, 'drag');
      }}
      onPointerUp={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) tell(event, 'end');
      }}
    >
      {cursor !== null && inside && (
        // The place of the cursor is a number of events, but it stands on an axis of time as well: no input does that.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div
          className="jl-cursor-handle"
          style={{ transform: `translateX(${place}px)` }}
          {...(first
            ? {
                role: 'slider',
                tabIndex: 0,
                'aria-label': 'Time cursor',
                'aria-valuemin': 0,
                'aria-valuemax': cursor.total,
                'aria-valuenow': cursor.events,
                'aria-valuetext': cursor.text,
                onKeyDown,
              }
            : { 'aria-hidden': true })}
        />
      )}
    </div>
  );
}
