import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confKeeps, parseConfInteger } from './conf-number.js';
import { parseFixedPoint } from './fixed-point.js';
import { hpaOptsInitialiser, mallocConfLine } from './option-export.js';
import {
  OPTIONS,
  type OptionDescription,
  type OptionName,
  type OptionValues,
  presetValues,
} from './options.js';

const SEC = { hpaOnly: false, shards: null };
const HPA = { hpaOnly: true, shards: null };

const anyValues: fc.Arbitrary<OptionValues> = fc.record(
  Object.fromEntries(
    OPTIONS.map((option: OptionDescription) => [
      option.name,
      fc.oneof(
        fc.integer({ min: option.min, max: Math.min(option.max, 2 ** 32 - 2) }),
        fc.constantFrom(option.min, option.max, option.special?.value ?? option.min),
      ),
    ]),
  ) as Record<OptionName, fc.Arbitrary<number>>,
);

describe('mallocConfLine', () => {
  it('writes every setting, defaults too, HPA switched on first', () => {
    expect(mallocConfLine(presetValues('jemalloc'), SEC)).toEqual({
      line:
        'hpa:true,hpa_slab_max_alloc:65536,hpa_hugification_threshold:1992294,hpa_dirty_mult:0.25,' +
        'hpa_hugify_delay_ms:10000,hpa_hugify_sync:false,hpa_min_purge_interval_ms:5000,' +
        'experimental_hpa_max_purge_nhp:-1,hpa_purge_threshold:4096,hpa_min_purge_delay_ms:0,' +
        'hpa_hugify_style:lazy,hpa_sec_nshards:2,hpa_sec_max_alloc:32768,hpa_sec_max_bytes:262144',
      notes: [],
    });
  });

  it('turns the SEC off for HPA only', () => {
    expect(mallocConfLine(presetValues('jemalloc'), HPA).line).toContain(',hpa_sec_nshards:0,');
  });

  it('notes the rounding of dirty_mult, and writes -1 for off', () => {
    const rounded = mallocConfLine(presetValues('microbench'), SEC);
    expect(rounded.line).toContain(',hpa_dirty_mult:0.3,');
    expect(rounded.notes).toEqual([
      'hpa_dirty_mult:0.3 is kept by jemalloc as 19660/65536 = 0.29998779296875, as replayed.',
    ]);
    const off = mallocConfLine({ ...presetValues('jemalloc'), dirty_mult: -1 }, SEC);
    expect(off.line).toContain(',hpa_dirty_mult:-1,');
    expect(off.notes).toEqual([]);
  });

  it('writes what jemalloc would make of values it does not keep, with a note each', () => {
    const { line, notes } = mallocConfLine(
      { ...presetValues('jemalloc'), max_alloc: 65_536, max_bytes: 131_072 },
      SEC,
    );
    expect(line).toContain('hpa_sec_max_alloc:32768,hpa_sec_max_bytes:262144');
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain('max_alloc 65536');
    expect(notes[1]).toContain('max_bytes 131072');
  });

  it('says what the line alone cannot do', () => {
    const base = presetValues('jemalloc');
    const deferred = mallocConfLine({ ...base, deferral_allowed: 1 }, SEC);
    expect(deferred.line.endsWith(',background_thread:true')).toBe(true);
    expect(deferred.notes.join()).toContain('background_thread');
    expect(mallocConfLine({ ...base, system_thp_mode: 1 }, SEC).notes.join()).toContain('"always"');
    expect(mallocConfLine({ ...base, hugify_sync: 1 }, SEC).notes.join()).toContain('MADV_COLLAPSE');
    expect(mallocConfLine({ ...base, hugify_refused: 1 }, SEC).notes.join()).toContain('refuses');
  });

  it("holds only values that jemalloc's parser keeps as they are", () => {
    fc.assert(
      fc.property(anyValues, fc.boolean(), (values, hpaOnly) => {
        const { line, notes } = mallocConfLine(values, { hpaOnly, shards: null });
        const settings = new Map(line.split(',').map((pair) => pair.split(':') as [string, string]));
        expect(settings.size).toBe(line.split(',').length);
        for (const option of OPTIONS as readonly OptionDescription[]) {
          if (option.mallocConf === null) continue;
          const text = settings.get(option.mallocConf) ?? '';
          const wanted = values[option.name as OptionName];
          if (option.kind === 'ratio') {
            expect(text === '-1' ? -1 : parseFixedPoint(text)?.raw).toBe(wanted);
          } else if (['bytes', 'milliseconds', 'count'].includes(option.kind)) {
            const read = parseConfInteger(text) ?? -1n;
            const signed = option.special === undefined ? read : BigInt.asIntN(64, read);
            expect(confKeeps(option.name as OptionName, signed)).toBe(signed);
            const sameAsReplayed = Number(signed) === wanted || (option.name === 'nshards' && hpaOnly);
            expect(sameAsReplayed || notes.some((note) => note.includes(` ${option.name} ${wanted},`))).toBe(
              true,
            );
          }
        }
      }),
    );
  });
});

describe('hpaOptsInitialiser', () => {
  const fields = (text: string) => text.split('\n').slice(1, -2);

  it('is the baseline of the benchmark', () => {
    expect(hpaOptsInitialiser(presetValues('microbench'))).toBe(
      [
        'static hpa_shard_opts_t g_hpa_opts = {',
        '\t/* slab_max_alloc, bytes */         131072,',
        '\t/* hugification_threshold, bytes */ 1761607,',
        '\t/* dirty_mult, 0.3 * 65536 */       19660,',
        '\t/* deferral_allowed */              false,',
        '\t/* hugify_delay_ms */               7804,',
        '\t/* hugify_sync */                   false,',
        '\t/* min_purge_interval_ms */         5000,',
        '\t/* experimental_max_purge_nhp */    -1,',
        '\t/* purge_threshold, bytes */        2097152,',
        '\t/* min_purge_delay_ms */            0,',
        '\t/* hugify_style */                  hpa_hugify_style_eager',
        '};',
        '',
      ].join('\n'),
    );
  });

  it('writes purging switched off, booleans and the lazy style as C', () => {
    const lines = fields(hpaOptsInitialiser({ ...presetValues('jemalloc'), dirty_mult: -1, hugify_sync: 1 }));
    expect(lines[2]).toContain('(fxp_t)-1,');
    expect(lines[5]).toContain(' true,');
    expect(lines[10]).toContain(' hpa_hugify_style_lazy');
  });
});
