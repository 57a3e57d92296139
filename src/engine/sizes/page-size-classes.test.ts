import { describe, expect, it } from 'vitest';
import {
  BUCKETS,
  CEIL_BUCKET,
  FLOOR_BUCKET,
  PAGE_SIZE_CLASSES,
  pageSizeIndex,
  quantizeCeil,
  quantizeFloor,
} from './page-size-classes.js';

describe('page size classes', () => {
  it('are every page up to 8, then four for each doubling', () => {
    expect(PAGE_SIZE_CLASSES.slice(0, 20)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64,
    ]);
    expect(PAGE_SIZE_CLASSES).toContain(512);
  });

  it('index the smallest class that is large enough', () => {
    expect([1, 8, 9, 10, 11, 511, 512].map(pageSizeIndex)).toEqual([0, 7, 8, 8, 9, 31, 31]);
  });

  it('quantize with one page of padding for large sizes', () => {
    expect([1, 2, 9, 10, 11, 12, 13].map(quantizeFloor)).toEqual([1, 2, 9, 9, 11, 11, 13]);
    expect([1, 2, 9, 10, 11, 12, 13].map(quantizeCeil)).toEqual([1, 2, 9, 11, 11, 13, 13]);
  });

  it('send a request of 10 pages past the pageslabs whose longest run is exactly 10', () => {
    expect(CEIL_BUCKET[10]).toBeGreaterThan(FLOOR_BUCKET[10] ?? 0);
    expect(CEIL_BUCKET[9]).toBe(FLOOR_BUCKET[10]);
  });

  it('never send a request to a bucket with a run too short for it', () => {
    for (let request = 1; request <= 512; request++) {
      for (let run = 1; run < request; run++) {
        expect(FLOOR_BUCKET[run]).toBeLessThan(CEIL_BUCKET[request] ?? 0);
      }
    }
  });

  it('keep every bucket of a partly filled pageslab within one word', () => {
    expect(Math.max(...FLOOR_BUCKET)).toBeLessThan(BUCKETS);
  });
});
