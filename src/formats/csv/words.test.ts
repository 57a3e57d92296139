import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../byte-writer.js';
import { decimalWords, hexWords } from './words.js';

const MAX = (1n << 64n) - 1n;
const encoder = new TextEncoder();
const u64 = fc.oneof(
  fc.bigInt({ min: 0n, max: MAX }),
  fc.nat().map(BigInt),
  fc.constantFrom(
    0n,
    1n,
    2n ** 32n - 1n,
    2n ** 32n,
    2n ** 53n - 1n,
    2n ** 53n,
    2n ** 53n + 1n,
    10n ** 9n,
    MAX,
  ),
);

function read(parse: typeof decimalWords, text: string): bigint | null {
  const out = new Uint32Array(4);
  const bytes = encoder.encode(`x${text}y`);
  if (!parse(bytes, 1, bytes.length - 1, out, 2)) return null;
  return (BigInt(out[3] ?? 0) << 32n) | BigInt(out[2] ?? 0);
}

function write(fill: (writer: ByteWriter) => void): string {
  const writer = new ByteWriter();
  fill(writer);
  return writer
    .finish()
    .map((chunk) => new TextDecoder().decode(chunk))
    .join('');
}

describe('64-bit words', () => {
  it('reads every unsigned 64-bit decimal exactly', () => {
    fc.assert(
      fc.property(u64, (value) => {
        expect(read(decimalWords, String(value))).toBe(value);
      }),
    );
  });

  it('reads leading zeros', () => {
    expect(read(decimalWords, '00000000000000000012')).toBe(12n);
  });

  it('refuses decimals above 2^64 - 1', () => {
    expect(read(decimalWords, '18446744073709551615')).toBe(MAX);
    expect(read(decimalWords, '18446744073709551616')).toBeNull();
    expect(read(decimalWords, '99999999999999999999')).toBeNull();
  });

  it('reads hexadecimal of either case and refuses the rest', () => {
    fc.assert(
      fc.property(u64, (value) => {
        expect(read(hexWords, value.toString(16))).toBe(value);
      }),
    );
    expect(read(hexWords, '7F8A')).toBe(0x7f8an);
    expect(read(hexWords, '0000000000000000001')).toBe(1n);
    for (const text of ['', '10000000000000000', '7g', '7 ', '`1', '@1', '/'])
      expect(read(hexWords, text)).toBeNull();
  });
});

describe('ByteWriter', () => {
  it('writes every unsigned 64-bit number', () => {
    fc.assert(
      fc.property(u64, (value) => {
        const text = write((w) => w.words(Number(value & 0xffff_ffffn), Number(value >> 32n)));
        expect(text).toBe(String(value));
      }),
    );
  });

  it('writes whole numbers below 2^53 beside powers of ten', () => {
    for (let exponent = 0; exponent < 16; exponent++)
      for (const value of [10 ** exponent - 1, 10 ** exponent, 10 ** exponent + 1])
        expect(write((w) => w.number(value))).toBe(String(value));
    const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(whole, (value) => {
        expect(write((w) => w.number(value))).toBe(String(value));
      }),
    );
    for (let k = 1; k < 9_007_199; k += 12_345)
      expect(write((w) => w.number(k * 1e9 - 1))).toBe(String(k * 1e9 - 1));
  });

  it('splits long output into chunks and loses nothing', () => {
    const writer = new ByteWriter();
    let expected = '';
    const taken: Uint8Array[] = [];
    for (let i = 0; i < 300_000; i++) {
      writer.reserve(24);
      writer.number(i);
      writer.comma();
      writer.lineFeed();
      expected += `${i},\n`;
      if (i % 1000 === 0) taken.push(...writer.take());
    }
    taken.push(...writer.finish());
    expect(taken.length).toBeGreaterThan(1);
    expect(taken.map((chunk) => new TextDecoder().decode(chunk)).join('')).toBe(expected);
    expect(writer.finish()).toEqual([]);
  });
});
