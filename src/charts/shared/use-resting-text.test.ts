// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRestingText } from './use-resting-text.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('follows when there has been nothing new for a while', () => {
  const texts = ['one', 'two'].map((text) => vi.fn(() => text));
  const { result, rerender } = renderHook(
    ({ describe }: { describe: () => string }) => useRestingText('first', describe),
    { initialProps: { describe: texts[0] as () => string } },
  );
  const wait = (ms: number): void => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  };
  wait(200);
  expect(result.current).toBe('first');
  rerender({ describe: texts[1] as () => string });
  wait(200);
  expect(result.current).toBe('first');
  wait(100);
  expect(result.current).toBe('two');
  expect(texts[0]).not.toHaveBeenCalled();
});
