// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { bringIntoSight, placeUnder } from './pointer.js';

it('tells the place of the pointer from the corner of the element', () => {
  const element = document.createElement('div');
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(30, 200, 100, 50));
  expect(placeUnder({ clientX: 42, clientY: 190 }, element)).toEqual([12, -10]);
});

it('scrolls no further than it takes', () => {
  const scrolled = (scrollTop: number, ...stripe: [top: number, height: number, margin?: number]): number => {
    const scroller = { scrollTop };
    bringIntoSight(scroller, stripe[0], stripe[1], 100, stripe[2]);
    return scroller.scrollTop;
  };
  // From 50 to 150 is in sight.
  expect(scrolled(50, 60, 20)).toBe(50);
  expect(scrolled(50, 130, 20)).toBe(50);
  expect(scrolled(50, 40, 20)).toBe(40);
  expect(scrolled(50, 140, 20)).toBe(60);
  expect(scrolled(50, 40, 20, 8)).toBe(32);
  expect(scrolled(50, 140, 20, 8)).toBe(68);
});
