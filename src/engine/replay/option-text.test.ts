import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confKeeps, parseConfInteger } from './conf-number.js';
import { formatOption, parseOption } from './option-text.js';
import { OPTIONS, type OptionDescription, type OptionName } from './options.js';

const value = (name: OptionName, text: string) => {
  const parsed = parseOption(name, text);
  return parsed.ok ? parsed.value : parsed.error;
};
const note = (name: OptionName, text: string) => parseOption(name, text).note;

/** Any value an option may have. */
function anyValue(option: OptionDescription): fc.Arbitrary<number> {
  const multiple = option.kind === 'bytes' ? option.step : 1;
  const plain = fc
    .maxSafeInteger()
    .map(
      (n) => Math.floor((option.min + (Math.abs(n) % (option.max - option.min + 1))) / multiple) * multiple,
    );
  const limits = fc.constantFrom(option.min, option.max, ...Object.values(option.presets));
  return option.special === undefined
    ? fc.oneof(plain, limits)
    : fc.oneof(plain, limits, fc.constant(option.special.value));
}

describe('parseConfInteger', () => {
  it.each([
    ['0', 0n],
    ['-0', 0n],
    ['+5', 5n],
    ['0x1F', 31n],
    ['0XfF', 255n],
    ['017', 15n],
    ['00', 0n],
    ['-1', 0xffff_ffff_ffff_ffffn],
    ['18446744073709551615', 0xffff_ffff_ffff_ffffn],
  ])('reads %s', (text, expected) => {
    expect(parseConfInteger(text)).toBe(expected);
  });

  it.each(['', '-', '08', '0x', '0xg', '1e3', '1.5', '12a', '18446744073709551616', '--1', '٣'])(
    'refuses %j',
    (text) => {
      expect(parseConfInteger(text)).toBeNull();
    },
  );
});

describe('confKeeps', () => {
  it('clips and refuses as the parser of MALLOC_CONF does', () => {
    expect(confKeeps('slab_max_alloc', 1n)).toBe(4096n);
    expect(confKeeps('slab_max_alloc', -1n)).toBe(2_097_152n);
    expect(confKeeps('max_alloc', 65_536n)).toBe(32_768n);
    expect(confKeeps('max_bytes', 4096n)).toBe(262_144n);
    expect(confKeeps('max_bytes', 1n << 40n)).toBe(1n << 40n);
    expect(confKeeps('experimental_max_purge_nhp', -1n)).toBe(-1n);
    expect(confKeeps('experimental_max_purge_nhp', -2n)).toBeNull();
    expect(confKeeps('hugify_delay_ms', -1n)).toBe(0xffff_ffff_ffff_ffffn);
  });
});

describe('parseOption reads', () => {
  it.each<[OptionName, string, number]>([
    ['slab_max_alloc', '131072', 131_072],
    ['slab_max_alloc', '128K', 131_072],
    ['slab_max_alloc', '2MiB', 2_097_152],
    ['slab_max_alloc', '0x20000', 131_072],
    ['purge_threshold', '1.5 m', 1_572_864],
    ['max_bytes', '1g', 1_073_741_824],
    ['hugification_threshold', ' 1761607 ', 1_761_607],
    ['hugify_delay_ms', '7804', 7804],
    ['hugify_delay_ms', '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['dirty_mult', '0.3', 19_660],
    ['dirty_mult', '0.25', 16_384],
    ['dirty_mult', '1', 65_536],
    ['dirty_mult', '.5', 32_768],
    ['dirty_mult', '0.001953125', 128],
    ['dirty_mult', '-1', -1],
    ['dirty_mult', 'off', -1],
    ['experimental_max_purge_nhp', '-1', -1],
    ['experimental_max_purge_nhp', '4', 4],
    ['hugify_style', 'lazy', 3],
    ['hugify_style', 'Eager', 2],
    ['system_thp_mode', 'never', 2],
    ['hugify_sync', 'true', 1],
    ['hugify_sync', '1', 1],
    ['deferral_allowed', 'false', 0],
    ['deferral_allowed', '0', 0],
    ['nshards', '0', 0],
  ])('%s=%s', (name, text, expected) => {
    expect(value(name, text)).toBe(expected);
  });
});

describe('parseOption refuses with a sentence', () => {
  it.each<[OptionName, string, string]>([
    ['dirty_mult', '30%', 'dirty_mult is a ratio, not a percentage: write 0.3 instead of 30%.'],
    ['dirty_mult', '2.5%', 'write 0.025 instead of 2.5%'],
    ['dirty_mult', '150%', 'write 1.5 instead'],
    ['dirty_mult', '100%', 'write 1 instead'],
    ['dirty_mult', '0%', 'write 0 instead'],
    ['dirty_mult', '-0.5', 'wants a ratio such as 0.3, or -1 for off'],
    ['dirty_mult', '3e-1', 'MALLOC_CONF knows no exponents'],
    ['dirty_mult', '65536', 'must be below 65536, not "65536"; jemalloc\'s own parser refuses it'],
    ['purge_threshold', '50%', 'purge_threshold is in bytes: 50% of a huge page is 1048576.'],
    ['hugify_delay_ms', '50%', 'hugify_delay_ms takes no percentage.'],
    [
      'slab_max_alloc',
      '4194304',
      "slab_max_alloc goes from 4096 to 2097152 bytes, not 4194304; jemalloc's own parser would cut it to 2097152.",
    ],
    ['slab_max_alloc', '0', 'would raise it to 4096'],
    ['slab_max_alloc', '-1', 'would read it as 18446744073709551615 and cut it to 2097152'],
    ['max_alloc', '4194304', 'would cut it to 32768'],
    ['max_bytes', '0', 'would raise it to 262144'],
    ['max_bytes', '2147483648', 'would take it'],
    ['hugify_delay_ms', '-5', "jemalloc's own parser would read it as 18446744073709551611."],
    ['hugify_delay_ms', '9007199254740992', 'would take it'],
    ['hugify_delay_ms', '1e4', 'MALLOC_CONF knows no exponents'],
    ['hugify_delay_ms', '10s', 'wants a whole number of ms, not "10s".'],
    ['hugify_delay_ms', '089', 'is octal'],
    ['hugify_delay_ms', '99999999999999999999', 'does not fit 64 bits'],
    ['experimental_max_purge_nhp', '-2', "or -1 for no limit, not -2; jemalloc's own parser refuses it"],
    ['nshards', '256', 'would take it'],
    ['slab_max_alloc', '1.3K', 'wants a whole number of bytes'],
    ['slab_max_alloc', '', 'wants a whole number of bytes, not "".'],
    ['hugify_style', '2', 'hugify_style is one of auto, none, eager, lazy, not "2".'],
    ['hugify_style', 'la', 'is one of'],
    ['hugify_sync', 'yes', 'hugify_sync is true or false, not "yes".'],
    ['hugify_sync', 'a\u001b[31m\u202eb\nc', 'not "a?[31m?b?c".'],
  ])('%s=%s', (name, text, sentence) => {
    expect(value(name, text)).toContain(sentence);
  });

  it('and shortens what it quotes', () => {
    expect(String(value('nshards', 'x'.repeat(100_000))).length).toBeLessThan(120);
  });
});

describe('parseOption notes', () => {
  it.each<[OptionName, string, string | null]>([
    ['dirty_mult', '0.3', 'dirty_mult: 0.3 is kept as 19660/65536 = 0.29998779296875.'],
    ['dirty_mult', '0.25', null],
    ['dirty_mult', '65535.99999', 'dirty_mult: 65535.99999 rounds to the fixed-point value that means off.'],
    ['hugify_delay_ms', '010', 'hugify_delay_ms: 010 is octal, that is 8.'],
    ['slab_max_alloc', '5000', 'slab_max_alloc: 5000 acts as 4096, for requests are whole pages.'],
    ['max_alloc', '65536', 'max_alloc: MALLOC_CONF would cut 65536 to 32768; the replay takes it as it is.'],
    [
      'max_bytes',
      '65536',
      'max_bytes: MALLOC_CONF would raise 65536 to 262144; the replay takes it as it is.',
    ],
    ['slab_max_alloc', '131072', null],
    ['experimental_max_purge_nhp', '-1', null],
  ])('%s=%s', (name, text, expected) => {
    expect(note(name, text)).toBe(expected);
  });

  it('that 65535.99999 turns purging off', () => {
    expect(value('dirty_mult', '65535.99999')).toBe(-1);
  });
});

describe.each(OPTIONS.map((option): [OptionName, OptionDescription] => [option.name, option]))(
  '%s',
  (name, option) => {
    it('is read back as it was written', () => {
      fc.assert(
        fc.property(anyValue(option), (given) => {
          expect(value(name, formatOption(name, given))).toBe(given);
        }),
      );
    });

    it('gives a value in range or a sentence for any text', () => {
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.stringMatching(/^[-+]?[0-9]{0,22}[.%eExKMG0-9]{0,3}$/),
        fc.bigInt().map(String),
      );
      fc.assert(
        fc.property(text, (given) => {
          const parsed = parseOption(name, given);
          if (!parsed.ok) expect(parsed.error).toMatch(/^[^\n]{10,250}\.$/);
          else if (parsed.value !== option.special?.value) {
            expect(Number.isSafeInteger(parsed.value)).toBe(true);
            expect(parsed.value).toBeGreaterThanOrEqual(option.min);
            expect(parsed.value).toBeLessThanOrEqual(option.max);
          }
        }),
      );
    });
  },
);
