import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usableSize } from '../sizes/size-classes.js';
import { goldenSampling, hasGoldenSampling } from '../../testing/golden-sampling.js';
import { GeometricWait } from './geometric-wait.js';
import { Prng } from './prng.js';
import { ByteWalk, prefixSums } from './walk.js';

const A = 6364136223846793005n;
const C = 1442695040888963407n;
const MASK = (1n << 64n) - 1n;

describe('the generator', () => {
  it('equals 64-bit arithmetic in BigInt', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MASK }), (seed) => {
        const prng = new Prng(seed);
        let state = seed;
        for (let i = 0; i < 20; i++) {
          state = (state * A + C) & MASK;
          expect(prng.next53()).toBe(Number(state >> 11n));
          expect(prng.state).toBe(state);
        }
      }),
      { seed: 1 },
    );
  });

  it('gives 1 for a zero, as jemalloc does', () => {
    // The state that is followed by one below 2^11.
    const inverse = 0xc097_ef87_329e_28a5n;
    expect((inverse * A) & MASK).toBe(1n);
    const seed = ((5n - C) * inverse) & MASK;
    expect(new Prng(seed).uniform()).toBe(1);
    expect(new GeometricWait(new Prng(seed), 1024).next()).toBe(1);
  });
});

describe('the walk', () => {
  it('at rate 1 samples everything and draws nothing', () => {
    const prng = new Prng(7n);
    const walk = new ByteWalk(prng, 1);
    expect([8, 16, 8].map((size) => walk.take(size))).toEqual([true, true, true]);
    expect(prng.draws).toBe(0);
  });

  it('skipping finds the same samples as counting down, also in pieces', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 0, max: 14 }),
        fc.bigInt({ min: 0n, max: MASK }),
        (list, lg, seed) => {
          const counted = new ByteWalk(new Prng(seed), 2 ** lg);
          const skipped = new ByteWalk(new Prng(seed), 2 ** lg);
          const expected = list.flatMap((size, i) => (counted.take(size) ? [i] : []));
          const sums = prefixSums(list);
          const found: number[] = [];
          const half = list.length >> 1;
          for (const end of [half, list.length]) {
            let at = end === half ? 0 : half;
            while (at < end) {
              at = skipped.skip(sums, at, end);
              if (at < end) found.push(at++);
            }
          }
          expect(found).toEqual(expected);
        },
      ),
      { seed: 2 },
    );
  });
});

describe.skipIf(!hasGoldenSampling)('equals jemalloc bit for bit', () => {
  const { waits, walks } = hasGoldenSampling ? goldenSampling() : { waits: [], walks: [] };

  it.each(waits.map((entry) => [`seed ${entry.seed}, lg ${entry.lg}`, entry] as const))(
    'waits: %s',
    (_, entry) => {
      const prng = new Prng(BigInt(entry.seed));
      const wait = new GeometricWait(prng, 2 ** entry.lg);
      expect(entry.waits.map(() => wait.next())).toEqual(entry.waits);
      expect(String(prng.state)).toBe(entry.stateAfter);
    },
  );

  it.each(walks.map((entry) => [`seed ${entry.seed}, lg ${entry.lg}`, entry] as const))(
    'walks: %s',
    (_, entry) => {
      const sizes = Array.from({ length: entry.n }, (_, i) => usableSize(1 + ((i * 2_654_435_761) % 30_000)));
      const counted = new ByteWalk(new Prng(BigInt(entry.seed)), 2 ** entry.lg);
      const hits = sizes.flatMap((size, i) => (counted.take(size) ? [i] : []));
      expect(hits.slice(0, entry.sampled.length)).toEqual(entry.sampled);
      const skipped = new ByteWalk(new Prng(BigInt(entry.seed)), 2 ** entry.lg);
      const sums = prefixSums(sizes);
      const found: number[] = [];
      for (let at = skipped.skip(sums, 0, entry.n); at < entry.n; at = skipped.skip(sums, at + 1, entry.n)) {
        found.push(at);
      }
      expect(found).toEqual(hits);
    },
  );
});
