import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PAGESLAB_ORDERS } from '../engine/inspect/moment.js';
import { defaultInside, type InsideInputs, MAP_SHAPES, MAP_SIZE_COUNT } from './inside-inputs.js';
import { writeInside } from './inside-url.js';
import { readUrl } from './url-state.js';

const anyInside: fc.Arbitrary<InsideInputs> = fc.record({
  open: fc.constant(true),
  events: fc.option(fc.integer({ min: 0, max: 4e9 })),
  shard: fc.integer({ min: 0, max: 127 }),
  order: fc.constantFrom(...PAGESLAB_ORDERS),
  shape: fc.constantFrom(...MAP_SHAPES),
  size: fc.integer({ min: 0, max: MAP_SIZE_COUNT - 1 }),
  slab: fc.option(fc.integer({ min: 0, max: 1e6 })),
  next: fc.constant(false),
  chase: fc.constant(true),
  playing: fc.constant(false),
});

function written(inside: InsideInputs): string {
  const fields = new URLSearchParams({ v: '2' });
  writeInside(inside, fields);
  return `#${fields.toString()}`;
}

it('what is written is read again', () => {
  fc.assert(
    fc.property(anyInside, (inside) => {
      const read = readUrl(written(inside));
      expect(read.inside).toEqual(inside);
      expect(read.ignored).toEqual([]);
    }),
  );
});

it('a closed panel leaves nothing in the address, and links without it open closed', () => {
  expect(written({ ...defaultInside(), events: 7, slab: 3 })).toBe('#v=2');
  expect(readUrl('#v=1&bench=replay&zoom=1..2').inside).toEqual(defaultInside());
});

it('names what it cannot use and stands at the default', () => {
  const { inside, ignored } = readUrl('#v=2&inside=1&at=-5&order=colour&mapsize=9&slab=x');
  expect(inside).toEqual({ ...defaultInside(), open: true });
  expect(ignored).toHaveLength(4);
});
