import { describe, expect, it } from 'vitest';
import { byteChance, byteHazard } from './chance.js';
import { evenOdd, perByte, startUp, threadPriority } from './strategies.js';

describe('rates at and below one byte', () => {
  it('sample every allocation: the chance is 1, never more and never NaN', () => {
    for (const rate of [1, 0.5, 1e-9]) {
      expect(byteHazard(8, rate)).toBe(Number.POSITIVE_INFINITY);
      expect(byteChance(8, rate)).toBe(1);
    }
  });

  it('do so in every strategy built on them', () => {
    const strategies = [perByte(1), startUp(0.1, 0.25, 1), evenOdd(0.25, 1), threadPriority(8, 1, 0.25, 0.5)];
    for (const strategy of strategies) {
      for (const part of strategy.parts(16)) expect(part.hazard).toBe(Number.POSITIVE_INFINITY);
      expect(strategy.chance(16, 0, 0, 0)).toBe(1);
    }
  });
});
