import { describe, expect, it } from 'vitest';
import { type OptionName, type OptionValues, presetValues } from '../replay/options.js';
import type { FigureName } from './figures.js';
import { commonIdleReason, idleReason } from './idle-options.js';
import { figuresWith } from './results.fixture.js';
import { warningsOf } from './warnings.js';

const TRACE = { events: 1000, seconds: 100 };
const MiB = 1_048_576;
const options = (given: Partial<OptionValues> = {}): OptionValues => ({
  ...presetValues('jemalloc'),
  ...given,
});
const warn = (
  given: Partial<OptionValues>,
  figures: Partial<Record<FigureName, number>> = {},
  trace = TRACE,
): string => warningsOf(options(given), figuresWith(figures), trace).join('\n');

describe('warnings', () => {
  it('are none for jemalloc’s defaults and quiet figures', () => {
    expect(warn({}, { hugify_calls_per_second: 1, dehugify_calls_per_second: 0.1 })).toBe('');
  });

  it('tell when hugify and purge chase each other, with the numbers', () => {
    // 40 dehugified of 50 in 100 s.
    const chasing = { hugify_calls_per_second: 0.9, dehugify_calls_per_second: 0.4 };
    expect(warn({}, chasing)).toMatch(
      /chase each other: 40 of 50 hugified pageslabs.*up to 102.KiB of it unused.*from 4.KiB dirty \(purge_threshold\)/,
    );
    expect(warn({ purge_threshold: 2 * MiB }, chasing)).toMatch(
      /chase each other.*longer hugify_delay_ms or a larger dirty_mult/,
    );
    // A few, or a small share, are no chase.
    expect(warn({}, { hugify_calls_per_second: 0.9, dehugify_calls_per_second: 0.2 })).toBe('');
    expect(warn({}, { hugify_calls_per_second: 0.06, dehugify_calls_per_second: 0.03 })).toBe('');
    expect(warn({}, chasing, { events: 1, seconds: Number.NaN })).toBe('');
  });

  it('tell when purge_threshold leaves dirty_mult no say', () => {
    // 100 MiB active, 60 MiB dirty on 100 pageslabs.
    const figures = { mean_memory_bytes: 160 * MiB, mean_dirty_bytes: 60 * MiB, peak_pageslabs: 100 };
    expect(warn({ purge_threshold: 2 * MiB, dirty_mult: 3276 }, figures)).toMatch(
      /dirty_mult 0.05 has little say: it allows 5.00.MiB.*must hold 2.MiB.*about 614.KiB each/,
    );
    expect(warn({ purge_threshold: 4096, dirty_mult: 3276 }, figures)).toBe('');
    expect(warn({ purge_threshold: 2 * MiB, dirty_mult: 32_768 }, figures)).toBe('');
  });

  it.each<[string, Partial<OptionValues>, RegExp]>([
    ['deferral', { deferral_allowed: 1 }, /no background thread/],
    [
      'a hugify delay that outlasts the trace',
      { hugify_delay_ms: 100_000 },
      /hugify_delay_ms 100000 is longer than the trace/,
    ],
    ['a purge interval that outlasts the trace', { min_purge_interval_ms: 100_000 }, /purged once at most/],
    ['a purge delay that outlasts the trace', { min_purge_delay_ms: 100_000 }, /nothing was purged/],
    ['no purging at all', { dirty_mult: -1 }, /nothing is ever purged/],
    ['passes over no pageslab', { experimental_max_purge_nhp: 0 }, /no pageslab is ever purged/],
  ])('tell %s, and nothing one step below', (_, given, sentence) => {
    expect(warn(given)).toMatch(sentence);
    const below = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value === 100_000 ? 99_999 : presetValues('jemalloc')[name as OptionName],
      ]),
    );
    expect(warn(below)).not.toMatch(sentence);
  });

  it('do not tell a hugify delay where nothing hugifies by it', () => {
    expect(warn({ hugify_delay_ms: 100_000, hugify_style: 2 })).toBe('');
    expect(warn({ hugify_delay_ms: 100_000, hugify_style: 2, hugify_sync: 1 })).toMatch(/hugify_delay_ms/);
    // Style auto is lazy where THP are for madvise, else none.
    expect(warn({ hugify_delay_ms: 100_000, hugify_style: 0 })).toMatch(/hugify_delay_ms/);
    expect(warn({ hugify_delay_ms: 100_000, hugify_style: 0, system_thp_mode: 1 })).toBe('');
  });
});

describe('why an option is idle', () => {
  const mode = { hpaOnly: false, shards: null };
  const why = (option: OptionName, given: Partial<OptionValues>, hpaOnly = false): string | null =>
    idleReason(option, options(given), { ...mode, hpaOnly }, TRACE);

  it.each<[OptionName, Partial<OptionValues>, boolean, RegExp | null]>([
    ['max_bytes', {}, true, /HPA-only/],
    ['max_alloc', { nshards: 0 }, false, /turns the SEC off/],
    ['nshards', { nshards: 4 }, false, /one thread/],
    ['nshards', { nshards: 0 }, false, null],
    ['max_bytes', {}, false, null],
    ['hugification_threshold', { hugify_style: 2 }, false, /only style lazy/],
    ['hugification_threshold', { hugify_style: 2, hugify_sync: 1 }, false, null],
    ['hugify_delay_ms', {}, false, null],
    ['hugify_delay_ms', { hugify_delay_ms: 200_000 }, false, /longer than the trace/],
    ['hugify_delay_ms', { deferral_allowed: 1 }, false, /background thread/],
    ['purge_threshold', { dirty_mult: -1 }, false, /turns purging off/],
    ['purge_threshold', { deferral_allowed: 1 }, false, /background thread/],
    ['dirty_mult', { deferral_allowed: 1 }, false, /background thread/],
    ['min_purge_delay_ms', { min_purge_delay_ms: 200_000 }, false, /longer than the trace/],
    ['min_purge_interval_ms', { min_purge_interval_ms: 200_000 }, false, /once at most/],
    ['experimental_max_purge_nhp', { experimental_max_purge_nhp: 16 }, false, /16 pageslabs at most/],
    ['experimental_max_purge_nhp', { experimental_max_purge_nhp: 15 }, false, null],
    ['slab_max_alloc', {}, false, null],
  ])('%s with %j (HPA only: %s)', (option, given, hpaOnly, sentence) => {
    const reason = why(option, given, hpaOnly);
    if (sentence === null) expect(reason).toBeNull();
    else expect(reason).toMatch(sentence);
  });

  it('holds for several runs only where it holds for each', () => {
    const runs = (...styles: number[]): OptionValues[] =>
      styles.map((hugify_style) => options({ hugify_style }));
    expect(commonIdleReason('hugification_threshold', runs(1, 2), mode, TRACE)).toMatch(/only style lazy/);
    expect(commonIdleReason('hugification_threshold', runs(1, 3), mode, TRACE)).toBeNull();
    expect(commonIdleReason('hugification_threshold', [], mode, TRACE)).toBeNull();
  });
});
