import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elapsed, millisecondsToNs, wrappedDelayNs } from './u64.js';

const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
const high = (value: bigint): number => Number(value >> 32n);
const low = (value: bigint): number => Number(value & 0xffff_ffffn);

describe('64-bit clock arithmetic', () => {
  it('elapsed is exact below 2^53 and the nearest double above', () => {
    fc.assert(
      fc.property(u64, u64, (earlier, later) => {
        const exact = BigInt.asUintN(64, later - earlier);
        const got = elapsed(high(later), low(later), high(earlier), low(earlier));
        if (later >= earlier && exact < 1n << 53n) expect(BigInt(got)).toBe(exact);
        else expect(Math.abs(got - Number(exact))).toBeLessThanOrEqual(4096);
      }),
    );
  });

  it('a clock that ran backwards has waited for longer than any sensible delay', () => {
    expect(elapsed(0, 5, 0, 6)).toBeGreaterThan(millisecondsToNs(1e12));
  });

  it('a delay wraps at 64 bits as C does', () => {
    expect(wrappedDelayNs(2000)).toEqual([2_000_000_000, 0]);
    expect(wrappedDelayNs(5000)).toEqual([705_032_704, 1]);
    const ms = 18_446_744_073_710;
    expect(wrappedDelayNs(ms)).toEqual([448_384, 0]);
  });
});
