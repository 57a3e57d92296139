import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateReader, StateWriter } from './state-words.js';

const piece = fc.oneof(
  fc.record({ kind: fc.constant('word' as const), value: fc.integer() }),
  fc.record({ kind: fc.constant('number' as const), value: fc.double({ noNaN: true }) }),
  fc.record({
    kind: fc.constant('all' as const),
    values: fc.array(fc.integer(), { maxLength: 700, size: 'max' }),
  }),
);

describe('words of state', () => {
  it('come back as they were written, however often the room grows, and a writer serves again', () => {
    const writer = new StateWriter();
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8, size: 'max' }), (pieces) => {
        for (const one of pieces) {
          if (one.kind === 'all') writer.all(one.values);
          else writer[one.kind](one.value);
        }
        writer.reserve(5);
        writer.giveBack(5);
        const reader = new StateReader(writer.take(), 0);
        for (const one of pieces) {
          if (one.kind === 'all') {
            const target = new Int32Array(one.values.length);
            reader.into(target);
            expect([...target]).toEqual(one.values);
          } else {
            expect(reader[one.kind]()).toBe(one.value);
          }
        }
        expect(reader.next).toBe(reader.words.length);
      }),
    );
  });

  it('every word of a long row, one by one', () => {
    const writer = new StateWriter();
    for (let i = 1; i <= 5000; i++) writer.word(i);
    expect([...writer.take()]).toEqual(Array.from({ length: 5000 }, (_, i) => i + 1));
  });
});
