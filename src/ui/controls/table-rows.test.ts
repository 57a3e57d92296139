import { expect, it } from 'vitest';
import { pageOfRows, rowAfter, rowBox } from './table-rows.js';

it('leads from row to row, by the page, and to both ends', () => {
  const from = (key: string) => rowAfter(key, 20, 100, 8);
  expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map(from)).toEqual([
    21, 19, 28, 12, 0, 99,
  ]);
  expect(from('ArrowRight')).toBeNull();
});

it('keeps two rows in sight when it turns a page', () => {
  expect(pageOfRows({ clientHeight: 220 })).toBe(8);
  expect(pageOfRows({ clientHeight: 30 })).toBe(1);
  expect(pageOfRows(null)).toBe(1);
});

it('puts the first row at the top of the body, below the head', () => {
  expect(rowBox(25)).toEqual({ top: 0, height: 22 });
});
