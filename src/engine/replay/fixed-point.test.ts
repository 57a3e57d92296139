import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedPointDecimal, formatFixedPoint, parseFixedPoint } from './fixed-point.js';

const rawValue = fc.oneof(fc.integer({ min: 0, max: 0xffff_ffff }), fc.integer({ min: 0, max: 131_072 }));

describe('parseFixedPoint', () => {
  it.each([
    ['0.3', 19_660, false],
    ['0.25', 16_384, true],
    ['1', 65_536, true],
    ['.5', 32_768, true],
    ['0.001953125', 128, true],
    ['0.0000152587890625', 0, false],
    ['0.00001525878907', 1, false],
    ['0', 0, true],
    ['00012.0', 786_432, true],
    ['65535.99999', 0xffff_ffff, false],
    ['0.99999999999999999', 65_535, false],
    ['0.500000000000000', 32_768, true],
    ['0.50000000000000000001', 32_768, false],
  ])('reads %s as %d', (text, raw, exact) => {
    expect(parseFixedPoint(text)).toEqual({ raw, exact });
  });

  it.each(['', '.', '1.', '-1', '+1', '65536', '99999999999', '1e3', '0x1', ' 1', '1 ', '0,5', '1.2.3', '٣'])(
    'refuses %j',
    (text) => {
      expect(parseFixedPoint(text)).toBeNull();
    },
  );

  it('rounds down, never up', () => {
    fc.assert(
      fc.property(fc.nat(65_535), fc.nat(99_999_999_999_999), (integer, fraction) => {
        const digits = String(fraction).padStart(14, '0');
        const raw = parseFixedPoint(`${integer}.${digits}`)?.raw ?? -1;
        const scaled = (BigInt(integer) * 10n ** 14n + BigInt(fraction)) << 16n;
        expect(BigInt(raw) * 10n ** 14n <= scaled && (BigInt(raw) + 1n) * 10n ** 14n > scaled).toBe(true);
      }),
    );
  });
});

describe('formatFixedPoint', () => {
  it.each([
    [19_660, '0.3'],
    [16_384, '0.25'],
    [65_536, '1'],
    [32_768, '0.5'],
    [1, '0.00002'],
    [0, '0'],
    [0xffff_fffe, '65535.99997'],
  ])('writes %d as %s', (raw, text) => {
    expect(formatFixedPoint(raw)).toBe(text);
  });

  it('is read back as the same bits, for every fraction', () => {
    for (let raw = 0; raw < 65_536; raw++) expect(parseFixedPoint(formatFixedPoint(raw))?.raw).toBe(raw);
  });

  it('is read back as the same bits, exactly so when all digits are written', () => {
    fc.assert(
      fc.property(rawValue, (raw) => {
        expect(parseFixedPoint(formatFixedPoint(raw))?.raw).toBe(raw);
        expect(Number(fixedPointDecimal(raw))).toBe(raw / 65_536);
      }),
    );
  });
});

describe('fixedPointDecimal', () => {
  it('writes all digits and no exponent', () => {
    expect(fixedPointDecimal(19_660)).toBe('0.29998779296875');
    expect(fixedPointDecimal(1)).toBe('0.0000152587890625');
    expect(fixedPointDecimal(655_360)).toBe('10');
  });
});
