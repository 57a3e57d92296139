import { expect, it } from 'vitest';
import { nextStop } from './keyboard.js';

const ALONG = { axis: 'x', page: 10 } as const;
const DOWN = { axis: 'y', page: 10 } as const;

it('walks along the places by key, and stays on them', () => {
  expect(nextStop('ArrowRight', 1, 5, ALONG)).toBe(2);
  expect(nextStop('ArrowRight', 4, 5, ALONG)).toBe(4);
  expect(nextStop('ArrowLeft', 0, 5, ALONG)).toBe(0);
  expect(nextStop('PageDown', 3, 50, ALONG)).toBe(13);
  expect(nextStop('PageUp', 3, 50, ALONG)).toBe(0);
  expect(nextStop('Home', 3, 5, ALONG)).toBe(0);
  expect(nextStop('End', 0, 5, ALONG)).toBe(4);
  expect(nextStop('Escape', 2, 5, ALONG)).toBe(-1);
});

it('begins at the end that a key comes from', () => {
  expect(['ArrowRight', 'PageDown'].map((key) => nextStop(key, -1, 50, ALONG))).toEqual([0, 0]);
  expect(['ArrowLeft', 'PageUp'].map((key) => nextStop(key, -1, 50, ALONG))).toEqual([49, 49]);
});

it('leaves keys of the other axis, and of no use, to the page', () => {
  expect(nextStop('ArrowDown', 1, 5, DOWN)).toBe(2);
  expect(nextStop('ArrowUp', 1, 5, DOWN)).toBe(0);
  expect(nextStop('ArrowDown', 1, 5, ALONG)).toBeNull();
  expect(nextStop('ArrowRight', 1, 5, DOWN)).toBeNull();
  expect(nextStop('PageDown', 1, 5, { axis: 'x', page: 0 })).toBeNull();
  expect(nextStop('a', 1, 5, ALONG)).toBeNull();
  expect(nextStop('Home', -1, 0, ALONG)).toBeNull();
});
