// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { cursorKey, CursorTrack, type CursorTrackProps } from './Cursor.js';

let measured: MockInstance;
beforeEach(() => {
  measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({
    left: 100,
    top: 0,
    width: 400,
    height: 40,
    right: 500,
    bottom: 40,
    x: 100,
    y: 0,
    toJSON: () => ({}),
  });
  const captured = new Set<number>();
  HTMLElement.prototype.setPointerCapture = (id) => void captured.add(id);
  HTMLElement.prototype.hasPointerCapture = (id) => captured.has(id);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function props(more: Partial<CursorTrackProps> = {}): CursorTrackProps {
  return {
    cursor: { x: 50, events: 12, total: 80, text: 'event 12 of 80' },
    domain: [0, 200],
    width: 400,
    first: true,
    onCursor: vi.fn(),
    onCursorKey: vi.fn(),
    ...more,
  };
}

const track = (): HTMLElement => document.querySelector<HTMLElement>('.jl-cursor-track') as HTMLElement;

it('gives the place under the pointer while it is dragged, kept on the axis, and when it is let go', () => {
  const given = props();
  render(<CursorTrack {...given} />);
  fireEvent.pointerMove(track(), { clientX: 200, pointerId: 1 });
  expect(given.onCursor).not.toHaveBeenCalled();
  fireEvent.pointerDown(track(), { clientX: 200, button: 0, pointerId: 1 });
  fireEvent.pointerMove(track(), { clientX: 300, pointerId: 1 });
  fireEvent.pointerUp(track(), { clientX: 900, pointerId: 1 });
  expect(vi.mocked(given.onCursor as () => void).mock.calls).toEqual([
    [50, 'drag'],
    [100, 'drag'],
    [200, 'end'],
  ]);
  // A layout of the page for each move would cost more than the picture.
  expect(measured).toHaveBeenCalledTimes(1);
});

it('is a slider for keys and for those who hear it', () => {
  const given = props();
  render(<CursorTrack {...given} />);
  const handle = screen.getByRole('slider', { name: 'Time cursor' });
  expect(handle.getAttribute('aria-valuenow')).toBe('12');
  expect(handle.getAttribute('aria-valuetext')).toBe('event 12 of 80');
  expect(handle.style.transform).toBe('translateX(100px)');
  fireEvent.keyDown(handle, { key: 'ArrowRight', shiftKey: true });
  expect(given.onCursorKey).toHaveBeenLastCalledWith({ kind: 'step', events: 10 });
  fireEvent.keyDown(handle, { key: 'PageDown' });
  expect(given.onCursorKey).toHaveBeenLastCalledWith({ kind: 'step', events: -1000 });
  fireEvent.keyDown(handle, { key: 'a' });
  expect(given.onCursorKey).toHaveBeenCalledTimes(2);
});

it('has one slider however many groups there are, and none outside of the shown part', () => {
  const { rerender } = render(<CursorTrack {...props({ first: false })} />);
  expect(screen.queryByRole('slider')).toBeNull();
  expect(document.querySelector('.jl-cursor-handle')).not.toBeNull();
  rerender(<CursorTrack {...props({ domain: [60, 200] })} />);
  expect(document.querySelector('.jl-cursor-handle')).toBeNull();
  rerender(<CursorTrack {...props({ onCursor: undefined })} />);
  expect(document.querySelector('.jl-cursor-track')).toBeNull();
});

it('moves by one, ten, a thousand events, and to the ends', () => {
  expect(cursorKey('ArrowLeft', false)).toEqual({ kind: 'step', events: -1 });
  expect(cursorKey('ArrowUp', true)).toEqual({ kind: 'step', events: 10 });
  expect(cursorKey('PageUp', false)).toEqual({ kind: 'step', events: 1000 });
  expect(cursorKey('Home', false)).toEqual({ kind: 'start' });
  expect(cursorKey('End', false)).toEqual({ kind: 'end' });
});
