import { describe, expect, it } from 'vitest';
import { OPTIONS, type OptionName, presetValues } from '../../../engine/replay/options.js';
import { effectiveStyle, withoutEffect } from './effects.js';
import { OPTION_GROUPS } from './option-groups.js';

it('every option has one place in the panel', () => {
  const placed = OPTION_GROUPS.flatMap(({ names }) => names);
  expect(placed.toSorted()).toEqual(OPTIONS.map(({ name }) => name).toSorted());
});

describe('options without effect', () => {
  const eager = presetValues('microbench');
  const lazy = presetValues('jemalloc');
  const idle = (options: typeof eager, hpaOnly = false): OptionName[] =>
    OPTIONS.map(({ name }) => name).filter((name) => withoutEffect(name, options, hpaOnly) !== null);

  it('eager style never waits to hugify', () => {
    expect(idle(eager)).toEqual(['hugification_threshold', 'hugify_delay_ms', 'hugify_refused']);
    expect(idle({ ...eager, hugify_sync: 1 })).toEqual([]);
  });

  it('lazy style makes hugify_sync count nothing more', () => {
    expect(idle(lazy)).toEqual(['hugify_sync']);
  });

  it('auto means lazy where THP is madvise, else none', () => {
    expect(effectiveStyle({ ...lazy, hugify_style: 0 })).toBe('lazy');
    expect(effectiveStyle({ ...lazy, hugify_style: 0, system_thp_mode: 1 })).toBe('none');
    expect(effectiveStyle({ ...lazy, hugify_style: 2, system_thp_mode: 1 })).toBe('eager');
  });

  it('with purging off the purge options rest', () => {
    expect(idle({ ...lazy, dirty_mult: -1 })).toEqual(
      [
        'min_purge_interval_ms',
        'experimental_max_purge_nhp',
        'purge_threshold',
        'min_purge_delay_ms',
        'hugify_sync',
      ].toSorted((a, b) => order(a) - order(b)),
    );
  });

  it('deferral puts all of the deferred work to rest', () => {
    expect(idle({ ...lazy, deferral_allowed: 1 })).toContain('dirty_mult');
    expect(idle({ ...lazy, deferral_allowed: 1 })).toContain('hugify_delay_ms');
  });

  it('without a SEC its options rest', () => {
    expect(idle(lazy, true)).toEqual(expect.arrayContaining(['nshards', 'max_alloc', 'max_bytes']));
    expect(idle({ ...lazy, nshards: 0 })).toEqual(['hugify_sync', 'max_alloc', 'max_bytes']);
  });
});

function order(name: string): number {
  return OPTIONS.findIndex((option) => option.name === name);
}
