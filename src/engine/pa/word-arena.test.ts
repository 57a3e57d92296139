import { describe, expect, it } from 'vitest';
import { WordArena } from './word-arena.js';

describe('the arena', () => {
  it('gives zeroed arrays that do not overlap, before and after it is taken back', () => {
    const arena = new WordArena();
    for (let round = 1; round <= 3; round += 1) {
      // More than a chunk, with some that are too large for one.
      const arrays = Array.from({ length: 400 }, (_, i) =>
        arena.words((i * 97) % 1000 === 0 ? 20_000 : 300 + i),
      );
      for (const [i, words] of arrays.entries()) {
        expect(words.every((word) => word === 0)).toBe(true);
        words.fill(round * 1000 + i);
      }
      for (const [i, words] of arrays.entries()) {
        expect(words.every((word) => word === round * 1000 + i)).toBe(true);
      }
      arena.reset();
    }
  });

  it('gives an empty array, also first', () => {
    expect(new WordArena().words(0)).toHaveLength(0);
  });

  it('uses its memory again', () => {
    const arena = new WordArena();
    const first = arena.words(10).buffer;
    arena.reset();
    expect(arena.words(10).buffer).toBe(first);
  });
});
