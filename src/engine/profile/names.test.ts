import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllocatorName } from './allocator-frames.js';
import { buildFrameTable } from './frame-table.js';
import { oneDecimal, percentOf, wholeNumber } from './jeprof-numbers.js';
import { ModuleIndex } from './module-index.js';
import type { Mapping } from './profile.js';
import { shortName } from './short-name.js';
import { splitSymbol, symbolSource } from './symbol-source.js';

describe('short names', () => {
  it.each([
    ['A::operator()(int) const', 'A::operator'],
    ['(anonymous namespace)::f(int)', '::f'],
    ['int tmpl<char>(char)', 'int tmpl'],
    ['std::vector<int> const& ns::g<int>()', 'ns::g'],
    ['bool operator< <int>(A<int> const&, A<int> const&)', 'bool operator< '],
    ['<T as core::clone::Clone>::clone', '::clone'],
    ['f(int) [clone .isra.0]', 'f [clone .isra.0]'],
    ['non-virtual thunk to D::f(int)', 'D::f'],
    ['', ''],
    ['main', 'main'],
    [')(', ')('],
  ])('%s', (full, short) => {
    expect(shortName(full)).toBe(short);
  });

  /** jeprof's way, again and again. */
  function slowly(full: string): string {
    let text = full;
    for (const pattern of [/\([^()]*\)(\s*const)?/g, /<[^<>]*>/g])
      for (let before = ''; before !== text; ) {
        before = text;
        text = text.replace(pattern, '');
      }
    return text.replace(/^.*\s+(\w+::)/, '$1');
  }

  it("are the same as by jeprof's substitutions", () => {
    const piece = fc.constantFrom('(', ')', '<', '>', ' ', 'const', '::', 'ab', 'x', '-', '&', ' const');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const full = pieces.join('');
        expect(shortName(full)).toBe(slowly(full));
      }),
      { numRuns: 5000 },
    );
  });

  it('take time in line with their length', () => {
    const start = performance.now();
    const nested = '('.repeat(100_000) + ')'.repeat(100_000);
    expect(shortName(nested)).toBe('');
    expect(shortName('<'.repeat(100_000))).toHaveLength(100_000);
    expect(shortName(' '.repeat(50_000) + 'a'.repeat(50_000))).toHaveLength(100_000);
    expect(shortName(`${'a:: '.repeat(50_000)}f`)).not.toBe('');
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('symbols', () => {
  it('split into a function and those inlined, but not inside operator--', () => {
    expect(splitSymbol('f(int)--g--h').map(({ full }) => full)).toEqual(['f(int)', 'g', 'h']);
    expect(splitSymbol('A::operator--(int)--g').map(({ full }) => full)).toEqual(['A::operator--(int)', 'g']);
    expect(splitSymbol('a--').map(({ full }) => full)).toEqual(['a']);
  });

  it('a later one wins', () => {
    const table = (names: string[]) => ({
      program: '',
      length: names.length,
      words: Uint32Array.from(names.flatMap(() => [7, 1])),
      names,
    });
    const source = symbolSource([table(['a', 'b']), table(['c'])]);
    expect(source.lookup(7, 1)?.[0]?.full).toBe('c');
    expect(source.lookup(7, 0)).toBeNull();
  });
});

describe('frames of an address', () => {
  const mapping = (start: number, end: number, path: string, offset = 0): Mapping => ({
    start: BigInt(start),
    end: BigInt(end),
    permissions: 'r-xp',
    offset: BigInt(offset),
    path,
    deleted: false,
  });

  it('lie in the module that begins last before it and reaches it', () => {
    const index = new ModuleIndex([
      mapping(0x1000, 0x9000, '/lib/a.so', 0x2000),
      mapping(0x3000, 0x4000, '/lib/b.so'),
      mapping(0xb000, 0xc000, '/lib/a.so', 0x100),
      mapping(0xd000, 0xd000, '/empty'),
    ]);
    expect(index.modules.map(({ name }) => name)).toEqual(['a.so', 'b.so']);
    expect(index.find(0x0fff, 0)).toBeNull();
    expect(index.find(0x1000, 0)).toEqual({ module: 0, offset: 0x2000 });
    expect(index.find(0x3fff, 0)).toEqual({ module: 1, offset: 0xfff });
    expect(index.find(0x4000, 0)).toEqual({ module: 0, offset: 0x5000 });
    expect(index.find(0x9000, 0)).toBeNull();
    expect(index.find(0xb001, 0)).toEqual({ module: 0, offset: 0x101 });
    expect(index.find(0xb001, 1)).toBeNull();
  });

  it('compare as 64 bits', () => {
    const index = new ModuleIndex([
      { ...mapping(0, 0, '/kernel'), start: 0xffff_ffff_8000_0000n, end: 0xffff_ffff_8000_1000n },
    ]);
    expect(index.find(0x8000_0fff, 0xffff_ffff)).toEqual({ module: 0, offset: 0xfff });
    expect(index.find(0x8000_1000, 0xffff_ffff)).toBeNull();
  });

  it('without a name are called by address, or by module and offset', () => {
    const addresses = { length: 2, words: Uint32Array.of(0x1010, 0, 5, 0x7fff) };
    const mappings = [mapping(0x1000, 0x2000, '/lib/a.so', 0x300)];
    const names = (unknown: 'address' | 'module') => {
      const { texts, full, first } = buildFrameTable(addresses, mappings, [], unknown);
      return [0, 1].map((row) => texts[full[first[row] ?? 0] ?? 0]);
    };
    expect(names('address')).toEqual(['0x0000000000001010', '0x00007fff00000005']);
    expect(names('module')).toEqual(['a.so+0x310', '0x00007fff00000005']);
  });
});

describe('allocator names', () => {
  it.each([
    ['malloc', true, true, true],
    ['_malloc', true, true, true],
    ['operator new[]', true, false, true],
    ['void* fallbackNewImpl', false, false, true],
    ['je_prof_backtrace', false, true, true],
    ['malloc_usable_size', false, false, true],
    ['tcmalloc::Span', true, true, true],
    ['my_malloc', false, false, false],
  ] as const)('%s', (name, old, dev, union) => {
    expect(isAllocatorName(name, 'jeprof-530')).toBe(old);
    expect(isAllocatorName(name, 'jeprof-dev')).toBe(dev);
    expect(isAllocatorName(name, 'union')).toBe(union);
    expect(isAllocatorName(name, 'off')).toBe(false);
  });
});

describe('numbers', () => {
  it.each([
    [0.25, '0.2'],
    [0.75, '0.8'],
    [0.35, '0.3'],
    [0.05, '0.1'],
    [26_266_829 / 1_048_576, '25.1'],
    [1e9 + 0.25, '1000000000.2'],
    [-0.25, '-0.2'],
    [-0, '-0.0'],
    [0, '0.0'],
    [1e22, '10000000000000000000000.0'],
    [Number.POSITIVE_INFINITY, 'Inf'],
  ])('%d in one decimal is %s', (value, text) => {
    expect(oneDecimal(value)).toBe(text);
  });

  it.each([
    [7_999_999.7, '7999999'],
    [-0.5, '0'],
    [2 ** 53, '9007199254740992'],
    [2 ** 63, '-9223372036854775808'],
    [2 ** 64, '-1'],
    [-(2 ** 70), '-9223372036854775808'],
  ])('%d cut to a whole number is %s', (value, text) => {
    expect(wholeNumber(value)).toBe(text);
  });

  it('shares of nothing are told as jeprof does', () => {
    expect([percentOf(0, 0), percentOf(1, 0), percentOf(-1, 0), percentOf(1, 3)]).toEqual([
      'nan',
      '+inf',
      '-inf',
      '33.3%',
    ]);
  });
});
